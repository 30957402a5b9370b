/** The end of a season: the question, the answers, what is decided, and a pod that ends. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SeasonAnswer } from '#contract/season-words.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import { closeRound, comeToNextRound, giveRhythm, openRound, passTime } from '#test/rounds.ts'
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
      and (kind in ('season.asked', 'season.decided') or kind = 'pod.ended') order by id`.execute(db)
  ).rows.map(({ kind }) => kind)
const mailsTo = async (who: Person) => {
  await world.readFacts()
  const { rows } = await sql<{ payload: { kind: string; subject: string; paragraphs: string[] } }>`
    select payload from graphile_worker._private_jobs where payload ->> 'to' = ${who.email}
      and payload ->> 'kind' in ('season-asked', 'season-reminder', 'pod-ended') order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}

interface PodInput {
  capacity?: number
  is_private?: boolean
  /** those who come to each round before the last one; left out: there was none */
  come?: Person[]
}

/** A pod in the last round of its season, which is open. */
async function podInLastRound(members = [ana, ben, cal], { come, ...input }: PodInput = {}) {
  const pod = await world.pod({ members, ...input })
  await giveRhythm(world, pod, { season_rounds: 6 })
  await sql`update rhythms set season_round = ${come ? 2 : 5} where pod_id = ${pod.id}`.execute(db)
  for (let n = 0; come && n < 3; n++) {
    const round_id = await openRound(world, pod)
    for (const who of come) await world.as(who).rounds.checkIn({ round_id, outcome: 'kept' })
    await closeRound(world, pod)
  }
  await openRound(world, pod)
  return pod
}
/** The same pod days after that round: its members were asked. */
async function askedPod(members = [ana, ben, cal], input: PodInput = {}) {
  const pod = await podInLastRound(members, input)
  await closeRound(world, pod)
  return pod
}

