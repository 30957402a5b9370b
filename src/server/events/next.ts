/** The event that a member attends and that comes next. */
import { sql } from 'kysely'
import type { EventCard } from '#contract/events.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { SOONEST } from './area.ts'
import { cardOf } from './card.ts'
import { cardRows } from './list.ts'
import { visibleEvent } from './rules.ts'

/** One that goes on at this moment is still his next. By its day, of which there are two around the earth at once. */
export async function nextEvent(ctx: Ctx): Promise<EventCard | null> {
  const viewer = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const ids = sql`select e.id from event_attendees k join local_events e on e.id = k.event_id
    where k.user_id = ${viewer.id}::uuid and k.event_date >= (now() at time zone 'UTC')::date - 2
      and e.ends_at > now() and e.cancelled_at is null and ${visibleEvent(viewer)}
    order by e.starts_at, e.id limit 1`
  const [row] = await cardRows(ctx, ids, { order: SOONEST })
  return row ? cardOf(row) : null
}
