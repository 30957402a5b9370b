/**
 * Guarantees 51 and 12: the database is stopped, frozen or busy. No request waits for long, nothing is lost, and no restart is
 * needed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { prepareJobs } from '#server/kernel/jobs/queue.ts'
import { migrate, openDatabase } from '#server/kernel/postgres/database.ts'
import { type Embedded, startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { seedBase } from '#server/seed.ts'
import { type Answer, type Browser, makeBrowser, nthMail, until } from './client.ts'
import { copyPristine } from './cluster.ts'
import { isFull } from './guarantees/guarantee.ts'
import { serve } from './serve.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const PASSWORD = 'the quick brown kettle'
/** in ms; other tests run on this machine too */
const IN_TIME = isFull ? 5000 : 15_000
const dataDir = mkdtempSync(join(tmpdir(), 'fk-outage-'))
copyPristine(inject('pristine'), dataDir)
let children: ChildProcess[] = []
let embedded: Embedded | null = null

// owned by another process, so that nobody restarts it before the test does
const owner = await own()
await migrate(owner.url, log)
const database = openDatabase(owner.url, 10, log)
await prepareJobs(database.pool, log)
await seedBase(database.db)
const isBuilt = Boolean(process.env.PAGES_DIR)
const served = await serve({ database, log, pages: isBuilt ? 'built' : 'stub' })
const { url } = served

async function own() {
  const child = fork(fileURLToPath(new URL('./fixtures/own-database.ts', import.meta.url)), [dataDir], { execArgv: [] })
  children.push(child)
  const [report] = (await once(child, 'message')) as [{ url: string; pid: number; error?: string }]
  if (report.error) throw new Error(report.error)
  return { ...report, child }
}

async function kill(): Promise<void> {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  children = []
  if (embedded) throw new Error('the database is owned by this process')
  process.kill(postmaster(), 'SIGKILL')
  await until('the database is gone', () =>
    database.pool.query('select 1').then(
      () => false,
      () => true,
    ),
  )
}

const postmaster = () => Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** The process ids of the database server: its main process and all its children. */
function processes(): number[] {
  const parent = postmaster()
  const parentOf = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    } catch {
      return 0
    }
  }
  return [
    parent,
    ...readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === parent)
      .map(Number),
  ]
}

async function bringBack(): Promise<void> {
  await own()
  await until('the database is back', async () => (await makeBrowser(url).get('/readyz')).status === 200)
}

let people = 0
async function member(): Promise<Browser & { email: string; username: string }> {
  const username = `sam.${++people}`
  const email = `${username}@example.org`
  const browser = makeBrowser(url)
  expect((await browser.call('/sign-up/email', { email, username, password: PASSWORD })).status).toBe(200)
  const { link } = await nthMail(served, 'verify', email, 1)
  await browser.call('/verify/confirm', { token: new URL(link!).searchParams.get('token') })
  expect(await browser.viewer()).toBe(username)
  return { ...browser, email, username }
}

async function postBy(browser: Browser): Promise<string> {
  const categories = (await browser.get('/api/v1/categories')).json as unknown as { id: string }[]
  const body = { type: 'text', title: 'Hello', content: 'Hello.', category_id: categories[0]!.id }
  return (await browser.send('POST', '/api/v1/posts', body)).json.id as string
}

async function timed(ask: () => Promise<Answer>): Promise<Answer & { ms: number }> {
  const from = performance.now()
  return { ...(await ask()), ms: performance.now() - from }
}

const VISITED = ['/categories', '/category/new-dads', '/user/sam.1', `/post/${randomUUID()}`]

/** More requests than there are connections, all at the same time. */
async function expectPlainRefusals(sam: Browser): Promise<void> {
  const asks: [string, () => Promise<Answer>][] = [
    ['a visitor reads', () => makeBrowser(url).get('/api/v1/feed')],
    ['a member reads', () => sam.copy().get('/api/v1/feed')],
    ['a page is rendered', () => sam.copy().get('/rpc/feed/listFeed')],
    ['a member reads his own account', () => sam.copy().get('/api/v1/me')],
    ['a member writes', () => sam.copy().send('PUT', '/api/v1/me/dark-mode', { dark_mode_enabled: true })],
    ['a member asks for a page', () => sam.copy().get('/')],
    ...(isBuilt ? VISITED : []).map((path): [string, () => Promise<Answer>] => [
      `a visitor asks for ${path}`,
      () => makeBrowser(url).get(path),
    ]),
    [
      'a visitor signs in',
      () => makeBrowser(url).call('/sign-in/email', { email: 'sam.1@example.org', password: PASSWORD }),
    ],
    [
      'a visitor asks for a reset',
      () => makeBrowser(url).call('/request-password-reset', { email: 'sam.1@example.org' }),
    ],
    [
      'a member changes his password',
      () => sam.copy().call('/change-password', { currentPassword: PASSWORD, newPassword: 'eleven lazy herons' }),
    ],
  ]
  const answers = await Promise.all(
    [...asks, ...asks, ...asks].map(async ([what, ask]) => ({ what, ...(await timed(ask)) })),
  )
  for (const { what, status, headers, ms, text } of answers) {
    expect(status, what).toBe(503)
    expect(Number(headers.get('retry-after')), what).toBeGreaterThan(0)
    expect(ms, what).toBeLessThan(IN_TIME)
    expect(text, what).toMatch(/cannot (reach our records|be reached)|Our records cannot be reached/)
    expect(headers.getSetCookie(), what).toEqual([])
  }
}

