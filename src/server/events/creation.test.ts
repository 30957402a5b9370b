/** Creating events. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { snapshot } from '#test/snapshot.ts'
import { daysAhead, makeWorld, refusal, waitingForLocks } from '#test/world.ts'
import { cellAt, centreOf } from '../kernel/geo/grid.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
await world.local(ana)

const WORDS = {
  ...{ title: 'Swim with the little ones', location: 'Brockwell Lido' },
  ...{ event_date: daysAhead(7), event_time: '10:00', time_zone: 'Europe/London' },
}
const make = (words: object = {}, by = ana) => world.as(by).events.createEvent({ ...WORDS, ...words })
const rowOf = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`select * from local_events where id = ${id}`.execute(db)
  return rows[0]!
}
const isoOf = async (id: string) => {
  const { starts_at, ends_at } = (await rowOf(id)) as { starts_at: Date; ends_at: Date }
  return [starts_at.toISOString(), ends_at.toISOString()]
}
const todayIn = async (zone: string) => {
  const { rows } = await sql<{ today: string }>`
    select to_char(now() at time zone ${zone}, 'YYYY-MM-DD') as today`.execute(db)
  return rows[0]!.today
}
const fieldsOf = ({ data }: { data?: unknown }) => (data as { fields: Record<string, string> }).fields
const count = async (table: string, id: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} t where t::text like ${`%${id}%`}`.execute(db)
  return rows[0]!.n
}

describe('an event', () => {
  test('is stored as entered, and its creator attends it', async () => {
    const sent = {
      ...{ description: 'Bring **towels**.', address: 'Dulwich Road, gate B', end_time: '11:30' },
      ...{ latitude: 51.4529, longitude: -0.1069 },
    }
    const event = await make(sent)
    const centre = centreOf(cellAt(sent))
    expect(await rowOf(event.id)).toMatchObject({
      ...{ title: WORDS.title, description: sent.description, location: WORDS.location, address: sent.address },
      ...{ event_time: '10:00:00', end_time: '11:30:00', time_zone: 'Europe/London', user_id: ana.id, group_id: null },
      ...{ cell: cellAt(sent), attendees_count: 1, sequence: 0, cancelled_at: null },
    })
    const { latitude, longitude } = (await rowOf(event.id)) as { latitude: number; longitude: number }
    expect([latitude, longitude].map((one) => one.toFixed(9))).toEqual(
      [centre.latitude, centre.longitude].map((one) => one.toFixed(9)),
    )
    expect(event).toMatchObject({
      ...{ ...WORDS, end_time: '11:30', address: sent.address, has_address: true, has_position: true },
      ...{ attendees_count: 1, is_attending: true, is_creator: true, is_public: true, is_past: false },
      ...{ is_cancelled: false, group: null, attendees: [], seq: 0, creator: { id: ana.id } },
      body: [{ t: 'p', c: ['Bring ', { t: 'b', c: ['towels'] }, '.'] }],
    })
    const { rows } = await sql`select user_id from event_attendees where event_id = ${event.id}`.execute(db)
    expect(rows).toEqual([{ user_id: ana.id }])
  })

  test('needs no description, no end and no position', async () => {
    const event = await make()
    expect(event).toMatchObject({ description: null, body: [], end_time: null, address: null, has_position: false })
    expect(
      await make({ description: null, end_time: null, address: null, latitude: null, longitude: null }),
    ).toMatchObject({
      has_address: false,
    })
  })

  test('sends only the cell of its position to the database', async () => {
    const asked: string[] = []
    const { query } = pg.Client.prototype
    const listening = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      asked.push(JSON.stringify(given.slice(0, 2)))
      return (query as (...given: unknown[]) => never).apply(this, given)
    } as never)
    const { id } = await make({ latitude: 51.123456789, longitude: -0.987654321 })
    await world.as(ana).events.editEvent({ id, latitude: 48.123456789, longitude: -0.987654321 })
    listening.mockRestore()
    const all = asked.join() + JSON.stringify([await rowOf(id), world.lines])
    expect(asked.some((one) => one.includes('local_events'))).toBe(true)
    expect(all).not.toMatch(/1234567|9876543/)
  })

  test('can only be created with local mode on', async () => {
    const before = await snapshot(db)
    expect(await refusal(make({}, ben))).toMatchObject({ code: 'LOCAL_MODE_OFF', status: 403 })
    expect(await snapshot(db)).toBe(before)
    await world.local(ben)
    const { id } = await make({}, ben)
    await world.as(ben).nearby.setLocalMode({ enabled: false })
    expect((await world.as(null).events.getEvent({ id })).title).toBe(WORDS.title)
  })

  test.each(['title', 'location', 'event_date', 'event_time'])('is refused without %s', async (field) => {
    const before = await snapshot(db)
    for (const blank of ['', '  \u200b ', undefined]) {
      const { status, data } = await refusal(make({ [field]: blank }))
      expect([status, fieldsOf({ data })]).toEqual([400, { [field]: expect.any(String) }])
      if (blank === '') expect(fieldsOf({ data })[field]).toBe('Please fill in all required fields')
    }
    expect(await snapshot(db)).toBe(before)
  })

  test.each([
    ['title', 200],
    ['location', 120],
    ['address', 300],
    ['description', 10_000],
  ])('its %s has at most %i characters', async (field, max) => {
    const event = await make({ [field]: ` ${'👶'.repeat(max)} ` })
    expect(event[field as 'title']).toBe('👶'.repeat(max))
    expect(await refusal(make({ [field]: '👶'.repeat(max + 1) }))).toMatchObject({ status: 400 })
    const set = (text: string) =>
      sql`update local_events set ${sql.ref(field)} = ${text} where id = ${event.id}`.execute(db)
    await expect(set('👶'.repeat(max + 1))).rejects.toMatchObject({ code: '23514' })
    await expect(set('')).rejects.toMatchObject({ code: '23514' })
  })
})

describe('41: invalid numbers and days', () => {
  test.each([
    { latitude: 91, longitude: 0 },
    { latitude: -90.01, longitude: 0 },
    { latitude: 0, longitude: 181 },
    { latitude: 0, longitude: -180.5 },
    { latitude: Number.NaN, longitude: 0 },
    { latitude: Number.POSITIVE_INFINITY, longitude: 0 },
    { latitude: '51', longitude: 0 },
    { latitude: 51 },
    { longitude: 51 },
    { latitude: 51, longitude: null },
    { event_date: '0000-01-01' },
    { event_date: '2027-02-31' },
    { event_date: '2027-02-29' },
    { event_date: '9999-01-01' },
    { event_date: '10000-01-01' },
    { event_date: '2027-1-1' },
    { event_date: '2027-01-01T00:00' },
    { event_date: 'infinity' },
    { event_date: 'today' },
    { event_date: 20270101 },
    { event_time: '24:00' },
    { event_time: '23:60' },
    { event_time: '7:00' },
    { event_time: '07:00:00' },
    { event_time: 'allballs' },
    { end_time: '25:00' },
    { end_time: '' },
    { time_zone: 'Europe/Atlantis' },
    { time_zone: 'PST8PDT8' },
    { time_zone: 'ABC-3' },
    { time_zone: 'posix/Europe/London' },
    { time_zone: 'localtime' },
    { time_zone: 'Etc/Unknown' },
    { time_zone: 'Factory' },
    { time_zone: '+24:00' },
    { time_zone: 'A'.repeat(100_000) },
    { time_zone: "UTC'; drop table" },
    { time_zone: '' },
    { group_id: 'x' },
    { id: 'x' },
  ])('%j', async (words) => {
    const before = await snapshot(db)
    const { status, code, data } = await refusal(make(words))
    expect([status, code]).toEqual([400, 'INVALID'])
    expect(Object.keys(words).concat('latitude')).toContain(Object.keys(fieldsOf({ data }))[0])
    expect(await snapshot(db)).toBe(before)
  })

  test('the poles and the date line are valid positions', async () => {
    for (const [latitude, longitude] of [
      [90, 0],
      [-90, 180],
      [90, -180],
      [0, 180],
      [0, -180],
      [-0, 0],
      [1e-300, -1e-300],
    ])
      expect((await make({ latitude, longitude })).has_position).toBe(true)
  })
})

describe('the zone of an event', () => {
  const year = new Date().getUTCFullYear() + 1
  /** The moment at which the clocks of a zone show this, by the rules of this program. */
  const momentIn = (wall: string, timeZone: string) => {
    const named = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(new Date(`${wall}Z`))
    return new Date(`${wall}${/GMT(.*)$/.exec(named)?.[1] || 'Z'}`).toISOString()
  }
  test.each([
    ['CET', 'Europe/Brussels'],
    ['MET', 'Europe/Brussels'],
    ['EET', 'Europe/Athens'],
    ['WET', 'Europe/Lisbon'],
    ['EST', 'America/Panama'],
    ['HST', 'Pacific/Honolulu'],
    ['EST5EDT', 'America/New_York'],
    ['PST8PDT', 'America/Los_Angeles'],
    ['US/Eastern', 'America/New_York'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['europe/kiev', 'Europe/Kyiv'],
    ['America/Coyhaique', 'America/Coyhaique'],
    ['GMT+0', 'UTC'],
    ['Etc/GMT-2', 'Etc/GMT-2'],
    ['Etc/GMT+12', 'Etc/GMT+12'],
    ['+02:00', 'Etc/GMT-2'],
    ['-0500', 'Etc/GMT+5'],
    ['+14:00', 'Etc/GMT-14'],
    ['-00:00', 'UTC'],
    ['+05:30', 'Asia/Kolkata'],
    ['+05:45', 'Asia/Kathmandu'],
  ])('%s is stored as %s, with the same clocks in summer and in winter', async (time_zone, stored) => {
    for (const event_date of [`${year}-01-12`, `${year}-07-12`]) {
      const event = await make({ time_zone, event_date, event_time: '19:30' })
      expect(event).toMatchObject({ time_zone: stored, event_date, event_time: '19:30' })
      expect(event.starts_at.toISOString()).toBe(momentIn(`${event_date}T19:30:00`, time_zone))
    }
  })

  test('that only Intl knows is stored as one with the same clocks', async () => {
    const event = await make({ time_zone: 'SystemV/HST10', event_date: `${year}-07-12` })
    expect(event.starts_at.toISOString()).toBe(`${year}-07-12T20:00:00.000Z`)
    expect(event.time_zone).toBe('Etc/GMT+10')
  })

  test.each([
    ['-03:30', '21:00', '23:30', `${year}-07-13`, '00:30', '03:00'],
    ['-03:30', '19:30', '23:00', `${year}-07-12`, '23:00', '02:30'],
    ['+12:45', '10:00', null, `${year}-07-11`, '21:15', null],
    ['-13:00', '12:00', '11:00', `${year}-07-13`, '01:00', '00:00'],
  ])('may be the offset %s, which no zone has: its times from %s to %s are stored in UTC', async (...words) => {
    const [time_zone, event_time, end_time, ...[day, start, end]] = words
    const sent = { time_zone, event_date: `${year}-07-12`, event_time, end_time }
    const stored = { time_zone: 'UTC', event_date: day, event_time: start, end_time: end }
    const made = await make(sent)
    expect(made).toMatchObject(stored)
    expect(made.starts_at.toISOString()).toBe(momentIn(`${sent.event_date}T${event_time}:00`, time_zone))
    const { id } = await make({ ...sent, time_zone: 'UTC' })
    expect(await world.as(ana).events.editEvent({ id, time_zone })).toMatchObject(stored)
  })
})

