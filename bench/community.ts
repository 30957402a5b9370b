/** A running program with bulk data, and members who are signed in. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Filled, fillDatabase } from './bulk/bulk.ts'
import { load } from './clients.ts'
import { type Program, startProgram } from './program.ts'

export interface Size {
  posts: number
  comments: number
  /** default: one for each thousand posts */
  groups?: number
  pods?: number
  /** default: one for each ten posts */
  members?: number
  events?: number
  /** messages in networks */
  talk?: number
}

export interface Community extends Program {
  /** cookies of members; the first member is in twenty networks */
  cookies: string[]
  /** the ids of these members, in the same order */
  members: string[]
  /** a second connection to the program's database */
  pool: pg.Pool
  databaseUrl: string
  dataDir: string
  login: { email: string; password: string }
}

/** Without towns: they would be loaded during the measurements. */
const ENV = { RATE_LIMITS: 'off', LOG_LEVEL: 'info', GAZETTEER: 'off' }
const LOGINS_FILE = 'logins.json'

/** `folder` is created and deleted by the caller. If it already contains a community of this size, that one is used. */
export async function openCommunity(folder: string, size: Size, env: Record<string, string> = {}): Promise<Community> {
  const made = await filledFolder(folder, size)
  const program = await startProgram(folder, { ...ENV, ...env })
  const databaseUrl = readFileSync(join(folder, 'database.url'), 'utf8').trim()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  await mustBeDurable(pool)
  const cookies: string[] = []
  // two at a time: the server hashes no more passwords at the same time
  const left = [...made.logins.entries()]
  const enter = async () => {
    for (let next = left.shift(); next; next = left.shift())
      cookies[next[0]] = await signIn(program.url, next[1].email, made.password)
  }
  await Promise.all([enter(), enter()])
  const emails = made.logins.map(({ email }) => email)
  const { rows } = await pool.query<{ id: string }>(
    'select id from "user" u join unnest($1::text[]) with ordinality e (email, place) using (email) order by place',
    [emails],
  )
  return {
    ...program,
    cookies,
    members: rows.map(({ id }) => id),
    pool,
    databaseUrl,
    dataDir: folder,
    login: { email: emails[0]!, password: made.password },
    async stop() {
      await pool.end()
      await program.stop()
    },
  }
}

/** Returns true if the fill was completed and has this size. */
export const isFilled = (folder: string, size: Size): boolean => filledWith(folder, size) !== null

function filledWith(folder: string, size: Size): Filled | null {
  const file = join(folder, LOGINS_FILE)
  if (!existsSync(file)) return null
  const known = JSON.parse(readFileSync(file, 'utf8')) as Filled & { size?: Size }
  return JSON.stringify(known.size) === JSON.stringify(size) ? known : null
}

/** Fills the community unless it is already filled. */
export async function filledFolder(folder: string, size: Size): Promise<Filled> {
  const known = filledWith(folder, size)
  if (known) return known
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const filled = await fill(folder, size)
  // written atomically: if the file exists, it is complete
  writeFileSync(join(folder, `${LOGINS_FILE}.aside`), JSON.stringify({ ...filled, size }), { mode: 0o600 })
  renameSync(join(folder, `${LOGINS_FILE}.aside`), join(folder, LOGINS_FILE))
  console.log(`  filled in ${filled.seconds.toFixed(0)} s`)
  return filled
}

/** Fills while the program runs, then restarts the program, so that its memory shows the requests alone. */
async function fill(folder: string, { posts, comments, groups, pods, members, events, talk }: Size): Promise<Filled> {
  const program = await startProgram(folder, ENV)
  try {
    const url = readFileSync(join(folder, 'database.url'), 'utf8').trim()
    return await fillDatabase(url, {
      ...{ seed: 7, posts, comments, votes: comments },
      ...{
        members: members ?? Math.max(200, Math.round(posts / 10)),
        groups: groups ?? Math.max(30, Math.round(posts / 1000)),
        pods,
        events,
        talk,
      },
      say: (line) => console.log(`  ${line}`),
    })
  } finally {
    await program.stop()
  }
}

async function mustBeDurable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')`,
  )
  for (const { name, setting } of rows)
    if (setting !== 'on') throw new Error(`${name} is ${setting}: nothing to measure`)
}

const WARM_SECONDS = 3

/** Compiled and cached, as in a process that has run for a minute. Each part starts a program of its own. */
export async function warm({ url, cookies }: Community): Promise<void> {
  const next = () => ({ path: '/api/v1/feed', cookie: cookies[0] })
  await load({ url, clients: 6, seconds: WARM_SECONDS, next })
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
