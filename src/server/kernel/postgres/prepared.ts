/** Prepared statements: a repeated statement is parsed and planned once per connection (docs/decisions/013). */
import { createHash } from 'node:crypto'
import { type Compilable, CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import type { Reading } from './pipelined-reads.ts'
import { type Watch, watched } from './watched.ts'

/** More texts than the program has. If some part builds new texts for ever, the later ones are not prepared. */
const MAX_PREPARED = 400
/** The best plan of these depends on the words that are searched for, so they are planned each time. */
const TEXT_SEARCH = /@@|tsquery|search_|\bi?like\b/i
/** A prepared statement with `*` would fail for ever once a migration adds a column while the program runs. */
const SELECT_STAR = /\b(?:select|returning) \*|\.\*/i

/** The name under which the connections of one database prepare a text; undefined if it is not prepared. */
export type NameOf = (text: string) => string | undefined

export interface PreparingConfig extends pg.ClientConfig {
  /** shared by the connections of a database; if left out, the connection has names of its own */
  nameOf?: NameOf
  /** shared by the connections of a database */
  watch?: Watch
}

/**
 * Gives every statement with parameters a name. The driver prepares it at its first use on a connection. A connection to
 * a server that cannot be written to any more, or that does not answer, ends itself: after a failover, a new connection
 * may reach another server.
 */
export class PreparingClient extends pg.Client {
  readonly #nameOf: NameOf
  readonly #watch: Watch | undefined
  readonly #judged: Watch = { begin: () => ({ end: (error) => this.#judge(error) }) }

  constructor({ nameOf = makeNames(), watch, ...config }: PreparingConfig = {}) {
    super(config)
    this.#nameOf = nameOf
    this.#watch = watch
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has ten signatures; all but one pass through
  override query(text: any, values?: any, done?: any): any {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.#nameOf(text) : undefined
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const send = (values: any, done: any) =>
      name ? super.query({ name, text, values }, done) : super.query(text, values, done)
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const judged = (...rest: any[]) => watched(this.#judged, text, rest, send)
    return this.#watch?.begin ? watched(this.#watch, text, [values, done], judged) : judged(values, done)
  }

  #judge(error: unknown): void {
    // the pool removes a connection that is ending
    if (isUnfit(error)) void this.end().catch(() => {})
  }
}

const READ_ONLY = '25006'

/** Whether the server has become a standby, or has not answered within `query_timeout`. */
const isUnfit = (error: unknown) =>
  error instanceof Error && ((error as { code?: string }).code === READ_ONLY || error.message === 'Query read timeout')

export function makeNames(): NameOf {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= MAX_PREPARED || TEXT_SEARCH.test(text) || SELECT_STAR.test(text)) return known
    const name = `fk_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
    names.set(text, name)
    return name
  }
}

/** By database: the connections for short reads, and the names of its statements. */
export const readings = new WeakMap<Kysely<DB>, Reading & { nameOf: NameOf }>()

class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once. `build` gets a placeholder for each value, which it may pass on but not
 * read. A value that is null stays null, so that the text may depend on it: each set of nulls is compiled to its own
 * text.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<DB>, values: Values) => Compilable<Row>,
): (db: Kysely<DB>, values: Values) => Promise<Row[]> {
  const made = new Map<string, CompiledQuery<Row>>()
  return async (db, values) => {
    const given = Object.entries(values)
    const shape = given.map(([name, value]) => (value === null ? '' : name)).join()
    let query = made.get(shape)
    if (!query) {
      const holes = given.map(([name, value]) => [name, value === null ? null : new Hole(name)])
      query = build(db, Object.fromEntries(holes)).compile()
      made.set(shape, query)
    }
    const parameters = query.parameters.map((one) => (one instanceof Hole ? values[one.name as keyof Values] : one))
    // within a transaction `db` is another object, with the transaction's connection
    const reading = readings.get(db)
    const name = reading?.nameOf(query.sql)
    const read = name && reading?.read<Row>(name, query.sql, parameters)
    return read || (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows
  }
}
