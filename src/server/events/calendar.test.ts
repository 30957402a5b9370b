/** Calendar files of events. A strict library parses every file, on both sides of the days on which clocks change. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeBrowser, signIn } from '#test/client.ts'
import { readBack } from '#test/ical.ts'
import { makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const PASSWORD = 'the quick brown kettle'
const [maker, guest, stranger] = await Promise.all(
  ['maker', 'guest', 'stranger'].map((name) => world.member({ name, password: PASSWORD })),
)
await world.local(maker!)
const browserOf = (person: Person) => signIn(url, person)
const [byMaker, byGuest, byStranger, visitor] = [
  await browserOf(maker!),
  await browserOf(guest!),
  await browserOf(stranger!),
  makeBrowser(url),
]

const year = new Date().getUTCFullYear() + 1
type Given = Partial<Parameters<ReturnType<typeof world.as>['events']['createEvent']>[0]>
const make = (given: Given = {}) =>
  world.as(maker!).events.createEvent({
    ...{ title: 'Walk', location: 'Kirkstall', address: 'Unit 4, the blue door' },
    ...{ event_date: `${year}-06-12`, event_time: '19:30', time_zone: 'Europe/London' },
    ...given,
  })

const fileOf = async (browser: typeof visitor, id: string) => {
  const answer = await browser.get(`/event/${id}/calendar.ics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  return readBack(answer.text)
}

/** The last Sunday of a month of the year, or the nth one. */
const sunday = (month: number, nth: number | 'last') => {
  const days = Array.from({ length: 31 }, (_, at) => new Date(Date.UTC(year, month - 1, at + 1))).filter(
    (day) => day.getUTCMonth() === month - 1 && day.getUTCDay() === 0,
  )
  return (nth === 'last' ? days.at(-1)! : days[nth - 1]!).toISOString().slice(0, 10)
}
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

describe('start, end and zone are correct on both sides of a change of the clocks', () => {
  const changes: [string, string, string][] = [
    ['Europe/London', sunday(3, 'last'), '+01:00'],
    ['Europe/London', sunday(10, 'last'), '+00:00'],
    ['America/New_York', sunday(3, 2), '-04:00'],
    ['America/New_York', sunday(11, 1), '-05:00'],
    ['Australia/Lord_Howe', sunday(4, 1), '+10:30'],
  ]
  for (const [zone, day, after] of changes)
    for (const event_date of [dayBefore(day), day])
      test(`${zone}, ${event_date}`, async () => {
        const event = await make({ event_date, event_time: '19:30', end_time: '21:00', time_zone: zone })
        const [read] = await fileOf(visitor, event.id)
        expect(read).toMatchObject({ wall: `${event_date}T19:30:00`, zone })
        expect(read!.starts).toBe(event.starts_at.toISOString())
        expect(read!.ends).toBe(event.ends_at.toISOString())
        if (event_date === day) expect(read!.starts).toBe(new Date(`${day}T19:30:00${after}`).toISOString())
      })
  test('across the night of the change', async () => {
    const event = await make({ event_date: dayBefore(sunday(10, 'last')), event_time: '23:00', end_time: '03:00' })
    const [read] = await fileOf(visitor, event.id)
    expect(read!.ends).toBe(event.ends_at.toISOString())
    expect(event.ends_at.getTime() - event.starts_at.getTime()).toBe(5 * 3600_000)
  })
  test.each([
    ['00:00', '23:59'],
    ['23:59', '00:00'],
  ])('from %s to %s', async (event_time, end_time) => {
    const event = await make({ event_time, end_time, time_zone: 'Pacific/Kiritimati' })
    const [read] = await fileOf(visitor, event.id)
    expect([read!.starts, read!.ends]).toEqual([event.starts_at.toISOString(), event.ends_at.toISOString()])
  })
  test('a zone without changes, and UTC', async () => {
    for (const time_zone of ['UTC', 'Asia/Kolkata', 'Etc/GMT+12']) {
      const event = await make({ time_zone })
      expect((await fileOf(visitor, event.id))[0]!.starts).toBe(event.starts_at.toISOString())
    }
  })
})

test('an event keeps its UID, each change increases SEQUENCE, and a cancelled event has its STATUS', async () => {
  const event = await make()
  const [first] = await fileOf(visitor, event.id)
  expect(first).toMatchObject({ summary: 'Walk', sequence: 0, status: 'CONFIRMED' })
  await world.as(maker!).events.editEvent({ id: event.id, title: 'Longer walk' })
  const [second] = await fileOf(visitor, event.id)
  expect(second).toMatchObject({ uid: first!.uid, summary: 'Longer walk', sequence: 1 })
  await world.as(maker!).events.cancelEvent({ id: event.id })
  expect((await fileOf(visitor, event.id))[0]).toMatchObject({ uid: first!.uid, sequence: 2, status: 'CANCELLED' })
})