describe('the time of an event', () => {
  test('is not before today at its place, and not more than five years ahead', async () => {
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      const today = await todayIn(time_zone)
      const { rows } = await sql<{ yesterday: string; last: string; beyond: string }>`
        select to_char(${today}::date - 1, 'YYYY-MM-DD') as yesterday,
          to_char(${today}::date + interval '5 years', 'YYYY-MM-DD') as last,
          to_char(${today}::date + interval '5 years 1 day', 'YYYY-MM-DD') as beyond`.execute(db)
      const { yesterday, last, beyond } = rows[0]!
      for (const event_date of [yesterday, beyond]) {
        const refused = await refusal(make({ event_date, time_zone }))
        expect(refused).toMatchObject({ code: 'INVALID', status: 400 })
        expect(Object.keys(fieldsOf(refused))).toEqual(['event_date'])
      }
      for (const event_date of [today, last])
        expect((await make({ event_date, time_zone })).event_date).toBe(event_date)
    }
    // it is today there, and tomorrow or yesterday here
    expect(await todayIn('Pacific/Kiritimati')).not.toBe(await todayIn('Pacific/Pago_Pago'))
  })

  test('can be any time today, also in the past', async () => {
    const today = await todayIn('UTC')
    const event = await make({ event_date: today, event_time: '00:00', end_time: '00:01', time_zone: 'UTC' })
    expect(event.starts_at.toISOString()).toBe(`${today}T00:00:00.000Z`)
  })

  /** Wall-clock times and the moments they mean. Inserted by SQL, because the limits of the day are tested above. */
  test.each([
    // clocks in London go forward at 01:00: 01:30 does not exist and means an hour later
    ['Europe/London', '2027-03-28', '00:30', null, '2027-03-28T00:30:00.000Z', '2027-03-28T02:30:00.000Z'],
    ['Europe/London', '2027-03-28', '01:30', null, '2027-03-28T01:30:00.000Z', '2027-03-28T03:30:00.000Z'],
    ['Europe/London', '2027-03-28', '00:30', '02:30', '2027-03-28T00:30:00.000Z', '2027-03-28T01:30:00.000Z'],
    // the end is before the beginning, by the moments alone
    ['Europe/London', '2027-03-28', '01:50', '02:10', '2027-03-28T01:50:00.000Z', '2027-03-28T02:10:00.000Z'],
    ['Europe/London', '2027-03-27', '23:30', '02:30', '2027-03-27T23:30:00.000Z', '2027-03-28T01:30:00.000Z'],
    // clocks go back at 02:00: 01:30 occurs twice
    ['Europe/London', '2026-10-25', '00:30', '02:30', '2026-10-24T23:30:00.000Z', '2026-10-25T02:30:00.000Z'],
    ['Europe/London', '2026-10-25', '01:30', null, '2026-10-25T01:30:00.000Z', '2026-10-25T03:30:00.000Z'],
    ['America/New_York', '2027-03-14', '02:30', null, '2027-03-14T07:30:00.000Z', '2027-03-14T09:30:00.000Z'],
    ['America/New_York', '2027-03-14', '01:30', '03:30', '2027-03-14T06:30:00.000Z', '2027-03-14T07:30:00.000Z'],
    ['America/New_York', '2026-11-01', '00:30', '02:30', '2026-11-01T04:30:00.000Z', '2026-11-01T07:30:00.000Z'],
    ['Europe/London', '2028-02-29', '23:59', null, '2028-02-29T23:59:00.000Z', '2028-03-01T01:59:00.000Z'],
    ['Europe/London', '2028-02-28', '23:00', '00:00', '2028-02-28T23:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['UTC', '2027-06-01', '00:00', '23:59', '2027-06-01T00:00:00.000Z', '2027-06-01T23:59:00.000Z'],
    // an end that is not later than the beginning is on the next day
    ['UTC', '2027-12-31', '22:00', '22:00', '2027-12-31T22:00:00.000Z', '2028-01-01T22:00:00.000Z'],
    ['UTC', '2027-12-31', '22:00', '01:00', '2027-12-31T22:00:00.000Z', '2028-01-01T01:00:00.000Z'],
    ['Pacific/Kiritimati', '2027-06-01', '00:00', null, '2027-05-31T10:00:00.000Z', '2027-05-31T12:00:00.000Z'],
    ['Pacific/Pago_Pago', '2027-06-01', '23:59', null, '2027-06-02T10:59:00.000Z', '2027-06-02T12:59:00.000Z'],
    ['Asia/Kathmandu', '2027-06-01', '12:00', '13:00', '2027-06-01T06:15:00.000Z', '2027-06-01T07:15:00.000Z'],
  ])('in %s on %s from %s to %s', async (time_zone, event_date, event_time, end_time, starts, ends) => {
    const { id } = await make()
    await sql`update local_events set event_date = ${event_date}, event_time = ${event_time}, end_time = ${end_time},
      time_zone = ${time_zone} where id = ${id}`.execute(db)
    expect(await isoOf(id)).toEqual([starts, ends])
    const shown = await world.as(ben).events.getEvent({ id })
    expect(shown).toMatchObject({ event_date, event_time, end_time, time_zone })
    expect([shown.starts_at, shown.ends_at].map((time) => time.toISOString())).toEqual([starts, ends])
  })

  test('is the only source of the stored moments', async () => {
    const { id } = await make()
    const before = await isoOf(id)
    await sql`update local_events set starts_at = now(), ends_at = now() + interval '1 minute' where id = ${id}`.execute(
      db,
    )
    expect(await isoOf(id)).toEqual(before)
    await sql`update local_events set latitude = 1, longitude = 1 where id = ${id}`.execute(db)
    expect(await rowOf(id)).toMatchObject({ latitude: null, longitude: null, parent: null })
    for (const bad of ["event_time = '24:00'", "end_time = '10:00:30'", "event_date = 'infinity'", 'cell = -1'])
      await expect(
        sql`update local_events set ${sql.raw(bad)} where id = ${id}`.execute(db),
        bad,
      ).rejects.toMatchObject({
        code: expect.stringMatching(/^23514|22/),
      })
  })
})

