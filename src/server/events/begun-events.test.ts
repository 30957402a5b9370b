/** Points for an event go to the members who attend it when it begins; later attendance changes nothing. */
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { hadSaidSo, karmaDrift, letBegin, scoreDrift } from '#test/karma.ts'
import { makeWorld, type Person } from '#test/world.ts'
import { foldAll } from '../karma/karma.ts'
import { beginEvents, eventJobs } from './events.ts'

const world = await makeWorld()
const { db } = world
const attend = (who: Person, { id }: { id: string }, going = true) => world.as(who).events.attendEvent({ id, going })
const noticed = () => eventJobs({ db }).tasks.begin_events!({})

/** Ana creates the event and Ben attends it; Col does not attend unless a test says so. */
async function gathering(group_id?: string) {
  const [ana, ben, col] = (await world.members(3)) as [Person, Person, Person]
  if (group_id) for (const { id } of [ana, ben]) await join(id, group_id)
  const event = await world.event({ by: ana, ...(group_id ? { group_id } : {}) })
  await attend(ben, event)
  return { ana, ben, col, event }
}
const join = (member: string, network: string) =>
  sql`insert into group_members (group_id, user_id) values (${network}, ${member})`.execute(db)

/** Returns for each member how many events count as attended. */
async function attended(...people: Person[]) {
  await foldAll(db)
  const of = async (one: Person) => (await world.as(one).karma.getKarma()).events
  return Promise.all(people.map(of))
}

afterEach(async () => {
  await foldAll(db)
  expect(await karmaDrift(world)).toEqual([])
  expect(await scoreDrift(world)).toEqual([])
  const { rows } = await sql`select a.event_id from event_attended a join local_events e on e.id = a.event_id
    where e.begun_at is null or e.cancelled_at is not null or e.starts_at > now() or a.event_date <> e.event_date`.execute(
    db,
  )
  expect(rows).toEqual([])
})

describe('points for an event are given when it begins', () => {
  test('not when a member joins, and only once, however often the job runs', async () => {
    const { ana, ben, event } = await gathering()
    await noticed()
    expect(await attended(ana, ben)).toEqual([0, 0])
    await letBegin(world, event)
    expect(await attended(ana, ben)).toEqual([0, 0])
    await Promise.all([noticed(), noticed(), beginEvents(db)])
    await noticed()
    expect(await attended(ana, ben)).toEqual([1, 1])
    expect((await world.as(ben).karma.getKarma()).community_karma).toBe(3)
  })

  test('to the members who attend then: joining or leaving later changes nothing', async () => {
    const { ana, ben, col, event } = await gathering()
    await letBegin(world, event)
    await noticed()
    await attend(col, event)
    await attend(ben, event, false)
    await noticed()
    expect(await attended(ana, ben, col)).toEqual([1, 1, 0])
    // he does not get the points a second time
    await attend(ben, event)
    await noticed()
    expect(await attended(ana, ben, col)).toEqual([1, 1, 0])
  })

  test('also if no process was running when it began', async () => {
    const { ana, ben, col, event } = await gathering()
    await letBegin(world, event)
    await attend(col, event)
    await attend(ben, event, false)
    await attend(ana, event, false)
    await noticed()
    expect(await attended(ana, ben, col)).toEqual([1, 1, 0])
  })

  test('not to a member who left it before it began', async () => {
    const { ana, ben, event } = await gathering()
    await attend(ben, event, false)
    await letBegin(world, event)
    await noticed()
    expect(await attended(ana, ben)).toEqual([1, 0])
  })

  test('to nobody if it had begun when it was created', async () => {
    const ana = await world.member()
    const event = await world.event({ by: ana })
    await sql`update local_events set event_date = (now() at time zone time_zone)::date - 1 where id = ${event.id}`.execute(
      db,
    )
    await noticed()
    await attend(ana, event, false)
    expect(await attended(ana)).toEqual([0])
  })

  test('with the next job if it failed, without stopping other events', async () => {
    const [one, other] = [await gathering(), await gathering()]
    for (const { event } of [one, other]) await letBegin(world, event)
    await sql`alter table event_attended add constraint broken check (event_id <> ${sql.lit(one.event.id)}) not valid`.execute(
      db,
    )
    await expect(noticed()).rejects.toThrow(/broken/)
    expect(await attended(one.ben, other.ben)).toEqual([0, 1])
    await sql`alter table event_attended drop constraint broken`.execute(db)
    await noticed()
    expect(await attended(one.ben, other.ben)).toEqual([1, 1])
  })
})

