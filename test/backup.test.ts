/** Backup and restore, with the real commands beside the real program: a folder, and a bucket. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  asSuperuser,
  command,
  inDatabase,
  makeInstance,
  memberOf,
  mustSucceed,
  root,
  signInTo,
  stored,
  timeIn,
  write,
} from './backups.ts'
import { makeBrowser, until } from './client.ts'
import { corners, OWN, sendImage } from './images.ts'
import { makeProgram } from './program.ts'
import { makeStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'fk-backup-'))
const keyFile = join(folder, 'key')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

await mustSucceed(command({}, 'src/backup.ts', '--make-key', keyFile))

test('a community is restored to a chosen second on an empty machine, with its images and its sign-ins', {
  timeout: 300_000,
}, async () => {
  const target = join(folder, 'target')
  const { program, backUp, restore, env } = makeInstance(keyFile, { BACKUP_TO: target })
  const running = await program.start()
  const ana = await memberOf(running.url, 'ana')
  const before = await write(ana, 'Written before the backup')
  const { url: image } = await sendImage(running.url, ana, OWN, await corners(400, 300).jpeg().toBuffer())
  expect((await backUp('--fast')).text).toMatch(/^Stored and verified \d{8}T\d{6}Z in .*, 2 images\. /)
  const after = await write(ana, 'Written after the backup')
  const ben = await memberOf(running.url, 'ben')
  const { url: later } = await sendImage(running.url, ben, OWN, await corners(300, 400).jpeg().toBuffer())
  const at = await timeIn(program.dataDir)
  expect((await ana.send('DELETE', `/api/v1/posts/${before}`)).status).toBe(200)
  await stored(program.dataDir)
  // the machine is gone, with everything that had not been stored
  running.process.kill('SIGKILL')
  await running.ended
  await program.remove()

  // nothing readable is in the backup
  const raw = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
  expect(raw.length).toBeGreaterThan(5)
  for (const word of ['ana@example.org', 'Written before', 'WEBP'])
    expect(raw.filter((text) => text.includes(word))).toEqual([])

  const to = join(folder, 'restored')
  expect(await mustSucceed(restore('--at', at, '--to', to))).toMatch(/kinds of counts\.\nRestored into /)
  await mustSucceed(command({ ...env, DATA_DIR: to }, 'src/backup.ts', '--take-over'))
  const again = makeProgram({ ...env, DATA_DIR: to })
  onTestFinished(() => again.remove())
  const next = await again.start()
  const stillAna = makeBrowser(next.url, {}, ana.cookies)
  // the key that signs cookies was in the backup
  expect(await stillAna.viewer()).toBe('ana')
  for (const id of [before, after]) expect((await stillAna.get(`/api/v1/posts/${id}`)).status).toBe(200)
  for (const picture of [image, later]) expect((await fetch(next.url + picture)).status).toBe(200)
  await signInTo(makeBrowser(next.url), 'ben@example.org')
  await write(stillAna, 'Written after the restore')
  await stored(to)
  next.process.kill('SIGKILL')
  await next.ended
  await again.remove()
  rmSync(to, { recursive: true })

  // the restored community is in the same backup, and so is what came after the chosen time before
  expect(await mustSucceed(restore('--to', to))).toContain('Recounted: 2 members, 3 posts, ')
  rmSync(to, { recursive: true })
  expect(await mustSucceed(restore('--to', to, '--timeline', '1'))).toContain('Recounted: 2 members, 1 posts, ')
  rmSync(to, { recursive: true })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect(await mustSucceed(restore('--at', tomorrow, '--to', to))).toContain('The backup ends before that time')

  // what cannot be restored is said, and leaves nothing
  const elsewhere = join(folder, 'elsewhere')
  const refused = async (sentence: string | RegExp, ...words: string[]) => {
    expect(await restore(...words)).toMatchObject({ code: 1, text: expect.stringMatching(sentence) })
    expect(existsSync(elsewhere)).toBe(false)
  }
  await refused(`${to} is not empty. A restore needs a new folder.`, '--to', to)
  await refused('The oldest time that can be restored is 20', '--to', elsewhere, '--at', '2020-01-01T00:00:00Z')
  await refused('--at must be a time with its zone', '--to', elsewhere, '--at', '2026-11-26 10:00')
  const [base] = readdirSync(join(target, 'base'))
  const part = join(target, 'base', base!, 'part-000001')
  const bytes = readFileSync(part)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(part, bytes)
  await refused(/part-000001 is damaged\. The key is right.* No other base backup reaches back to/, '--to', elsewhere)
  writeFileSync(keyFile, 'f'.repeat(64))
  await refused(/Find the copy; a new key cannot read this backup/, '--to', elsewhere)
})

test('a restore ends before a damaged file of the log if it is told to, and where its timeline was left', {
  timeout: 300_000,
}, async () => {
  writeFileSync(keyFile, '5'.repeat(64))
  const target = join(folder, 'damaged')
  const { program, backUp, restore, env } = makeInstance(keyFile, { BACKUP_TO: target })
  const running = await program.start()
  const ana = await memberOf(running.url, 'ana')
  await mustSucceed(backUp('--fast'))
  await write(ana, 'One')
  await stored(program.dataDir)
  await write(ana, 'Two')
  const { file } = await asSuperuser<{ file: string }>(
    program.dataDir,
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as file',
  )
  const at = await timeIn(program.dataDir)
  await write(ana, 'Three')
  await stored(program.dataDir)
  running.process.kill('SIGKILL')
  await running.ended

  // a copy of an earlier time takes over, and is lost before it has stored any segment of its timeline
  const to = join(folder, 'copy')
  expect(await mustSucceed(restore('--at', at, '--to', to))).toContain(' 2 posts, ')
  await mustSucceed(command({ ...env, DATA_DIR: to }, 'src/backup.ts', '--take-over'))
  const copy = makeProgram({ ...env, DATA_DIR: to })
  onTestFinished(() => copy.remove())
  const second = await copy.start()
  const files = () => readdirSync(join(target, 'log'), { recursive: true }).map(String)
  await until('its history is stored', () => files().find((name) => name.endsWith('00000002.history')), 60_000)
  second.process.kill('SIGKILL')
  await second.ended
  await copy.remove()
  rmSync(to, { recursive: true, force: true })
  for (const name of files()) if (/00000002[0-9A-F]{16}$/.test(name)) rmSync(join(target, 'log', name))
  expect(await mustSucceed(restore('--to', to))).toMatch(/the restore follows timeline 2\..* 2 posts, /s)
  rmSync(to, { recursive: true })

  // of the history of a timeline everything on it depends, and nothing on another one
  const history = join(target, 'log', files().find((name) => name.endsWith('00000002.history'))!)
  const whole = readFileSync(history)
  writeFileSync(history, whole.subarray(0, -8))
  const without = /is damaged.* Without it, timeline 2 cannot be restored\. .*--timeline with its number: 1\./
  expect(await restore('--to', to)).toMatchObject({ code: 1, text: expect.stringMatching(without) })
  expect(await mustSucceed(restore('--to', to, '--timeline', '1'))).toContain(' 3 posts, ')
  rmSync(to, { recursive: true })
  writeFileSync(history, whole)

  const damaged = join(target, 'log', files().find((name) => name.endsWith(file))!)
  const bytes = readFileSync(damaged)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(damaged, bytes)
  const fault = /is damaged\. The key is right.* What was written on timeline 1 from .* on cannot be restored\./
  expect(await backUp('--list', '--check')).toMatchObject({ code: 1, text: expect.stringMatching(fault) })
  const refused = await restore('--to', to, '--timeline', '1')
  expect(refused).toMatchObject({ code: 1, text: expect.stringMatching(fault) })
  expect(refused.text).toContain('To restore what came before it, add --before-damage.')
  expect(existsSync(to)).toBe(false)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  for (const words of [[], ['--timeline', '1', '--at', tomorrow]]) {
    const said = await restore('--to', to, '--before-damage', ...words)
    expect(said).toMatchObject({ code: 1, text: expect.stringMatching(fault) })
    expect(said.text).toContain(' 1 posts, ')
    expect(said.text.includes('It does not reach ')).toBe(words.includes('--at'))
    rmSync(to, { recursive: true })
  }
})

test('a second instance is refused by the target of the first one, and a base backup without its log, too', {
  timeout: 300_000,
}, async () => {
  writeFileSync(keyFile, '7'.repeat(64))
  const target = join(folder, 'of-one')
  const one = makeInstance(keyFile, { BACKUP_TO: target })
  await one.program.start()
  await mustSucceed(one.backUp())
  const bases = readdirSync(join(target, 'base'))
  // initdb made its database a second time
  const other = makeInstance(keyFile, { BACKUP_TO: target })
  rmSync(other.program.dataDir, { recursive: true })
  const { process: running, ended } = await other.program.start()
  expect(await other.backUp()).toMatchObject({
    code: 1,
    text: expect.stringContaining('another instance stores its backups there'),
  })
  expect(readdirSync(join(target, 'base'))).toEqual(bases)
  running.kill('SIGTERM')
  await ended

  // beside a program that was started without BACKUP_TO
  const silent = makeInstance(keyFile, {})
  delete (silent.env as Record<string, string>).BACKUP_KEY_FILE
  const plain = makeProgram({ DATA_DIR: silent.program.dataDir })
  onTestFinished(() => plain.remove())
  await plain.start()
  const env = { DATA_DIR: silent.program.dataDir, BACKUP_TO: join(folder, 'of-none'), BACKUP_KEY_FILE: keyFile }
  expect(await command(env, 'src/backup.ts')).toMatchObject({
    code: 1,
    text: expect.stringContaining('does not archive its log'),
  })
})

test('a bucket of a store is a target as good as a folder', { timeout: 400_000 }, async () => {
  const store = await makeStore()
  onTestFinished(() => store.stop())
  writeFileSync(keyFile, '7'.repeat(64))
  const { S3_BUCKET: bucket, ...access } = store.env
  const inStore = Object.fromEntries(Object.entries(access).map(([name, value]) => [`BACKUP_${name}`, value]))
  const { program, backUp, restore, env } = makeInstance(keyFile, { BACKUP_TO: `s3://${bucket}/deep/er`, ...inStore })
  const running = await program.start()
  const ana = await memberOf(running.url, 'ana')
  store.mood = 'ill'
  expect(await backUp()).toMatchObject({ code: 1, text: expect.stringMatching(/The bucket .* answered 500/) })
  store.mood = 'well'
  await mustSucceed(backUp())
  await write(ana, 'Written after the backup')
  await stored(program.dataDir)
  expect((await store.keys()).filter((key) => !key.startsWith('deep/er/'))).toEqual([])
  // the instance's own proof: everything, in a scratch folder that is removed again
  expect(await mustSucceed(restore('--prove'))).toContain('Recounted: 1 members, 1 posts, ')
  expect(JSON.parse(readFileSync(join(program.dataDir, 'backup/proof.json'), 'utf8'))).toMatchObject({
    seconds: expect.any(Number),
  })
  expect(readdirSync(join(program.dataDir, 'backup')).filter((name) => /^proof(?!.*json)/.test(name))).toEqual([])

  // a count that was wrong before is said, and takes nothing away
  await inDatabase(program.dataDir, 'update posts set comment_count = 7 returning id')
  await stored(program.dataDir)
  const fault = 'The count of comments of posts is wrong 1 times.'
  expect(await restore('--prove')).toMatchObject({ code: 1, text: expect.stringContaining(fault) })
  const kept = join(folder, 'kept')
  expect(await restore('--to', kept)).toMatchObject({ code: 1, text: expect.stringContaining(fault) })
  expect(existsSync(join(kept, 'postgres/PG_VERSION'))).toBe(true)

  // a proof that is broken off stops its server and leaves nothing
  const proof = spawn(process.execPath, ['src/restore.ts', '--prove'], {
    cwd: root,
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), DATA_DIR: program.dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [proof.stdout, proof.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const scratch = join(program.dataDir, 'backup/proof')
  // it has the lowest priority, and other tests run at the same time
  const runs = () => existsSync(join(scratch, 'postgres/postmaster.pid')) || (proof.exitCode === null ? null : said)
  expect(await until('its server runs', runs, 200_000)).toBe(true)
  const server = Number.parseInt(readFileSync(join(scratch, 'postgres/postmaster.pid'), 'utf8'), 10)
  const ended = once(proof, 'exit')
  proof.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  // the directory of a process that has ended cannot be read
  expect(() => readlinkSync(`/proc/${server}/cwd`)).toThrow()
  expect(existsSync(scratch)).toBe(false)
})
