/**
 * Rows that belong to one member alone. They are deleted in the transaction that deletes his account
 * (leaving/leaving.ts). Each room exports those of its own tables.
 */
import type { Table } from '#db/owners.ts'
import type { DB } from '#db/types.ts'

/** A table, and the column that names the member. A room gives `OwnTable` of itself. */
export type OwnRows<Name extends Table = Table> = { [One in Name]: readonly [One, keyof DB[One] & string] }[Name]