describe('a changed event', () => {
  test('that is moved to an earlier, past time before it begins gives points to members who had joined by that time', async () => {
    const { ana, ben, col, event } = await gathering()
    await hadSaidSo(world, event)
    await attend(col, event)
    await sql`update local_events set time_zone = 'UTC', event_date = t.at::date, event_time = date_trunc('minute', t.at)::time
      from (select now() at time zone 'UTC' - interval '10 minutes' as at) t where id = ${event.id}`.execute(db)
    await noticed()
    expect(await attended(ana, ben, col)).toEqual([1, 1, 0])
  })

  test('that is moved to a later time after it has begun loses its points, and gives them when it begins', async () => {
    const { ana, ben, col, event } = await gathering()
    await letBegin(world, event)
    await noticed()
    expect(await attended(ana, ben, col)).toEqual([1, 1, 0])
    const { event_date } = await world.event({ by: ana })
    await world.as(ana).events.editEvent({ id: event.id, event_date, event_time: '18:00' })
    expect(await attended(ana, ben, col)).toEqual([0, 0, 0])
    await attend(ben, event, false)
    await attend(col, event)
    await letBegin(world, event)
    await noticed()
    expect(await attended(ana, ben, col)).toEqual([1, 0, 1])
  })

  test('that is cancelled before or after it has begun gives no points', async () => {
    const [before, after] = [await gathering(), await gathering()]
    await world.as(before.ana).events.cancelEvent({ id: before.event.id })
    for (const { event } of [before, after]) await letBegin(world, event)
    await noticed()
    expect(await attended(before.ana, before.ben, after.ana, after.ben)).toEqual([0, 0, 1, 1])
    await world.as(after.ana).events.cancelEvent({ id: after.event.id })
    await noticed()
    expect(await attended(after.ana, after.ben)).toEqual([0, 0])
    // leaving it then changes no points
    await attend(after.ben, after.event, false)
    expect(await attended(after.ben)).toEqual([0])
  })

  test('that is deleted, alone or with its network, loses its points', async () => {
    const network = await world.publicNetwork({ members: [] })
    const [alone, inside] = [await gathering(), await gathering(network.id)]
    for (const { event } of [alone, inside]) await letBegin(world, event)
    await noticed()
    expect(await attended(alone.ben, inside.ben)).toEqual([1, 1])
    await db.deleteFrom('local_events').where('id', '=', alone.event.id).execute()
    await db.deleteFrom('groups').where('id', '=', network.id).execute()
    expect(await attended(alone.ben, inside.ben)).toEqual([0, 0])
  })

  test('in a private network counts when the network becomes public, and stops counting when it becomes private', async () => {
    const network = await world.privateNetwork({ members: [] })
    const { ana, ben, event } = await gathering(network.id)
    await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${ana.id}`.execute(
      db,
    )
    const turn = (is_public: boolean) => world.as(ana).groups.editGroup({ id: network.id, is_public })
    await letBegin(world, event)
    await noticed()
    expect(await attended(ana, ben)).toEqual([0, 0])
    await turn(true)
    expect(await attended(ana, ben)).toEqual([1, 1])
    await attend(ben, event, false)
    await turn(false)
    expect(await attended(ana, ben)).toEqual([0, 0])
  })
})

test('deleting an account deletes its attendance, and the other members keep their points', async () => {
  const { ana, ben, col, event } = await gathering()
  await attend(col, event)
  await letBegin(world, event)
  await noticed()
  await attend(col, event, false)
  await db.deleteFrom('user').where('id', 'in', [ana.id, col.id]).execute()
  expect(await attended(ben)).toEqual([1])
  expect(await db.selectFrom('event_attended').select('user_id').where('event_id', '=', event.id).execute()).toEqual([
    { user_id: ben.id },
  ])
})

test('the job finds due events by their own index', async () => {
  await sql`set enable_seqscan = off`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select e.id from local_events e
    where e.begun_at is null and e.cancelled_at is null and e.starts_at <= now() order by e.starts_at, e.id limit 100`.execute(
    db,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('local_events_to_begin')
})
