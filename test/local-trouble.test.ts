/** Events and places when clocks are wrong and services are unavailable. */
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { placeFaults } from '#contract/places.ts'
import type { Geocoder } from '#server/kernel/geo/geocoder.ts'
import { makeWorld, refusal } from './world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
await world.local(ana)

afterEach(() => void vi.useRealTimers())

const dayOf = async (days: number) => {
  const { rows } = await sql<{ day: string }>`
    select to_char((now() at time zone 'UTC')::date + ${days}::int, 'YYYY-MM-DD') as day`.execute(world.db)
  return rows[0]!.day
}

test.each([
  ['ten minutes ahead', 10],
  ['ten minutes behind', -10],
  ['a day ahead', 24 * 60],
  ['a year behind', -365 * 24 * 60],
  ['ten years ahead', 3650 * 24 * 60],
])('54: with the program’s clock %s today, past and soon are those of the database', async (_, minutes) => {
  const event = await world.event({ by: ana, event_date: await dayOf(1) })
  const api = world.as(ana).events
  const [asked, week] = [await api.listEvents({ scope: 'everywhere' }), await api.listWeek({ scope: 'everywhere' })]
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  expect((await api.listEvents({ scope: 'everywhere' })).today).toBe(asked.today)
  expect((await api.listWeek({ scope: 'everywhere' })).days.map(({ day }) => day)).toEqual(
    week.days.map(({ day }) => day),
  )
  expect(await api.getEvent({ id: event.id })).toMatchObject({ is_past: false })
  expect((await api.attendEvent({ id: event.id, going: true })).is_attending).toBe(true)
  // what may be planned, too
  const words = { title: 'Walk', location: 'Here', event_time: '10:00', time_zone: 'UTC' }
  expect((await api.createEvent({ ...words, event_date: await dayOf(0) })).is_attending).toBe(true)
  expect(await refusal(api.createEvent({ ...words, event_date: await dayOf(-1) }))).toMatchObject({ status: 400 })
})

test('57: if the address service is unavailable a place in words is refused with a message, and an event is made without it', async () => {
  const away: Geocoder = { description: 'by nobody', locate: async () => 'away' }
  const api = world.as(ana, { geocoder: away })
  expect(await refusal(api.places.geocode({ address: '12 Nowhere Lane' }))).toMatchObject({
    code: 'GEOCODER_AWAY',
    message: placeFaults.away.message,
  })
  const made = await api.events.createEvent({
    ...{ title: 'Walk', location: 'By the old gate', event_time: '10:00', time_zone: 'UTC' },
    event_date: await dayOf(2),
  })
  expect(made).toMatchObject({ has_position: false, distance: null, is_attending: true })
})
