/**
 * The order "best match": posts with all words in the title first, then posts of a member of that name, then posts with
 * the words anywhere, then posts of the category. Posts of equal rank are ordered newest first. Only posts that are
 * older than the first page are ranked, so a post that is written meanwhile neither repeats nor displaces another one.
 */
import type { PageOf } from '#contract/kernel.ts'
import { faults } from '#contract/kernel.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { cursorOf, type Key, keyOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'

/** The cursor: where the previous page ended, and the newest post that existed when the first page was read. */
interface RankedCursor {
  rank: number
  last: Key
  /** exclusive */
  asOf: Key
}
interface Ranked extends Key {
  rank: number
}

/**
 * Merges `sources`, which are in the order of their rank. A post that is in several counts in the best one. The sources
 * contain only matches older than `asOf`.
 */
export function rankBestFirst(place: RankedCursor | null, sources: Key[][]): PageOf<Key> {
  const found = new Map<string, Ranked>()
  for (const [rank, keys] of sources.entries())
    for (const key of keys) if (!found.has(key.id)) found.set(key.id, { ...key, rank })
  const ranked = [...found.values()].sort(better)
  const asOf = place?.asOf ?? after(ranked)
  const rest = place ? ranked.filter((one) => better(one, { ...place.last, rank: place.rank }) > 0) : ranked
  const items = rest.slice(0, PAGE_SIZE)
  const last = items.at(-1)
  return { items, next: rest.length > PAGE_SIZE && last ? write({ rank: last.rank, last, asOf }) : null }
}

const better = (a: Ranked, b: Ranked) =>
  a.rank - b.rank || b.created_at.getTime() - a.created_at.getTime() || (a.id === b.id ? 0 : b.id > a.id ? 1 : -1)

/** Returns a key that is just newer than all of these. */
const after = (keys: Key[]): Key => ({
  created_at: new Date(Math.max(0, ...keys.map(({ created_at }) => created_at.getTime())) + 1),
  id: '00000000-0000-0000-0000-000000000000',
})

const write = ({ rank, last, asOf }: RankedCursor) =>
  `${rank}${asOf.created_at.getTime().toString(36)}-${cursorOf(last)}`

/** Returns null unless the cursor is one that `write` made. */
export function placeOf(cursor: string | undefined): RankedCursor | null {
  if (cursor === undefined) return null
  const [, rank = '', time = '', last] = /^([0-3])([0-9a-z]{1,9})-(\w[\w-]*)$/.exec(cursor) ?? []
  const key = last ? keyOf(last) : null
  if (!key) refuse(faults.invalid, { fields: { after: 'This is not a place in the list' } })
  return { rank: Number(rank), last: key, asOf: { ...after([]), created_at: new Date(Number.parseInt(time, 36)) } }
}
