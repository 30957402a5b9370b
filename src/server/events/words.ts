/** Words that are looked for in titles, places and the beginnings of descriptions. */
import { type RawBuilder, sql } from 'kysely'
import { type Area, isAround, partsOf, SOONEST, within } from './area.ts'

/** Of a longer question the longest words count. */
const MOST_WORDS = 8
/** What the index knows of a word: three letters, or two at its edge. */
const INDEXED = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u

/** Each of the question's words once, the longest first. No database takes the sign of nothing, or half a sign. */
export const wordsOf = (q: string): string[] =>
  [...new Set(q.replaceAll('\0', ' ').toWellFormed().toLowerCase().split(/\s+/u))]
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS)

export const isIndexed = (word: string): boolean => INDEXED.test(word)

/** Every one of them is somewhere in the event `e`: asked of each row. */
export const holdsAll = (words: string[]) => all(words.map((word) => sql`strpos(e.words, lower(${word}::text)) > 0`))

/** The same by the index, for which rows hold a rare word. */
export const matchesAll = (words: string[]) =>
  all(words.map((word) => sql`e.words like '%' || lower(${escaped(word)}::text) || '%'`))

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
const escaped = (word: string) => word.replaceAll(/[\\%_]/g, '\\$&')

/** What is asked of a row, to see whether somebody finds it. */
const COLUMNS = sql`e.id, e.event_date, e.event_time, e.group_id, e.user_id, e.cancelled_at`

interface Where {
  area: Area | null
  when: RawBuilder<unknown>
}

/**
 * `first`: of each part of the map so many of the soonest, with their words. `broken`: the last that was looked at in the
 * part that ends first with more to come; no row: all were looked at.
 */
export const first = ({ area, when }: Where, count: number) => sql`
  first as materialized (${partsOf({
    ...{ area, when, which: sql`true`, most: count },
    columns: sql`${COLUMNS}, e.words, row_number() over (order by ${SOONEST}) as place`,
  })}),
  broken as materialized (select ${SOONEST} from first e where e.place = ${sql.lit(count)} order by ${SOONEST} limit 1)`

/** Up to there nothing was passed over. */
export const isBeforeBroken = sql<boolean>`
  coalesce((e.event_date, e.event_time, e.id) <= (select event_date, event_time, id from broken), true)`

/** By the index of words. */
export const matching = ({ area, when }: Where, words: string[]) => sql`
  select ${COLUMNS} from local_events e
  where ${when} and ${matchesAll(words)} ${area ? sql`and ${isAround(area)} and ${within(area)}` : sql``}`