describe('the question', () => {
  test('comes with the last round of the season, and is mailed when that round closes, once', async () => {
    const pod = await world.pod({ members: [ana, ben] })
    await giveRhythm(world, pod, { season_rounds: 6 })
    for (let n = 1; n <= 6; n++) {
      await openRound(world, pod)
      const { question } = await of(ana).getSeason({ pod_id: pod.id })
      expect(question !== null, `round ${n}`).toBe(n === 6)
      expect(await kindsOf(pod)).toEqual([])
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
    const early = await world.pod({ members: [ana, ben] })
    await giveRhythm(world, early, { season_rounds: 6 })
    await openRound(world, early)
    expect(await refusal(say(ana, early, 'on'))).toMatchObject({ code: 'SEASON_DECIDED', status: 409 })
    const pod = await askedPod()
    for (const call of [() => of(eve).getSeason({ pod_id: pod.id }), () => say(eve, pod, 'end')])
      expect(await refusal(call())).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
    expect(await refusal(say(ana, pod, 'end', 2))).toMatchObject({ code: 'SEASON_DECIDED' })
    expect(await rowOf(pod)).toMatchObject({ status: 'active' })
  })

  test('is mailed once to those who have not answered, not to a man on a pause, and not after it is decided', async () => {
    const people = (await world.members(5)) as [Person, Person, Person, Person, Person]
    const [one, two, off, here, said] = people
    // a reader begins with what is written after its first look
    await world.readFacts()
    const pod = await podInLastRound(people)
    await world.as(two).rounds.setPause({ pod_id: pod.id, reason: 'newborn' })
    await world.as(off).rounds.setReminders({ pod_id: pod.id, reminders: 'off' })
    await world.as(here).rounds.setReminders({ pod_id: pod.id, reminders: 'notice' })
    // the form of the last check-in asks it
    await say(said, pod, 'on')
    await closeRound(world, pod)
    expect(await mailsTo(one)).toMatchObject([{ kind: 'season-asked', subject: 'How does your pod go on?' }])
    await turnRounds(db)
    expect([await mailsTo(one), await mailsTo(here)].map((mails) => mails.length)).toEqual([1, 1])
    expect([await mailsTo(two), await mailsTo(off), await mailsTo(said)]).toEqual([[], [], []])
    const late = await askedPod([one])
    await say(one, late, 'on')
    await comeToNextRound(world, late)
    expect(await mailsTo(one)).toHaveLength(1)
  })

  test('is repeated once, a day before the decision, to members who have not answered', async () => {
    const [one, two] = (await world.members(2)) as [Person, Person]
    await world.readFacts()
    const pod = await podInLastRound([one, two])
    await closeRound(world, pod)
    const remindAt = sql<{
      days: number
    }>`select extract(epoch from (season_until(s.pod_id, s.asked_at) - s.remind_at)) / 86400 as days
      from seasons s where s.pod_id = ${pod.id}`
    expect(Number((await remindAt.execute(db)).rows[0]!.days)).toBe(1)
    await say(two, pod, 'on')
    await sql`update seasons set remind_at = now() - interval '1 millisecond' where pod_id = ${pod.id}`.execute(db)
    await Promise.all([turnRounds(db), turnRounds(db)])
    const kinds = async (who: Person) => (await mailsTo(who)).map(({ kind }) => kind)
    expect([await kinds(one), await kinds(two)]).toEqual([['season-asked', 'season-reminder'], []])
  })

  test('stands on the front page of a member who has not answered. He may have stopped mails, but is not on a pause', async () => {
    const people = (await world.members(4)) as [Person, Person, Person, Person]
    const [open, off, paused, said] = people
    const pod = await podInLastRound(people)
    await world.as(off).rounds.setReminders({ pod_id: pod.id, reminders: 'off' })
    await world.as(paused).rounds.setPause({ pod_id: pod.id, reason: 'newborn' })
    await say(said, pod, 'end')
    const asked = await Promise.all(people.map(async (who) => (await world.as(who).day.getDay({})).seasons))
    const one = { pod: { id: pod.id, name: pod.name, slug: pod.slug }, until: expect.any(Date) }
    expect(asked).toEqual([[one], [one], [], []])
    expect((await world.as(open).day.getDay({})).seasons[0]!.until).toEqual(
      (await of(open).getSeason({ pod_id: pod.id })).question!.until,
    )
  })

  test('is gone if the season is made longer in its last round, but not if somebody has answered it', async () => {
    const answered = await podInLastRound()
    await say(ana, answered, 'end')
    await sql`update rhythms set season_rounds = 8 where pod_id = ${answered.id}`.execute(db)
    await sql`select drop_early_question(${answered.id})`.execute(db)
    expect((await of(ana).getSeason({ pod_id: answered.id })).question).toMatchObject({ answer: 'end' })
    const pod = await podInLastRound()
    await sql`update rhythms set season_rounds = 8 where pod_id = ${pod.id}`.execute(db)
    await sql`select drop_early_question(${pod.id})`.execute(db)
    expect((await of(ana).getSeason({ pod_id: pod.id })).question).toBeNull()
    await closeRound(world, pod)
    expect((await of(ana).getSeason({ pod_id: pod.id })).question).toBeNull()
    expect(await rowOf(pod)).toMatchObject({ season: 1, season_round: 6 })
  })

  test('lapses with the rhythm; a new rhythm begins a new season', async () => {
    const pod = await askedPod()
    await say(ana, pod, 'end')
    for (const who of [ben, cal]) await world.as(who).pods.leavePod({ id: pod.id })
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
    [['smaller', 'smaller', 'smaller', 'on'], SMALLER],
    [['open', 'open', 'open', 'on'], OPEN],
    [[], ON],
    // more than half of the five: who says nothing, and was heard of lately, goes on
    [['end'], ON],
    [['end', 'end'], ON],
    [['end', 'end', 'end'], END],
    [['end', 'end', 'on'], ON],
    [['end', 'end', 'end', 'on', 'on'], END],
    [['end', 'end', 'smaller', 'open', 'smaller'], SMALLER],
    // in every tie with it, "go on" wins
    [['smaller', 'smaller'], ON],
    [['open', 'open', 'on', 'on', 'smaller'], ON],
    [['end', 'end', 'open', 'open'], OPEN],
  ])('%j of five decide', async (answers, { outcome, ...row }) => {
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
    for (const who of people.slice(0, 2)) await say(who, pod, 'open')
    await comeToNextRound(world, pod)
    expect(await openingOf()).toMatchObject({ places: 2, taken: 0 })
    await sql`update rhythms set season_round = 6 where pod_id = ${pod.id}`.execute(db)
    await sql`update rounds set season_round = 6 where pod_id = ${pod.id} and closed_at is null`.execute(db)
    await closeRound(world, pod)
    for (const who of people.slice(1)) await say(who, pod, 'smaller', 2)
    await comeToNextRound(world, pod)
    expect(await openingOf()).toBeNull()
    expect(await rowOf(pod)).toMatchObject({ status: 'active', capacity: 3, season: 3 })
  })

  test('a pod has at least two places and at most twelve', async () => {
    const alone = await askedPod([ana])
    await say(ana, alone, 'smaller')
    await comeToNextRound(world, alone)
    expect(await rowOf(alone)).toMatchObject({ status: 'active', capacity: 2 })
    const many = await world.members(10)
    const nearlyFull = await askedPod(many, { capacity: 11 })
    for (const who of many.slice(4)) await say(who, nearlyFull, 'open')
    await comeToNextRound(world, nearlyFull)
    expect(await rowOf(nearlyFull)).toMatchObject({ capacity: 12 })
  })

  test('two places are no answer in a pod into which two more men do not fit', async () => {
    const many = await world.members(11)
    const full = await askedPod(many, { capacity: 11 })
    expect((await of(many[0]!).getSeason({ pod_id: full.id })).question).toMatchObject({ can_open: false })
    expect(await refusal(say(many[0]!, full, 'open'))).toMatchObject({
      ...{ code: 'SEASON_NO_ROOM', status: 409 },
      message: 'Your pod has no room for two more men. Choose another answer.',
    })
    await world.as(many[10]!).pods.leavePod({ id: full.id })
    expect((await of(many[0]!).getSeason({ pod_id: full.id })).question).toMatchObject({ can_open: true })
    expect((await say(many[0]!, full, 'open')).question).toMatchObject({ answer: 'open' })
  })

  describe('a pod that goes on without new men', () => {
    /** Public, of four men, and one of them has left since. */
    async function closedPod(input: { is_private?: boolean } = {}) {
      const people = (await world.members(4)) as [Person, Person, Person, Person]
      const pod = await askedPod(people, input)
      for (const who of people) await say(who, pod, 'smaller')
      await comeToNextRound(world, pod)
      await world.as(people[3]).pods.leavePod({ id: pod.id })
      return { pod, people }
    }
    const seenBy = (who: Person, pod: { slug: string }) => world.as(who).pods.getPod({ slug: pod.slug })

    test('is full for everyone outside also when one of its men leaves, and its members see the free seat', async () => {
      const { pod, people } = await closedPod()
      expect(await seenBy(eve, pod)).toMatchObject({ is_full: true, can_join: false, current_members: 4, members: [] })
      for (const who of [eve, people[3]])
        expect(await refusal(world.as(who).pods.joinPod({ id: pod.id }))).toMatchObject({ code: 'POD_FULL' })
      expect(await seenBy(people[0], pod)).toMatchObject({ is_full: false, current_members: 3, capacity: 4 })
      expect(await world.as(people[0]).seekers.getDoor({ pod_id: pod.id })).toMatchObject({
        asks: false,
        can_open: true,
      })
    })

    test('takes no requests, and lets nobody in whose request had waited', async () => {
      const people = (await world.members(3)) as [Person, Person, Person]
      const pod = await askedPod(people, { is_private: true })
      await world.as(eve).pods.requestToJoinPod({ id: pod.id })
      for (const who of people) await say(who, pod, 'smaller')
      await comeToNextRound(world, pod)
      await world.as(people[2]).pods.leavePod({ id: pod.id })
      const late = world.as(await world.member()).pods.requestToJoinPod({ id: pod.id })
      expect(await refusal(late)).toMatchObject({ code: 'POD_FULL' })
      const [request] = (await world.as(people[0]).pods.listPodRequests({ pod_id: pod.id })).items
      expect(request!.pod.is_full).toBe(true)
      const answer = world.as(people[0]).pods.decidePodRequest({ id: request!.id, decision: 'approved' })
      expect(await refusal(answer)).toMatchObject({ code: 'POD_FULL' })
    })

    test('takes men again when a member opens places', async () => {
      const { pod, people } = await closedPod()
      await world.as(people[1]).seekers.openDoor({ pod_id: pod.id, places: 1 })
      expect(await seenBy(eve, pod)).toMatchObject({ is_full: false, can_join: true })
    })

    test('takes men again after its next season, and when its rounds are stopped', async () => {
      const [one, two] = [await closedPod(), await closedPod()]
      await closeRound(world, one.pod)
      await sql`update rhythms set season_round = 5 where pod_id = ${one.pod.id}`.execute(db)
      await openRound(world, one.pod)
      await closeRound(world, one.pod)
      await say(one.people[0], one.pod, 'on', 2)
      await comeToNextRound(world, one.pod)
      await sql`delete from rhythms where pod_id = ${two.pod.id}`.execute(db)
      for (const { pod } of [one, two]) expect(await seenBy(eve, pod)).toMatchObject({ is_full: false, can_join: true })
    })
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
    const pod = await askedPod()
    await sql`update seasons set asked_at = now() - interval '1 hour' where pod_id = ${pod.id}`.execute(db)
    await sql`update rhythms set next_on = current_date, next_at = now() + interval '1 hour' where pod_id = ${pod.id}`.execute(
      db,
    )
    const until = await untilOf(pod)
    expect((until.getTime() - Date.now()) / 3_600_000).toBeCloseTo(73, 0)
    await say(ana, pod, 'end')
    await sql`update rhythms set next_at = now() - interval '1 millisecond' where pod_id = ${pod.id}`.execute(db)
    await turnRounds(db)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 1, season_round: 7 })
    for (const who of [ben, cal]) await say(who, pod, 'on')
    await closeRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 2 })
  })

  test('who makes the season longer while its last round is open takes its question back', async () => {
    const pod = await podInLastRound()
    expect((await of(ben).getSeason({ pod_id: pod.id })).question).toMatchObject({ season: 1 })
    await world.as(ana).rounds.setRhythm({ pod_id: pod.id, ...rhythm, season_rounds: 8 })
    expect((await of(ben).getSeason({ pod_id: pod.id })).question).toBeNull()
    await closeRound(world, pod)
    expect((await of(ben).getSeason({ pod_id: pod.id })).question).toBeNull()
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 1, season_round: 6 })
  })

  test('two men cannot end the rounds, and with them the answers of the others', async () => {
    const pod = await askedPod()
    await say(ana, pod, 'on')
    for (const who of [ben, cal])
      expect(await refusal(world.as(who).rounds.endRhythm({ pod_id: pod.id }))).toMatchObject({ code: 'SEASON_ASKED' })
    expect((await of(ana).getSeason({ pod_id: pod.id })).question).toMatchObject({ answer: 'on' })
    await comeToNextRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 2, season_round: 1 })
  })

  test('nor by an ask from before, if one man makes the season shorter in its last round', async () => {
    const pod = await world.pod({ members: [ana, ben, cal] })
    await giveRhythm(world, pod, { season_rounds: 8 })
    await sql`update rhythms set season_round = 5 where pod_id = ${pod.id}`.execute(db)
    await openRound(world, pod)
    await world.as(ben).rounds.endRhythm({ pod_id: pod.id })
    await sql`update rhythms set season_rounds = 6 where pod_id = ${pod.id}`.execute(db)
    await closeRound(world, pod)
    for (const who of [ana, cal]) await say(who, pod, 'on')
    expect((await world.as(cal).rounds.getRounds({ pod_id: pod.id })).ending).toBeNull()
    await passTime(world, pod, 4)
    expect(await rowOf(pod)).toMatchObject({ status: 'active' })
    expect((await world.as(cal).rounds.getRounds({ pod_id: pod.id })).rhythm).not.toBeNull()
  })

  test('what one man asked before it is dropped, in sight of all: now all are asked', async () => {
    const pod = await world.pod({ members: [ana, ben, cal] })
    await giveRhythm(world, pod, { season_rounds: 6 })
    await sql`update rhythms set season_round = 5 where pod_id = ${pod.id}`.execute(db)
    await world.as(ben).rounds.endRhythm({ pod_id: pod.id })
    await openRound(world, pod)
    expect((await world.as(cal).rounds.getRounds({ pod_id: pod.id })).ending).toBeNull()
    const { items } = await world.as(cal).chat.listMessages({ room: 'pod', room_id: pod.id })
    expect(items.at(-1)).toMatchObject({
      content: 'asked to end the rounds. Now all of you are asked how your pod goes on.',
      note: { kind: 'rounds-kept', by: { id: ben.id } },
    })
    await passTime(world, pod, 3)
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 1, season_round: 6 })
  })
})

