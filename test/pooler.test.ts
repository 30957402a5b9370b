/**
 * PgBouncer between the program and its database, in both modes. Debian 12 has version 1.18, which does not know prepared statements in
 * transaction mode, so there the program prepares none. Skipped where PgBouncer is not installed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { checkPooler } from '#server/kernel/doctor/pooler.ts'
import { openDatabase } from '#server/kernel/postgres/database.ts'
import { makeBrowser, until } from './client.ts'
import { openTab } from './sessions.ts'
import { makeWorld } from './world.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
const LIMITS = 'set statement_timeout = 2800; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 10000'
/** Connections to the database: far fewer than those of the program, so that they are shared all the time. */
const SERVER_CONNECTIONS = 3

const world = await makeWorld()
const folder = mkdtempSync(join(tmpdir(), 'fk-pooler-'))
const poolers: ChildProcess[] = []
afterAll(() => {
  for (const pooler of poolers) pooler.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Returns its URL of this world's database. */
async function startPooler(mode: 'session' | 'transaction', connections: number, connectQuery = LIMITS) {
  const { pathname, searchParams, username } = new URL(world.url)
  const name = pathname.slice(1)
  const port = await freePort()
  const file = join(folder, `${port}.ini`)
  const server = `host=${searchParams.get('host')} port=5432 dbname=${name} user=${username}`
  writeFileSync(
    file,
    `[databases]
${name} = ${server}${mode === 'transaction' ? ` connect_query='${connectQuery}'` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${connections}
max_client_conn = 200
`,
  )
  // it refuses to run as root
  const isRoot = process.getuid?.() === 0
  const words = [PGBOUNCER!, file]
  const [program, ...args] = isRoot ? ['unshare', '-U', '--map-user=65534', '--map-group=65534', ...words] : words
  poolers.push(spawn(program!, args, { stdio: 'ignore' }))
  const url = `postgres://${username}@127.0.0.1:${port}/${name}`
  await until('PgBouncer answers', () => answers(url), 10_000)
  return url
}

async function answers(url: string): Promise<true | null> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

describe.skipIf(!PGBOUNCER)('through PgBouncer', () => {
  test.each([
    { mode: 'session', connections: 60 },
    { mode: 'transaction', connections: SERVER_CONNECTIONS },
  ] as const)('in $mode mode, members sign up, vote, chat live and get mails', async ({ mode, connections }) => {
    const poolUrl = await startPooler(mode, connections)
    const isShared = mode === 'transaction'
    const options = isShared ? { directUrl: world.url, prepares: false } : {}
    const database = openDatabase(poolUrl, 10, world.log, options)
    const env = { DATABASE_URL: poolUrl, ...(isShared && { DATABASE_DIRECT_URL: world.url }) }
    const [one, two] = [
      await world.serve({ env, database, pages: 'stub' }),
      await world.serve({ env, database, pages: 'stub' }),
    ]
    try {
      const [ana, ben] = [await world.member(), await world.member()]
      const group = await world.publicNetwork({ members: [ana, ben] })
      const post = await world.post({ by: ana, category: await world.category(`Of ${mode}`) })
      const [from, to] = [await openTab(world, one.url, ana), await openTab(world, two.url, ben)]
      await to.listener.listen(`group:${group.id}`)
      const votes = Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? from : to).browser.send('PUT', `/api/v1/posts/${post.id}/vote`, { direction: 'up' }),
      )
      expect((await Promise.all(votes)).map(({ status }) => status)).toEqual(votes.map(() => 200))
      expect((await from.browser.get(`/api/v1/posts/${post.id}`)).json.upvotes).toBe(2)
      const id = randomUUID()
      const sent = await from.browser.send('POST', `/api/v1/chat/group/${group.id}/messages`, { id, content: 'Hello' })
      expect(sent.status, sent.text).toBe(201)
      // long before the regular check: the notification between the processes has arrived
      await to.listener.until((frame) => frame.data?.id === id)
      const email = `${mode}@example.org`
      const signedUp = await makeBrowser(one.url).call('/sign-up/email', {
        ...{ email, username: `by.${mode}`, password: 'the quick brown kettle' },
      })
      expect(signedUp.status, signedUp.text).toBe(200)
      await expect
        .poll(async () => (await Promise.race([one.mail('verify', email), two.mail('verify', email)])).subject)
        .toBeTruthy()
      const { rows } = await database.pool.query<{ limit: string }>(
        `select current_setting('statement_timeout') as limit`,
      )
      expect(rows[0]!.limit).toBe('2800ms')
    } finally {
      await one.stop()
      await two.stop()
      await database.close()
    }
  })

  test('the doctor finds a pooler that sets no limits', async () => {
    const levels = async (url: string | null) => (await checkPooler(url)).map(({ level }) => level)
    expect(await levels(null)).toEqual([])
    expect(await levels(await startPooler('transaction', 1))).toEqual(['good'])
    expect(await levels(await startPooler('transaction', 1, 'set lock_timeout = 2000'))).toEqual(['wrong'])
    expect(await levels(`postgres://app@127.0.0.1:${await freePort()}/nothing`)).toEqual(['wrong'])
  })
})
