/** Editing and cancelling of events by their creators. */
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { nthMail, until } from '#test/client.ts'
import { snapshot } from '#test/snapshot.ts'
import { daysAhead, makeWorld, type Person, refusal } from '#test/world.ts'
import { cellAt, centreOf } from '../kernel/geo/grid.ts'
import { eventJobs } from './events.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
type EventChangeInput = Omit<Parameters<ReturnType<typeof world.as>['events']['editEvent']>[0], 'id'>
const edit = (id: string, change: EventChangeInput, who = ana) => world.as(who).events.editEvent({ id, ...change })
const cancel = (id: string, who = ana) => world.as(who).events.cancelEvent({ id })
const attend = (who: Person, id: string, going = true) => world.as(who).events.attendEvent({ id, going })
const rowOf = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`select * from local_events where id = ${id}`.execute(db)
  return rows[0]!
}
const factsOf = async (id: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from facts where data ->> 'event_id' = ${id} and kind <> 'event.attended' order by id`.execute(db)
  return rows.map(({ kind }) => kind)
}
const toldOf = async (id: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from topic_events where topic = ${`event:${id}`} and kind <> 'attendance.changed' order by seq`.execute(
    db,
  )
  return rows.map(({ kind }) => kind)
}
const crowd = (id: string, people: Person[]) =>
  sql`insert into event_attendees (event_id, user_id)
    select ${id}::uuid, unnest(${people.map(({ id }) => id)}::uuid[])`.execute(db)
/** Returns the recipients of the queued mails of this kind, sorted. No mail is sent in these tests. */
const mailsTo = async (kind: string, title: string) => {
  const { rows } = await sql<{ to: string }>`
    select payload ->> 'to' as to from graphile_worker._private_jobs
    where payload ->> 'kind' = ${kind} and payload ->> 'subject' like ${`%${title}%`} order by 1`.execute(db)
  return rows.map(({ to }) => to)
}
const work = () => eventJobs({ db }).tasks.tell_attendees!({})

