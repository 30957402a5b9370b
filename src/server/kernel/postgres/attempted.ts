import { type Kysely, sql } from 'kysely'

/** Within a transaction: when `work` fails, what it wrote is undone, and the transaction goes on. Answers the failure. */
export async function attempted<One>(tx: Kysely<One>, work: () => Promise<void>): Promise<{ error: unknown } | null> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await work()
    await sql`release savepoint attempt`.execute(tx)
    return null
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    return { error }
  }
}
