/** Creating events. The member must have local mode on; the event is for everyone or in one of his networks. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { NewEvent } from '#contract/event-fields.ts'
import { type Event, eventFaults } from '#contract/events.ts'
import type { Fault } from '#contract/kernel.ts'
import { EVENT, SAY_LOCAL } from '#contract/local-words.ts'
import { ownGroup } from '../groups/groups.ts'
import { type Ctx, mustBeMember, notSignedIn, retried } from '../kernel/ctx.ts'
import { cellAt } from '../kernel/geo/geo.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { factOf, notifyFor } from '../kernel/stream/stream.ts'
import { parseBody } from '../kernel/text/text.ts'
import { hasLocalMode } from '../members/members.ts'
import { eventFacts } from './facts.ts'
import { getEvent } from './reading.ts'
import { inStorableZone, storableZone } from './zones.ts'

type EventInput = z.output<typeof NewEvent>

/** The fields that are stored. The position is reduced to its cell here, in memory, and stored nowhere else. */
const wordsOf = ({ latitude, longitude, ...sent }: Omit<EventInput, 'id'>) => ({
  title: sent.title,
  description: sent.description ?? null,
  location: sent.location,
  address: sent.address ?? null,
  event_date: sent.event_date,
  event_time: sent.event_time,
  end_time: sent.end_time ?? null,
  time_zone: sent.time_zone,
  cell: latitude == null || longitude == null ? null : cellAt({ latitude, longitude }),
  group_id: sent.group_id ?? null,
})

interface CreationChecks {
  id: string | null
  is_soon: boolean
  is_local: boolean
  has_place: boolean
}

/**
 * Inserts the event, its first attendee and the fact in one statement. A request with the same id and content creates one
 * event, even if the member has edited it since. Today is the day in the event's own zone; an earlier time today is allowed.
 */
export async function createEvent(ctx: Ctx, { id = randomUUID(), ...sent }: EventInput): Promise<Event> {
  const { id: creator } = mustBeMember(ctx, SAY_LOCAL.signInToCreate)
  const words = wordsOf(inStorableZone(sent))
  const event = { ...words, time_zone: await storableZone(ctx, words.time_zone) }
  const { group_id, time_zone, event_date } = event
  const body = event.description === null ? [] : parseBody(event.description)
  const made_of = createHash('md5').update(JSON.stringify(event)).digest('hex')
  const insert = () =>
    sql<CreationChecks>`
    with place as materialized (
      select ${isSoon(event_date, time_zone)} as is_soon, ${hasLocalMode(sql`${creator}::uuid`)} as is_local,
        ${group_id}::uuid is null or g.id is not null as has_place, g.id as group_id
      from (select lock_member(${creator}::uuid)) one left join lateral (
        select g.id, lock_group(g.id) from ${ownGroup(sql`${group_id}::uuid`, sql`${creator}::uuid`)} for key share of m) g on true),
    made as (
      insert into local_events (id, title, description, body, location, address, event_date, event_time, end_time,
        time_zone, cell, user_id, group_id, made_of)
      select ${id}::uuid, ${event.title}, ${event.description}, ${JSON.stringify(body)}::jsonb, ${event.location},
        ${event.address}, ${event_date}::date, ${event.event_time}::time, ${event.end_time}::time, ${time_zone},
        ${event.cell}::int, ${creator}::uuid, place.group_id, ${made_of}
      from place where place.is_soon and place.is_local and place.has_place
      on conflict (id) do nothing returning id),
    going as (insert into event_attendees (event_id, user_id) select id, ${creator}::uuid from made),
    fact as (${factOf('event.created', creator, sql`jsonb_build_object('event_id', made.id) from made`)})
    select made.id, place.is_soon, place.is_local, place.has_place from place left join made on true`.execute(ctx.db)
  await ctx.limits.draw('event', creator)
  const { rows } = await retried(ctx, insert).catch((error: unknown) => {
    // the network is locked, so it is the member's account that was deleted meanwhile
    if (isBreach(error, 'gone')) notSignedIn(SAY_LOCAL.signInToCreate)
    throw error
  })
  const [made] = rows
  if (made?.id) {
    notifyFor(ctx, eventFacts.created(id))
    return getEvent(ctx, { id })
  }
  await ctx.limits.giveBack('event', creator)
  if (!(await isRepeated(ctx, { id, creator, made_of }))) refuseNew(made!)
  return getEvent(ctx, { id })
}

/** True for a day from today on, at the event's place, by the database's clock, and within the allowed years ahead. */
export const isSoon = (day: string, zone: string) => sql<boolean>`(
  ${day}::date between (now() at time zone ${zone})::date
    and ((now() at time zone ${zone})::date + make_interval(years => ${sql.lit(EVENT.yearsAhead)}))::date)`

export const badTime = (): never => refuseField(eventFaults.badTime, 'event_date')
const refuseField = (fault: Fault, field: string): never => refuse(fault, { fields: { [field]: fault.message } })

/** Refuses with the first reason that applies. */
function refuseNew({ is_soon, is_local, has_place }: CreationChecks): never {
  if (!is_soon) badTime()
  if (!is_local) refuse(eventFaults.modeOff)
  if (!has_place) refuseField(eventFaults.notOwnGroup, 'group_id')
  refuse(eventFaults.idTaken)
}

async function isRepeated(ctx: Ctx, sent: { id: string; creator: string; made_of: string }): Promise<boolean> {
  const { rows } = await sql`
    select from local_events e where e.id = ${sent.id}::uuid and e.user_id = ${sent.creator}::uuid
      and e.made_of = ${sent.made_of}`.execute(ctx.db)
  return rows.length > 0
}
