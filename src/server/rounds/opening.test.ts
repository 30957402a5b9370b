/** When rounds open and close: when clocks change, after a pause of the program, and once each. */
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setRhythm, turnRounds } from '#server/rounds/rounds.ts'
import { atTime } from '#test/rounds.ts'
import { makeWorld, type Subject } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const ana = await world.member({ name: 'ana' })

interface Beat {
  day: string
  time: string
  zone: string
  weeks?: number
}

async function podWith({ day, time, zone, weeks = 1 }: Beat): Promise<Subject> {
  const pod = await world.pod({ members: [ana] })
  await sql`insert into rhythms (pod_id, weekday, local_time, time_zone, weeks, next_on, next_at)
    values (${pod.id}, extract(isodow from ${day}::date), ${time}, ${zone}, ${weeks}, ${day},
      moment_of(${day}::date, ${time}::time, ${zone}))`.execute(db)
  return pod
}

const roundsOf = async ({ id }: Subject) => {
  const { rows } = await sql<{ number: number; opens: string; closes: string; is_open: boolean }>`
    select number, to_char(opens_at at time zone 'UTC', 'MM-DD HH24:MI') as opens,
      to_char(closes_at at time zone 'UTC', 'MM-DD HH24:MI') as closes, closed_at is null as is_open
    from rounds where pod_id = ${id} order by number`.execute(db)
  return rows
}
const nextOf = async ({ id }: Subject) => {
  const { rows } = await sql<{ next: string }>`
    select to_char(next_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as next from rhythms where pod_id = ${id}`.execute(
    db,
  )
  return rows[0]?.next
}

// another test would otherwise open what this one has left
afterEach(() => sql`delete from rhythms`.execute(db))

describe('by the wall clock', () => {
  test.each<[string, Beat, string[], string[]]>([
    [
      'into summer time, at a time that does not exist on that day',
      { day: '2026-03-22', time: '02:30', zone: 'Europe/Berlin' },
      ['03-22 01:30', '03-29 01:30', '04-05 00:30'],
      ['2026-03-22T01:30Z', '2026-03-29T01:30Z', '2026-04-05T00:30Z'],
    ],
    [
      'out of summer time, at a time that exists twice on that day',
      { day: '2026-10-25', time: '01:30', zone: 'America/New_York' },
      ['10-25 05:30', '11-01 06:30', '11-08 06:30'],
      ['2026-10-25T05:30Z', '2026-11-01T06:30Z', '2026-11-08T06:30Z'],
    ],
    [
      'on and after 29 February',
      { day: '2028-02-22', time: '20:00', zone: 'UTC' },
      ['02-22 20:00', '02-29 20:00', '03-07 20:00'],
      ['2028-02-22T20:00Z', '2028-02-29T20:00Z', '2028-03-07T20:00Z'],
    ],
    [
      'every four weeks over the end of a year',
      { day: '2026-12-20', time: '07:15', zone: 'Asia/Kolkata', weeks: 4 },
      ['12-20 01:45', '01-17 01:45'],
      ['2026-12-20T01:45Z', '2027-01-17T01:45Z'],
    ],
  ])('%s', async (_name, beat, opens, moments) => {
    const pod = await podWith(beat)
    for (const moment of moments) {
      await atTime(world, moment, (db) => turnRounds(db))
      // a minute earlier and later nothing more happens
      await atTime(world, moment, (db) => turnRounds(db))
    }
    const rounds = await roundsOf(pod)
    expect(rounds.map(({ opens }) => opens)).toEqual(opens)
    expect(rounds.map(({ number }) => number)).toEqual(opens.map((_, n) => n + 1))
    expect(rounds.filter(({ is_open }) => is_open)).toHaveLength(1)
  })
  test('not a second before its time', async () => {
    const pod = await podWith({ day: '2026-06-07', time: '20:00', zone: 'Europe/London' })
    await atTime(world, '2026-06-07T18:59:59Z', (db) => turnRounds(db))
    expect(await roundsOf(pod)).toEqual([])
    await atTime(world, '2026-06-07T19:00:00Z', (db) => turnRounds(db))
    expect(await roundsOf(pod)).toEqual([{ number: 1, opens: '06-07 19:00', closes: '06-10 19:00', is_open: true }])
    await atTime(world, '2026-06-10T18:59:59Z', (db) => turnRounds(db))
    expect((await roundsOf(pod))[0]!.is_open).toBe(true)
    await atTime(world, '2026-06-10T19:00:00Z', (db) => turnRounds(db))
    expect((await roundsOf(pod))[0]!.is_open).toBe(false)
  })
})

