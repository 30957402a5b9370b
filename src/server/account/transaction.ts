/**
 * The accounts library's transactions, for use in its callbacks: jobs are enqueued within them, so a rollback discards
 * them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Database } from '../kernel/postgres/postgres.ts'

const under = new AsyncLocalStorage<Kysely<DB>>()

class FollowedDatabase extends Kysely<DB> {
  override transaction() {
    const begun = super.transaction()
    const execute = begun.execute.bind(begun)
    begun.execute = (work) => execute((transaction) => under.run(transaction, () => work(transaction)))
    return begun
  }
}

/** For the library: the same pool, but `current` finds its transactions. */
export const followTransactions = ({ pool }: Database): Kysely<DB> =>
  new FollowedDatabase({ dialect: new PostgresDialect({ pool }) })

/** The transaction that the library is in, otherwise the database. */
export const currentTransaction = ({ db }: Database): Kysely<DB> => under.getStore() ?? db
