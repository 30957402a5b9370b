/** Keyset pages: a cursor is the key of the last item shown, so page 100 costs what page 1 costs. */
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

/** Only what `cursorOf` writes is read back: a place made up by hand could name a time that no database knows. */
export function keyOf(cursor: string | undefined): Key | null {
  if (cursor === undefined) return null
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  const created_at = new Date(Number.parseInt(time, 36))
  const key = { created_at, id }
  const isKey = isId(id) && created_at.getTime() >= 0 && cursorOf(key) === cursor
  return isKey ? key : refuse(faults.invalid, { fields: { after: 'This is not a place in the list' } })
}

/**
 * A moment as a number: a list has forty of them, and to write each as words and read them again is a tenth of what a
 * list costs. The columns keep milliseconds; a fraction is the way of floating numbers.
 */
export const momentOf = (column: string) => sql<number>`date_part('epoch', ${sql.ref(column)}) * 1000`
export const dateOf = (moment: number) => new Date(Math.round(moment))

/** `rows` were asked for with one more than the page holds: that one only says that there is a next page. */
export function pageOf<Row extends Key>(rows: Row[], size: number): PageOf<Row> {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last ? cursorOf(last) : null }
}
