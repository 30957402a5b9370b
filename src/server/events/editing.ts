/** Editing and cancelling of events by their creators. Attendees get a mail. */
import { sql } from 'kysely'
import type * as z from 'zod'
import type { EventChange } from '#contract/event-fields.ts'
import { type Event, eventFaults } from '#contract/events.ts'
import type { Fault } from '#contract/kernel.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { readZone } from '#contract/zone-words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { cellAt } from '../kernel/geo/geo.ts'
import { hasSeen, LATER, newerOf } from '../kernel/idempotency.ts'
import { isId } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { parseBody } from '../kernel/text/text.ts'
import { badTime, isSoon } from './creation.ts'
import { eventFacts } from './facts.ts'
import { COLLECT_INTERVAL, noteChange } from './notices.ts'
import { getEvent, lockEvent } from './reading.ts'
import { type Changeable, isCreator, mayCancel, whyNotCancel, whyNotEdit } from './rules.ts'
import { inStorableZone, isOffset, storableZone } from './zones.ts'

type EventEdit = z.output<typeof EventChange>

/** The fields of an event that can be edited, as they are stored. */
interface EventFields {
  title: string
  description: string | null
  location: string
  address: string | null
  event_date: string
  event_time: string
  end_time: string | null
  time_zone: string
  cell: number | null
}

interface LockedEvent extends EventFields, Changeable {
  id: string
  updated_at: Date
  /** it was edited shortly before, so attendees get one mail for this edit and those that follow */
  is_restless: boolean
}

/** Stores only fields that are sent and differ. Without such a field there is no change. */
export async function editEvent(ctx: Ctx, { id, seen_updated_at, ...asked }: EventEdit): Promise<Event> {
  mustBeMember(ctx, SAY_LOCAL.signInToCreate)
  if (!isId(id)) refuse(eventFaults.notFound)
  const { time_zone } = asked
  const stored = time_zone && !isOffset(time_zone) ? { time_zone: await storableZone(ctx, time_zone) } : {}
  const body = asked.description == null ? [] : parseBody(asked.description)
  await inTransaction(ctx, async (ctx) => {
    const event = await lockOwnEvent(ctx, id, whyNotEdit)
    const { event_date, event_time, end_time } = event
    const sent = time_zone
      ? inStorableZone({ ...{ event_date, event_time, end_time }, ...asked, time_zone, ...stored })
      : asked
    const changed = differing(event, sent, time_zone)
    if (Object.keys(changed).length === 0) return
    if (!hasSeen({ ...(seen_updated_at && { seen_updated_at }) }, event)) refuseUnseen(event)
    await mustBeSoon(ctx, event, changed)
    const words = 'description' in changed ? { ...changed, body: JSON.stringify(body) } : changed
    const { sequence } = await write(ctx, event, words)
    await record(ctx, eventFacts.edited(event.id, Object.keys(changed)))
    const { is_restless } = event
    await noteChange(ctx, { event_id: event.id, sequence, fields: Object.keys(changed), is_restless })
  })
  return getEvent(ctx, { id })
}

const refuseUnseen = ({ title, description, updated_at }: LockedEvent) =>
  refuse(eventFaults.changed, { newer: newerOf({ content: description ?? '', updated_at }, title) })

/**
 * The position is reduced to its cell here, in memory. A move within the cell is no change, and neither is another name of the
 * same zone.
 */
function differing(
  event: LockedEvent,
  { latitude, longitude, ...sent }: Omit<EventEdit, 'id' | 'seen_updated_at'>,
  asked_zone: string | undefined,
) {
  const zone = readZone(event.time_zone)
  const isMoved = latitude !== undefined || longitude !== undefined
  const cell = latitude == null || longitude == null ? null : cellAt({ latitude, longitude })
  const wished: Partial<Record<keyof EventFields, unknown>> = isMoved ? { ...sent, cell } : sent
  return Object.fromEntries(
    Object.entries(wished).filter(
      ([field, value]) =>
        value !== undefined &&
        value !== event[field as keyof EventFields] &&
        !(field === 'time_zone' && (zone === readZone(String(value)) || zone === asked_zone)),
    ),
  ) as Partial<EventFields>
}

