/** "Open the first round now": the round is there with the answer, and the next one follows on the chosen day. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setRhythm } from '#server/rounds/rounds.ts'
import { atTime, closeRound, openRound } from '#test/rounds.ts'
import { makeWorld, type Subject } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
const DAY_MS = 86_400_000
const RHYTHM = { weekday: 7, time: '20:00', time_zone: 'Europe/Berlin', weeks: 1 as const }

const factsOf = async ({ id }: Subject) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from facts where data ->> 'pod_id' = ${id} order by kind`.execute(db)
  return rows.map(({ kind }) => kind)
}

describe('a pod without rounds', () => {
  test('has its first round at once, also with one man in it, and he checks in', async () => {
    const pod = await world.pod({ members: [ana] })
    const rounds = world.as(ana).rounds
    const { open, rhythm } = await rounds.setRhythm({ pod_id: pod.id, ...RHYTHM, opens_now: true })
    expect(open).toMatchObject({ number: 1, season: 1, season_round: 1, is_open: true, is_host: true })
    expect(Math.abs(open!.opens_at.getTime() - Date.now())).toBeLessThan(DAY_MS / 24)
    expect(open!.closes_at.getTime() - open!.opens_at.getTime()).toBe(3 * DAY_MS)
    expect(rhythm!.next_at.getTime()).toBeGreaterThanOrEqual(open!.closes_at.getTime())
    await rounds.checkIn({ round_id: open!.id, outcome: 'kept' })
    expect(await factsOf(pod)).toEqual(expect.arrayContaining(['rhythm.set', 'round.opened']))
    await closeRound(world, pod)
    await openRound(world, pod)
    expect((await rounds.getRounds({ pod_id: pod.id })).open).toMatchObject({ number: 2, season: 1, season_round: 2 })
  })

  test('does not have a second one if the call is repeated, and none without the wish', async () => {
    const pod = await world.pod({ members: [ana] })
    const set = (opens_now: boolean) => world.as(ana).rounds.setRhythm({ pod_id: pod.id, ...RHYTHM, opens_now })
    expect((await set(false)).open).toBeNull()
    // the same rhythm, and now the first round with it
    const first = await set(true)
    expect(first.open).toMatchObject({ number: 1 })
    const again = await set(true)
    expect([again.open!.id, again.rhythm!.next_at]).toEqual([first.open!.id, first.rhythm!.next_at])
    await closeRound(world, pod)
    // rounds run already
    expect((await set(true)).open).toBeNull()
    expect((await factsOf(pod)).filter((kind) => kind === 'round.opened')).toHaveLength(1)
  })

  test('begins a new season at once after its rounds had ended, but not while the last one is open', async () => {
    const pod = await world.pod({ members: [ana, ben] })
    const { setRhythm, endRhythm } = world.as(ben).rounds
    const set = () => setRhythm({ pod_id: pod.id, ...RHYTHM, opens_now: true })
    await set()
    await endRhythm({ pod_id: pod.id })
    expect((await set()).open).toMatchObject({ number: 1 })
    await endRhythm({ pod_id: pod.id })
    await closeRound(world, pod)
    expect((await set()).open).toMatchObject({ number: 2, season: 2, season_round: 1 })
  })
})

/** 9 June 2026 is a Tuesday. */
describe('the next round', () => {
  test.each<[string, { weekday: number; time: string; weeks: 1 | 2 | 4 }, string]>([
    ['follows a week later on the same day', { weekday: 2, time: '20:00', weeks: 1 }, '2026-06-16 18:00'],
    ['is the first such day after the first has closed', { weekday: 5, time: '20:00', weeks: 4 }, '2026-06-12 18:00'],
    ['does not open before the first has closed', { weekday: 5, time: '09:00', weeks: 1 }, '2026-06-19 07:00'],
    ['does not follow within three days', { weekday: 3, time: '20:00', weeks: 2 }, '2026-06-17 18:00'],
  ])('%s', async (_name, rhythm, next) => {
    const pod = await world.pod({ members: [ana] })
    const input = { pod_id: pod.id, time_zone: 'Europe/Berlin', season_rounds: 8, ...rhythm, opens_now: true }
    await atTime(world, '2026-06-09T10:00:00Z', (db) => setRhythm({ ...world.ctx(ana), db }, input))
    const { rows } = await sql<{ next: string; opens: string; closes: string }>`
      select to_char(t.next_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as next,
        to_char(r.opens_at at time zone 'UTC', 'MM-DD HH24:MI') as opens,
        to_char(r.closes_at at time zone 'UTC', 'MM-DD HH24:MI') as closes
      from rhythms t join rounds r using (pod_id) where t.pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([{ next, opens: '06-09 10:00', closes: '06-12 10:00' }])
  })
})