describe('a change', () => {
  test('changes the fields that were sent, is published, and increases the sequence number of the calendar', async () => {
    const { id, created_at } = await world.event({
      by: ana,
      description: 'First.',
      address: 'Gate A',
      end_time: '11:00',
    })
    const changed = await edit(id, { title: 'Another title', event_time: '10:30', description: '**Second.**' })
    expect(changed).toMatchObject({
      ...{
        title: 'Another title',
        event_time: '10:30',
        end_time: '11:00',
        address: 'Gate A',
        location: 'Brockwell Lido',
      },
      body: [{ t: 'p', c: [{ t: 'b', c: ['Second.'] }] }],
    })
    expect(changed.updated_at.getTime()).toBeGreaterThan(created_at.getTime())
    expect(await rowOf(id)).toMatchObject({ sequence: 1 })
    await edit(id, { description: null, end_time: null, address: null })
    expect(await rowOf(id)).toMatchObject({
      ...{ description: null, body: [], end_time: null, address: null },
      sequence: 2,
    })
    expect(await factsOf(id)).toEqual(['event.created', 'event.edited', 'event.edited'])
    expect(await toldOf(id)).toEqual(['event.changed', 'event.changed'])
  })

  test('without a difference is not stored', async () => {
    const { id } = await world.event({ by: ana, description: 'Here.', latitude: 51.45, longitude: -0.1 })
    const before = await snapshot(db)
    const event = await world.as(ana).events.getEvent({ id })
    const { title, location, description, event_date, event_time, end_time, time_zone, address } = event
    await edit(id, {})
    await edit(id, { title, location, description, event_date, event_time, end_time, time_zone, address })
    // a move within the cell
    const centre = centreOf(cellAt({ latitude: 51.45, longitude: -0.1 }))
    await edit(id, { latitude: centre.latitude + 0.0001, longitude: centre.longitude })
    // it is not refused as outdated either
    await edit(id, { title, seen_updated_at: new Date(0).toISOString() })
    expect(await snapshot(db)).toBe(before)
  })

  test('of the position changes the cell, and null deletes it', async () => {
    const { id } = await world.event({ by: ana, latitude: 51.45, longitude: -0.1 })
    await edit(id, { latitude: 48.85, longitude: 2.35 })
    expect(await rowOf(id)).toMatchObject({ cell: cellAt({ latitude: 48.85, longitude: 2.35 }) })
    expect(await edit(id, { title: 'Elsewhere' })).toMatchObject({ has_position: true })
    expect(await edit(id, { latitude: null, longitude: null })).toMatchObject({ has_position: false })
    expect(await rowOf(id)).toMatchObject({ cell: null, latitude: null, longitude: null, parent: null })
    expect(await refusal(edit(id, { latitude: 1 }))).toMatchObject({ status: 400 })
    expect(await refusal(edit(id, { latitude: 91, longitude: 0 }))).toMatchObject({ status: 400 })
  })

  test('that is based on an older version is refused and gets the present one', async () => {
    const { id, updated_at } = await world.event({ by: ana, description: 'First.' })
    const seen_updated_at = updated_at.toISOString()
    const newer = await edit(id, { title: 'From the phone', seen_updated_at })
    expect(await refusal(edit(id, { title: 'From the desk', seen_updated_at }))).toMatchObject({
      ...{ code: 'EVENT_CHANGED', status: 409 },
      data: { newer: { title: 'From the phone', content: 'First.', updated_at: newer.updated_at } },
    })
    expect(await edit(id, { title: 'From the desk', seen_updated_at: newer.updated_at.toISOString() })).toMatchObject({
      title: 'From the desk',
    })
  })

  test('from two devices at the same time succeeds once, and the other device gets the conflict', async () => {
    const { id, updated_at } = await world.event({ by: ana })
    const ends = await Promise.allSettled(
      ['One', 'Two'].map((title) => edit(id, { title, seen_updated_at: updated_at.toISOString() })),
    )
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await rowOf(id)).toMatchObject({ sequence: 1 })
  })

  test('is allowed to the creator only', async () => {
    const { id } = await world.event({ by: ana })
    await attend(ben, id)
    const before = await snapshot(db)
    const not = { code: 'NOT_CREATOR', status: 403, message: 'Only whoever made this event can change it' }
    expect(await refusal(edit(id, { title: 'Mine' }, ben))).toEqual(not)
    expect(await refusal(cancel(id, ben))).toEqual(not)
    expect(await snapshot(db)).toBe(before)
    await sql`update local_events set user_id = null where id = ${id}`.execute(db)
    expect(await refusal(edit(id, { title: 'Mine' }))).toEqual(not)
  })

  test('is refused when the event is over or cancelled', async () => {
    const [past, cancelled] = [await world.event({ by: ana }), await world.event({ by: ana })]
    await sql`update local_events set event_date = '2026-01-01' where id = ${past.id}`.execute(db)
    await cancel(cancelled.id)
    const before = await snapshot(db)
    expect(await refusal(edit(past.id, { title: 'Late' }))).toMatchObject({ code: 'EVENT_PAST', status: 409 })
    expect(await refusal(cancel(past.id))).toMatchObject({ code: 'EVENT_PAST', status: 409 })
    expect(await refusal(edit(cancelled.id, { title: 'Late' }))).toMatchObject({ code: 'EVENT_CANCELLED', status: 409 })
    expect(await snapshot(db)).toBe(before)
  })

  test.each([
    ...[
      { title: '' },
      { title: 'x'.repeat(201) },
      { location: ' ' },
      { event_date: '2027-02-31' },
      { event_time: '24:00' },
    ],
    ...[{ event_date: '2026-01-01' }, { event_date: '2199-01-01' }, { time_zone: 'Europe/Atlantis' }, { end_time: '' }],
    ...[{ address: ' ' }, { description: '\u200b' }, { user_id: 'x' }, { group_id: null }, { sequence: 7 }],
  ])('41: to %j is refused', async (change) => {
    const { id } = await world.event({ by: ana })
    const before = await snapshot(db)
    const refused = await refusal(edit(id, change as never))
    expect(refused).toMatchObject({ status: 400, code: 'INVALID' })
    expect(Object.keys((refused.data as { fields: object }).fields)).toEqual(Object.keys(change))
    expect(await snapshot(db)).toBe(before)
  })

  test('of a running event that began yesterday does not check its day', async () => {
    // a zone in which it is not the last minute of the day
    const time_zone = new Date().getUTCHours() < 12 ? 'UTC' : 'Pacific/Honolulu'
    const { id } = await world.event({ by: ana, time_zone })
    await sql`update local_events set event_date = (now() at time zone ${time_zone})::date - 1, event_time = '23:59',
      end_time = '23:58' where id = ${id}`.execute(db)
    const { is_past, event_date } = await world.as(ana).events.getEvent({ id })
    expect(is_past).toBe(false)
    expect(await edit(id, { title: 'Still on', event_date })).toMatchObject({ title: 'Still on', event_date })
    expect(await refusal(edit(id, { event_date: '2026-01-01' }))).toMatchObject({ status: 400 })
  })
})

