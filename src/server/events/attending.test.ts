/** Attendance: the request names the desired state, and the count always equals a recount. */
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { snapshot } from '#test/snapshot.ts'
import { daysAhead, makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
const attend = (who: Person, id: string, going = true) => world.as(who).events.attendEvent({ id, going })
const attendAs = (going: unknown, id: string) => world.as(ben).events.attendEvent({ id, going: going as boolean })
const factsOf = async (id: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from facts where data ->> 'event_id' = ${id} and kind like 'event.%' order by id`.execute(db)
  return rows.map(({ kind }) => kind)
}
const toldOf = async (id: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from topic_events where topic = ${`event:${id}`} order by seq`.execute(db)
  return rows.map(({ kind }) => kind)
}
const end = (id: string) =>
  sql`update local_events set event_date = (now() at time zone time_zone)::date - 2 where id = ${id}`.execute(db)

afterEach(async () => {
  const { rows } = await sql`
    select e.id, e.attendees_count, count(k.*) from local_events e left join event_attendees k on k.event_id = e.id
    group by e.id having e.attendees_count <> count(k.*)`.execute(db)
  expect(rows).toEqual([])
  // a deadlock would have been retried and logged
  expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})

describe('attendance', () => {
  test('a member joins and leaves as often as he likes, and repeating a request changes nothing', async () => {
    const { id } = await world.event({ by: ana })
    for (const [going, count] of [
      [true, 2],
      [true, 2],
      [false, 1],
      [false, 1],
      [true, 2],
    ] as const)
      expect(await attend(ben, id, going)).toMatchObject({ is_attending: going, attendees_count: count })
    expect(await factsOf(id)).toEqual(['event.created', 'event.attended', 'event.left', 'event.attended'])
    expect(await toldOf(id)).toEqual(['attendance.changed', 'attendance.changed', 'attendance.changed'])
    expect(world.notified).toContain(`event:${id}`)
    expect((await world.as(ben).events.getEvent({ id })).seq).toBe(3)
  })

  test('41: the desired state is true or false', async () => {
    const { id } = await world.event({ by: ana })
    for (const going of ['true', 1, null, undefined, [true]])
      expect(await refusal(attendAs(going, id))).toMatchObject({ status: 400, code: 'INVALID' })
  })

  test('nobody can join an event that is over, in a network or not; attendees can leave it and stay until they do', async () => {
    const network = await world.publicNetwork({ members: [ana, ben] })
    for (const group_id of [undefined, network.id]) {
      const { id } = await world.event({ by: ana, ...(group_id && { group_id }) })
      await end(id)
      const before = await snapshot(db)
      expect(await refusal(attend(ben, id))).toEqual({ code: 'EVENT_PAST', status: 409, message: 'This event is over' })
      expect(await snapshot(db)).toBe(before)
      expect(await attend(ana, id)).toMatchObject({ is_attending: true, is_past: true })
      expect(await attend(ana, id, false)).toMatchObject({ is_attending: false, attendees_count: 0 })
      expect(await refusal(attend(ana, id))).toMatchObject({ code: 'EVENT_PAST' })
    }
  })

  test('a member can join an event that has begun and is running', async () => {
    const { id } = await world.event({ by: ana, time_zone: 'UTC' })
    // it has been running since yesterday and ends in a minute or two
    await sql`update local_events set event_date = t.soon::date - 1, event_time = t.soon::time, end_time = t.soon::time
      from (select date_trunc('minute', now() at time zone 'UTC' + interval '2 minutes') as soon) t where id = ${id}`.execute(
      db,
    )
    expect(await attend(ben, id)).toMatchObject({ is_attending: true, is_past: false })
  })

  test('nobody can join a cancelled event; attendees can leave it', async () => {
    const { id } = await world.event({ by: ana })
    await attend(ben, id)
    await sql`update local_events set cancelled_at = now() where id = ${id}`.execute(db)
    expect(await refusal(attend(await world.member(), id))).toEqual({
      ...{ code: 'EVENT_CANCELLED', status: 409, message: 'This event was cancelled' },
    })
    expect(await attend(ben, id, false)).toMatchObject({ attendees_count: 1, is_cancelled: true })
  })
})

guarantee(
  '26',
  'if a member joins and leaves from two tabs at the same time the count equals a recount and the last request wins',
  { short: 25, full: 100 },
  async (times) => {
    const { id } = await world.event({ by: ana })
    const tab = async (first: boolean) => {
      for (let n = 0; n < times; n++) await attend(ben, id, n % 2 === 0 ? first : !first)
    }
    await Promise.all([tab(true), tab(false)])
    const { rows } = await sql<{ n: number; going: boolean }>`
      select (select attendees_count from local_events where id = ${id}) as n,
        exists (select from event_attendees where event_id = ${id} and user_id = ${ben.id}) as going`.execute(db)
    expect(rows[0]!.n).toBe(rows[0]!.going ? 2 : 1)
    const facts = (await factsOf(id)).slice(1)
    expect(facts).toEqual(facts.map((_, n) => (n % 2 ? 'event.left' : 'event.attended')))
    expect(facts.length % 2 === 1).toBe(rows[0]!.going)
    expect(await toldOf(id)).toHaveLength(facts.length)
    expect(await attend(ben, id, false)).toMatchObject({ attendees_count: 1 })
  },
)

guarantee(
  '26',
  'if many members join, leave and delete their accounts at the same time the count equals a recount',
  { short: 20, full: 100 },
  async (count) => {
    const events = [await world.event({ by: ana }), await world.event({ by: ana })]
    const people = await world.members(count)
    await Promise.all(
      people.flatMap((person, n) =>
        events.flatMap(({ id }) => [
          attend(person, id),
          attend(person, id),
          ...(n % 3 ? [] : [attend(person, id, false)]),
        ]),
      ),
    )
    const leaving = people.slice(0, count / 2)
    await Promise.all([
      ...leaving.map(({ id }) => db.deleteFrom('user').where('id', '=', id).execute()),
      ...people.slice(count / 2).flatMap((person) => events.map(({ id }) => attend(person, id, false))),
    ])
    for (const { id } of events)
      expect(await world.as(ana).events.getEvent({ id })).toMatchObject({ attendees_count: 1 })
  },
)

guarantee(
  '26',
  'if accounts are deleted while their members join, leave, comment and edit their events, no row is left and the count equals a recount',
  { short: 2, full: 20 },
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const people = await world.members(50)
      for (const person of people) await world.local(person)
      const network = await world.privateNetwork({ members: [ana, ...people] })
      const places = [await world.event({ by: ana }), await world.event({ by: ana, group_id: network.id })]
      // each member has an event of his own, which the next members join
      const own = await Promise.all(
        people.map((by, n) => world.event({ by, ...(n % 2 ? { group_id: network.id } : {}) })),
      )
      const near = (n: number) => [...places, ...[0, 1, 2].map((step) => own[(n + step) % own.length]!)]
      await Promise.all(people.flatMap((person, n) => near(n).map(({ id }) => attend(person, id, n % 3 > 0))))
      const ends = await Promise.allSettled(
        people.flatMap((person, n) => [
          ...near(n).map(({ id }) => attend(person, id, n % 3 === 0)),
          db.deleteFrom('user').where('id', '=', person.id).execute(),
          ...near(n).map(({ id }) => attend(person, id, n % 3 > 0)),
          world.as(person).events.editEvent({ id: own[n]!.id, event_date: daysAhead(9) }),
          world.as(person).events.createEventComment({ id: places[n % 2]!.id, content: 'Hello.' }),
        ]),
      )
      for (const end of ends)
        if (end.status === 'rejected')
          expect(['EVENT_NOT_FOUND', 'NOT_CREATOR']).toContain((end.reason as { code: string }).code)
      const ids = sql`${people.map(({ id }) => id)}::uuid[]`
      const { rows } = await sql`
        select from "user" where id = any(${ids}) union all select from event_attendees where user_id = any(${ids})
        union all select from event_comments where user_id = any(${ids})
        union all select from local_events where user_id = any(${ids})`.execute(db)
      expect(rows).toEqual([])
    }
  },
)

