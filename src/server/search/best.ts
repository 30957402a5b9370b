/**
 * Best match first: all words in the title, then posts of a member of that name, then the words anywhere, then the
 * category; the newer one first where they are equal. What is ranked was written before the first page was read, so a
 * post that is written meanwhile pushes nothing out: no page repeats or loses a post.
 */
import type { PageOf } from '#contract/kernel.ts'
import { faults } from '#contract/kernel.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { cursorOf, type Key, keyOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'

/** Where the page before ended, and the newest post that there was when the first one was read. */
interface Place {
  rank: number
  last: Key
  /** exclusive */
  asOf: Key
}
interface Ranked extends Key {
  rank: number
}

/** `sources` in the order of their rank; a post in several counts in its best. Only matches older than `asOf` are in them. */
export function bestFirst(place: Place | null, sources: Key[][]): PageOf<Key> {
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

const better = (one: Ranked, other: Ranked) =>
  one.rank - other.rank ||
  other.created_at.getTime() - one.created_at.getTime() ||
  (one.id === other.id ? 0 : other.id > one.id ? 1 : -1)

/** The first place that is newer than all of them. */
const after = (keys: Key[]): Key => ({
  created_at: new Date(Math.max(0, ...keys.map(({ created_at }) => created_at.getTime())) + 1),
  id: '00000000-0000-0000-0000-000000000000',
})

const write = ({ rank, last, asOf }: Place) => `${rank}${asOf.created_at.getTime().toString(36)}-${cursorOf(last)}`

/** Only what was written here is read back. */
export function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [, rank = '', time = '', last] = /^([0-3])([0-9a-z]{1,9})-(\w[\w-]*)$/.exec(cursor) ?? []
  const key = last ? keyOf(last) : null
  if (!key) refuse(faults.invalid, { fields: { after: 'This is not a place in the list' } })
  return { rank: Number(rank), last: key, asOf: { ...after([]), created_at: new Date(Number.parseInt(time, 36)) } }
}
