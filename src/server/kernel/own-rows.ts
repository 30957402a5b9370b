/**
 * What becomes of a member's rows when his account is deleted. Each room exports those of its own tables: rows that belong
 * to one member alone are deleted at once (leaving/leaving.ts), rows that other members need too stay without his name
 * (leaving/steps.ts).
 */
import type { Table } from '#db/owners.ts'
import type { DB } from '#db/types.ts'

/** A table, and the column that names the member. A room gives `OwnTable` of itself. */
export type OwnRows<Name extends Table = Table> = { [One in Name]: readonly [One, keyof DB[One] & string] }[Name]

/** The same for rows that stay. The table has an `id`, and the column becomes null. */
export type KeptRows<Name extends Table = Table> = OwnRows<Name>
