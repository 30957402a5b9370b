/** Instances that store backups, and the real commands beside them. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { type Browser, makeBrowser, until } from './client.ts'
import { copyPristine } from './cluster.ts'
import { makeProgram } from './program.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))
const PASSWORD = 'the quick brown kettle'

export interface Said {
  code: number
  /** stdout and stderr */
  text: string
}

/** A command of ours, as npm starts it. */
export const command = (env: Record<string, string>, ...words: string[]) =>
  new Promise<Said>((resolve) => {
    const options = { cwd: root, env: { PATH: process.env.PATH, TMPDIR: tmpdir(), LOG_LEVEL: 'error', ...env } }
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr }),
    )
  })
export const mustSucceed = async (said: Promise<Said>) => {
  const { code, text } = await said
  if (code !== 0) throw new Error(text)
  return text
}

/** An instance that stores its backups there, and a second folder to which they are restored. */
export function makeInstance(keyFile: string, backup: Record<string, string>) {
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

export async function memberOf(url: string, name: string): Promise<Browser> {
  const browser = makeBrowser(url)
  const email = `${name}@example.org`
  expect((await browser.call('/sign-up/email', { email, username: name, password: PASSWORD })).status).toBe(200)
  await signInTo(browser, email)
  return browser
}
export const signInTo = async (browser: Browser, email: string) =>
  expect((await browser.call('/sign-in/email', { email, password: PASSWORD })).status).toBe(200)

export async function write(browser: Browser, title: string): Promise<string> {
  const [category] = (await browser.get('/api/v1/categories')).json as unknown as { id: string }[]
  const id = randomUUID()
  const post = { id, type: 'text', title, content: 'Hello.', category_id: category!.id }
  expect((await browser.send('POST', '/api/v1/posts', post)).status).toBe(201)
  return id
}

const addressOf = (dataDir: string) => readFileSync(join(dataDir, 'database.url'), 'utf8').trim()

async function ask<T>(address: string, statement: string): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(statement)).rows[0] as T
  } finally {
    await client.end()
  }
}

/** Runs a statement in the instance's database, as its owner. */
export const inDatabase = <T>(dataDir: string, statement: string): Promise<T> => ask<T>(addressOf(dataDir), statement)

/** Runs a statement as the superuser. */
export function asSuperuser<T>(dataDir: string, statement: string): Promise<T> {
  const address = new URL(addressOf(dataDir))
  address.username = 'postgres'
  return ask<T>(address.href, statement)
}

/** By the clock of the database, in a form for `--at`. */
export const timeIn = async (dataDir: string) =>
  (await inDatabase<{ now: Date }>(dataDir, 'select clock_timestamp() as now')).now.toISOString()

/** Ends the current file of the log, which the program does by itself, and waits until the backup has it. */
export async function stored(dataDir: string): Promise<void> {
  const { file } = await asSuperuser<{ file: string }>(dataDir, 'select pg_walfile_name(pg_switch_wal()) as file')
  const shipped = () => {
    const path = join(dataDir, 'backup/log.json')
    return existsSync(path) && (JSON.parse(readFileSync(path, 'utf8')) as { file: string }).file >= file
  }
  await until('the log is in the backup', () => shipped() || null, 60_000)
}

/** The newest file of the log in a target that is a folder, without the number of its timeline; '': there is none. */
export function newestLogIn(target: string): string {
  const folder = join(target, 'log')
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ name }) => name)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
  return files.map((name) => name.slice(8)).reduce((one, other) => (other > one ? other : one), '')
}
