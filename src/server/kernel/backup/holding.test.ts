/** Who holds a target while something is stored there, and objects that cannot be read. test/backup-lease.test.ts shows the whole. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { manifestOf } from '#test/manifest.ts'
import { faultsOfParts } from './checks.ts'
import { BackupRefused, heldBy, mustBeKeyOf, takeOver } from './lease.ts'
import { readableBases, writeManifest } from './manifest.ts'
import { type BackupTarget, INSTANCE, LEASE, logFileOf, manifestName, partName } from './objects.ts'
import { restoreImages } from './restore.ts'
import { makeKey, readKey } from './seal.ts'
import { shipAll } from './shipping.ts'
import { lastEvent, noteEvent } from './state.ts'
import { openTarget } from './target.ts'
import { makeVault, type Vault } from './vault.ts'

const root = mkdtempSync(join(tmpdir(), 'fk-holding-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const keyFile = join(root, 'key')
makeKey(keyFile)
const key = await readKey(keyFile)
let count = 0
function newFolder(): string {
  const folder = join(root, String(++count))
  mkdirSync(folder)
  return folder
}
const newTarget = () => openTarget({ to: { folder: newFolder() }, keyFile, keepDays: 1 })
async function namesIn(list: AsyncIterable<string>) {
  const names: string[] = []
  for await (const name of list) names.push(name)
  return names.sort()
}

test('from the moment at which another instance takes over, nothing more is stored or removed', async () => {
  const vault = makeVault(newTarget(), key)
  const [dataDir, other] = [newFolder(), newFolder()]
  const segments = Array.from({ length: 9 }, (_, at) => `00000001000000000000000${at}`)
  mkdirSync(join(dataDir, 'backup/log'), { recursive: true })
  for (const name of segments) writeFileSync(join(dataDir, 'backup/log', name), name)
  // when the first group of them is stored
  const losing: Vault = {
    ...vault,
    async putOnce(name, bytes) {
      const isNew = await vault.putOnce(name, bytes)
      if ((await namesIn(vault.list('log/'))).length === 3) await takeOver(vault, other)
      return isNew
    },
  }
  const shipping = shipAll({ dataDir, vault: losing, files: { get: async () => null }, log: console as never })
  await expect(shipping).rejects.toThrow(BackupRefused)
  expect((await namesIn(vault.list('log/'))).map(logFileOf)).toEqual(segments.slice(0, 3))
  expect(readdirSync(join(dataDir, 'backup/log'))).toEqual(segments.slice(3))

  const held = heldBy(dataDir, vault)
  const before = await namesIn(vault.list(''))
  await expect(held.put(manifestName('1'), Buffer.from('x'))).rejects.toThrow(BackupRefused)
  await expect(held.remove(before[0]!)).rejects.toThrow(BackupRefused)
  expect(await namesIn(vault.list(''))).toEqual(before)
  await takeOver(vault, dataDir)
  await held.put(manifestName('1'), Buffer.from('x'))
  await held.remove(manifestName('1'))
  expect(await namesIn(vault.list(''))).toEqual(before)
})

test('an instance that takes over needs a base backup of its own: those between may be of the other one', async () => {
  const vault = makeVault(newTarget(), key)
  const [dataDir, other] = [newFolder(), newFolder()]
  noteEvent(dataDir, 'base', { at: '', target: '', id: '1', timeline: 1, stored_bytes: 1, seconds: 1 })
  for (const taking of [other, dataDir]) await takeOver(vault, taking)
  expect(lastEvent(dataDir, 'base')).toBeNull()
  // nothing of a backup is in a copy that has stored nothing
  expect(readdirSync(other)).toEqual(['backup-holder'])
})

const BAD_SECTOR = new Error('EIO: i/o error, read')
/** The same target on a disk with bad sectors under these objects. */
const withBadSectors = (target: BackupTarget, isBad: (name: string) => boolean): BackupTarget => ({
  ...target,
  get: async (name) => {
    if (isBad(name)) throw BAD_SECTOR
    return target.get(name)
  },
})

test('an object that cannot be read is damaged, and the base backups beside it are used', async () => {
  const target = newTarget()
  const vault = makeVault(target, key)
  await vault.put(INSTANCE, Buffer.from('7'))
  for (const id of ['1', '2', '3']) await vault.put(manifestName(id), writeManifest(manifestOf(id)))
  const bad = [manifestName('2'), partName('3', 1), 'images/ab/abc']
  const ill = makeVault(
    withBadSectors(target, (name) => bad.includes(name)),
    key,
  )
  const { bases, faults } = await readableBases(ill)
  expect(bases.map(({ id }) => id)).toEqual(['1', '3'])
  expect(faults).toEqual([`base/2/manifest cannot be read from ${target.description}: EIO: i/o error, read`])
  expect(await faultsOfParts(ill, manifestOf('3'))).toEqual([expect.stringMatching(/part-000001 cannot be read/)])
  async function* inUse() {
    yield 'abc'
  }
  expect(await restoreImages(ill, { get: async () => null, put: async () => {} }, inUse())).toEqual(['abc'])
})

test('a target that does not answer is away, and not damaged; one bad object says nothing about the key', async () => {
  const target = newTarget()
  const vault = makeVault(target, key)
  await vault.put(INSTANCE, Buffer.from('7'))
  await vault.put(manifestName('1'), writeManifest(manifestOf('1')))
  const away = makeVault(
    withBadSectors(target, () => true),
    key,
  )
  await expect(readableBases(away)).rejects.toBe(BAD_SECTOR)
  await expect(mustBeKeyOf(away)).rejects.toBe(BAD_SECTOR)
  // nor is a bucket asked three times for as long if it does not answer once
  const asked: string[] = []
  for (const silence of [new DOMException('too late', 'TimeoutError'), new TypeError('fetch failed')]) {
    const get = async (name: string) => {
      asked.push(name)
      throw silence
    }
    await expect(makeVault({ ...target, get }, key).get(manifestName('1'))).rejects.toBe(silence)
  }
  expect(asked).toEqual([manifestName('1'), manifestName('1')])
  await takeOver(vault, newFolder())
  for (const bad of [INSTANCE, LEASE])
    await mustBeKeyOf(
      makeVault(
        withBadSectors(target, (name) => name === bad),
        key,
      ),
    )
})

test('an object that does not open is damaged if the key opens others, and is not called so with another key', async () => {
  const target = newTarget()
  const vault = makeVault(target, key)
  await vault.put(INSTANCE, Buffer.from('1'))
  const name = partName('20261127T000000Z', 1)
  await vault.put(name, Buffer.from('a part'))
  const sealed = Buffer.from((await target.get(name))!)
  sealed[sealed.length - 1]! ^= 1
  await target.put(name, sealed)
  await expect(vault.get(name)).rejects.toThrow(`${name} is damaged. The key is right`)
  makeKey(join(root, 'another-key'))
  const stranger = makeVault(target, await readKey(join(root, 'another-key')))
  await expect(stranger.get(name)).rejects.toThrow(/BACKUP_KEY_FILE is another key than that of this backup, or it is/)
})
