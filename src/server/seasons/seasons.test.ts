/** The end of a season: the question, the answers, what is decided, and a pod that ends. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SeasonAnswer } from '#contract/season-words.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import { closeRound, comeToNextRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben, cal, eve] = (await Promise.all(
  ['ana', 'ben', 'cal', 'eve'].map((name) => world.member({ name })),
)) as [Person, Person, Person, Person]
type Place = { id: string; slug: string }
const of = (who: Person | null) => world.as(who).seasons
const say = (who: Person, { id }: Place, answer: SeasonAnswer, season = 1) =>
  of(who).answerSeason({ pod_id: id, season, answer })
const rowOf = async ({ id }: Place) =>
  (
    await sql<{ status: string; capacity: number; season: number | null; season_round: number | null }>`
      select p.status, p.capacity, t.season, t.season_round from pods p left join rhythms t on t.pod_id = p.id
      where p.id = ${id}`.execute(db)
  ).rows[0]!
const kindsOf = async ({ id }: Place) =>
  (
    await sql<{ kind: string }>`select kind from facts where data ->> 'pod_id' = ${id}
      and (kind like 'season.%' or kind = 'pod.ended') order by id`.execute(db)
  ).rows.map(({ kind }) => kind)
const mailsTo = async (who: Person) => {
  await world.readFacts()
  const { rows } = await sql<{ payload: { kind: string; subject: string } }>`
    select payload from graphile_worker._private_jobs where payload ->> 'to' = ${who.email}
      and payload ->> 'kind' in ('season-asked', 'pod-ended') order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** A pod in the last round of its season, which is open. */
async function podInLastRound(members = [ana, ben, cal], input: { capacity?: number; is_private?: boolean } = {}) {
  const pod = await world.pod({ members, ...input })
  await giveRhythm(world, pod, { season_rounds: 6 })
  await sql`update rhythms set season_round = 5 where pod_id = ${pod.id}`.execute(db)
  await openRound(world, pod)
  return pod
}
/** The same pod days after that round: its members were asked. */
async function askedPod(members = [ana, ben, cal], input: { capacity?: number; is_private?: boolean } = {}) {
  const pod = await podInLastRound(members, input)
  await closeRound(world, pod)
  await sql`update seasons set asked_at = asked_at - interval '3 days' where pod_id = ${pod.id}`.execute(db)
  return pod
}

