/** The bulk seed's events: the same rows for the same seed, correct numbers, and the product continues on them. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/world.ts'
import { type Filled, fillDatabase } from './bulk.ts'

const ORDER = { seed: 7, members: 300, posts: 0, comments: 0, votes: 0, groups: 12, events: 800 }
const [world, twin] = (await Promise.all([makeWorld(), makeWorld()])) as [World, World]
let filled: Filled

beforeAll(async () => {
  filled = await fillDatabase(world.url, ORDER)
  await fillDatabase(twin.url, ORDER)
})

const rowsOf = async ({ db }: World) => {
  const { rows } = await sql`
    select (select json_agg(t order by t.id) from local_events t) as events,
      (select json_agg(t order by t.event_id, t.user_id) from event_attendees t) as attendees,
      (select json_agg(t order by t.event_id, t.user_id) from event_attended t) as attended,
      (select json_agg(to_jsonb(t) - 'id' order by t.id) from facts t) as facts`.execute(db)
  return rows[0] as Record<string, unknown[]>
}

/** Events that differ from what the product would have stored. */
const untrue = async ({ db }: World) => {
  const { rows } = await sql`
    select e.id from local_events e
    where e.attendees_count <> (select count(*) from event_attendees k where k.event_id = e.id)
      or not exists (select from event_attendees k where k.event_id = e.id and k.user_id = e.user_id)
      or exists (select from event_attendees k where k.event_id = e.id and (k.event_date, k.sequence) <> (e.event_date, 0))
      or e.begun_at is null and exists (select from event_attended a where a.event_id = e.id)
      or e.begun_at is not null and (e.starts_at > now() or exists (
        select from event_attendees k left join event_attended a using (event_id, user_id)
        where k.event_id = e.id and (a.event_date is not null) <> (k.created_at <= e.starts_at)))
      or e.group_id is not null and not exists (
        select from group_members m where m.group_id = e.group_id and m.user_id = e.user_id)
      or e.starts_at <> (e.event_date + e.event_time) at time zone e.time_zone
      or abs(e.latitude - cell_latitude(e.cell)) > 1e-9 or abs(e.longitude - cell_longitude(e.cell)) > 1e-9`.execute(db)
  return rows
}

test('writes the requested events, the same for the same seed, with correct numbers', async () => {
  const one = await rowsOf(world)
  expect(one.events).toHaveLength(ORDER.events)
  expect(one.attended!.length).toBeGreaterThan(100)
  expect(one).toEqual(await rowsOf(twin))
  expect(await untrue(world)).toEqual([])
})

test('the calendar shows the events, and a member who signs in finds dads nearby', async () => {
  const { id } = await world.as(null).members.getMember({ username: filled.logins[0]!.username })
  const { days } = await world.as({ id }).events.listWeek({ scope: 'everywhere', day: '2026-01-04' })
  expect(days.reduce((sum, day) => sum + day.events.length + day.more, 0)).toBeGreaterThan(0)
  const { rows } = await sql<{ id: string }>`
    select id from profiles_private where cell in (select cell from local_cells order by members desc, cell limit 1)
    order by id limit 1`.execute(world.db)
  const near = await world.as(rows[0]!).nearby.listNearby({ radius: 25 })
  expect(near.items.length).toBeGreaterThan(10)
  expect(await untrue(world)).toEqual([])
})