async function expectStillAlive(): Promise<void> {
  const health = await timed(() => makeBrowser(url).get('/healthz'))
  expect(health.status).toBe(200)
  expect(health.ms).toBeLessThan(isFull ? 500 : 5000)
}

const sam = await member()
const post = await postBy(sam)

afterEach(async () => {
  if ((await makeBrowser(url).get('/readyz')).status !== 200) await bringBack()
})
afterAll(async () => {
  await served.stop()
  await database.close()
  for (const child of children) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  embedded = await startEmbedded({ dataDir })
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('51: the database', () => {
  test('killed: the process lives and reports it, every other request gets "try again"; when it is back, everything continues by itself', async () => {
    await kill()
    await expectStillAlive()
    expect(await timed(() => makeBrowser(url).get('/readyz'))).toMatchObject({
      status: 503,
      json: { status: 'no database' },
    })
    await expectPlainRefusals(sam)
    await bringBack()
    expect(await sam.viewer()).toBe(sam.username)
    expect((await sam.send('POST', `/api/v1/posts/${post}/comments`, { content: 'Back.' })).status).toBe(201)
    // the jobs continue as well
    await sam.call('/request-password-reset', { email: sam.email })
    await nthMail(served, 'reset', sam.email, 1)
  })

  test('frozen: every request is answered within five seconds all the same', async () => {
    // // The runner reports once that a job is done. If the freeze cut this off, an error outside any test would follow, and
    // the job would run again.
    await until('no job is under way', async () => {
      const { rows } = await database.pool.query('select from graphile_worker.jobs where locked_at is not null')
      return rows.length === 0
    })
    const all = processes()
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    try {
      await expectStillAlive()
      await expectPlainRefusals(sam)
      const ready = await timed(() => makeBrowser(url).get('/readyz'))
      expect(ready.status).toBe(503)
      expect(ready.ms).toBeLessThan(IN_TIME)
    } finally {
      for (const pid of all) process.kill(pid, 'SIGCONT')
    }
    await until('it answers again', async () => (await makeBrowser(url).get('/readyz')).status === 200)
    expect(await sam.viewer()).toBe(sam.username)
  })

  test('busy with a query that locks a table for a minute: requests for it are refused in time, all others continue', async () => {
    const blocker = new pg.Client({ connectionString: owner.url })
    await blocker.connect()
    await blocker.query('begin; lock table posts in access exclusive mode')
    try {
      const reads = Array.from({ length: 25 }, () => timed(() => makeBrowser(url).get('/api/v1/feed')))
      await expectStillAlive()
      for (const { status, ms, headers } of await Promise.all(reads)) {
        expect(status).toBe(503)
        expect(ms).toBeLessThan(IN_TIME)
        expect(headers.get('retry-after')).toBe('5')
      }
      expect((await makeBrowser(url).get('/api/v1/categories')).status).toBe(200)
    } finally {
      await blocker.end()
    }
    expect((await makeBrowser(url).get('/api/v1/feed')).status).toBe(200)
  })

  test('cutting every connection: the next requests open new ones', async () => {
    const cutter = new pg.Client({ connectionString: owner.url })
    await cutter.connect()
    await cutter.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user',
    )
    await cutter.end()
    await until('the pool has recovered', async () => (await sam.get('/api/v1/feed')).status === 200)
    for (let i = 0; i < 12; i++) expect((await sam.get('/api/v1/feed')).status).toBe(200)
  })

  test('a write that was answered with "try again" may be sent again, and is stored once', async () => {
    const body = { id: crypto.randomUUID(), content: 'Once.' }
    await kill()
    const send = () => sam.send('POST', `/api/v1/posts/${post}/comments`, body)
    expect((await send()).status).toBe(503)
    await bringBack()
    expect([(await send()).status, (await send()).status]).toEqual([201, 201])
    const { rows } = await database.pool.query('select count(*) as n from comments where id = $1', [body.id])
    expect(rows).toEqual([{ n: 1 }])
  })
})

test('12: signing out without a database deletes the cookie at once, and the session as soon as the database is back', async () => {
  const tom = await member()
  const copied = tom.copy()
  await kill()
  const answer = await timed(() => tom.call('/sign-out'))
  expect(answer).toMatchObject({ status: 200, json: { success: true } })
  expect(answer.ms).toBeLessThan(IN_TIME)
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect(tom.cookies.has('fk.session_token')).toBe(false)
  await bringBack()
  await until('the session is gone', async () => (await copied.viewer()) === null)
})
