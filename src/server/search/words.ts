/**
 * Finds posts by their words, newest first: reads the newest posts one by one, then uses the index of words, one block
 * of time after the other.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import type { Key } from '../kernel/page.ts'
import { isOpenTo } from '../posts/posts.ts'

/** How many posts after the cursor are checked one by one; enough for any common word. */
const MAX_CHECKED_ONE_BY_ONE = 2000
/** Maximum number of matches of one time range that are read and sorted. If there are more, a shorter range is used. */
const MAX_MATCHES_PER_RANGE = 4000
/** The levels of blocks that `search_blocks` writes; a block of level n is 8 to the power of n minutes long. */
const TOP_LEVEL = 8
const MINUTE = 60_000
/** The index of words does not contain the authors of posts. */
const AUTHOR_OF = sql`(select q.author_id from posts q where q.id = p.id)`

/** The words in the query syntax of the index. */
export interface Wanted {
  /** every word */
  whole: string
  /** the same, but the last word may be a prefix; only checked on the posts near the cursor */
  begun: string
}

export const NOW: Key = { created_at: new Date('9999-01-01'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The newest matches older than `before` that the viewer may see. */
export async function newestByWords(ctx: Ctx, wanted: Wanted, before: Key, size: number): Promise<Key[]> {
  const near = await nearby(ctx, wanted.begun, before, size)
  if (near.length >= size) return near
  const edge = await edgeOf(ctx, before)
  return edge ? [...near, ...(await further(ctx, wanted.whole, edge, size - near.length))] : near
}

async function nearby(ctx: Ctx, begun: string, before: Key, size: number): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select p.id, p.created_at from (
      select s.post_id as id, s.created_at, s.group_id, s.words from post_search s
      where (s.created_at, s.post_id) < (${before.created_at}, ${before.id}::uuid)
      order by s.created_at desc, s.post_id desc limit ${MAX_CHECKED_ONE_BY_ONE}) p
    where p.words @@ ${begun}::tsquery and ${isOpenTo(ctx.viewer, AUTHOR_OF)}
    order by p.created_at desc, p.id desc limit ${size}`.execute(ctx.db)
  return rows
}

interface Edge {
  last: Key
  /** minutes from the cursor to the edge */
  span: number
  /** minute of the oldest post */
  oldest: number
}

/** Where the nearby posts end; null if there are no older ones. */
async function edgeOf(ctx: Ctx, before: Key): Promise<Edge | null> {
  const { rows } = await sql<Key & { first: Date; oldest: Date }>`
    select l.id, l.created_at, f.created_at as first, (select min(created_at) from post_search) as oldest from
      (select s.post_id as id, s.created_at from post_search s
        where (s.created_at, s.post_id) < (${before.created_at}, ${before.id}::uuid)
        order by s.created_at desc, s.post_id desc offset ${MAX_CHECKED_ONE_BY_ONE - 1} limit 1) l,
      (select s.created_at from post_search s
        where (s.created_at, s.post_id) < (${before.created_at}, ${before.id}::uuid)
        order by s.created_at desc, s.post_id desc limit 1) f`.execute(ctx.db)
  if (!rows[0]) return null
  const { first, oldest, ...last } = rows[0]
  return { last, span: minuteOf(first) - minuteOf(last.created_at), oldest: minuteOf(oldest) }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const minuteOf = (time: Date) => Math.floor(time.getTime() / MINUTE)

/**
 * Goes back through time in ranges, each as long as all previous ones together. A range with too many matches to sort
 * is split into shorter ones, so the number of rows read is bounded wherever the matches are.
 */
async function further(ctx: Ctx, whole: string, edge: Edge, size: number): Promise<Key[]> {
  const found: Key[] = []
  let before = edge.last
  let minute = minuteOf(before.created_at)
  for (let width = Math.max(8, 2 * edge.span); found.length < size && minute >= Math.max(0, edge.oldest); ) {
    const level = levelOf(width)
    const block = 8 ** level
    const oldest = Math.max(0, Math.floor((minute - width) / block))
    const most = width === 1 ? null : MAX_MATCHES_PER_RANGE
    const { total, rows } = await pageOf(ctx, blocks(level, oldest, minute), whole, before, most, size - found.length)
    if (most !== null && total > most) {
      width = Math.max(1, Math.floor(width / 8))
      continue
    }
    found.push(...rows)
    minute = oldest * block - 1
    before = { created_at: new Date(oldest * block * MINUTE), id: FIRST_ID }
    width *= 2
  }
  return found
}

/** A range is 4 to 32 whole blocks and the rest of one. */
const levelOf = (minutes: number) => Math.min(TOP_LEVEL, Math.max(0, Math.floor(Math.log2(minutes / 4) / 3)))

const blocks = (level: number, oldest: number, minute: number) =>
  Array.from({ length: Math.floor(minute / 8 ** level) - oldest + 1 }, (_, n) => `'@${level}:${oldest + n}'`).join(
    ' | ',
  )

async function pageOf(ctx: Ctx, blocks: string, whole: string, before: Key, most: number | null, size: number) {
  const { rows } = await sql<Key & { total: number }>`
    with matches as materialized (select * from search_stretch(${blocks}::tsquery, ${whole}::tsquery,
      ${before.created_at}, ${before.id}::uuid, ${most === null ? null : most + 1}::int))
    select t.total, v.id, v.created_at from (select count(*)::int as total from matches) t left join lateral
      (select p.id, p.created_at from matches p where ${isOpenTo(ctx.viewer, AUTHOR_OF)}
       order by p.created_at desc, p.id desc limit ${size}) v on true
    order by v.created_at desc, v.id desc`.execute(ctx.db)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter(({ id }) => id).map(({ id, created_at }) => ({ id, created_at })),
  }
}
