/** Keyset pagination: a cursor is the key of the last item of a page, so page 100 costs as much as page 1. */
import { sql } from 'kysely'
import type { PageOf } from '#contract/kernel.ts'
import { faults } from '#contract/kernel.ts'
import { refuse } from './refuse.ts'

export interface Key {
  created_at: Date
  id: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (text: string) => UUID.test(text)

export const cursorOf = ({ created_at, id }: Key): string =>
  Buffer.from(`${created_at.getTime().toString(36)}.${id}`).toString('base64url')

/** No row is younger, and not every program reads a year of five digits. */
const YEAR_10000 = Date.UTC(10_000, 0, 1)

/** Accepts only what `cursorOf` writes: a cursor made by hand could hold a time that PostgreSQL does not accept. */
export function keyOf(cursor: string | undefined): Key | null {
  if (cursor === undefined) return null
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  const created_at = new Date(Number.parseInt(time, 36))
  const key = { created_at, id }
  const isKey = isId(id) && created_at.getTime() >= 0 && created_at.getTime() < YEAR_10000 && cursorOf(key) === cursor
  return isKey ? key : refuse(faults.invalid, { fields: { after: 'This is not a place in the list' } })
}

/**
 * A time as a number of milliseconds. A list holds forty times; formatting and parsing them as text would be a tenth of
 * its cost. The columns have millisecond precision, so a fraction is a rounding error.
 */
export const momentOf = (column: string) => sql<number>`date_part('epoch', ${sql.ref(column)}) * 1000`
export const dateOf = (moment: number) => new Date(Math.round(moment))

/** `rows` holds up to one row more than `size`. The extra row only shows that there is a next page. */
export function pageOf<Row extends Key>(rows: Row[], size: number): PageOf<Row> {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last ? cursorOf(last) : null }
}
