/**
 * Starts the real program twice, once per run: an empty instance and the demo town, each on a free port with a data directory
 * of its own. Both are stopped at the end, whatever happened; an error in their logs fails the run.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { copyDatabase, makeOwnTemplate } from './own-database.ts'

/** A running program, as the tests use it. */
export interface Instance {
  url: string
  outbox: string
  /** the URL of its database */
  database: string
  /** the secret that signs its cookies */
  secret: string
  /** the accounts of the demo town's three test members; none in the empty instance */
  logins: { username: string; password: string }[]
}

export interface Program extends Instance {
  child: ChildProcess
  folder: string
  /** the errors in its log */
  errors: string[]
}

const root = resolve(import.meta.dirname, '../..')
const READY_WITHIN = 120_000
const STOPPED_WITHIN = 30_000

export default async function setup() {
  const pages = process.env.PAGES_DIR
  if (!pages || !existsSync(`${pages}/server/server.js`))
    throw new Error('These tests look at built pages: run them by `npm test`, which builds them.')
  const starts = await Promise.allSettled([
    start('town', pages, { FATHERKIN_DEMO: '1', GAZETTEER: 'on' }),
    start('empty', pages, {}),
  ])
  const programs = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = starts.find((one) => one.status === 'rejected')
  if (failed) {
    await Promise.all(programs.map(stop))
    throw failed.reason
  }
  const instances = programs.map(
    ({ url, outbox, database, secret, logins }): Instance => ({ url, outbox, database, secret, logins }),
  )
  await makeOwnTemplate(instances[1]!.database)
  process.env.E2E_INSTANCES = JSON.stringify(instances)
  return async () => {
    await Promise.all(programs.map(stop))
    const errors = programs.flatMap((program) => program.errors)
    if (errors.length) throw new Error(`The program logged errors:\n${errors.join('\n')}`)
  }
}

/** An empty instance of a test's own, on a new database in the cluster of `beside`; the test that starts it stops it. */
export async function startOwn(
  name: string,
  pages: string,
  beside: Instance,
  env: Record<string, string> = {},
): Promise<Program> {
  const database = await copyDatabase(beside.database)
  return start(name, pages, { ...env, DATABASE_URL: database, SECRET: randomBytes(32).toString('base64url') })
}

/** One more program, with a data directory of its own; the test that starts it stops it. */
export async function start(name: string, pages: string, env: Record<string, string>): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), `fk-e2e-${name}-`))
  const preload = new URL('../../scripts/stop-with-parent.mjs', import.meta.url).href
  const memory = JSON.parse(readFileSync(join(root, 'scripts/memory.json'), 'utf8')) as string[]
  const child = spawn(join(root, 'node_modules/node/bin/node'), [...memory, '--import', preload, 'src/main.ts'], {
    cwd: root,
    // without the caller's own settings, such as a DATABASE_URL
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      // towns take seconds to load; a test that needs one says so
      GAZETTEER: 'off',
      ...env,
      DATA_DIR: folder,
      PAGES_DIR: pages,
      PORT: env.PORT ?? '0',
      RATE_LIMITS: 'off',
      FATHERKIN_PARENT_FD: '3',
    },
    // the program stops when the other end of the fourth pipe closes, even after kill -9
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const outbox = join(folder, 'outbox')
  const program: Program = { url: '', outbox, database: '', secret: '', logins: [], child, folder, errors: [] }
  try {
    program.url = await ready(program)
    program.database = env.DATABASE_URL ?? (await readFile(join(folder, 'database.url'), 'utf8')).trim()
    program.secret = env.SECRET ?? (await readFile(join(folder, 'secret'), 'utf8')).trim()
    const logins = join(folder, 'logins.json')
    if (existsSync(logins)) program.logins = JSON.parse(await readFile(logins, 'utf8'))
    return program
  } catch (error) {
    await stop(program)
    throw error
  }
}

/** The URL, as soon as the program prints that it is ready. */
function ready({ child, errors }: Program): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    const give = (why: string) => reject(new Error(`The program ${why}:\n${said.join('\n')}`))
    const timer = setTimeout(() => give('was not ready in time'), READY_WITHIN)
    child.once('error', reject)
    child.once('exit', (code) => give(`ended with ${code}`))
    createInterface(child.stderr!).on('line', (line) => said.push(line))
    createInterface(child.stdout!).on('line', (line) => {
      said.push(line)
      if (!line.startsWith('{')) return
      const { level, msg, url } = JSON.parse(line) as { level: number; msg?: string; url?: string }
      if (level >= 50) errors.push(line)
      if (!url || !msg?.includes('is ready')) return
      clearTimeout(timer)
      child.removeAllListeners('exit')
      resolve(url)
    })
  })
}

export async function stop({ child, folder }: Program): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN)
    child.kill('SIGTERM')
    await gone
    clearTimeout(timer)
  }
  await rm(folder, { recursive: true, force: true })
}
