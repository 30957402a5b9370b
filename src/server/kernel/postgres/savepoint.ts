import { type Kysely, sql } from 'kysely'

/** A savepoint: if `work` fails, its writes are undone and the transaction goes on. Returns the failure, or null. */
export async function inSavepoint<One>(tx: Kysely<One>, work: () => Promise<void>): Promise<{ error: unknown } | null> {
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
