/** The host of a round: whose turn it is, declining, taking over, half-time, and who sees his card. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { turnRounds } from '#server/rounds/rounds.ts'
import { closeRound, giveRhythm, halfTime, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal, type Subject } from '#test/world.ts'
import { openingQuestion, QUESTION_COUNT } from './host-texts.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
const [cal, eve] = [await world.member({ name: 'cal' }), await world.member({ name: 'eve' })]
const of = (who: Person | null) => world.as(who).rounds

/** The members joined one after the other. */
const podOf = async (members = [ana, ben, cal]) => {
  const pod = await world.pod({ members })
  for (const [n, { id }] of members.entries())
    await sql`update pod_members set joined_at = now() - interval '1 day' + ${`${n} hours`}::interval
      where pod_id = ${pod.id} and user_id = ${id}`.execute(db)
  await giveRhythm(world, pod)
  return pod
}
const openOf = async (who: Person, pod: Subject) => (await of(who).getRounds({ pod_id: pod.id })).open!
const hostOf = async (pod: Subject) => (await openOf(ana, pod)).host?.display_name ?? null
const mailed = async (who: Person, kind: string) =>
  (
    await sql<{ payload: { subject: string } }>`select payload from graphile_worker._private_jobs
      where payload ->> 'to' = ${who.email} and payload ->> 'kind' = ${kind}`.execute(db)
  ).rows.map(({ payload }) => payload.subject)