describe('27: the same event sent again', () => {
  const words = () => ({
    ...{ id: randomUUID(), description: 'For all.', latitude: 51.45, longitude: -0.1 },
    ...{ address: 'Gate B', end_time: '12:00' },
  })

  test('creates one event, one attendance and one fact, also if sent at the same time', async () => {
    const sent = words()
    const made = await Promise.all(Array.from({ length: 8 }, () => make(sent)))
    for (const event of made) expect(event).toEqual(made[0])
    expect(await count('local_events', sent.id)).toBe(1)
    expect(await count('event_attendees', sent.id)).toBe(1)
    expect(await count('facts', sent.id)).toBe(1)
  })

  test('is accepted even if it was edited, left or cancelled since, or local mode is off now', async () => {
    const sent = words()
    await make(sent)
    const mine = world.as(ana).events
    await mine.editEvent({ id: sent.id, title: 'Another title' })
    await mine.attendEvent({ id: sent.id, going: false })
    await mine.cancelEvent({ id: sent.id })
    await world.as(ana).nearby.setLocalMode({ enabled: false })
    const again = await make(sent)
    await world.local(ana)
    expect(again).toMatchObject({ title: 'Another title', is_attending: false, is_cancelled: true })
    expect(await count('event_attendees', sent.id)).toBe(0)
  })

  test('is accepted even if its day has passed meanwhile', async () => {
    const sent = { ...words(), event_date: await todayIn('UTC') }
    const { id } = await make(sent)
    // as if it had been created long ago; the hash of its content includes the day
    await sql`update local_events set event_date = '2026-01-05' where id = ${id}`.execute(db)
    expect((await make(sent)).is_past).toBe(true)
  })

  test('is refused with other words or from another member, because the id is taken', async () => {
    const sent = words()
    await make(sent)
    await world.local(ben)
    const others = [
      ...[{ title: 'Other' }, { event_time: '10:01' }, { end_time: null }, { address: null }, { description: null }],
      ...[{ latitude: 50 }, { latitude: null, longitude: null }, { time_zone: 'Europe/Paris' }],
    ]
    for (const other of others)
      expect(await refusal(make({ ...sent, ...other })), JSON.stringify(other)).toMatchObject({ code: 'ID_TAKEN' })
    expect(await refusal(make(sent, ben))).toMatchObject({ code: 'ID_TAKEN', status: 409 })
    expect(await count('event_attendees', sent.id)).toBe(1)
  })
})

