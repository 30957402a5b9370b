/** What each viewer sees of an event. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { daysAhead, makeWorld, refusal } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben, cal, dan] = await world
  .members(4)
  .then((people) => people as [(typeof people)[0], (typeof people)[0], (typeof people)[0], (typeof people)[0]])
const see = (id: string, who: Parameters<typeof world.as>[0]) => world.as(who).events.getEvent({ id })

describe('the exact address', async () => {
  const address = 'Flat 7, Dulwich Road'
  const { id } = await world.event({ by: ana, address })

  test('is shown to attendees and the creator; others only see that there is one', async () => {
    for (const who of [null, ben]) expect(await see(id, who)).toMatchObject({ address: null, has_address: true })
    expect(await see(id, ana)).toMatchObject({ address })
    expect(await world.as(ben).events.attendEvent({ id, going: true })).toMatchObject({ address })
    expect(await world.as(ben).events.attendEvent({ id, going: false })).toMatchObject({ address: null })
    await world.as(ana).events.attendEvent({ id, going: false })
    expect(await see(id, ana)).toMatchObject({ address, is_attending: false })
  })

  test('is in no other answer that other viewers get', async () => {
    const all = [
      await see(id, ben),
      await world.as(ben).events.listEvents({}),
      await world.as(ben).events.listWeek({ day: daysAhead(7) }),
      await world.as(ben).events.listEventComments({ id }),
    ]
    expect(JSON.stringify(all)).toContain('Brockwell Lido')
    expect(JSON.stringify(all)).not.toContain('Flat 7')
  })
})

describe('the distance', async () => {
  const London = { latitude: 51.5074, longitude: -0.1278 }
  const event = await world.event({ by: ana, latitude: 51.45, longitude: -0.1 })
  const placeless = await world.event({ by: ana })

  test('is given in words, from the viewer’s cell to that of the event', async () => {
    await world.local(ben, London)
    const { distance } = await see(event.id, ben)
    expect(distance).toMatch(/^4\.\d mi$/)
    const { rows } = await sql<{ cell: number }>`select cell from local_events where id = ${event.id}`.execute(db)
    await sql`update profiles_private set cell = ${rows[0]!.cell} where id = ${ben.id}`.execute(db)
    expect((await see(event.id, ben)).distance).toBe('Very close')
  })

  test('is not given without a position of the viewer or the event, or with local mode off', async () => {
    await world.local(ben, London)
    expect((await see(placeless.id, ben)).distance).toBeNull()
    await world.as(ben).nearby.setLocalMode({ enabled: false })
    for (const who of [ben, cal, null]) expect((await see(event.id, who)).distance).toBeNull()
  })

  test('is given without a latitude, a longitude or a cell', async () => {
    await world.local(ben, London)
    const all = [await see(event.id, ben), await world.as(ben).events.listEvents({}), await see(event.id, ana)]
    expect(JSON.stringify(all)).not.toMatch(/latitude|longitude|cell"|(?<!:\d\d:)51\.4/)
  })
})

describe('an event of a private network', async () => {
  const network = await world.privateNetwork({ members: [ana, ben, cal] })
  const { id } = await world.event({ by: ana, group_id: network.id, title: 'Among us' })
  const { id: comment } = await world.as(ben).events.createEventComment({ id, content: 'See you there.' })
  await world.leave(network, cal)

  test('does not exist for non-members, in any operation', async () => {
    for (const who of [dan, cal, null])
      for (const ask of [
        () => see(id, who),
        () => world.as(who).events.listEventComments({ id }),
        ...(who
          ? [
              () => world.as(who).events.attendEvent({ id, going: true }),
              () => world.as(who).events.attendEvent({ id, going: false }),
              () => world.as(who).events.createEventComment({ id, content: 'Hello?' }),
              () => world.as(who).events.editEvent({ id, title: 'Mine' }),
              () => world.as(who).events.cancelEvent({ id }),
            ]
          : []),
      ]) {
        const refused = await refusal(ask())
        expect(refused).toEqual({ code: 'EVENT_NOT_FOUND', status: 404, message: 'Event not found.' })
      }
    expect(await refusal(world.as(dan).events.deleteEventComment({ id: comment }))).toEqual(
      await refusal(world.as(dan).events.deleteEventComment({ id: randomUUID() })),
    )
  })

  test('is visible to members, and marked as not public', async () => {
    expect(await see(id, ben)).toMatchObject({ is_public: false, title: 'Among us', group: { id: network.id } })
  })

  test('17: disappears for others at once when the network becomes private, and returns when it becomes public', async () => {
    const open = await world.publicNetwork({ members: [ana] })
    const { id } = await world.event({ by: ana, group_id: open.id, title: 'Shut at once' })
    const seen = async () => {
      const list = await world.as(ben).events.listEvents({ q: 'shut at once', scope: 'everywhere' })
      const week = await world.as(ben).events.listWeek({ day: daysAhead(7), q: 'shut at once', scope: 'everywhere' })
      const shown = week.days.reduce((sum, { events }) => sum + events.length, 0)
      return [
        await see(id, null).then(
          () => 1,
          () => 0,
        ),
        list.items.length,
        shown,
      ]
    }
    const turn = (is_public: boolean) =>
      sql`update groups set is_public = ${is_public} where id = ${open.id}`.execute(db)
    expect(await seen()).toEqual([1, 1, 1])
    await turn(false)
    expect(await seen()).toEqual([0, 0, 0])
    await turn(true)
    expect(await seen()).toEqual([1, 1, 1])
    await sql`update groups set status = 'rejected' where id = ${open.id}`.execute(db)
    expect(await seen()).toEqual([0, 0, 0])
  })

  test('cannot be edited by a creator who has left the network', async () => {
    const { id } = await world.event({ by: ben, group_id: network.id })
    await world.leave(network, ben)
    expect(await refusal(world.as(ben).events.editEvent({ id, title: 'Still mine' }))).toMatchObject({ status: 404 })
    expect(await refusal(world.as(ben).events.cancelEvent({ id }))).toMatchObject({ status: 404 })
  })
})

describe('attendees', async () => {
  const { id } = await world.event({ by: ana })
  const people = await world.members(5)
  for (const person of people) await world.as(person).events.attendEvent({ id, going: true })

  test('are counted; members see the first three others', async () => {
    const names = (event: { attendees: { id: string }[] }) => event.attendees.map(({ id }) => id)
    const byBen = await see(id, ben)
    expect(byBen.attendees_count).toBe(6)
    expect(names(byBen)).toEqual([ana.id, people[0]!.id, people[1]!.id])
    expect(names(await see(id, ana))).toEqual(people.slice(0, 3).map(({ id }) => id))
    expect(names(await see(id, people[1]!))).toEqual([ana.id, people[0]!.id, people[2]!.id])
  })

  test('are only a number for a visitor, who gets no live events', async () => {
    expect(await see(id, null)).toMatchObject({ attendees: [], attendees_count: 6, seq: null, is_attending: false })
  })

  test('no longer include a deleted account, and the count follows', async () => {
    await db.deleteFrom('user').where('id', '=', people[0]!.id).execute()
    expect(await see(id, ben)).toMatchObject({ attendees_count: 5 })
    const { id: orphan } = await world.event({ by: dan })
    await db.deleteFrom('user').where('id', '=', dan.id).execute()
    expect(await see(orphan, ben)).toMatchObject({ creator: null, attendees_count: 0 })
  })
})

describe('a missing event', () => {
  test.each(['x', '', randomUUID(), '%00', '\0', '../x', 'undefined', "' or 1=1"])('%j', async (id) => {
    const missing = { code: 'EVENT_NOT_FOUND', status: 404, message: 'Event not found.' }
    const { getEvent, listEventComments, attendEvent, cancelEvent, editEvent, createEventComment } =
      world.as(ben).events
    for (const call of [
      () => getEvent({ id }),
      () => listEventComments({ id }),
      () => attendEvent({ id, going: true }),
      () => cancelEvent({ id }),
      () => editEvent({ id, title: 'Hello' }),
      () => createEventComment({ id, content: 'Hello.' }),
    ])
      expect(await refusal(call())).toEqual(missing)
    expect(await refusal(world.as(ben).events.deleteEventComment({ id }))).toMatchObject({ code: 'COMMENT_NOT_FOUND' })
  })

  test('an id in capital letters is the same id', async () => {
    const { id } = await world.event({ by: ana })
    expect((await see(id.toUpperCase(), ben)).id).toBe(id)
  })
})

describe('the URL of the calendar', () => {
  const path = async () => (await world.as(ana).events.getCalendarFeed()).path
  beforeAll(async () => {
    await world.as(ana).events.revokeCalendarFeed()
  })

  test('is created, replaced when renewed, and can be revoked; each member has his own', async () => {
    const mine = world.as(ana).events
    expect(await path()).toBeNull()
    const { path: first } = await mine.renewCalendarFeed()
    expect(first).toMatch(/^\/calendar\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.ics$/)
    expect(await path()).toBe(first)
    const { path: second } = await mine.renewCalendarFeed()
    expect(second).not.toBe(first)
    expect(await path()).toBe(second)
    expect((await world.as(ben).events.getCalendarFeed()).path).toBeNull()
    const { path: his } = await world.as(ben).events.renewCalendarFeed()
    expect(await mine.revokeCalendarFeed()).toEqual({ path: null })
    expect(await path()).toBeNull()
    expect((await world.as(ben).events.getCalendarFeed()).path).toBe(his)
    const { rows } = await sql`select user_id from calendar_feeds`.execute(db)
    expect(rows).toEqual([{ user_id: ben.id }])
  })
})
