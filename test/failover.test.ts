/**
 * What a failover of the database does to the connections of a process: servers that have become read-only, or that
 * vanish without closing a connection. `npm run bench:failover` tries it with a real cluster.
 */
import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/postgres/database.ts'
import { serve } from './serve.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const log = { debug() {}, info() {}, warn() {}, error() {} }
const ana = await world.member()
const post = await world.post({ by: ana })
const { url } = await world.serve({ pages: 'stub' })
const browser = await signInDirectly(world, url, ana)

/** as many connections as the pool has */
const POOL = 10

describe('a server that has become read-only', () => {
  const others = openDatabase(world.url, 1, log)
  afterAll(() => others.close())

  /** The connections that exist are closed; those that are opened from now on can only read, or also write. */
  async function letConnections(be: 'only read' | 'write'): Promise<void> {
    const name = sql.id(new URL(world.url).pathname.slice(1))
    const isReadOnly = sql.lit(be === 'only read')
    await others.db.transaction().execute(async (trx) => {
      await sql`set transaction read write`.execute(trx)
      await sql`alter database ${name} set default_transaction_read_only = ${isReadOnly}`.execute(trx)
    })
    if (be === 'write') return
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(others.db)
  }

  test('a write is answered with "try again", and succeeds as soon as a new connection can write', async () => {
    const body = { id: randomUUID(), content: 'Written after the failover.' }
    const send = () => browser.send('POST', `/api/v1/posts/${post.id}/comments`, body)
    await letConnections('only read')
    try {
      await expect.poll(async () => (await browser.get('/readyz')).status).toBe(200)
      for (const { status, headers, json } of await Promise.all(Array.from({ length: POOL }, send))) {
        expect(status, JSON.stringify(json)).toBe(503)
        expect(headers.get('retry-after')).toBe('5')
      }
    } finally {
      await letConnections('write')
    }
    // a connection that has not been written to yet finds out with its first write
    const statuses: number[] = []
    while (statuses.at(-1) !== 201 && statuses.length < POOL + 1) statuses.push((await send()).status)
    expect(statuses).toContain(201)
  })
})

describe('a server that vanishes', () => {
  const directory = new URL(world.url).searchParams.get('host')!
  const pairs: [Socket, Socket][] = []
  /** a connection that sends this text gets no answer: it is cut when the server has done it */
  let unanswered: string | null = null
  const way = createServer((near) => {
    const far = connect(`${directory}/.s.PGSQL.5432`)
    pairs.push([near, far])
    near.on('data', (bytes) => {
      if (!unanswered || !String(bytes).includes(unanswered)) return
      far.unpipe(near)
      far.once('data', () => near.destroy())
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => socket.destroy())
  })
  const address = async () => {
    if (!way.listening) await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
    const { port } = way.address() as { port: number }
    return `postgres://app@127.0.0.1:${port}${new URL(world.url).pathname}?sslmode=disable`
  }
  /** From now on nothing passes over the connections that exist. New ones reach the server. */
  const vanish = () => {
    for (const [near, far] of pairs.splice(0)) {
      near.unpipe(far)
      far.unpipe(near)
      near.resume()
      far.resume()
    }
  }
  afterAll(() => {
    way.close()
  })

  test('a connection on which a query was not answered is not used again', async () => {
    const through = openDatabase(await address(), 3, log, { query_timeout: 300 })
    const ask = () => sql`select pg_sleep(0.05)`.execute(through.db)
    try {
      await Promise.all([ask(), ask(), ask()])
      vanish()
      await Promise.all([1, 2, 3].map(() => expect(ask()).rejects.toThrow('Query read timeout')))
      await Promise.all([ask(), ask(), ask()])
      vanish()
      const write = through.db.transaction().execute((trx) => sql`select 1`.execute(trx))
      await expect(write).rejects.toThrow(/Query read timeout|not queryable/)
      await Promise.all([ask(), ask()].map((asked) => asked.catch(() => {})))
      await Promise.all([ask(), ask(), ask()])
    } finally {
      await through.close()
    }
  })

  test('a write whose answer is lost may be stored: the response does not deny it, and a repetition stores nothing more', async () => {
    const through = openDatabase(await address(), 3, log)
    const served = await serve({ database: through, log, pages: 'stub', passwords: 'cheap' })
    try {
      const member = await signInDirectly(served, served.url, ana)
      const body = { id: randomUUID(), content: 'Stored, but not acknowledged.' }
      const send = () => member.send('POST', `/api/v1/posts/${post.id}/comments`, body)
      unanswered = 'insert into comments'
      const lost = await send()
      unanswered = null
      expect(lost.status).toBe(503)
      expect(lost.text).not.toContain('Nothing was changed')
      const stored = () => world.db.selectFrom('comments').select('content').where('id', '=', body.id).execute()
      expect(await stored()).toHaveLength(1)
      expect((await send()).status).toBe(201)
      expect(await stored()).toHaveLength(1)
    } finally {
      await served.stop()
      await through.close()
    }
  })
})
