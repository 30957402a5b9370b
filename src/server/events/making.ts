/** Events are made by members with local mode on, for everyone or in a network of theirs. */
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
import { ringFor } from '../kernel/stream/stream.ts'
import { parseBody } from '../kernel/text/text.ts'
import { hasLocalMode } from '../members/members.ts'
import { eventFacts } from './facts.ts'
import { getEvent } from './reading.ts'
import { mustBeZone } from './zones.ts'

type Sent = z.output<typeof NewEvent>

/** What is kept of it. The position becomes its cell here, in memory: nothing else of it goes further (R-04, R-05). */
const wordsOf = ({ latitude, longitude, ...sent }: Omit<Sent, 'id'>) => ({
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

interface Made {
  id: string | null
  is_soon: boolean
  is_local: boolean
  has_place: boolean
}

/**
 * The event, its first attendee and the fact in one statement. The same id and words twice are one event, also when he
 * has changed it since. Today is that of the event's own zone; on it a time that has gone by is no fault (AMB-78).
 */
export async function createEvent(ctx: Ctx, { id = randomUUID(), ...sent }: Sent): Promise<Event> {
  const { id: creator } = mustBeMember(ctx, SAY_LOCAL.signInToCreate)
  await mustBeZone(ctx, sent.time_zone)
  const event = wordsOf(sent)
  const { group_id, time_zone, event_date } = event
  const body = event.description === null ? [] : parseBody(event.description)
  const made_of = createHash('md5').update(JSON.stringify(event)).digest('hex')
  const insert = () =>
    sql<Made>`
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
    fact as (
      insert into facts (kind, actor_id, data)
      select 'event.created', ${creator}::uuid, jsonb_build_object('event_id', made.id) from made)
    select made.id, place.is_soon, place.is_local, place.has_place from place left join made on true`.execute(ctx.db)
  await ctx.limits.draw('event', creator)
  const { rows } = await retried(ctx, insert).catch((error: unknown) => {
    // his network is held, so it is his account that has gone meanwhile
    if (isBreach(error, 'gone')) notSignedIn(SAY_LOCAL.signInToCreate)
    throw error
  })
  const [made] = rows
  if (made?.id) {
    ringFor(ctx, eventFacts.created(id))
    return getEvent(ctx, { id })
  }
  await ctx.limits.giveBack('event', creator)
  if (!(await isRepeated(ctx, { id, creator, made_of }))) refuseNew(made!)
  return getEvent(ctx, { id })
}

/** A day that an event may have, by the database's clock: from today on, where it is, and not too far ahead. */
export const isSoon = (day: string, zone: string) => sql<boolean>`(
  ${day}::date between (now() at time zone ${zone})::date
    and ((now() at time zone ${zone})::date + make_interval(years => ${sql.lit(EVENT.yearsAhead)}))::date)`

export const badTime = (): never => refuseField(eventFaults.badTime, 'event_date')
const refuseField = (fault: Fault, field: string): never => refuse(fault, { fields: { [field]: fault.message } })

/** The nearest reason first. */
function refuseNew({ is_soon, is_local, has_place }: Made): never {
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