test('only the file of an attendee contains the exact address', async () => {
  const event = await make()
  expect((await fileOf(visitor, event.id))[0]!.location).toBe('Kirkstall')
  expect((await fileOf(byStranger, event.id))[0]!.location).toBe('Kirkstall')
  expect((await fileOf(byMaker, event.id))[0]!.location).toBe('Kirkstall, Unit 4, the blue door')
  await world.as(guest!).events.attendEvent({ id: event.id, going: true })
  expect((await fileOf(byGuest, event.id))[0]!.location).toBe('Kirkstall, Unit 4, the blue door')
  await world.as(guest!).events.attendEvent({ id: event.id, going: false })
  expect((await fileOf(byGuest, event.id))[0]!.location).toBe('Kirkstall')
})

test('text with commas, semicolons, line breaks and emoji is parsed unchanged, and cannot add a line to the file', async () => {
  const words = {
    title: 'Ropes; knots, and "hitches" \\ 🪢',
    description: `One\n\u0007\u001b[31m\u000bTwo, three; four\nEND:VEVENT\nBEGIN:VALARM\n👨‍👧‍👦 é 漢字 ${'x'.repeat(300)}`,
    location: 'Shed, back; yard',
  }
  const event = await make(words)
  const read = await fileOf(visitor, event.id)
  expect(read).toHaveLength(1)
  expect(read[0]).toMatchObject({
    summary: words.title,
    description: words.description.replace('\u0007\u001b[31m\u000b', '[31m'),
    location: words.location,
  })
})

test('only members get the file of an event in a private network; others get the same answer as for a missing event', async () => {
  const network = await world.privateNetwork({ members: [maker!, guest!] })
  const event = await make({ group_id: network.id })
  expect(await fileOf(byGuest, event.id)).toHaveLength(1)
  const answers = await Promise.all(
    [visitor, byStranger].flatMap((browser) =>
      [event.id, randomUUID(), 'none', '%00'].map((id) => browser.get(`/event/${id}/calendar.ics`)),
    ),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['404 Not found']))
})

describe('the private URL', () => {
  const feed = async (path: string) => visitor.get(path)
  test('contains the events that the member attends and may see, needs no session, and stops working when it is revoked', async () => {
    expect(await world.as(guest!).events.getCalendarFeed()).toEqual({ path: null })
    const network = await world.privateNetwork({ members: [maker!, guest!] })
    const [open, inside, other] = [await make(), await make({ group_id: network.id }), await make({ title: 'Not his' })]
    for (const { id } of [open, inside]) await world.as(guest!).events.attendEvent({ id, going: true })
    const { path } = await world.as(guest!).events.renewCalendarFeed()
    const uids = async () => readBack((await feed(path)).text).map(({ uid }) => uid.slice(0, 36))
    expect(new Set(await uids())).toEqual(new Set([open.id, inside.id]))
    expect(await uids()).not.toContain(other.id)
    expect(readBack((await feed(path)).text)[0]!.location).toBe('Kirkstall, Unit 4, the blue door')
    // a cancelled event stays in the file, marked as cancelled
    await world.as(maker!).events.cancelEvent({ id: open.id })
    expect(readBack((await feed(path)).text).find(({ uid }) => uid.startsWith(open.id))!.status).toBe('CANCELLED')
    await world.leave(network, guest!)
    expect(await uids()).toEqual([open.id])
    // a new URL in its place
    const { path: next } = await world.as(guest!).events.renewCalendarFeed()
    expect(next).not.toBe(path)
    expect(await feed(path)).toMatchObject({ status: 404, text: 'Not found' })
    expect((await feed(next)).status).toBe(200)
    await world.as(guest!).events.revokeCalendarFeed()
    expect((await feed(next)).status).toBe(404)
    expect(await feed(`/calendar/${randomUUID()}.ics`)).toMatchObject({ status: 404, text: 'Not found' })
    expect((await feed('/calendar/x.ics')).status).toBe(404)
    // no log contains the key
    expect(JSON.stringify(world.lines)).not.toContain(path.slice(10, 46))
  })

  test('gives a valid calendar if it contains no event', async () => {
    const { path } = await world.as(stranger!).events.renewCalendarFeed()
    expect(readBack((await feed(path)).text)).toEqual([])
  })
})
