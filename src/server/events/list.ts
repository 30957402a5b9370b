/** Lists of events: the soonest first, and of a network the latest first. */
import { type RawBuilder, sql } from 'kysely'
import type { EventCard } from '#contract/events.ts'
import type { PageOf } from '#contract/kernel.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { mustSeeInside } from '../groups/groups.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { type Area, type Asked, type Here, hereOf, SOONEST, soonest } from './area.ts'
import { type CardRow, cardColumns, cardOf } from './card.ts'
import { type EventKey, keyOf, pageOf } from './cursor.ts'
import { listedEvent, visibleEvent } from './rules.ts'
import { first, holdsAll, isBeforeBroken, isIndexed, matching, wordsOf } from './words.ts'

/** One more than the page holds: so it is known whether there are others. */
const ROWS = PAGE_SIZE + 1
/** Words that many events hold are found among so many of the soonest: everywhere, or in each part of the map around him. */
const LOOKED_AT = { everywhere: 3000, part: 200 }
/** So many that hold a rare word are put in order. */
const MATCHES = 3000

/** Rows of cards, in this order, of the events that `ids` selects. */
export async function cardRows<More = unknown>(
  ctx: Ctx,
  ids: RawBuilder<unknown>,
  { order, more = sql`` }: { order: RawBuilder<unknown>; more?: RawBuilder<unknown> },
): Promise<(CardRow & More)[]> {
  const { rows } = await sql<CardRow & More>`
    select ${cardColumns(ctx.viewer)}${more} from (${ids}) page join local_events e on e.id = page.id
      left join groups g on g.id = e.group_id
    where ${visibleEvent(ctx.viewer)} order by ${order}`.execute(ctx.db)
  return rows
}

/** From today on, or of one day. Read by index up to the end of the page; around somebody of each part of it. */
export async function listEvents(
  ctx: Ctx,
  { q, after, ...asked }: Asked & { q: string; after?: string | undefined },
): Promise<PageOf<EventCard> & Pick<Here, 'today' | 'scope'>> {
  const viewer = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const key = keyOf(after)
  const { today, scope, area } = await hereOf(ctx, viewer.id, asked)
  const days = asked.day ? sql`e.event_date = ${asked.day}::date` : sql`e.event_date >= ${today}::date`
  const later = key
    ? sql`and (e.event_date, e.event_time, e.id) > (${key.event_date}::date, ${key.event_time}::time, ${key.id}::uuid)`
    : sql``
  const [when, words] = [sql`${days} ${later}`, wordsOf(q)]
  const ids =
    words.length === 0
      ? soonest({ area, when, which: listedEvent(viewer), most: ROWS })
      : await idsByWords(ctx, { words, when, area })
  const { items, next } = pageOf(await cardRows(ctx, ids, { order: SOONEST }), PAGE_SIZE)
  return { items: items.map(cardOf), next, today, scope }
}

interface Question {
  words: string[]
  when: RawBuilder<unknown>
  area: Area | null
}

/**
 * Common words among the soonest, rare ones by the index. A word that the index does not know (a letter or two) is looked
 * for among the soonest alone: whoever asks for it sees those of the coming days and not what may be later.
 */
async function idsByWords(ctx: Ctx, question: Question) {
  const { words, area } = question
  const { rows } = await sql<{ is_all: boolean; id: string | null }>`
    with ${first(question, area ? LOOKED_AT.part : LOOKED_AT.everywhere)}
    select t.is_all, found.id from (select not exists (select from broken) as is_all) t left join lateral (
      select e.id from first e where ${isBeforeBroken} and ${holdsAll(words)} and ${listedEvent(ctx.viewer)}
      order by ${SOONEST} limit ${sql.lit(ROWS)}) found on true`.execute(ctx.db)
  const ids = rows.flatMap(({ id }) => id ?? [])
  const isDone = ids.length === ROWS || rows[0]!.is_all || !words.some(isIndexed)
  return these(isDone ? ids : await idsByIndex(ctx, question))
}

/**
 * The index knows which events hold a word, not which of them is the soonest. When there are more than are put in order
 * (a word of next summer, asked for in winter) the last of the page that these would make says how far to look: what is
 * sooner is looked for once more. He misses an event only where even up to there more hold the word than are put in order.
 */
async function idsByIndex(ctx: Ctx, question: Question): Promise<string[]> {
  const some = await matches(ctx, question)
  const last = some.at(-1)
  if (!last || last.count < MATCHES) return some.map(({ id }) => id)
  const when = sql`${question.when} and (e.event_date, e.event_time, e.id)
    <= (${last.event_date}::date, ${last.event_time}::time, ${last.id}::uuid)`
  return (await matches(ctx, { ...question, when })).map(({ id }) => id)
}

/** The soonest of those found, and how many were found. */
async function matches(ctx: Ctx, question: Question) {
  const { rows } = await sql<EventKey & { count: number }>`
    with found as materialized (
      select e.* from (${matching(question, question.words)}) e where ${listedEvent(ctx.viewer)} limit ${sql.lit(MATCHES)})
    select e.id, to_char(e.event_date, 'YYYY-MM-DD') as event_date, e.event_time::text as event_time,
      (select count(*)::int from found) as count
    from found e order by e.event_date, e.event_time, e.id limit ${sql.lit(ROWS)}`.execute(ctx.db)
  return rows
}

const these = (ids: string[]) => sql`select id from unnest(${ids}::uuid[]) as found (id)`

/** All that ever were, the latest day first. */
export async function listGroupEvents(
  ctx: Ctx,
  { slug, after }: { slug: string; after?: string | undefined },
): Promise<PageOf<EventCard>> {
  const key: EventKey | null = keyOf(after)
  const group = await mustSeeInside(ctx, slug)
  const earlier = key
    ? sql`and (e.event_date, e.event_time, e.id) < (${key.event_date}::date, ${key.event_time}::time, ${key.id}::uuid)`
    : sql``
  const latest = sql`e.event_date desc, e.event_time desc, e.id desc`
  const ids = sql`select e.id from local_events e where e.group_id = ${group.id}::uuid and ${listedEvent(ctx.viewer)}
    ${earlier} order by ${latest} limit ${sql.lit(ROWS)}`
  const { items, next } = pageOf(await cardRows(ctx, ids, { order: latest }), PAGE_SIZE)
  return { items: items.map(cardOf), next }
}