/** Checks the day only if it changes: the event may have begun yesterday and still be running. */
async function mustBeSoon(ctx: Ctx, event: LockedEvent, changed: Partial<EventFields>): Promise<void> {
  const { event_date = event.event_date, time_zone = event.time_zone } = changed
  if (!('event_date' in changed || 'time_zone' in changed)) return
  const { rows } = await sql<{ is_soon: boolean }>`select ${isSoon(event_date, time_zone)} as is_soon`.execute(ctx.db)
  if (!rows[0]!.is_soon) badTime()
}

/** Each change increases the sequence number, by which calendar programs recognize the newer version. */
const write = (
  ctx: Ctx,
  { id }: Pick<LockedEvent, 'id'>,
  words: Partial<EventFields> & { body?: string; cancelled_at?: Date },
) =>
  ctx.db
    .updateTable('local_events')
    .set({ ...words, updated_at: LATER, sequence: sql`sequence + 1` })
    .where('id', '=', id)
    .returning(['sequence', 'updated_at'])
    .executeTakeFirstOrThrow()

/** Cancelling is final. Nobody can join a cancelled event; attendees can leave it. */
export async function cancelEvent(ctx: Ctx, { id }: { id: string }): Promise<Event> {
  mustBeMember(ctx, SAY_LOCAL.signInToCreate)
  if (!isId(id)) refuse(eventFaults.notFound)
  await inTransaction(ctx, async (ctx) => {
    const event = await lockOwnEvent(ctx, id, whyNotCancel)
    if (!event.is_cancelled) await cancel(ctx, event)
  })
  return getEvent(ctx, { id })
}

async function cancel(ctx: Ctx, event: Pick<LockedEvent, 'id'>): Promise<void> {
  const { sequence } = await write(ctx, event, { cancelled_at: sql`now()` as unknown as Date })
  await record(ctx, eventFacts.cancelled(event.id))
  await noteChange(ctx, { event_id: event.id, sequence, fields: ['cancelled_at'], is_restless: false })
}

/**
 * Cancels some of the events that a member hosts and that are not over, when his account is deleted. This includes events
 * that he can no longer see. Returns true if there may be more.
 */
export async function cancelEventsOf(ctx: Ctx, member: string): Promise<boolean> {
  const ahead = sql`e.user_id = ${member}::uuid and e.cancelled_at is null and e.ends_at > now()`
  const { rows: found } = await sql<{ id: string }>`
    select e.id from local_events e where ${ahead} limit ${sql.lit(BATCH_SIZE)}`.execute(ctx.db)
  for (const { id } of found)
    await inTransaction(ctx, async (ctx) => {
      await lockEvent(ctx, id)
      const { rows } = await sql<{ id: string }>`
        select e.id from local_events e where e.id = ${id}::uuid and ${ahead} for no key update`.execute(ctx.db)
      if (rows[0]) await cancel(ctx, rows[0])
    })
  return found.length > 0
}
const BATCH_SIZE = 50

/**
 * Locks the event until the transaction ends and returns it. Refuses it if `whyNot` does. Lock order: the network, the
 * membership, the event's row.
 */
async function lockOwnEvent(ctx: Ctx, id: string, whyNot: (event: Changeable) => Fault | null): Promise<LockedEvent> {
  if (!(await lockEvent(ctx, id))) refuse(eventFaults.notFound)
  const { rows } = await sql<LockedEvent>`
    select e.id, e.title, e.description, e.location, e.address, to_char(e.event_date, 'YYYY-MM-DD') as event_date,
      to_char(e.event_time, 'HH24:MI') as event_time, to_char(e.end_time, 'HH24:MI') as end_time, e.time_zone, e.cell,
      e.updated_at, e.ends_at <= now() as is_past, e.cancelled_at is not null as is_cancelled,
      e.sequence > 0 and e.updated_at > now() - ${COLLECT_INTERVAL} as is_restless, ${isCreator(ctx.viewer)} as is_creator,
      ${mayCancel(ctx.viewer)} as may_cancel
    from local_events e where e.id = ${id}::uuid for no key update`.execute(ctx.db)
  const event = rows[0] ?? refuse(eventFaults.notFound)
  const fault = whyNot(event)
  return fault ? refuse(fault) : event
}
