/** Calendar files contain the rules of every time zone that an event can have, under the name that they use. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readZone } from '#contract/zone-words.ts'
import { makeBrowser } from '#test/client.ts'
import { readBack } from '#test/ical.ts'
import { sampled } from '#test/sample.ts'
import { makeWorld } from '#test/world.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { storableZone } from './zones.ts'

const world = await makeWorld()
const { db } = world
const { url } = await world.serve({ pages: 'stub' })
const visitor = makeBrowser(url)
const ana = await world.member()

const consoleErrors = vi.spyOn(console, 'error')
beforeEach(() => void consoleErrors.mockClear())
afterEach(() => expect(consoleErrors).not.toHaveBeenCalled())

interface StoredEvent {
  id: string
  starts_at: Date
  ends_at: Date
}
/** Inserts without the room's rules, which would refuse some of these zones. */
async function keep(day: string, from: string, till: string | null, zone: string): Promise<StoredEvent> {
  const { rows } = await sql<StoredEvent>`
    insert into local_events (title, location, event_date, event_time, end_time, time_zone, user_id)
    values ('Walk', 'Here', ${day}, ${from}, ${till}, ${zone}, ${ana.id}) returning id, starts_at, ends_at`.execute(db)
  await sql`insert into event_attendees (event_id, user_id) values (${rows[0]!.id}, ${ana.id})`.execute(db)
  return rows[0]!
}
const fileOf = async (id: string) => (await visitor.get(`/event/${id}/calendar.ics`)).text
const momentsOf = ({ starts_at, ends_at }: StoredEvent) => [starts_at.toISOString(), ends_at.toISOString()]

const { rows: zones } = await sql<{ name: string }>`select name from pg_timezone_names order by name`.execute(db)
const accepted: string[] = []
for (const { name } of zones)
  await storableZone({ db } as Ctx, name).then(
    (stored) => stored === name && accepted.push(name),
    () => {},
  )

/** Computes the moment by this program's zone rules, which may be newer than the database's. Not near a change of clocks. */
function momentThere(wall: string, timeZone: string): string {
  const guess = new Date(`${wall}Z`)
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(guess)
  const offset = parts.find(({ type }) => type === 'timeZoneName')!.value.replace('GMT', '')
  return new Date(`${wall}${offset || 'Z'}`).toISOString()
}

const year = new Date().getUTCFullYear() + 1
const explained = (text: string, property = 'TZID') =>
  [...text.matchAll(new RegExp(`^${property}:(.*)\\r$`, 'gm'))].map(([, name]) => name!)

test('the file contains the rules of every zone that an event can have, under the name in use, in summer and in winter', {
  timeout: 120_000,
}, async () => {
  expect(accepted.length).toBeGreaterThan(400)
  for (const zone of sampled(accepted, 60)) {
    for (const day of [`${year}-01-12`, `${year}-07-12`]) {
      const event = await keep(day, '19:30', '21:00', zone)
      const text = await fileOf(event.id)
      const read = readBack(text)[0]!
      const [starts, ends] = momentsOf(event)
      const hereToo = momentThere(`${day}T19:30:00`, zone)
      expect([starts, hereToo], zone).toContain(read.starts)
      if (read.starts === starts) expect(read.ends, zone).toBe(ends)
      const name = readZone(zone)!
      if (name === 'UTC') expect(read.wall).toBe(`${day}T19:30:00Z`)
      else expect(read, zone).toMatchObject({ wall: `${day}T19:30:00`, zone: name })
      const names = name === 'UTC' ? [] : [name]
      expect([explained(text), explained(text, 'X-LIC-LOCATION')], zone).toEqual([names, names])
    }
  }
})

test('a zone without known rules is written in UTC, and nothing is logged', async () => {
  // the database accepts this zone
  const event = await keep(`${year}-07-12`, '19:30', null, '<+02>-2')
  const text = await fileOf(event.id)
  const [read] = readBack(text)
  expect([read!.starts, read!.ends]).toEqual(momentsOf(event))
  expect([read!.zone, explained(text)]).toEqual([undefined, []])
})

test('a calendar contains the rules of each zone name once, also for two names of one zone', async () => {
  const ben = await world.member()
  for (const zone of ['Europe/Amsterdam', 'Europe/Brussels', 'europe/amsterdam', 'UTC']) {
    const { id } = await keep(`${year}-07-12`, '19:30', null, zone)
    await world.as(ben).events.attendEvent({ id, going: true })
  }
  const { path } = await world.as(ben).events.renewCalendarFeed()
  const { text } = await visitor.get(path)
  expect(readBack(text)).toHaveLength(4)
  expect(explained(text).sort()).toEqual(['Europe/Amsterdam', 'Europe/Brussels'])
})

describe('the wall-clock time of an event', () => {
  test('is written as it was entered, even if the zone rules have changed since', async () => {
    const event = await keep(`${year}-07-12`, '23:30', '01:00', 'Europe/London')
    // as if the rules had been different when the event was created
    await sql`alter table local_events disable trigger time_event`.execute(db)
    await sql`update local_events set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
      where id = ${event.id}`.execute(db)
    await sql`alter table local_events enable trigger time_event`.execute(db)
    const text = await fileOf(event.id)
    expect(text).toContain(`DTSTART;TZID=Europe/London:${year}0712T233000\r\n`)
    expect(text).toContain(`DTEND;TZID=Europe/London:${year}0713T010000\r\n`)
  })

  /** 2027-03-28 and 2027-10-31 in London, 2027-10-03 and 2027-04-04 on Lord Howe (half an hour). */
  test.each([
    ['left out', 'Europe/London', '2027-03-28', '01:30', null],
    ['left out, and its end before that', 'Europe/London', '2027-03-28', '01:30', '02:10'],
    ['at the end of it', 'Europe/London', '2027-03-28', '00:30', '01:30'],
    ['over what is left out', 'Europe/London', '2027-03-28', '00:30', null],
    ['twice', 'Europe/London', '2027-10-31', '01:30', null],
    ['twice, at its end', 'Europe/London', '2027-10-31', '00:30', '01:30'],
    ['just before twice', 'Europe/London', '2027-10-31', '00:59', '02:00'],
    ['two hours into twice', 'Europe/London', '2027-10-31', '00:30', null],
    ['two hours over twice', 'Europe/London', '2027-10-31', '00:50', null],
    ['at the end of twice', 'Europe/London', '2027-10-31', '02:00', null],
    ['left out for half an hour', 'Australia/Lord_Howe', '2027-10-03', '02:15', '03:00'],
    ['twice for half an hour', 'Australia/Lord_Howe', '2027-04-04', '01:45', '03:00'],
    ['at midnight that is left out', 'Africa/Cairo', '2027-04-30', '00:30', null],
    ['after midnight', 'America/New_York', '2027-06-01', '23:00', '23:00'],
  ])('that is %s (%s, %s, %s to %s) is parsed as the stored moment', async (_, zone, day, from, till) => {
    const event = await keep(day, from, till, zone)
    const [read] = readBack(await fileOf(event.id))
    expect([read!.starts, read!.ends]).toEqual(momentsOf(event))
  })
})
