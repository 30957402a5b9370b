/**
 * A world for one test file: a database of its own with the base seed in it, makers for who and what a test needs, and
 * the contract as functions, called as any member or as a visitor.
 *
 *     const world = await makeWorld()            // at the top of the file; it ends itself after the last test
 *     const ana = await world.member({ name: 'ana' })
 *     const post = await world.post({ by: ana })
 *     await world.as(null).posts.getPost({ id: post.id })
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createRouterClient, ORPCError, type RouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { readConfig } from '#config'
import { type Auth, makeAuth } from '#server/account/auth.ts'
import { type CallContext, router } from '#server/api.ts'
import { asFaults } from '#server/kernel/faults.ts'
import { noGeocoder } from '#server/kernel/geo/geocoder.ts'
import { type Limits, makeLimits, unlimited } from '#server/kernel/http/limits.ts'
import type { Log } from '#server/kernel/log.ts'
import { type Database, openDatabase } from '#server/kernel/postgres/database.ts'
import { bySession } from '#server/kernel/principal.ts'
import { readAllFacts } from '#server/kernel/stream/readers.ts'
import { readers } from '#server/reactions.ts'
import { indexAll } from '#server/retrieval/retrieval.ts'
import { TEMPLATE } from './cluster.ts'
import { isFull } from './guarantees/guarantee.ts'
import { cheap, type Passwords } from './hasher.ts'
import { type Makers, makeMakers, type Person } from './makers.ts'
import { type Served, type ServeOptions, serve } from './serve.ts'
import { asOwner, inDatabase } from './template.ts'

export type Api = RouterClient<typeof router>
export type { Made, Network, Person, Position, Subject } from './makers.ts'
export { daysAhead, passed } from './makers.ts'
export type { Served, ServeOptions } from './serve.ts'

/** A line of the program's log. */
export interface Line {
  level: keyof Log
  data: object
  text?: string
}

interface As extends Partial<Pick<CallContext, 'embeddings' | 'geocoder' | 'model' | 'modelMonthlyTokens'>> {
  limits?: 'real'
}

export interface World extends Makers {
  database: Database
  db: Database['db']
  /** of this file's own database */
  url: string
  auth: Auth
  /** everything logged so far, including debug lines */
  lines: Line[]
  /** the topics that operations have published, in order */
  notified: string[]
  log: Log
  /**
   * The contract as this member, or as a visitor. By default rate limits are off (`limits: 'real'` switches them on), and
   * neither the geocoder nor the model is called.
   */
  as(caller: Pick<Person, 'id'> | null, options?: As): Api
  /** The context of an operation, for tests below the contract. */
  ctx(caller: Pick<Person, 'id'> | null, limits?: Limits): CallContext
  /** Waits until every reader has read the facts, and the assistant's index contains what may be quoted. */
  readFacts(): Promise<void>
  /**
   * The whole program on a free port of 127.0.0.1, with this world's database; it stops with the world unless stopped before.
   */
  serve(options?: ServeOptions & { database?: Database }): Promise<Served>
}

/** A machine that stops for some seconds fails no test. test/outage.test.ts checks the program's own timeouts. */
const PATIENT = { connectionTimeoutMillis: 20_000, query_timeout: 20_000 }

const CUSTOMARY: Passwords = isFull ? 'real' : 'cheap'

interface WorldOptions {
  /** how they are hashed; 'real' for tests of passwords, and in the full run of the guarantees */
  passwords?: Passwords
  /** another cluster with the template in it */
  clusterUrl?: string
}

export async function makeWorld({
  passwords = CUSTOMARY,
  clusterUrl = inject('clusterUrl'),
}: WorldOptions = {}): Promise<World> {
  const name = `world_${randomUUID().replaceAll('-', '')}`
  // without the log, which takes twice as long
  await asOwner(clusterUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = inDatabase(clusterUrl, name)
  const lines: Line[] = []
  const log = new Listening(lines)
  const database = openDatabase(url, 10, log, PATIENT)
  const baseUrl = 'http://localhost:3000'
  const secret = 'a secret of forty characters for testing'
  const parts = { config: readConfig({}), secret, baseUrl, origins: [baseUrl], database, log }
  const auth = passwords === 'cheap' ? makeAuth(parts, cheap) : makeAuth(parts)
  const served: Served[] = []
  const notified: string[] = []

  const ctx: World['ctx'] = (caller, limits = unlimited) => ({
    db: database.db,
    // the session that `signedIn` creates
    viewer: caller && bySession(caller.id, caller.id),
    limits,
    // the names that wake the readers of the stream are not topics
    live: { notify: (name) => void (name.startsWith('fact:') || notified.push(name)) },
    geocoder: noGeocoder,
    ...{ model: null, modelMonthlyTokens: null },
    log,
    adminEmails: [],
    address: null,
  })
  const as: World['as'] = (caller, { limits, ...ports } = {}) =>
    createRouterClient(router, {
      context: { ...ctx(caller, limits === 'real' ? makeLimits(database.pool) : unlimited), ...ports },
      interceptors: [asFaults(log)],
    })

  afterAll(async () => {
    for (const server of served) await server.stop()
    await database.close()
    await asOwner(clusterUrl, `drop database ${name} with (force)`)
    // the next files of this process run after it
    lines.length = 0
  })

  return {
    ...makeMakers({ db: database.db, auth, as }),
    database,
    db: database.db,
    url,
    auth,
    lines,
    notified,
    log,
    as,
    ctx,
    async readFacts() {
      await readAllFacts(database.db, readers)
      await indexAll(database.db)
    },
    async serve(options) {
      const server = await serve({ database, log, passwords, ...options })
      served.push(server)
      return server
    },
  }
}

/** A refusal as the caller receives it. */
export interface Refusal {
  code: string
  status: number
  message: string
  data?: unknown
}

/** Returns the refusal with which this call must end. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const { code, status, message, data } = error
    return data === undefined ? { code, status, message } : { code, status, message, data }
  }
  throw new Error('The call was not refused')
}

/** Returns true if the call is done, and false if it is refused. */
export const isAllowed = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ORPCError && error.status < 500) return false
      throw error
    },
  )

/**
 * Starts a call during a running deletion: whether it finds the target or not, the target is deleted before the call can end.
 */
export async function whileDeleting<Result>(
  world: World,
  table: 'posts' | 'comments',
  id: string,
  start: () => Promise<Result>,
) {
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deleted = world.db.transaction().execute(async (trx) => {
    await trx.deleteFrom(table).where('id', '=', id).execute()
    held.resolve()
    await go.promise
  })
  await held.promise
  const call = start()
  call.catch(() => {}) // the caller handles the result
  await waitingForLocks(world, 1)
  go.resolve()
  return { call, deleted }
}

/** Waits until this many connections of this world wait for a lock. */
export async function waitingForLocks(world: World, count: number): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(world.db)).rows.length < count) await pause(5)
}

/** Like the program's own log: a method that is detached from it fails. */
class Listening implements Log {
  readonly #lines: Line[]
  constructor(lines: Line[]) {
    this.#lines = lines
  }
  debug(data: object, text?: string) {
    this.#lines.push({ level: 'debug', data, text })
  }
  info(data: object, text?: string) {
    this.#lines.push({ level: 'info', data, text })
  }
  warn(data: object, text?: string) {
    this.#lines.push({ level: 'warn', data, text })
  }
  error(data: object, text?: string) {
    this.#lines.push({ level: 'error', data, text })
  }
}
