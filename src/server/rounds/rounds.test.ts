/** Rhythm, rounds and check-ins of a pod, through the contract. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
const [cal, eve] = [await world.member({ name: 'cal' }), await world.member({ name: 'eve' })]
const RHYTHM = { weekday: 7, time: '20:00', time_zone: 'Europe/London', weeks: 2 as const }
const of = (who: Person | null) => world.as(who).rounds
const podWithRounds = async (members = [ana, ben, cal]) => {
  const pod = await world.pod({ members })
  await giveRhythm(world, pod)
  return pod
}

describe('rhythm', () => {
  test('any member sets it; the next round is its next day and time, and the card says how often', async () => {
    const pod = await world.pod({ members: [ana, ben] })
    expect(await of(ben).getRounds({ pod_id: pod.id })).toMatchObject({ rhythm: null, open: null, closed: [] })
    const set = await of(ben).setRhythm({ pod_id: pod.id, ...RHYTHM })
    expect(set.rhythm).toMatchObject({ ...RHYTHM, season_rounds: 8, set_by: 'Ben' })
    const local = set.rhythm!.next_at.toLocaleString('en-GB', {
      timeZone: RHYTHM.time_zone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
    })
    expect(local).toBe('Sunday 20:00')
    expect(set.rhythm!.next_at.getTime() - Date.now()).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000)
    const card = async () => {
      const { meeting_frequency, has_rhythm } = await world.as(ana).pods.getPod({ slug: pod.slug })
      return { meeting_frequency, has_rhythm }
    }
    expect(await card()).toEqual({ meeting_frequency: 'bi-weekly', has_rhythm: true })
    expect((await of(ana).endRhythm({ pod_id: pod.id })).rhythm).not.toBeNull()
    expect((await of(ben).endRhythm({ pod_id: pod.id })).rhythm).toBeNull()
    expect(await card()).toEqual({ meeting_frequency: 'bi-weekly', has_rhythm: false })
  })
  test('is unknown outside of the pod', async () => {
    const pod = await podWithRounds()
    await openRound(world, pod)
    for (const call of [
      () => of(eve).getRounds({ pod_id: pod.id }),
      () => of(eve).listRounds({ pod_id: pod.id }),
      () => of(eve).setRhythm({ pod_id: pod.id, ...RHYTHM }),
      () => of(eve).endRhythm({ pod_id: pod.id }),
      () => of(eve).keepRhythm({ pod_id: pod.id }),
      () => of(eve).setPause({ pod_id: pod.id, reason: 'ill' }),
      () => of(eve).endPause({ pod_id: pod.id }),
      () => of(eve).setReminders({ pod_id: pod.id, reminders: 'off' }),
      () => of(eve).getRounds({ pod_id: randomUUID() }),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
  })
  test('a zone that does not exist is refused', async () => {
    const pod = await world.pod({ members: [ana] })
    const call = of(ana).setRhythm({ pod_id: pod.id, ...RHYTHM, time_zone: 'Mars/Olympus' })
    expect(await refusal(call)).toMatchObject({ code: 'INVALID', data: { fields: { time_zone: expect.any(String) } } })
  })
})

describe('rounds', () => {
  test('open once and close once, in any number of attempts at the same time', async () => {
    const pod = await podWithRounds()
    await openRound(world, pod)
    await Promise.all([turnRounds(db), turnRounds(db), turnRounds(db)])
    const { open } = await of(ana).getRounds({ pod_id: pod.id })
    expect(open).toMatchObject({ number: 1, season: 1, season_round: 1, is_open: true, check_ins: [] })
    expect(open!.closes_at.getTime() - open!.opens_at.getTime()).toBe(3 * 86_400_000)
    await sql`update rounds set closes_at = now() - interval '1 second' where pod_id = ${pod.id}`.execute(db)
    await Promise.all([turnRounds(db), turnRounds(db), turnRounds(db)])
    const { rows } = await sql<{ kind: string; n: number }>`select kind, count(*)::int as n from facts
      where data ->> 'pod_id' = ${pod.id} group by kind order by kind`.execute(db)
    expect(rows).toEqual([
      { kind: 'round.closed', n: 1 },
      { kind: 'round.opened', n: 1 },
    ])
  })
})

describe('a check-in', () => {
  test('is sent once, changed, and read by the pod without its private lines', async () => {
    const pod = await podWithRounds()
    const round_id = await openRound(world, pod)
    const said = {
      round_id,
      outcome: 'kept' as const,
      win: 'Home by six',
      struggle: 'Slept badly',
      ask: 'Who knows a plumber?',
      commitment: { cue: 'it is seven', action: 'I put the phone away' },
      private_lines: ['struggle' as const, 'commitment' as const],
    }
    const sent = await of(ana).checkIn(said)
    expect(sent).toMatchObject({ is_own: true, struggle: 'Slept badly', private_lines: ['commitment', 'struggle'] })
    expect(await of(ana).checkIn(said)).toEqual(sent)
    const seen = (await of(ben).getRounds({ pod_id: pod.id })).open!.check_ins
    expect(seen).toMatchObject([
      { id: sent.id, is_own: false, win: 'Home by six', struggle: null, commitment: null, private_lines: [] },
    ])
    const changed = await of(ana).checkIn({ ...said, outcome: 'partly', seen_at: sent.updated_at.toISOString() })
    expect(changed).toMatchObject({ id: sent.id, outcome: 'partly' })
    expect(await refusal(of(ana).checkIn({ ...said, seen_at: sent.updated_at.toISOString() }))).toMatchObject({
      code: 'CHECK_IN_CHANGED',
      status: 409,
    })
  })
  test('answers the last commitment, and "not" three times in a row offers a smaller one', async () => {
    const pod = await podWithRounds()
    for (let n = 1; n <= 3; n++) {
      const round_id = await openRound(world, pod)
      const commitment = { cue: null, action: `Walk ${n}` }
      const { about } = await of(ana).checkIn({ round_id, outcome: 'not', commitment })
      expect(about?.action ?? null).toBe(n === 1 ? null : `Walk ${n - 1}`)
      await closeRound(world, pod)
      const { own } = await of(ana).getRounds({ pod_id: pod.id })
      expect(own).toMatchObject({ carried: commitment, offers_smaller: n === 3, steady: { came: n, of: n } })
    }
    expect((await of(ben).getRounds({ pod_id: pod.id })).own).toMatchObject({
      carried: null,
      // two graces, then one that counts
      steady: { came: 0, of: 1 },
    })
  })
  test('says of the carried commitment whether its author kept it private', async () => {
    const pod = await podWithRounds()
    const commitment = { cue: null, action: 'I call my brother' }
    for (const private_lines of [['commitment' as const], []]) {
      const round_id = await openRound(world, pod)
      await of(ana).checkIn({ round_id, outcome: 'kept', commitment, private_lines })
      await closeRound(world, pod)
      const { own } = await of(ana).getRounds({ pod_id: pod.id })
      expect(own).toMatchObject({ carried: commitment, carried_is_private: private_lines.length > 0 })
    }
  })
  test('is refused after the round has closed, outside of the pod, and for a round that does not exist', async () => {
    const pod = await podWithRounds()
    const round_id = await openRound(world, pod)
    expect(await refusal(of(eve).checkIn({ round_id, outcome: 'kept' }))).toMatchObject({ code: 'ROUND_NOT_FOUND' })
    await closeRound(world, pod)
    expect(await refusal(of(ana).checkIn({ round_id, outcome: 'kept' }))).toMatchObject({ code: 'ROUND_CLOSED' })
    const none = of(ana).checkIn({ round_id: randomUUID(), outcome: 'kept' })
    expect(await refusal(none)).toMatchObject({ code: 'ROUND_NOT_FOUND', status: 404 })
  })
  test('is listed for its author and deleted by him after he has left the pod', async () => {
    const [pod, other] = [await podWithRounds(), await podWithRounds()]
    const first = await of(ben).checkIn({ round_id: await openRound(world, pod), outcome: 'rough' })
    const second = await of(ben).checkIn({ round_id: await openRound(world, other), outcome: 'kept' })
    await world.as(ben).pods.leavePod({ id: pod.id })
    const listed = async () => {
      const { items } = await of(ben).listOwnCheckIns({})
      return items.filter(({ id }) => id === first.id || id === second.id)
    }
    expect(await listed()).toMatchObject([
      { id: second.id, pod: { slug: other.slug }, has_left: false },
      { id: first.id, pod: { slug: pod.slug }, has_left: true },
    ])
    await of(ben).deleteCheckIn({ id: first.id })
    expect(await listed()).toMatchObject([{ id: second.id }])
  })
  test('is listed for its author and deleted by him alone', async () => {
    const pod = await podWithRounds()
    const round_id = await openRound(world, pod)
    const { id } = await of(ana).checkIn({ round_id, outcome: 'rough' })
    expect((await of(ana).listOwnCheckIns({ pod_id: pod.id })).items).toMatchObject([{ id, pod: { slug: pod.slug } }])
    expect((await of(ben).listOwnCheckIns({ pod_id: pod.id })).items).toEqual([])
    expect(await refusal(of(ben).deleteCheckIn({ id }))).toMatchObject({ code: 'CHECK_IN_NOT_FOUND', status: 404 })
    await of(ana).deleteCheckIn({ id })
    expect((await of(ben).getRounds({ pod_id: pod.id })).open!.check_ins).toEqual([])
    await of(ana).checkIn({ round_id, outcome: 'kept' })
    expect(await of(ana).deleteOwnCheckIns({ pod_id: pod.id })).toEqual({ deleted: 1 })
  })
})

describe('the sum of a pod', () => {
  test('counts check-ins from three members on, and has no total that would show who is on a pause', async () => {
    const pod = await podWithRounds()
    const sums = async () =>
      Promise.all(
        [ana, ben].map(async (who) => {
          const { came } = await of(who).getRounds({ pod_id: pod.id })
          return came
        }),
      )
    expect(await sums()).toEqual([0, 0])
    for (const isPaused of [false, true]) {
      if (isPaused) await of(cal).setPause({ pod_id: pod.id, reason: 'ill' })
      const round_id = await openRound(world, pod)
      await of(ana).checkIn({ round_id, outcome: 'rough' })
      await closeRound(world, pod)
    }
    expect(await sums()).toEqual([2, 2])
    expect(Object.keys(await of(ben).getRounds({ pod_id: pod.id }))).not.toContain('steady')
    await world.as(cal).pods.leavePod({ id: pod.id })
    expect(await sums()).toEqual([null, null])
  })
})

describe('a pause', () => {
  test('counts for nothing, and only the member himself sees it', async () => {
    const pod = await podWithRounds()
    const paused = await of(ana).setPause({ pod_id: pod.id, reason: 'newborn' })
    expect(paused.own.pause).toMatchObject({ reason: 'newborn', until: null })
    expect((await of(ben).getRounds({ pod_id: pod.id })).own.pause).toBeNull()
    await openRound(world, pod)
    await closeRound(world, pod)
    const { rows } = await sql`select result from round_results x join rounds r on r.id = x.round_id
      where r.pod_id = ${pod.id} and x.user_id = ${ana.id}`.execute(db)
    expect(rows).toEqual([{ result: 'paused' }])
    expect((await of(ana).endPause({ pod_id: pod.id })).own.pause).toBeNull()
    const past = of(ana).setPause({ pod_id: pod.id, reason: 'ill', until: '2020-01-01T00:00:00.000Z' })
    expect(await refusal(past)).toMatchObject({ code: 'INVALID' })
    const far = of(ana).setPause({ pod_id: pod.id, reason: 'ill', until: '9999-12-31T00:00:00.000Z' })
    expect(await refusal(far)).toMatchObject({ data: { fields: { until: SAY_ROUNDS.pauseTooLong } } })
  })
})

test('a commitment is one line, without characters that turn the direction of text', async () => {
  const pod = await podWithRounds()
  const { commitment } = await of(ana).checkIn({
    ...{ round_id: await openRound(world, pod), outcome: 'kept' },
    commitment: { cue: 'it is\nseven', action: '\u202eI put\r\nthe phone away\u2066' },
  })
  expect(commitment).toEqual({ cue: 'it is seven', action: 'I put the phone away' })
})
