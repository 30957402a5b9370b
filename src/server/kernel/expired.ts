/**
 * Rows of a room's own table that are deleted when their time is over. Each room exports its own, `src/server/expired.ts`
 * lists them all, and the job `forget` deletes them (kernel/jobs/queue.ts).
 */
import type { Table } from '#db/owners.ts'

/** `Name`: the tables that it may be; a room gives `OwnTable` of itself. */
export interface Expired<Name extends Table = Table> {
  table: Name
  /** a condition in SQL */
  when: string
  /** a further statement, with the deleted rows as `gone` */
  also?: string
}
