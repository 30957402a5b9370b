/** The numbered list of pods: a member's own first, then the others, each part by last activity;
 * of a private one somebody outside learns only the day of it (listed_at). */
import { sql } from 'kysely'
import type { PodCard } from '#contract/pods.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { POD } from '#contract/words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { CARD, type CardRow, cardOf, STANDING } from './card.ts'
import { visiblePod } from './rules.ts'

/** The list ends after a hundred pages, what was found by a search after twenty: more is not counted either. */
const MOST = POD.perPage * POD.pages
const MOST_FOUND = POD.perPage * 20
/** Words that many pods hold are found among so many of the latest active ones. */
const NEAR = 3000
/** Of a longer question the longest words count. */
const MOST_WORDS = 8
/** What the index knows of a word: three letters, or two at its edge. A word without them is looked for near by alone. */
const INDEXED = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u

interface Page {
  items: PodCard[]
  page: number
  pages: number
}

/**
 * Bounded by the list's own length, however many pods there are. A pod is found that holds each of the words somewhere: common
 * ones near by, rare ones by the index. Each word counts once, so that the same one a hundred times is no more work.
 */
export async function listPods(ctx: Ctx, { q, page }: { q: string; page: number }): Promise<Page> {
  const words = wordsOf(q)
  if (words.length === 0) return (await read(ctx, { words, page, most: MOST })).shown
  const near = await read(ctx, { words, page, most: MOST_FOUND, latest: NEAR })
  if (near.total >= MOST_FOUND || !words.some(isIndexed)) return near.shown
  return (await read(ctx, { words, page, most: MOST_FOUND })).shown
}

const isIndexed = (word: string) => INDEXED.test(word)

/** Each of the question's words once, the longest first. */
const wordsOf = (q: string): string[] =>
  [...new Set(q.toLowerCase().split(/\s+/u))]
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS)

interface Question {
  words: string[]
  page: number
  most: number
  /** only among so many */
  latest?: number
}

async function read(ctx: Ctx, { words, page, most, latest }: Question): Promise<{ total: number; shown: Page }> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToPods)
  const holds = words.length === 0 ? sql`true` : sql.join(words.map(heldBy), sql` and `)
  const pods = latest
    ? sql`(select * from pods where status = 'active' order by listed_at desc, id desc limit ${sql.lit(latest)})`
    : sql`pods`
  const { rows } = await sql<CardRow & { total: number; page: number }>`
    with mine as materialized (
      select p.id, p.last_activity_at from pod_members m join pods p on p.id = m.pod_id
      where m.user_id = ${viewer}::uuid and m.is_active and ${visiblePod} and ${holds}
      order by p.last_activity_at desc, p.id desc limit ${sql.lit(most)}),
    others as materialized (
      select p.id, p.listed_at from ${pods} p
      where ${visiblePod} and ${holds} and p.id <> all (array(
        select m.pod_id from pod_members m where m.user_id = ${viewer}::uuid and m.is_active))
      order by p.listed_at desc, p.id desc limit ${sql.lit(most)}),
    listed as materialized (
      select id, row_number() over (order by part, active_at desc, id desc) - 1 as place from (
        select id, last_activity_at as active_at, 0 as part from mine union all select id, listed_at, 1 from others) both_parts),
    total as materialized (select least(count(*), ${sql.lit(most)})::int as total from listed),
    asked as materialized (
      select total, least(${page}::int, greatest(1, ceil(total / ${sql.lit(POD.perPage)}::numeric)::int)) as page from total)
    select asked.total, asked.page, ${CARD}, ${STANDING(viewer)}
    from asked left join listed l on l.place >= (asked.page - 1) * ${sql.lit(POD.perPage)}
        and l.place < asked.page * ${sql.lit(POD.perPage)}
      left join pods p on p.id = l.id
      left join groups g on g.id = p.group_id and g.status = 'approved'
    order by l.place`.execute(ctx.db)
  const { total, page: reached } = rows[0]!
  const items = rows.filter(({ id }) => id !== null).map(cardOf)
  return { total, shown: { items, page: reached, pages: Math.max(1, Math.ceil(total / POD.perPage)) } }
}

/** By the index, where it knows the word. */
const heldBy = (word: string) =>
  isIndexed(word)
    ? sql<boolean>`p.words like '%' || lower(${escaped(word)}::text) || '%'`
    : sql<boolean>`strpos(p.words, lower(${word}::text)) > 0`
const escaped = (words: string) => words.replaceAll(/[\\%_]/g, '\\$&')