describe('the host', () => {
  test('changes with each round, and is never a member on a pause', async () => {
    const pod = await podOf()
    const hosts: (string | null)[] = []
    for (let n = 1; n <= 5; n++) {
      if (n === 4) await of(ana).setPause({ pod_id: pod.id, reason: 'ill' })
      const round_id = await openRound(world, pod)
      hosts.push(await hostOf(pod))
      for (const who of [ben, cal]) await of(who).checkIn({ round_id, outcome: 'kept' })
      await closeRound(world, pod)
    }
    expect(hosts).toEqual(['Ana', 'Ben', 'Cal', 'Ben', 'Cal'])
  })
  test('is nobody of whom the pod has not heard for two rounds', async () => {
    const pod = await podOf()
    const hosts: (string | null)[] = []
    for (let n = 1; n <= 5; n++) {
      const round_id = await openRound(world, pod)
      hosts.push(await hostOf(pod))
      for (const who of [ana, ben]) await of(who).checkIn({ round_id, outcome: 'kept' })
      await closeRound(world, pod)
    }
    expect(hosts).toEqual(['Ana', 'Ben', 'Ana', 'Ben', 'Ana'])
  })
  test('is nobody if everyone is on a pause, and anyone may take it', async () => {
    const pod = await podOf([ana, ben])
    for (const who of [ana, ben]) await of(who).setPause({ pod_id: pod.id, reason: 'travel' })
    const round_id = await openRound(world, pod)
    expect(await hostOf(pod)).toBeNull()
    await halfTime(world, pod)
    expect(await hostOf(pod)).toBeNull()
    expect((await of(ben).takeHost({ round_id })).open).toMatchObject({ is_host: true, host: { display_name: 'Ben' } })
  })
  test('alone sees the card; everyone sees the question, and nobody outside of the pod anything', async () => {
    const pod = await podOf()
    const round_id = await openRound(world, pod)
    await of(cal).setPause({ pod_id: pod.id, reason: 'custody' })
    expect(await openOf(ana, pod)).toMatchObject({
      is_host: true,
      opening_question: openingQuestion(1),
      // the pause of Cal is not for the host to see
      card: { order: ['Ana', 'Ben', 'Cal'], closing_line: expect.any(String) },
    })
    expect(await openOf(ben, pod)).toMatchObject({ is_host: false, opening_question: openingQuestion(1), card: null })
    for (const call of [() => of(eve).takeHost({ round_id }), () => of(eve).declineHost({ round_id })])
      expect(await refusal(call())).toMatchObject({ code: 'ROUND_NOT_FOUND', status: 404 })
  })
  test('declines, and the next one follows, until nobody is left', async () => {
    const pod = await podOf()
    const round_id = await openRound(world, pod)
    for (const [who, next] of [
      [ana, 'Ben'],
      [ben, 'Cal'],
      [cal, null],
    ] as const) {
      await of(who).declineHost({ round_id })
      expect(await hostOf(pod)).toBe(next)
    }
    // while nobody hosts the round, any member takes it; a member who is not the host declines nothing
    expect((await openOf(ana, pod)).can_host).toBe(true)
    await of(ana).takeHost({ round_id })
    await of(ben).declineHost({ round_id })
    expect(await hostOf(pod)).toBe('Ana')
    await closeRound(world, pod)
    expect(await refusal(of(ben).takeHost({ round_id }))).toMatchObject({ code: 'ROUND_CLOSED' })
    expect(await refusal(of(ana).declineHost({ round_id }))).toMatchObject({ code: 'ROUND_CLOSED' })
  })
  test('has one turn in each round, and does not take the round over again', async () => {
    const pod = await podOf()
    await of(cal).setPause({ pod_id: pod.id, reason: 'ill' })
    const round_id = await openRound(world, pod)
    expect([(await openOf(ana, pod)).can_host, (await openOf(ben, pod)).can_host]).toEqual([false, true])
    await of(ana).declineHost({ round_id })
    expect(await hostOf(pod)).toBe('Ben')
    expect((await openOf(ana, pod)).can_host).toBe(false)
    expect(await refusal(of(ana).takeHost({ round_id }))).toMatchObject({ code: 'HOST_TURN_OVER', status: 409 })
    expect(await hostOf(pod)).toBe('Ben')
    // a member on a pause takes it like any other
    expect((await openOf(cal, pod)).can_host).toBe(true)
    await of(cal).takeHost({ round_id })
    expect(await refusal(of(ben).takeHost({ round_id }))).toMatchObject({ code: 'HOST_TURN_OVER' })
    await closeRound(world, pod)
    // in the next round everyone can take it again, and nobody the closed one
    await openRound(world, pod)
    expect(await hostOf(pod)).toBe('Ana')
    const { open, closed } = await of(ben).getRounds({ pod_id: pod.id })
    expect([open!.can_host, closed[0]!.can_host]).toEqual([true, false])
    expect((await of(ana).getRounds({ pod_id: pod.id })).closed).toMatchObject([{ can_host: false }])
  })
  test('who has not checked in at half-time is replaced once by a member who has, in any number of processes', async () => {
    const pod = await podOf()
    const round_id = await openRound(world, pod)
    await of(cal).checkIn({ round_id, outcome: 'kept' })
    await sql`update rounds set half_at = now() - interval '1 second' where id = ${round_id}`.execute(db)
    await Promise.all([turnRounds(db), turnRounds(db), turnRounds(db)])
    expect(await hostOf(pod)).toBe('Cal')
    await of(cal).declineHost({ round_id })
    expect(await hostOf(pod)).toBe('Ben')
    await turnRounds(db)
    expect(await hostOf(pod)).toBe('Ben')
    const { rows } =
      await sql`select from facts where kind = 'round.hosted' and data ->> 'round_id' = ${round_id}`.execute(db)
    // that of the opening is in the fact that the round is open
    expect(rows).toHaveLength(2)
  })
  test('who has checked in at half-time stays', async () => {
    const pod = await podOf()
    const round_id = await openRound(world, pod)
    for (const who of [ana, ben]) await of(who).checkIn({ round_id, outcome: 'partly' })
    await halfTime(world, pod)
    expect(await hostOf(pod)).toBe('Ana')
  })
  test('who leaves the pod is followed at once', async () => {
    const pod = await podOf()
    await openRound(world, pod)
    await world.as(ana).pods.handOverPod({ id: pod.id, to: cal.id })
    expect((await openOf(ben, pod)).host?.display_name).toBe('Ben')
    await world.as(ben).pods.leavePod({ id: pod.id })
    expect((await openOf(cal, pod)).host?.display_name).toBe('Cal')
    await world.as(cal).pods.deletePod({ id: pod.id })
  })
  test('gets a mail, unless the round has another host by then or he wants none', async () => {
    const pod = await podOf()
    await world.readFacts()
    const round_id = await openRound(world, pod)
    await of(ana).declineHost({ round_id })
    await world.readFacts()
    expect([await mailed(ana, 'round-host'), await mailed(ben, 'round-host')]).toEqual([
      [],
      ['This round of your pod is yours to host'],
    ])
    await of(cal).setReminders({ pod_id: pod.id, reminders: 'notice' })
    await of(ben).declineHost({ round_id })
    await world.readFacts()
    expect(await mailed(cal, 'round-host')).toEqual([])
  })
})

test('there are at least 24 opening questions, and none comes twice within 24 rounds', () => {
  expect(QUESTION_COUNT).toBeGreaterThanOrEqual(24)
  expect(new Set(Array.from({ length: 24 }, (_, n) => openingQuestion(n + 30)))).toHaveProperty('size', 24)
})