describe('after the program did not run', () => {
  const beat = { day: '2026-06-07', time: '20:00', zone: 'UTC' }
  test('only the latest round opens, with the next number', async () => {
    const pod = await podWith(beat)
    await atTime(world, '2026-06-07T20:00Z', (db) => turnRounds(db))
    await atTime(world, '2026-07-06T08:00Z', (db) => turnRounds(db))
    expect(await roundsOf(pod)).toMatchObject([
      { number: 1, is_open: false },
      { number: 2, opens: '07-05 20:00', closes: '07-08 20:00', is_open: true },
    ])
    expect(await nextOf(pod)).toBe('2026-07-12 20:00')
  })
  test('a round that opens late is open for a day', async () => {
    const pod = await podWith(beat)
    await atTime(world, '2026-06-10T19:00Z', (db) => turnRounds(db))
    expect(await roundsOf(pod)).toMatchObject([{ opens: '06-07 20:00', closes: '06-11 19:00' }])
  })
  test('a round whose three days are over is left out', async () => {
    const pod = await podWith(beat)
    await atTime(world, '2026-06-10T20:00Z', (db) => turnRounds(db))
    expect(await roundsOf(pod)).toEqual([])
    expect(await nextOf(pod)).toBe('2026-06-14 20:00')
  })
})

test('a rhythm that is changed while a round is open applies after it', async () => {
  const pod = await podWith({ day: '2026-06-07', time: '20:00', zone: 'UTC' })
  await atTime(world, '2026-06-07T20:00Z', (db) => turnRounds(db))
  const rhythm = { pod_id: pod.id, weekday: 2, time: '19:00', time_zone: 'UTC', weeks: 1 as const, season_rounds: 8 }
  await atTime(world, '2026-06-08T10:00Z', (db) => setRhythm({ ...world.ctx(ana), db }, rhythm))
  // Tuesday comes too early, and the one after it later than a week: the next round stays on Sunday, at its hour
  expect(await nextOf(pod)).toBe('2026-06-14 20:00')
  await atTime(world, '2026-06-10T20:00Z', (db) => turnRounds(db))
  await atTime(world, '2026-06-14T20:00Z', (db) => turnRounds(db))
  expect(await roundsOf(pod)).toMatchObject([
    { opens: '06-07 20:00', is_open: false },
    { opens: '06-14 20:00', closes: '06-17 19:00', is_open: true },
  ])
  expect(await nextOf(pod)).toBe('2026-06-23 19:00')
})

test.each([-400, 400])('the clock of the program may be wrong by %s days', async (days) => {
  const pod = await podWith({ day: '2026-06-07', time: '20:00', zone: 'UTC' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
  try {
    for (const moment of ['2026-06-07T19:59Z', '2026-06-07T20:00Z', '2026-06-10T19:59Z'])
      await atTime(world, moment, (db) => turnRounds(db))
    expect(await roundsOf(pod)).toMatchObject([{ opens: '06-07 20:00', closes: '06-10 20:00', is_open: true }])
    await atTime(world, '2026-06-10T20:00Z', (db) => turnRounds(db))
    expect(await roundsOf(pod)).toMatchObject([{ is_open: false }])
  } finally {
    vi.useRealTimers()
  }
})

test('a rhythm of a deleted pod opens nothing, and an open round of it ends', async () => {
  const pod = await podWith({ day: '2026-06-07', time: '20:00', zone: 'UTC' })
  await atTime(world, '2026-06-07T20:00Z', (db) => turnRounds(db))
  await world.as(ana).pods.deletePod({ id: pod.id })
  expect(await nextOf(pod)).toBeUndefined()
  expect(await roundsOf(pod)).toMatchObject([{ is_open: false }])
})

test('connections that end in the middle of it leave each round opened once', async () => {
  const pods: Subject[] = []
  for (let n = 0; n < 60; n++) pods.push(await podWith({ day: '2026-06-07', time: '20:00', zone: 'UTC' }))
  await sql`update rhythms set next_at = now() - interval '1 minute', next_on = (now() at time zone 'UTC')::date,
    weekday = extract(isodow from (now() at time zone 'UTC')), local_time = (now() at time zone 'UTC' - interval '1 minute')::time`.execute(
    db,
  )
  const isDone = async () => {
    const { rows } = await sql`select from rhythms where next_at <= now()`.execute(db)
    return rows.length === 0
  }
  while (!(await isDone())) {
    const turning = [turnRounds(db), turnRounds(db)].map((work) => work.catch(() => 0))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%open_round(%' and pid <> pg_backend_pid()`
      .execute(db)
      .catch(() => {})
    await Promise.all(turning)
  }
  for (const pod of pods) expect(await roundsOf(pod)).toHaveLength(1)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from facts
    where kind = 'round.opened' and data ->> 'pod_id' = any(${pods.map(({ id }) => id)})`.execute(db)
  expect(rows[0]!.n).toBe(60)
})
