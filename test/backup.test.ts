/** Backup and restore, with the real commands beside the real program: a folder, and a bucket. */
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Browser, makeBrowser, until } from './client.ts'
import { copyPristine } from './cluster.ts'
import { corners, OWN, sendImage } from './images.ts'
import { makeProgram } from './program.ts'
import { makeStore } from './store.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PASSWORD = 'the quick brown kettle'
const folder = mkdtempSync(join(tmpdir(), 'fk-backup-'))
const keyFile = join(folder, 'key')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Said {
  code: number
  /** stdout and stderr */
  text: string
}

/** A command of ours, as npm starts it. */
const command = (env: Record<string, string>, ...words: string[]) =>
  new Promise<Said>((resolve) => {
    const options = { cwd: root, env: { PATH: process.env.PATH, TMPDIR: tmpdir(), LOG_LEVEL: 'error', ...env } }
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr }),
    )
  })
const mustSucceed = async (said: Promise<Said>) => {
  const { code, text } = await said
  if (code !== 0) throw new Error(text)
  return text
}

await mustSucceed(command({}, 'src/backup.ts', '--make-key', keyFile))

/** An instance that stores its backups there, and a second folder to which they are restored. */
function makeInstance(backup: Record<string, string>) {
  const env = { REQUIRE_VERIFIED_EMAIL: '0', BACKUP_KEY_FILE: keyFile, ...backup }
  const program = makeProgram(env)
  copyPristine(inject('pristine'), program.dataDir)
  onTestFinished(() => program.remove())
  return {
    program,
    backUp: (...words: string[]) => command({ ...env, DATA_DIR: program.dataDir }, 'src/backup.ts', ...words),
    restore: (...words: string[]) => command({ ...env, DATA_DIR: program.dataDir }, 'src/restore.ts', ...words),
    env,
  }
}

async function memberOf(url: string, name: string): Promise<Browser> {
  const browser = makeBrowser(url)
  const email = `${name}@example.org`
  expect((await browser.call('/sign-up/email', { email, username: name, password: PASSWORD })).status).toBe(200)
  await signInTo(browser, email)
  return browser
}
const signInTo = async (browser: Browser, email: string) =>
  expect((await browser.call('/sign-in/email', { email, password: PASSWORD })).status).toBe(200)

async function write(browser: Browser, title: string): Promise<string> {
  const [category] = (await browser.get('/api/v1/categories')).json as unknown as { id: string }[]
  const id = randomUUID()
  const post = { id, type: 'text', title, content: 'Hello.', category_id: category!.id }
  expect((await browser.send('POST', '/api/v1/posts', post)).status).toBe(201)
  return id
}

/** Runs a statement in the instance's database, as its owner. */
async function inDatabase<T>(dataDir: string, statement: string): Promise<T> {
  const client = new pg.Client({ connectionString: readFileSync(join(dataDir, 'database.url'), 'utf8').trim() })
  await client.connect()
  try {
    return (await client.query(statement)).rows[0] as T
  } finally {
    await client.end()
  }
}
/** By the clock of the database, in a form for `--at`. */
const timeIn = async (dataDir: string) =>
  (await inDatabase<{ now: Date }>(dataDir, 'select clock_timestamp() as now')).now.toISOString()

/** Ends the current file of the log, which the server does by itself twice a minute, and waits until the backup has it. */
async function stored(dataDir: string): Promise<void> {
  const address = new URL(readFileSync(join(dataDir, 'database.url'), 'utf8').trim())
  address.username = 'postgres'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  await client.end()
  const shipped = () => {
    const path = join(dataDir, 'backup/log.json')
    return existsSync(path) && (JSON.parse(readFileSync(path, 'utf8')) as { file: string }).file >= rows[0]!.file
  }
  await until('the log is in the backup', () => shipped() || null, 60_000)
}

test('a community is restored to a chosen second on an empty machine, with its images and its sign-ins', {
  timeout: 300_000,
}, async () => {
  const target = join(folder, 'target')
  const { program, backUp, restore, env } = makeInstance({ BACKUP_TO: target })
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
  await refused(/part-000001 cannot be opened: .* or it is damaged/, '--to', elsewhere)
  writeFileSync(keyFile, 'f'.repeat(64))
  await refused(/manifest cannot be opened: BACKUP_KEY_FILE is another key/, '--to', elsewhere)
})

test('a second instance is refused by the target of the first one, and a base backup without its log, too', {
  timeout: 120_000,
}, async () => {
  writeFileSync(keyFile, '7'.repeat(64))
  const target = join(folder, 'of-one')
  const one = makeInstance({ BACKUP_TO: target })
  await one.program.start()
  await mustSucceed(one.backUp())
  const bases = readdirSync(join(target, 'base'))
  // initdb made its database a second time
  const other = makeInstance({ BACKUP_TO: target })
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
  const silent = makeInstance({})
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

test('a bucket of a store is a target as good as a folder', { timeout: 240_000 }, async () => {
  const store = await makeStore()
  onTestFinished(() => store.stop())
  writeFileSync(keyFile, '7'.repeat(64))
  const { S3_BUCKET: bucket, ...access } = store.env
  const inStore = Object.fromEntries(Object.entries(access).map(([name, value]) => [`BACKUP_${name}`, value]))
  const { program, backUp, restore, env } = makeInstance({ BACKUP_TO: `s3://${bucket}/deep/er`, ...inStore })
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
    stdio: 'ignore',
  })
  const scratch = join(program.dataDir, 'backup/proof')
  // it has the lowest priority, and other tests run at the same time
  await until('its server runs', () => existsSync(join(scratch, 'postgres/postmaster.pid')) || null, 60_000)
  const server = Number.parseInt(readFileSync(join(scratch, 'postgres/postmaster.pid'), 'utf8'), 10)
  const ended = once(proof, 'exit')
  proof.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  // the directory of a process that has ended cannot be read
  expect(() => readlinkSync(`/proc/${server}/cwd`)).toThrow()
  expect(existsSync(scratch)).toBe(false)
})