describe('a cancelled event', () => {
  test('stays cancelled, and cancelling it again changes nothing', async () => {
    const { id } = await world.event({ by: ana })
    const ends = await Promise.all(Array.from({ length: 5 }, () => cancel(id)))
    for (const event of ends) expect(event).toMatchObject({ is_cancelled: true, is_attending: true })
    expect(await rowOf(id)).toMatchObject({ sequence: 1 })
    expect(await factsOf(id)).toEqual(['event.created', 'event.cancelled'])
    expect(await toldOf(id)).toEqual(['event.changed'])
    await sql`update local_events set event_date = '2026-01-01' where id = ${id}`.execute(db)
    expect(await cancel(id)).toMatchObject({ is_cancelled: true })
    expect(await world.as(null).events.getEvent({ id })).toMatchObject({ is_cancelled: true })
  })
})

describe('37: mails about a change', () => {
  test('go to the other attendees, once each, and to nobody else', async () => {
    const network = await world.privateNetwork({ members: [ana, ben] })
    const title = 'Campfire'
    const { id } = await world.event({ by: ana, group_id: network.id, title, address: 'Behind the barn' })
    const [left, unwilling, outsider, unverified] = (await world.members(4)) as [Person, Person, Person, Person]
    const people = [ben, left, unwilling, outsider, unverified]
    for (const { id: user_id } of people.slice(1))
      await db.insertInto('group_members').values({ group_id: network.id, user_id }).execute()
    for (const person of people) await attend(person, id)
    await attend(left, id, false)
    await world.as(unwilling).members.setNotices({ wanted: false })
    // he still attends but cannot see the event any more
    await world.leave(network, outsider)
    await db.updateTable('user').set({ emailVerified: false }).where('id', '=', unverified.id).execute()
    await edit(id, { event_time: '18:00', location: 'The farm' })
    await Promise.all([work(), work(), work()])
    await work()
    expect(await mailsTo('event-changed', title)).toEqual([ben.email])
    // attendees do not get mails about the description
    await edit(id, { description: 'With songs.', latitude: 51, longitude: 0 })
    await work()
    expect(await mailsTo('event-changed', title)).toEqual([ben.email])
    await cancel(id)
    await work()
    expect(await mailsTo('event-cancelled', title)).toEqual([ben.email])
    expect((await sql`select from event_notices`.execute(db)).rows).toEqual([])
  })

  test.each(['title', 'event_date', 'event_time', 'end_time', 'time_zone', 'location', 'address'] as const)(
    'are sent when its %s changes',
    async (field) => {
      const title = `Walk of ${field}.`
      const { id } = await world.event({ by: ana, title })
      await attend(ben, id)
      const other = { title: `${title} Again`, event_date: daysAhead(9), event_time: '12:34', end_time: '12:50' }
      const more = { time_zone: 'Europe/Paris', location: 'Elsewhere', address: 'Gate 9' }
      await edit(id, { [field]: { ...other, ...more }[field] })
      await work()
      expect(await mailsTo('event-changed', title)).toEqual([ben.email])
    },
  )

  test('are not sent for another name of its zone', async () => {
    const title = 'Walk of names.'
    const { id } = await world.event({ by: ana, title })
    await sql`update local_events set time_zone = 'US/Eastern' where id = ${id}`.execute(db)
    await attend(ben, id)
    for (const time_zone of ['US/Eastern', 'America/New_York', 'EST5EDT'])
      expect(await edit(id, { time_zone })).toMatchObject({ time_zone: 'US/Eastern' })
    await work()
    expect(await mailsTo('event-changed', title)).toEqual([])
  })

  test('contain the present state without the exact address; a later cancellation replaces them', async () => {
    const { id } = await world.event({ by: ana, title: 'Kite\nday', address: 'Secret gate' })
    await attend(ben, id)
    await edit(id, { event_date: '2027-11-27', event_time: '19:30', end_time: '21:00', address: 'Hidden gate' })
    await edit(id, { location: 'The hill' })
    await work()
    const { rows } = await sql<{ payload: { subject: string; paragraphs: string[]; stop: string } }>`
      select payload from graphile_worker._private_jobs where payload ->> 'subject' like '%Kite day' order by id`.execute(
      db,
    )
    expect(rows.map(({ payload }) => payload)).toMatchObject([
      {
        ...{ kind: 'event-changed', to: ben.email, subject: 'Changed: Kite day', link: { url: `/event/${id}` } },
        paragraphs: [
          'Something about "Kite day" has changed: the day, the time, the place, and the exact address.',
          'When: Saturday, 27 November 2027, 19:30 to 21:00 (Europe/London)',
          'Where: The hill',
        ],
        stop: expect.stringMatching(/^\/notices\?key=/),
      },
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/Secret|Hidden/)
    await edit(id, { title: 'Kite day 2' })
    await cancel(id)
    await work()
    expect(await mailsTo('event-changed', 'Kite day 2')).toEqual([])
    expect(await mailsTo('event-cancelled', 'Kite day 2')).toEqual([ben.email])
  })

  test('do not go to members who joined later', async () => {
    const { id } = await world.event({ by: ana, title: 'Late come' })
    await attend(ben, id)
    await edit(id, { title: 'Late comers' })
    const late = await world.member()
    await attend(late, id)
    await work()
    expect(await mailsTo('event-changed', 'Late comers')).toEqual([ben.email])
  })

  test('reach each of hundreds of attendees once, also if the job is interrupted', async () => {
    const title = 'Crowded'
    const { id } = await world.event({ by: ana, title })
    const people = await world.members(450)
    await attend(ana, id, false)
    await crowd(id, people)
    await edit(id, { location: 'A larger hall' })
    // the second batch fails after it has written its mails
    await sql`create function break_off() returns trigger language plpgsql as $$ begin
      if old.told_to <> '00000000-0000-0000-0000-000000000000' then raise exception 'broken off'; end if;
      return new; end $$`.execute(db)
    await sql`create trigger break_off before update on event_notices for each row execute function break_off()`.execute(
      db,
    )
    await expect(work()).rejects.toThrow('broken off')
    expect(await mailsTo('event-changed', title)).toHaveLength(200)
    await sql`drop trigger break_off on event_notices`.execute(db)
    await Promise.all([work(), work()])
    await work()
    expect(await mailsTo('event-changed', title)).toEqual(people.map(({ email }) => email).sort())
  })

  test('are sent by the running program', { timeout: 120_000 }, async () => {
    const served = await world.serve({ pages: 'stub' })
    // the hundreds of mails of the test before
    const isQuiet = async () => (await sql`select from graphile_worker.jobs`.execute(db)).rows.length === 0
    await until('nothing waits', isQuiet, 60_000)
    const reader = await world.member({ name: 'reader' })
    const { id } = await world.event({ by: ana, title: 'By the program' })
    await attend(reader, id)
    await cancel(id)
    const mail = await nthMail(served, 'event-cancelled', reader.email, 1)
    expect(mail.subject).toBe('Cancelled: By the program')
    expect(mail.text).toContain('You get this because you attend this event.')
    expect(mail.link).toBe(`${served.baseUrl}/event/${id}`)
    const names = await readdir(served.outbox)
    expect(names.filter((name) => name.includes(`-event-cancelled-${reader.email}`))).toHaveLength(1)
    expect(names.filter((name) => name.endsWith(`-${ana.email}.eml`))).toEqual([])
  })
})