describe('the question', () => {
  test('comes when the last round of the season closes, once, and not before', async () => {
    const pod = await world.pod({ members: [ana, ben] })
    await giveRhythm(world, pod, { season_rounds: 6 })
    for (let n = 1; n <= 6; n++) {
      await openRound(world, pod)
      expect((await of(ana).getSeason({ pod_id: pod.id })).question, `round ${n}`).toBeNull()
      await closeRound(world, pod)
    }
    await Promise.all([turnRounds(db), turnRounds(db)])
    const { question, decided } = await of(ana).getSeason({ pod_id: pod.id })
    expect(question).toMatchObject({ season: 1, answer: null })
    expect(decided).toBeNull()
    const { rhythm } = await world.as(ana).rounds.getRounds({ pod_id: pod.id })
    expect(question!.until).toEqual(rhythm!.next_at)
    expect(await kindsOf(pod)).toEqual(['season.asked'])
  })

  test('is answered alone: nobody sees an answer, or that there is one', async () => {
    const pod = await askedPod()
    const before = await of(ben).getSeason({ pod_id: pod.id })
    const { seq } = await world.as(ben).pods.getPod({ slug: pod.slug })
    expect((await say(ana, pod, 'end')).question).toMatchObject({ answer: 'end' })
    expect((await say(ana, pod, 'smaller')).question).toMatchObject({ answer: 'smaller' })
    expect(await of(ben).getSeason({ pod_id: pod.id })).toEqual(before)
    // no live event either
    expect((await world.as(ben).pods.getPod({ slug: pod.slug })).seq).toBe(seq)
  })

  test('does not exist outside of the pod, before it is asked, and for another season', async () => {
    const pod = await podInLastRound()
    expect(await refusal(say(ana, pod, 'on'))).toMatchObject({ code: 'SEASON_DECIDED', status: 409 })
    await closeRound(world, pod)
    for (const call of [() => of(eve).getSeason({ pod_id: pod.id }), () => say(eve, pod, 'end')])
      expect(await refusal(call())).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
    expect(await refusal(say(ana, pod, 'end', 2))).toMatchObject({ code: 'SEASON_DECIDED' })
    expect(await rowOf(pod)).toMatchObject({ status: 'active' })
  })

  test('is mailed once to those who want it, not to a man on a pause, and not after it is decided', async () => {
    const people = (await Promise.all(['one', 'two', 'off'].map((name) => world.member({ name })))) as [
      Person,
      Person,
      Person,
    ]
    const [one, two, off] = people
    // a reader begins with what is written after its first look
    await world.readFacts()
    const pod = await podInLastRound(people)
    await world.as(two).rounds.setPause({ pod_id: pod.id, reason: 'newborn' })
    await world.as(off).rounds.setReminders({ pod_id: pod.id, reminders: 'off' })
    await closeRound(world, pod)
    expect(await mailsTo(one)).toMatchObject([{ kind: 'season-asked', subject: expect.stringContaining('go on?') }])
    await turnRounds(db)
    expect(await mailsTo(one)).toHaveLength(1)
    expect([await mailsTo(two), await mailsTo(off)]).toEqual([[], []])
    const late = await askedPod([one])
    await say(one, late, 'on')
    await comeToNextRound(world, late)
    expect(await mailsTo(one)).toHaveLength(1)
  })

  test('lapses with the rhythm; a new rhythm begins a new season', async () => {
    const pod = await askedPod()
    await say(ana, pod, 'end')
    await world.as(ana).rounds.endRhythm({ pod_id: pod.id })
    expect((await of(ana).getSeason({ pod_id: pod.id })).question).toBeNull()
    expect(await refusal(say(ana, pod, 'on'))).toMatchObject({ code: 'SEASON_DECIDED' })
    const rhythm = { weekday: 1, time: '20:00', time_zone: 'UTC', weeks: 1 as const }
    await world.as(ana).rounds.setRhythm({ pod_id: pod.id, ...rhythm })
    expect(await rowOf(pod)).toMatchObject({ season: 2, season_round: 0 })
    await openRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 2, season_round: 1 })
  })
})

