/**
 * The paged list of pods: the viewer's own first, with those that have ended after the others, then all other pods; each part
 * by last activity. Members outside of a private pod learn only the day of its last activity (listed_at).
 */
import { sql } from 'kysely'
import type { PodCard } from '#contract/pods.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { POD } from '#contract/words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { CARD, type CardRow, cardOf, STANDING } from './card.ts'
import { livesForMembers, openPod } from './rules.ts'

/** The list ends after a hundred pages, a search after twenty; further pods are not counted. */
const MAX_LISTED = POD.perPage * POD.pages
const MAX_FOUND = POD.perPage * 20
/** How many of the most recently active pods are searched for common words. */
const MAX_SEARCHED = 3000
/** A longer query is reduced to its longest words. */
const MAX_WORDS = 8
/** The index contains sequences of three letters, or of two at the edge of a word. Other words are searched among the latest pods only. */
const INDEXED = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u

interface PodPage {
  items: PodCard[]
  page: number
  pages: number
}

/**
 * The work is limited by the length of the list, not by the number of pods. A pod matches if it contains every word. Common
 * words are searched among the most recently active pods, rare ones by the index. A repeated word counts once.
 */
export async function listPods(ctx: Ctx, { q, page }: { q: string; page: number }): Promise<PodPage> {
  const words = wordsOf(q)
  if (words.length === 0) return (await read(ctx, { words, page, most: MAX_LISTED })).shown
  const near = await read(ctx, { words, page, most: MAX_FOUND, latest: MAX_SEARCHED })
  if (near.total >= MAX_FOUND || !words.some(isIndexed)) return near.shown
  return (await read(ctx, { words, page, most: MAX_FOUND })).shown
}

const isIndexed = (word: string) => INDEXED.test(word)

/** Returns each word of the query once, the longest first. */
const wordsOf = (q: string): string[] =>
  [...new Set(q.toLowerCase().split(/\s+/u))]
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS)

interface PodSearch {
  words: string[]
  page: number
  most: number
  /** if given, searches only this many of the most recently active pods */
  latest?: number
}

async function read(ctx: Ctx, { words, page, most, latest }: PodSearch): Promise<{ total: number; shown: PodPage }> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToPods)
  const holds = words.length === 0 ? sql`true` : sql.join(words.map(heldBy), sql` and `)
  const pods = latest
    ? sql`(select * from pods where status = 'active' order by listed_at desc, id desc limit ${sql.lit(latest)})`
    : sql`pods`
  const { rows } = await sql<CardRow & { total: number; page: number }>`
    with mine as materialized (
      select p.id, p.last_activity_at, (p.status = 'ended')::int as part from pod_members m join pods p on p.id = m.pod_id
      where m.user_id = ${viewer}::uuid and m.is_active and ${livesForMembers} and ${holds}
      order by part, p.last_activity_at desc, p.id desc limit ${sql.lit(most)}),
    others as materialized (
      select p.id, p.listed_at from ${pods} p
      where ${openPod} and ${holds} and p.id <> all (array(
        select m.pod_id from pod_members m where m.user_id = ${viewer}::uuid and m.is_active))
      order by p.listed_at desc, p.id desc limit ${sql.lit(most)}),
    listed as materialized (
      select id, row_number() over (order by part, active_at desc, id desc) - 1 as place from (
        select id, last_activity_at as active_at, part from mine union all select id, listed_at, 2 from others) all_parts),
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

/** Uses the index if it contains the word. */
const heldBy = (word: string) =>
  isIndexed(word)
    ? sql<boolean>`p.words like '%' || lower(${escaped(word)}::text) || '%'`
    : sql<boolean>`strpos(p.words, lower(${word}::text)) > 0`
const escaped = (words: string) => words.replaceAll(/[\\%_]/g, '\\$&')
