/** A target or a key that the program cannot use: one sentence, which says what to do. Only root can make some of them. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { mayMount } from '#test/mounting.ts'
import { failureOf, TargetFault } from './faults.ts'
import { lastWords, runDue } from './schedule.ts'
import { makeKey, readKey } from './seal.ts'
import { startShipping } from './shipping.ts'
import { lastEvent, noteEvent } from './state.ts'
import { openTarget } from './target.ts'
import { makeVault } from './vault.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65534
const project = fileURLToPath(new URL('../../../..', import.meta.url))
/** False if other users may not pass through the folders above the project. */
const runsAsNobody =
  isRoot && spawnSync(process.execPath, ['-e', ''], { cwd: project, uid: NOBODY, gid: NOBODY }).status === 0

/** Not in the folder of this run: other users may not pass through that. */
function newFolder(): string {
  const folder = mkdtempSync('/tmp/fk-faults-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}

/** A disk of so many megabytes. */
function newDisk(megabytes: number): string {
  const folder = join(newFolder(), 'disk')
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'fk-test', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

const targetIn = (folder: string) => openTarget({ to: { folder }, keyFile: '', keepDays: 1 })
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing failed',
    (error: Error) => error.message,
  )

test.skipIf(!mayMount())('a full disk is said with what is free', async () => {
  const folder = newDisk(1)
  const full = `The disk of BACKUP_TO=${folder} is full (1 MB free). Make room; what waits is stored by itself.`
  expect(await messageOf(targetIn(folder).put('log/1/a', Buffer.alloc(2_000_000)))).toBe(full)
  expect((await targetIn(folder).fault())?.message).toBe(full)
  expect(await targetIn(newDisk(100)).fault()).toBeNull()
  // a part of a base backup that did not fit is away again: what is left is too little for another one
  const small = newDisk(30)
  expect(await messageOf(targetIn(small).put('base/1/a', Buffer.alloc(33_000_000)))).toMatch(/is full \(31 MB free\)/)
  expect((await targetIn(small).fault())?.message).toMatch(/is full \(31 MB free\)/)
  // no look sees the end of a quota
  expect(failureOf(new TargetFault('EDQUOT', 'It is full.'), small)).toEqual({ code: null, sentence: 'It is full.' })
})

test.skipIf(!mayMount())('a read-only disk is said before anything must be stored', async () => {
  const folder = newDisk(100)
  await targetIn(folder).put('instance', Buffer.from('x'))
  execFileSync('mount', ['-o', 'remount,ro', folder])
  const readOnly = expect.stringMatching(
    /^BACKUP_TO=.* cannot be written: its disk is mounted read-only\. Mount it for/,
  )
  expect(await messageOf(targetIn(folder).put('log/1/a', Buffer.from('x')))).toEqual(readOnly)
  expect(await messageOf(targetIn(folder).remove('instance'))).toEqual(readOnly)
  expect((await targetIn(folder).fault())?.message).toEqual(readOnly)
})

test('a folder that is a file is said', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  const noFolder = `BACKUP_TO=${file} is no folder. Choose another one.`
  expect(await messageOf(targetIn(file).put('log/1/a', Buffer.from('x')))).toBe(noFolder)
  expect(await messageOf(targetIn(file).get('log/1/a'))).toBe(noFolder)
  expect((await targetIn(file).fault())?.message).toBe(noFolder)
  expect(await targetIn(join(newFolder(), 'new')).fault()).toBeNull()
})

/** Runs a command as a user who owns nothing. */
const asNobody = (env: Record<string, string>, ...words: string[]) =>
  new Promise<string>((resolve) => {
    const options = { cwd: project, uid: NOBODY, gid: NOBODY, env: { PATH: process.env.PATH, ...env } }
    execFile(process.execPath, words, options, (_error, stdout, stderr) => resolve((stdout + stderr).trim()))
  })

const FAULT = `const { openTarget } = await import('./src/server/kernel/backup/target.ts')
const target = openTarget({ to: { folder: process.argv[1] }, keyFile: '', keepDays: 1 })
console.log((await target.fault())?.message)
await target.put('log/1/a', Buffer.from('x')).catch((error) => console.log(error.message))`
const faultFor = async (folder: string) => (await asNobody({}, '--input-type=module', '-e', FAULT, folder)).split('\n')

test.skipIf(!runsAsNobody)(
  'a target that the user of the program cannot write is said with its owner',
  { timeout: 60_000 },
  async () => {
    const above = newFolder()
    const target = join(above, 'target')
    const missing = `BACKUP_TO=${target} does not exist, and the program's user, who is nobody, cannot make it. Mount its disk, or make the folder: install -d -m 0700 -o nobody ${target}`
    expect(await faultFor(target)).toEqual([missing, missing])
    mkdirSync(target)
    const owned = `BACKUP_TO=${target} cannot be written by the program's user, who is nobody: it belongs to root. Give it to him: chown -R nobody ${target}`
    expect(await faultFor(target)).toEqual([owned, owned])
    // only one folder in it is of root
    chownSync(target, NOBODY, NOBODY)
    mkdirSync(join(target, 'log/1'), { recursive: true })
    const part = owned.replace('it belongs', `${join(target, 'log')} belongs`)
    expect((await faultFor(target))[0]).toBe(part)
    chmodSync(above, 0o700)
    expect((await faultFor(target))[0]).toMatch(
      /cannot be reached by .*: he may not pass through .*fk-faults-\w+\. Choose/,
    )
  },
)

test.skipIf(!runsAsNobody)(
  'the commands say it in one line, and what to do with a key of another user',
  { timeout: 60_000 },
  async () => {
    const folder = newFolder()
    const [target, keyFile] = [join(folder, 'target'), join(folder, 'key')]
    const env = { BACKUP_TO: target, BACKUP_KEY_FILE: keyFile, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' }
    const list = () => asNobody(env, 'src/backup.ts', '--list')
    expect(await list()).toMatch(/^BACKUP_KEY_FILE=.* does not exist\. .* make one: npm run backup -- --make-key \S+$/)
    makeKey(keyFile)
    expect(await list()).toBe(
      `BACKUP_KEY_FILE=${keyFile} cannot be read by the program's user, who is nobody. Give it to him: chown nobody ${keyFile} && chmod 400 ${keyFile}. He must also be let through the folders above it.`,
    )
    expect(await asNobody(env, 'src/backup.ts', '--make-key', keyFile)).toMatch(
      /^\S+ exists already and was not changed/,
    )
    expect(await asNobody(env, 'src/backup.ts', '--make-key', join(folder, 'other'))).toMatch(
      /^No key was made: nobody may not write in \S+\. Make the key as root/,
    )
    chownSync(keyFile, NOBODY, NOBODY)
    await makeVault(targetIn(target), await readKey(keyFile)).put('instance', Buffer.from('1'))
    expect(await list()).toMatch(
      /^BACKUP_TO=\S+ cannot be written .*: \S+ belongs to root\. Give it to him: chown -R nobody \S+$/,
    )
  },
)

test('why nothing can be stored is noted with each attempt, and forgotten when it works again', async () => {
  const folder = newFolder()
  const [dataDir, target, keyFile] = [join(folder, 'data'), join(folder, 'target'), join(folder, 'key')]
  makeKey(keyFile)
  writeFileSync(target, 'a file')
  mkdirSync(join(dataDir, 'backup/log'), { recursive: true })
  writeFileSync(join(dataDir, 'backup/log/000000010000000000000001'), 'x')
  const silent = { info: () => {}, error: () => {} } as never
  const vault = makeVault(targetIn(target), await readKey(keyFile))
  const shipping = startShipping({ dataDir, vault, files: { get: async () => null }, log: silent })
  await expect.poll(() => lastEvent(dataDir, 'store-failure')).toMatchObject({ code: 'ENOTDIR', target })
  expect(lastEvent(dataDir, 'store-failure')?.sentence).toBe(`BACKUP_TO=${target} is no folder. Choose another one.`)
  rmSync(target)
  await shipping.stop()
  expect(lastEvent(dataDir, 'store-failure')).toBeNull()
  expect(lastEvent(dataDir, 'log')).toMatchObject({ file: '000000010000000000000001', target })
  noteEvent(dataDir, 'store-failure', null)
})

test('no base backup is tried while the target cannot be used, and one follows soon after', async () => {
  const folder = newFolder()
  const [dataDir, target, keyFile] = [join(folder, 'data'), join(folder, 'target'), join(folder, 'key')]
  makeKey(keyFile)
  writeFileSync(target, 'a file')
  const silent = { info: () => {}, error: () => {} } as never
  const vault = makeVault(targetIn(target), await readKey(keyFile))
  const tasks: string[] = []
  const run = async (task: string) => void tasks.push(task)
  const look = () =>
    runDue({ dataDir, vault, files: { get: async () => null }, log: silent, run }, 1, new AbortController().signal)
  await look()
  expect(tasks).toEqual([])
  const sixMinutesAgo = new Date(Date.now() - 6 * 60_000).toISOString()
  noteEvent(dataDir, 'base-failure', { at: sixMinutesAgo, code: 'ENOTDIR', sentence: 'It is no folder.' })
  rmSync(target)
  await look()
  expect(tasks).toEqual(['base'])
  // it failed for a reason of its own
  noteEvent(dataDir, 'base-failure', { at: sixMinutesAgo, sentence: 'The database has tablespaces.' })
  await look()
  expect(tasks).toEqual(['base'])
})

test('a process that Node ends is told by its error, not by the version of Node', () => {
  const crash =
    'node:internal/errors:540\n      throw error;\n\nError: tar entry destroyed\n    at Sink._destroy (x.js:1:2)\n\nNode.js v24.21.0\n'
  expect(lastWords(crash)).toBe('The process was ended by an error: tar entry destroyed')
  expect(lastWords('Stored a part.\nThe bucket said no.\n')).toBe('The bucket said no.')
})
