/** Statements that come again are parsed and planned once per connection (docs/decisions/013). */
import { createHash } from 'node:crypto'
import { type Compilable, CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import type { Reading } from './pipelined-reads.ts'

/** More texts than the program has for a database; should some build new ones for ever, the later ones go unnamed. */
const MOST = 400
/** Which way is best depends on the very words that are looked for: these are planned anew each time. */
const BY_WORDS = /@@|tsquery|search_|\bi?like\b/i
/** All columns, whichever there are: a named one would fail for ever once a migration beside us has added one. */
const WITH_STAR = /\b(?:select|returning) \*|\.\*/i

/** The name of a text, by which the connections of one database prepare it; undefined for one that goes unnamed. */
export type NameOf = (text: string) => string | undefined

export interface PreparingConfig extends pg.ClientConfig {
  /** shared by the connections of a database; names of its own otherwise */
  nameOf?: NameOf
}

/** Gives every statement with parameters a name, by which the driver prepares it at its first use on a connection. */
export class PreparingClient extends pg.Client {
  readonly #nameOf: NameOf

  constructor({ nameOf = makeNames(), ...config }: PreparingConfig = {}) {
    super(config)
    this.#nameOf = nameOf
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has ten shapes; all but one pass through
  override query(text: any, values?: any, done?: any): any {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.#nameOf(text) : undefined
    return name ? super.query({ name, text, values }, done) : super.query(text, values, done)
  }
}

export function makeNames(): NameOf {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= MOST || BY_WORDS.test(text) || WITH_STAR.test(text)) return known
    const name = `fk_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
    names.set(text, name)
    return name
  }
}

/** The connections for short reads of a database, and the names of its statements. */
export const readings = new WeakMap<Kysely<DB>, Reading & { nameOf: NameOf }>()

class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once. `build` gets a stand-in for each value, which it may pass on but not look
 * into; a value that is null stays null, so that the text may depend on it: each set of nulls is a text of its own.
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
    // within a transaction `db` is another one, which has its connection
    const reading = readings.get(db)
    const name = reading?.nameOf(query.sql)
    const read = name && reading?.read<Row>(name, query.sql, parameters)
    return read || (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows
  }
}
