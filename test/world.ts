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
import { readAll } from '#server/kernel/stream/readers.ts'
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

/** One line that the program logged. */
export interface Line {
  level: keyof Log
  data: object
  text?: string
}

interface As extends Partial<Pick<CallContext, 'geocoder' | 'model' | 'modelMonthlyTokens'>> {
  limits?: 'real'
}

export interface World extends Makers {
  database: Database
  db: Database['db']
  /** of this file's own database */
  url: string
  auth: Auth
  /** everything logged so far, debug lines included */
  lines: Line[]
  /** the topics that verbs have rung, in order */
  rung: string[]
  log: Log
  /** The contract as this member, or as a visitor. Nothing is limited unless `limits: 'real'` is asked for, no address found, and no model asked. */
  as(caller: Pick<Person, 'id'> | null, options?: As): Api
  /** The context of a verb, for tests below the contract. */
  ctx(caller: Pick<Person, 'id'> | null, limits?: Limits): CallContext
  /** The facts are read by every reader, and what the assistant may quote is indexed. */
  readFacts(): Promise<void>
  /** The whole program on a free port of 127.0.0.1, on this world's database; ends with the world unless stopped before. */
  serve(options?: ServeOptions): Promise<Served>
}

/** A machine that stands still for some seconds fails no test. How long the program waits is told by test/outage.test.ts. */
const PATIENT = { connectionTimeoutMillis: 20_000, query_timeout: 20_000 }

const CUSTOMARY: Passwords = isFull ? 'real' : 'cheap'

/** `passwords`: how they are kept; 'real' for tests that ask about it, and in the full run of the guarantees. */
export async function makeWorld({ passwords = CUSTOMARY }: { passwords?: Passwords } = {}): Promise<World> {
  const clusterUrl = inject('clusterUrl')
  const name = `world_${randomUUID().replaceAll('-', '')}`
  // without going through the log, which takes twice as long
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
  const rung: string[] = []

  const ctx: World['ctx'] = (caller, limits = unlimited) => ({
    db: database.db,
    // the session that `signedIn` makes
    viewer: caller && bySession(caller.id, caller.id),
    limits,
    // what wakes the readers of the stream is no topic
    live: { ring: (name) => void (name.startsWith('fact:') || rung.push(name)) },
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
    // the next files of this process come after it
    lines.length = 0
  })

  return {
    ...makeMakers({ db: database.db, auth, as }),
    database,
    db: database.db,
    url,
    auth,
    lines,
    rung,
    log,
    as,
    ctx,
    async readFacts() {
      await readAll(database.db, readers)
      await indexAll(database.db)
    },
    async serve(options) {
      const server = await serve({ database, log, passwords, ...options })
      served.push(server)
      return server
    },
  }
}

/** A refusal as a caller sees it. */
export interface Refusal {
  code: string
  status: number
  message: string
  data?: unknown
}

/** The refusal that this call must end with. */
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

/** Runs a call into a deletion that is under way: found visible or not, its target is gone before the call can end. */
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
  call.catch(() => {}) // whoever called looks at it
  await waitingForLocks(world, 1)
  go.resolve()
  return { call, deleted }
}

/** So many of this world's connections wait for a lock. */
export async function waitingForLocks(world: World, count: number): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(world.db)).rows.length < count) await pause(5)
}

/** As in the program's own log, a method that is taken off it fails. */
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