describe('the silence', () => {
  test('of men who have not come for three rounds holds up nothing: those who come decide', async () => {
    const people = (await world.members(6)) as [Person, Person, Person, Person, Person, Person]
    const [one, two, three] = people
    const pod = await askedPod(people, { come: [one, two, three] })
    for (const who of [one, two]) await say(who, pod, 'end')
    await comeToNextRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status: 'ended' })
  })

  test.each([
    [30, 'ended'],
    [20, 'active'],
  ])('of two men who have been on a pause for %i weeks: the pod is %s', async (weeks, status) => {
    const people = (await world.members(4)) as [Person, Person, Person, Person]
    const [one, two, ...away] = people
    const pod = await world.pod({ members: people })
    await giveRhythm(world, pod, { season_rounds: 6 })
    await sql`update rhythms set season_round = 5 where pod_id = ${pod.id}`.execute(db)
    for (const who of away) await world.as(who).rounds.setPause({ pod_id: pod.id, reason: 'travel' })
    await sql`update round_places set paused_at = now() - make_interval(weeks => ${weeks}),
      signed_at = now() - make_interval(weeks => ${weeks}) where pod_id = ${pod.id}`.execute(db)
    const round_id = await openRound(world, pod)
    for (const who of [one, two]) await world.as(who).rounds.checkIn({ round_id, outcome: 'kept' })
    await closeRound(world, pod)
    for (const who of [one, two]) await say(who, pod, 'end')
    await comeToNextRound(world, pod)
    expect(await rowOf(pod)).toMatchObject({ status })
  })

  test('of a man who was heard of in any way goes on, and so does that of a man on a pause', async () => {
    const people = (await world.members(4)) as [Person, Person, Person, Person]
    const [one, two, writes, rests] = people
    const pod = await world.pod({ members: people })
    await giveRhythm(world, pod, { season_rounds: 6 })
    await sql`update rhythms set season_round = 2 where pod_id = ${pod.id}`.execute(db)
    await world.as(rests).rounds.setPause({ pod_id: pod.id, reason: 'newborn' })
    for (let n = 0; n < 4; n++) {
      const round_id = await openRound(world, pod)
      for (const who of [one, two]) await world.as(who).rounds.checkIn({ round_id, outcome: 'kept' })
      await closeRound(world, pod)
    }
    await world.as(writes).chat.sendMessage({ room: 'pod', room_id: pod.id, id: randomUUID(), content: 'Here.' })
    for (const who of [one, two]) await say(who, pod, 'end')
    await comeToNextRound(world, pod)
    // two of four
    expect(await rowOf(pod)).toMatchObject({ status: 'active', season: 2 })
  })
})