test('26: joining an event that is deleted at the same time gets 404, and leaves no row and no internal error', async () => {
  const { id } = await world.event({ by: ana })
  await attend(ben, id)
  const late = await world.member()
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deleted = db.transaction().execute(async (inside) => {
    await sql`delete from local_events where id = ${id}`.execute(inside)
    held.resolve()
    await go.promise
  })
  await held.promise
  const calls = [
    attend(late, id),
    attend(ben, id, false),
    world.as(ben).events.createEventComment({ id, content: 'Hello.' }),
    world.as(ana).events.editEvent({ id, title: 'Other' }),
    world.as(ana).events.cancelEvent({ id }),
  ]
  for (const call of calls) call.catch(() => {})
  await waitingForLocks(world, calls.length)
  go.resolve()
  await deleted
  for (const call of calls) expect(await refusal(call)).toMatchObject({ code: 'EVENT_NOT_FOUND', status: 404 })
  for (const table of ['event_attendees', 'event_comments', 'topics', 'event_notices']) {
    const { rows } = await sql`select from ${sql.table(table)} t where t::text like ${`%${id}%`}`.execute(db)
    expect(rows, table).toEqual([])
  }
})

test('17: a member who leaves the network while he joins an event does not attend it', async () => {
  const network = await world.privateNetwork({ members: [ana, ben] })
  const { id } = await world.event({ by: ana, group_id: network.id })
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const leaving = db.transaction().execute(async (inside) => {
    await sql`delete from group_members where group_id = ${network.id} and user_id = ${ben.id}`.execute(inside)
    held.resolve()
    await go.promise
  })
  await held.promise
  const calls = [attend(ben, id), world.as(ben).events.createEventComment({ id, content: 'Hello.' })]
  for (const call of calls) call.catch(() => {})
  await waitingForLocks(world, calls.length)
  go.resolve()
  await leaving
  for (const call of calls) expect(await refusal(call)).toMatchObject({ code: 'EVENT_NOT_FOUND' })
  expect(await world.as(ana).events.getEvent({ id })).toMatchObject({ attendees_count: 1 })
})
