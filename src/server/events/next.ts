/** The next event that a member attends. */
import { sql } from 'kysely'
import type { EventCard } from '#contract/events.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { SOONEST_ORDER } from './area.ts'
import { cardOf } from './card.ts'
import { cardRows } from './list.ts'
import { visibleEvent } from './rules.ts'

/** An event that is running counts as the next one. Searches by day; around the earth there are two days at the same time. */
export async function nextEvent(ctx: Ctx): Promise<EventCard | null> {
  const viewer = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const ids = sql`select e.id from event_attendees k join local_events e on e.id = k.event_id
    where k.user_id = ${viewer.id}::uuid and k.event_date >= (now() at time zone 'UTC')::date - 2
      and e.ends_at > now() and e.cancelled_at is null and ${visibleEvent(viewer)}
    order by e.starts_at, e.id limit 1`
  const [row] = await cardRows(ctx, ids, { order: SOONEST_ORDER })
  return row ? cardOf(row) : null
}