describe('without answers, in a pod of which nothing was heard for three rounds', () => {
  const askedPod = async () => {
    const pod = await podInLastRound([ana, ben, cal], { come: [] })
    await closeRound(world, pod)
    return pod
  }
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
    for (const who of people) await say(who, pod, 'end')
    await comeToNextRound(world, pod)
    const words = [
      `Your pod "${pod.name}" has come to its end. When it was asked how to go on, more than half wanted that. Good that you were in it.`,
    ]
    for (const who of people)
      expect(await mailsTo(who)).toMatchObject([
        { kind: 'pod-ended', subject: 'Your pod has come to its end', paragraphs: expect.arrayContaining(words) },
      ])
    await turnRounds(db)
    for (const who of people) expect(await mailsTo(who)).toHaveLength(1)
  })

  test('says so if nobody answered', async () => {
    const people = (await world.members(2)) as [Person, Person]
    const pod = await podInLastRound(people, { come: [] })
    await closeRound(world, pod)
    await openRound(world, pod)
    await closeRound(world, pod)
    const [mail, ...others] = (await mailsTo(people[0])).filter(({ kind }) => kind === 'pod-ended')
    expect(others).toEqual([])
    expect(mail!.paragraphs[0]).toContain('It has been quiet in your pod')
  })
})

describe('a member who joins while the pod ends', () => {
  test('is refused, or was in it before', async () => {
    const pod = await askedPod()
    for (const who of [ana, ben]) await say(who, pod, 'end')
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
