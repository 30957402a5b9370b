/** The accounts library's transactions, seen from its callbacks: what they enqueue is enqueued with the commit or not at all. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Database } from '../kernel/postgres/postgres.ts'

const under = new AsyncLocalStorage<Kysely<DB>>()

class Followed extends Kysely<DB> {
  override transaction() {
    const begun = super.transaction()
    const execute = begun.execute.bind(begun)
    begun.execute = (work) => execute((transaction) => under.run(transaction, () => work(transaction)))
    return begun
  }
}

/** For the library: the same pool, but its transactions can be found again by `current`. */
export const followed = ({ pool }: Database): Kysely<DB> => new Followed({ dialect: new PostgresDialect({ pool }) })

/** The transaction that the library is in, or plainly the database. */
export const current = ({ db }: Database): Kysely<DB> => under.getStore() ?? db
