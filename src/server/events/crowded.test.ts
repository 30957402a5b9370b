/** Lists and weeks with more events than one search reads: no event is missed because of that. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { daysAhead, makeWorld, type Person } from '#test/world.ts'
import { cellAt, cellsOf, centreOf, parentOf, parentsAround } from '../kernel/geo/grid.ts'

const world = await makeWorld()
const { db } = world
const maker = await world.member()
const York = { latitude: 53.96, longitude: -1.08 }
const home = cellAt(York)
const { whole, cut } = parentsAround(centreOf(home), 25)

interface EventValues {
  ahead: number
  title: string
  cell?: number
}

/** The last ones are inserted first, so that the order of the table does not match the order of time. */
async function rows(count: number, { ahead, title, cell }: EventValues): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).sort()
  await sql`insert into local_events (id, title, location, event_date, event_time, time_zone, cell, user_id)
    select id, ${title}, 'The park', ${daysAhead(ahead)}::date, '10:00', 'UTC', ${cell ?? null}::int, ${maker.id}::uuid
    from unnest(${ids}::uuid[]) as id order by id desc`.execute(db)
  return ids
}

type ListInput = Parameters<ReturnType<typeof world.as>['events']['listEvents']>[0]
async function all(who: Person, asked: ListInput): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await world.as(who).events.listEvents({ radius: 25, ...asked, ...(after && { after }) })
    ids.push(...items.map(({ id }) => id))
    if (!next) return ids
    after = next
  }
}
async function inWeek(who: Person, asked: ListInput, ahead: number) {
  const { days } = await world.as(who).events.listWeek({ radius: 25, ...asked, day: daysAhead(ahead) })
  const { events, more, more_open } = days.find(({ day }) => day === daysAhead(ahead))!
  return { ids: events.map(({ id }) => id), more, more_open }
}

async function emptied(): Promise<Person> {
  await sql`delete from local_events`.execute(db)
  const who = await world.member()
  await world.local(who, York)
  return who
}

test('exactly the events within the radius are found among many at its border', async () => {
  const who = await emptied()
  const { parent, cells } = cut.find(({ cells }) => cells.length > 3 && cells.length < 20)!
  const outside = cellsOf(parent).filter((cell) => !cells.includes(cell))
  await rows(350, { ahead: 1, title: 'Outside', cell: outside[0]! })
  const soon = await rows(30, { ahead: 1, title: 'Inside', cell: cells[0]! })
  await rows(350, { ahead: 2, title: 'Outside', cell: outside.at(-1)! })
  const later = await rows(30, { ahead: 3, title: 'Inside', cell: cells.at(-1)! })
  const elsewhere = await rows(3, { ahead: 4, title: 'Inside', cell: home })
  expect(await all(who, {})).toEqual([...soon, ...later, ...elsewhere])
  expect(await all(who, { day: daysAhead(2) })).toEqual([])
  expect(await all(who, { q: 'inside' })).toEqual([...soon, ...later, ...elsewhere])
  expect(await all(who, { q: 'outside' })).toEqual([])
  expect(await inWeek(who, {}, 1)).toEqual({ ids: soon.slice(0, 2), more: 28, more_open: false })
  expect(await inWeek(who, {}, 2)).toEqual({ ids: [], more: 0, more_open: false })
  expect(await inWeek(who, { q: 'inside' }, 1)).toEqual({ ids: soon.slice(0, 2), more: 28, more_open: false })
})

test('a word is found near the viewer even if many other events come before it in the order of all map cells', async () => {
  const who = await emptied()
  const [here, there] = [home, cellsOf(whole.find((parent) => parent !== parentOf(home))!)[0]!]
  await rows(400, { ahead: 1, title: 'Stroll', cell: here })
  const behind = await rows(15, { ahead: 2, title: 'Heron qq', cell: here })
  // searched before the events that lie behind the many others
  const later = await rows(30, { ahead: 3, title: 'Heron qq', cell: there })
  await rows(5, { ahead: 2, title: 'Heron qq', cell: cellAt({ latitude: 40, longitude: -74 }) })
  expect(await all(who, { q: 'heron' })).toEqual([...behind, ...later])
  expect(await all(who, { q: 'axolotl' })).toEqual([])
  expect((await all(who, { q: 'stroll' })).length).toBe(400)
  expect(await inWeek(who, { q: 'heron' }, 2)).toEqual({ ids: behind.slice(0, 2), more: 13, more_open: false })
  // two letters are not in the index, so events behind the searched ones are not found
  expect(await all(who, { q: 'qq' })).toEqual([])
  await sql`update local_events set title = 'Stroll qq' where id in (
    select id from local_events where title = 'Stroll' order by id limit 3)`.execute(db)
  expect(await all(who, { q: 'qq' })).toHaveLength(3)
})

test('on a day with many events a word is found near the viewer, and the soonest matches are shown', async () => {
  const who = await emptied()
  const there = cellsOf(whole.find((parent) => parent !== parentOf(home))!)[0]!
  const crowd = await rows(400, { ahead: 1, title: 'Stroll', cell: home })
  const last = await rows(2, { ahead: 1, title: 'Heron', cell: there })
  await sql`update local_events set event_time = '11:00' where id = any(${last}::uuid[])`.execute(db)
  await sql`update local_events set title = 'Heron' where id = ${crowd.at(-1)!}::uuid`.execute(db)
  expect(await inWeek(who, { q: 'heron' }, 1)).toEqual({ ids: [crowd.at(-1), last[0]], more: 1, more_open: false })
  expect(await inWeek(who, { q: 'stroll' }, 1)).toMatchObject({ ids: crowd.slice(0, 2), more: 99, more_open: true })
})

test.each(['near', 'everywhere'] as const)(
  'the soonest events with a word that thousands of later events contain are found: %s',
  async (scope) => {
    const who = await emptied()
    await rows(3100, { ahead: 1, title: 'Stroll', cell: home })
    const late = await rows(2990, { ahead: 300, title: 'Sledging', cell: home })
    const early = await rows(30, { ahead: 200, title: 'Sledging', cell: home })
    const { items, next } = await world.as(who).events.listEvents({ scope, q: 'sledging' })
    expect(items.map(({ id }) => id)).toEqual(early.slice(0, 20))
    const second = await world.as(who).events.listEvents({ scope, q: 'sledging', after: next! })
    expect(second.items.map(({ id }) => id)).toEqual([...early.slice(20), ...late.slice(0, 10)])
  },
)
