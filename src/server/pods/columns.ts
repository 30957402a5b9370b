/** A list of columns that the compiler compares with the type of the row, because it cannot look into a template of SQL. */
import { type RawBuilder, sql } from 'kysely'

/** Returns "expression as name, …" for a `select`. A field of the row without an expression does not compile. */
export const columnsOf = <Row extends object>(columns: { [Name in keyof Row]: RawBuilder<Row[Name]> }) =>
  sql.join(Object.entries<RawBuilder<unknown>>(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`))