describe('an event in a network', () => {
  test('belongs to the network, if the member is in it', async () => {
    const network = await world.publicNetwork({ members: [ana] })
    const event = await make({ group_id: network.id })
    expect(event.group).toEqual({ id: network.id, name: network.name, slug: network.slug })
    expect(event.is_public).toBe(true)
  })

  test('cannot be created in a network that the member is not in, a missing one or one that is not approved', async () => {
    const [other, gone] = [
      await world.publicNetwork({ members: [ben] }),
      await world.privateNetwork({ members: [ana] }),
    ]
    await sql`update groups set status = 'rejected' where id = ${gone.id}`.execute(db)
    const before = await snapshot(db)
    for (const group_id of [other.id, gone.id, randomUUID()]) {
      const refused = await refusal(make({ group_id }))
      expect([refused.code, refused.status]).toEqual(['GROUP_NOT_FOUND', 404])
      expect(Object.keys(fieldsOf(refused))).toEqual(['group_id'])
    }
    expect(await snapshot(db)).toBe(before)
  })

  test('17: is not created if the member leaves the network at the same time; an earlier one stays', async () => {
    const network = await world.privateNetwork({ members: [ana, ben] })
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const leaving = db.transaction().execute(async (inside) => {
      await sql`delete from group_members where group_id = ${network.id} and user_id = ${ana.id}`.execute(inside)
      held.resolve()
      await go.promise
    })
    await held.promise
    const call = make({ group_id: network.id })
    call.catch(() => {})
    await waitingForLocks(world, 1)
    go.resolve()
    await leaving
    expect(await refusal(call)).toMatchObject({ code: 'GROUP_NOT_FOUND' })
    expect(await count('local_events', network.id)).toBe(0)
  })
})

test('26: a member who is deleted while he creates an event gets the sign-in answer, and no event is created', async () => {
  const late = await world.member()
  await world.local(late)
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deleted = db.transaction().execute(async (inside) => {
    await inside.deleteFrom('user').where('id', '=', late.id).execute()
    held.resolve()
    await go.promise
  })
  await held.promise
  const call = make({ title: 'Nobody’s' }, late)
  call.catch(() => {})
  await waitingForLocks(world, 1)
  go.resolve()
  await deleted
  expect(await refusal(call)).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
  expect(await count('local_events', 'Nobody’s')).toBe(0)
})
