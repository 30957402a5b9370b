/** Word search in the titles, places and the beginnings of descriptions of events. */
import { type RawBuilder, sql } from 'kysely'
import { type Area, eventsByPart, isInParentCells, isWithin, SOONEST_ORDER } from './area.ts'

/** A longer query is reduced to its longest words. */
const MAX_WORDS = 8
/** The index contains sequences of three letters, or of two at the edge of a word. */
const INDEXED = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u

/** Returns each word of the query once, the longest first. PostgreSQL accepts neither NUL nor half a surrogate pair. */
export const wordsOf = (q: string): string[] =>
  [...new Set(q.replaceAll('\0', ' ').toWellFormed().toLowerCase().split(/\s+/u))]
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS)

export const isIndexed = (word: string): boolean => INDEXED.test(word)

/** True if the event `e` contains every word. Checked for each row. */
export const holdsAll = (words: string[]) => all(words.map((word) => sql`strpos(e.words, lower(${word}::text)) > 0`))

/** The same condition for the index, which finds the rows of a rare word. */
export const matchesAll = (words: string[]) =>
  all(words.map((word) => sql`e.words like '%' || lower(${escaped(word)}::text) || '%'`))

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
const escaped = (word: string) => word.replaceAll(/[\\%_]/g, '\\$&')

/** The columns that decide whether the viewer finds a row. */
const COLUMNS = sql`e.id, e.event_date, e.event_time, e.group_id, e.user_id, e.cancelled_at`

interface Where {
  area: Area | null
  when: RawBuilder<unknown>
}

/**
 * `first`: the `count` soonest events of each part of the map, with their words. `broken`: the last event that was read in
 * the part that was cut off first; no row if no part was cut off.
 */
export const first = ({ area, when }: Where, count: number) => sql`
  first as materialized (${eventsByPart({
    ...{ area, when, which: sql`true`, most: count },
    columns: sql`${COLUMNS}, e.words, row_number() over (order by ${SOONEST_ORDER}) as place`,
  })}),
  broken as materialized (select ${SOONEST_ORDER} from first e where e.place = ${sql.lit(count)} order by ${SOONEST_ORDER} limit 1)`

/** True for events before the first cut, where no event was skipped. */
export const isBeforeBroken = sql<boolean>`
  coalesce((e.event_date, e.event_time, e.id) <= (select event_date, event_time, id from broken), true)`

/** Finds the events by the index of words. */
export const matching = ({ area, when }: Where, words: string[]) => sql`
  select ${COLUMNS} from local_events e
  where ${when} and ${matchesAll(words)} ${area ? sql`and ${isInParentCells(area)} and ${isWithin(area)}` : sql``}`
