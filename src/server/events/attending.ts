/** Attendance at events. The request names the desired state, so repeating it changes nothing. */
import { sql } from 'kysely'
import { type Event, eventFaults } from '#contract/events.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { notifyFor } from '../kernel/stream/stream.ts'
import { eventFacts } from './facts.ts'
import { getEvent } from './reading.ts'

const FAULTS = { missing: eventFaults.notFound, past: eventFaults.past, cancelled: eventFaults.cancelled }

/** Changes the attendance, the count, the topic and the fact in one statement, so that a popular event is locked briefly. */
export async function attendEvent(ctx: Ctx, { id, going }: { id: string; going: boolean }): Promise<Event> {
  const { id: member } = mustBeMember(ctx, SAY_LOCAL.signInToAttend)
  if (!isId(id)) refuse(eventFaults.notFound)
  const attend = () =>
    sql<{ end: 'done' | keyof typeof FAULTS }>`
      select attend_event(${id}::uuid, ${member}::uuid, ${going}) as end`.execute(ctx.db)
  const { rows } = await retried(ctx, attend).catch((error: unknown) => {
    if (isBreach(error, 'gone')) return refuse(eventFaults.notFound) // the event was deleted meanwhile
    throw error
  })
  const { end } = rows[0]!
  if (end !== 'done') refuse(FAULTS[end])
  notifyFor(ctx, eventFacts.attended(id, going))
  return getEvent(ctx, { id })
}