describe('before the next round opens', () => {
  const ON = { outcome: 'on', status: 'active', capacity: 6 }
  const SMALLER = { outcome: 'smaller', status: 'active', capacity: 5 }
  const OPEN = { outcome: 'open', status: 'active', capacity: 7 }
  const END = { outcome: 'end', status: 'ended', capacity: 6 }
  test.each<[SeasonAnswer[], { outcome: string; status: string; capacity: number }]>([
    [['on'], ON],
    [['smaller', 'smaller', 'on'], SMALLER],
    [['open', 'open', 'on'], OPEN],
    // more than half of the answers
    [['end'], END],
    [['end', 'end', 'on'], END],
    [['end', 'end', 'on', 'smaller'], ON],
    [['end', 'end', 'smaller', 'open'], ON],
    [['end', 'end', 'end', 'on', 'on'], END],
    // in every tie with it, "go on" wins
    [['on', 'smaller'], ON],
    [['on', 'open'], ON],
    [['smaller', 'open'], ON],
    [['end', 'on'], ON],
    [['end', 'open'], OPEN],
  ])('%j decides', async (answers, { outcome, ...row }) => {
    const people = await world.members(5)
    const pod = await askedPod(people)
    for (const [at, answer] of answers.entries()) await say(people[at]!, pod, answer)
    const round = await comeToNextRound(world, pod)
    expect(await rowOf(pod)).toMatchObject(row)
    expect(round === undefined).toBe(outcome === 'end')
    const { question, decided } = await of(people[4]!).getSeason({ pod_id: pod.id })
    expect({ question, decided }).toMatchObject({ question: null, decided: { season: 1, outcome } })
    if (outcome !== 'end') expect(await rowOf(pod)).toMatchObject({ season: 2, season_round: 1 })
    expect(await kindsOf(pod)).toEqual(['season.asked', outcome === 'end' ? 'pod.ended' : 'season.decided'])
    const { rows } = await sql`select from season_answers where pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([])
  })

  test('two places that are opened have an open door, and a pod that goes on smaller closes its door', async () => {
    const people = (await world.members(3)) as [Person, Person, Person]
    const pod = await askedPod(people, { is_private: true })
    const openingOf = async () => (await world.as(people[0]).seekers.getDoor({ pod_id: pod.id })).opening
    await say(people[0], pod, 'open')
    await comeToNextRound(world, pod)
    expect(await openingOf()).toMatchObject({ places: 2, taken: 0 })
    await sql`update rhythms set season_round = 6 where pod_id = ${pod.id}`.execute(db)
    await sql`update rounds set season_round = 6 where pod_id = ${pod.id} and closed_at is null`.execute(db)
    await closeRound(world, pod)
    await say(people[1], pod, 'smaller', 2)
    await comeToNextRound(world, pod)
    expect(await openingOf()).toBeNull()
    expect(await rowOf(pod)).toMatchObject({ status: 'active', capacity: 3, season: 3 })
  })

  test('a pod has at least two places and at most twelve', async () => {
    const alone = await askedPod([ana])
    await say(ana, alone, 'smaller')
    await comeToNextRound(world, alone)
    expect(await rowOf(alone)).toMatchObject({ status: 'active', capacity: 2 })
    const many = await world.members(11)
    const full = await askedPod(many, { capacity: 11 })
    await say(many[0]!, full, 'open')
    await comeToNextRound(world, full)
    expect(await rowOf(full)).toMatchObject({ capacity: 12 })
  })

  test('the answer of a man who has left does not count', async () => {
    const pod = await askedPod()
    await say(ben, pod, 'end')
    await say(cal, pod, 'end')
    await say(ana, pod, 'smaller')
    await world.as(ben).pods.leavePod({ id: pod.id })
    await world.as(cal).pods.leavePod({ id: pod.id })
    await comeToNextRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', capacity: 2 })
  })

  test('a man on a pause may answer, and a silent one holds up nothing', async () => {
    const pod = await askedPod()
    await world.as(ana).rounds.setPause({ pod_id: pod.id, reason: 'ill' })
    await say(ana, pod, 'on')
    expect(await comeToNextRound(world, pod)).toBeDefined()
    expect(await rowOf(pod)).toMatchObject({ season: 2, season_round: 1 })
  })

  test('an answer that waits for the decision is refused', async () => {
    const pod = await askedPod()
    await say(ana, pod, 'on')
    let answered: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`select from pods where id = ${pod.id} for no key update`.execute(tx)
      answered = refusal(say(ben, pod, 'end'))
      await waitingForLocks(world, 1)
      await sql`select decide_season(${pod.id}, false)`.execute(tx)
    })
    expect(await answered).toMatchObject({ code: 'SEASON_DECIDED' })
    expect((await of(ben).getSeason({ pod_id: pod.id })).decided).toMatchObject({ outcome: 'on' })
  })
})

describe('one member alone', () => {
  const untilOf = async (pod: { id: string; slug: string }) =>
    (await of(ben).getSeason({ pod_id: pod.id })).question!.until
  const rhythm = { weekday: 1, time: '12:00', time_zone: 'UTC', weeks: 1, season_rounds: 6 } as const

  test('does not bring the decision nearer by another day for the rounds', async () => {
    const pod = await askedPod()
    const before = await untilOf(pod)
    for (const weekday of [1, 2, 3, 4, 5, 6, 7])
      for (const weeks of [1, 4] as const) {
        await world.as(ana).rounds.setRhythm({ pod_id: pod.id, ...rhythm, weekday, weeks })
        expect((await untilOf(pod)).getTime(), `day ${weekday}`).toBeGreaterThanOrEqual(before.getTime())
      }
  })

  test('does not decide within two days of the question: the round that opens by then decides when it closes', async () => {
    const pod = await podInLastRound()
    await closeRound(world, pod)
    await sql`update rhythms set next_on = current_date, next_at = now() + interval '1 hour' where pod_id = ${pod.id}`.execute(
      db,
    )
    const until = await untilOf(pod)
    expect((until.getTime() - Date.now()) / 3_600_000).toBeCloseTo(73, 0)
    await say(ana, pod, 'end')
    await sql`update rhythms set next_at = now() where pod_id = ${pod.id}`.execute(db)
    await turnRounds(db)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 1, season_round: 7 })
    for (const who of [ben, cal]) await say(who, pod, 'on')
    await closeRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 2 })
  })

  test('who stops the rounds deletes the question with its answers', async () => {
    const pod = await askedPod()
    await say(ana, pod, 'end')
    await world.as(ben).rounds.endRhythm({ pod_id: pod.id })
    const { rows } = await sql`select from seasons where pod_id = ${pod.id}`.execute(db)
    const { rows: answers } = await sql`select from season_answers where pod_id = ${pod.id}`.execute(db)
    expect([rows, answers]).toEqual([[], []])
    await world.as(ben).rounds.setRhythm({ pod_id: pod.id, ...rhythm })
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 2, season_round: 0 })
  })
})

describe('without answers', () => {
  test('there is one round more, and then the pod ends by itself', async () => {
    const pod = await askedPod()
    expect(await openRound(world, pod)).toBeDefined()
    expect(await rowOf(pod)).toMatchObject({ season: 1, season_round: 7 })
    const { question } = await of(ana).getSeason({ pod_id: pod.id })
    const { open } = await world.as(ana).rounds.getRounds({ pod_id: pod.id })
    expect(question!.until).toEqual(open!.closes_at)
    await closeRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status: 'ended', season: null })
    expect((await of(ana).getSeason({ pod_id: pod.id })).decided).toMatchObject({ outcome: 'quiet' })
    expect(await kindsOf(pod)).toEqual(['season.asked', 'pod.ended'])
  })

  test('an answer in that round decides when it closes', async () => {
    const pod = await askedPod()
    await openRound(world, pod)
    await say(cal, pod, 'on')
    await closeRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 2, season_round: 0 })
    await openRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ season: 2, season_round: 1 })
  })

  test('two processes that close the round at the same time end the pod once', async () => {
    const pod = await askedPod()
    await openRound(world, pod)
    await Promise.all([closeRound(world, pod), turnRounds(db), turnRounds(db)])
    expect(await kindsOf(pod)).toEqual(['season.asked', 'pod.ended'])
  })
})

describe('the mail about the end', () => {
  test('goes once to every member, also to one who wanted no reminders', async () => {
    const people = (await world.members(2)) as [Person, Person]
    const pod = await podInLastRound(people)
    for (const who of people) await world.as(who).rounds.setReminders({ pod_id: pod.id, reminders: 'off' })
    await closeRound(world, pod)
    await say(people[0], pod, 'end')
    await comeToNextRound(world, pod)
    const subject = `${pod.name} has ended well`
    for (const who of people) expect(await mailsTo(who)).toMatchObject([{ kind: 'pod-ended', subject }])
    await turnRounds(db)
    for (const who of people) expect(await mailsTo(who)).toHaveLength(1)
  })

  test('does not say that a pod ended well if nobody answered', async () => {
    const people = (await world.members(2)) as [Person, Person]
    const pod = await podInLastRound(people)
    for (const who of people) await world.as(who).rounds.setReminders({ pod_id: pod.id, reminders: 'off' })
    await closeRound(world, pod)
    await openRound(world, pod)
    await closeRound(world, pod)
    const subject = `${pod.name} has come to an end`
    expect(await mailsTo(people[0])).toMatchObject([{ kind: 'pod-ended', subject }])
  })
})

describe('a member who joins while the pod ends', () => {
  test('is refused, or was in it before', async () => {
    const pod = await askedPod()
    await say(ana, pod, 'end')
    let joined: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`select from pods where id = ${pod.id} for no key update`.execute(tx)
      joined = refusal(world.as(eve).pods.joinPod({ id: pod.id }))
      await waitingForLocks(world, 1)
      await sql`select decide_season(${pod.id}, false)`.execute(tx)
    })
    expect(await joined).toMatchObject({ code: 'POD_NOT_ACTIVE' })
    expect((await world.as(ana).pods.getPod({ slug: pod.slug })).members).toHaveLength(3)
  })
})
