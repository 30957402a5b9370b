/** Lists of events: the soonest first; in a network the latest first. */
import { type RawBuilder, sql } from 'kysely'
import type { EventCard } from '#contract/events.ts'
import type { PageOf } from '#contract/kernel.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { mustSeeInside } from '../groups/groups.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { type Area, type EventFilter, SOONEST_ORDER, soonestEvents, type ViewerDay, viewerDayOf } from './area.ts'
import { type CardRow, cardColumns, cardOf } from './card.ts'
import { type EventKey, keyOf, pageOf } from './cursor.ts'
import { listedEvent, visibleEvent } from './rules.ts'
import { first, holdsAll, isBeforeBroken, isIndexed, matching, wordsOf } from './words.ts'

/** One row more than the page holds, to know whether there is another page. */
const ROWS = PAGE_SIZE + 1
/** How many of the soonest events are searched for common words: everywhere, or per part of the map around the viewer. */
const MAX_SEARCHED = { everywhere: 3000, part: 200 }
/** The maximum number of matches of a rare word that are sorted. */
const MAX_MATCHES = 3000

/** Returns the cards of the events that `ids` selects, in this order. */
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

/** Lists events from today on, or of one day. Reads by index up to the end of the page, around a position from each part. */
export async function listEvents(
  ctx: Ctx,
  { q, after, ...asked }: EventFilter & { q: string; after?: string | undefined },
): Promise<PageOf<EventCard> & Pick<ViewerDay, 'today' | 'scope'>> {
  const viewer = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const key = keyOf(after)
  const { today, scope, area } = await viewerDayOf(ctx, viewer.id, asked)
  const days = asked.day ? sql`e.event_date = ${asked.day}::date` : sql`e.event_date >= ${today}::date`
  const later = key
    ? sql`and (e.event_date, e.event_time, e.id) > (${key.event_date}::date, ${key.event_time}::time, ${key.id}::uuid)`
    : sql``
  const [when, words] = [sql`${days} ${later}`, wordsOf(q)]
  const ids =
    words.length === 0
      ? soonestEvents({ area, when, which: listedEvent(viewer), most: ROWS })
      : await idsByWords(ctx, { words, when, area })
  const { items, next } = pageOf(await cardRows(ctx, ids, { order: SOONEST_ORDER }), PAGE_SIZE)
  return { items: items.map(cardOf), next, today, scope }
}

interface WordSearch {
  words: string[]
  when: RawBuilder<unknown>
  area: Area | null
}

/**
 * Searches the soonest events for common words, and the index for rare ones. A word that the index does not contain (one or
 * two letters) is searched only among the soonest events, so the result may miss later ones.
 */
async function idsByWords(ctx: Ctx, question: WordSearch) {
  const { words, area } = question
  const { rows } = await sql<{ is_all: boolean; id: string | null }>`
    with ${first(question, area ? MAX_SEARCHED.part : MAX_SEARCHED.everywhere)}
    select t.is_all, found.id from (select not exists (select from broken) as is_all) t left join lateral (
      select e.id from first e where ${isBeforeBroken} and ${holdsAll(words)} and ${listedEvent(ctx.viewer)}
      order by ${SOONEST_ORDER} limit ${sql.lit(ROWS)}) found on true`.execute(ctx.db)
  const ids = rows.flatMap(({ id }) => id ?? [])
  const isDone = ids.length === ROWS || rows[0]!.is_all || !words.some(isIndexed)
  return these(isDone ? ids : await idsByIndex(ctx, question))
}

/**
 * The index knows which events contain a word, but not which is the soonest. If more events match than are sorted (a word of
 * next summer, searched in winter), the last one of the page from these limits a second search for sooner events. An event is
 * missed only if even up to there more events match than are sorted.
 */
async function idsByIndex(ctx: Ctx, question: WordSearch): Promise<string[]> {
  const some = await matches(ctx, question)
  const last = some.at(-1)
  if (!last || last.count < MAX_MATCHES) return some.map(({ id }) => id)
  const when = sql`${question.when} and (e.event_date, e.event_time, e.id)
    <= (${last.event_date}::date, ${last.event_time}::time, ${last.id}::uuid)`
  return (await matches(ctx, { ...question, when })).map(({ id }) => id)
}

/** Returns the soonest matches and the number of all matches. */
async function matches(ctx: Ctx, question: WordSearch) {
  const { rows } = await sql<EventKey & { count: number }>`
    with found as materialized (
      select e.* from (${matching(question, question.words)}) e where ${listedEvent(ctx.viewer)} limit ${sql.lit(MAX_MATCHES)})
    select e.id, to_char(e.event_date, 'YYYY-MM-DD') as event_date, e.event_time::text as event_time,
      (select count(*)::int from found) as count
    from found e order by e.event_date, e.event_time, e.id limit ${sql.lit(ROWS)}`.execute(ctx.db)
  return rows
}

const these = (ids: string[]) => sql`select id from unnest(${ids}::uuid[]) as found (id)`

/** All events of the network, past ones included, the latest day first. */
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
