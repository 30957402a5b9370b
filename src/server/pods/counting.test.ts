/** Who counts in what the members of a pod decide: those who were in it when it was asked, and those who have come to a round. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SeasonAnswer } from '#contract/season-words.ts'
import { closeRound, comeToNextRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal, type Subject } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const RHYTHM = { weekday: 1, time: '20:00', time_zone: 'UTC', weeks: 1 as const }

const of = (who: Person) => world.as(who)
const join = (who: Person, { id }: Subject) => of(who).pods.joinPod({ id })
const leave = (who: Person, { id }: Subject) => of(who).pods.leavePod({ id })
const say = (who: Person, { id }: Subject, answer: SeasonAnswer, season = 1) =>
  of(who).seasons.answerSeason({ pod_id: id, season, answer })
const seasonOf = (who: Person, { id }: Subject) => of(who).seasons.getSeason({ pod_id: id })
const roundsOf = (who: Person, { id }: Subject) => of(who).rounds.getRounds({ pod_id: id })
const doorOf = (who: Person, { id }: Subject) => of(who).seekers.getDoor({ pod_id: id })
const checkIn = (who: Person, round_id: string) =>
  of(who).rounds.checkIn({ round_id, outcome: 'kept', win: 'A walk with my son' })
const statusOf = async ({ id }: Subject) =>
  (await sql<{ status: string }>`select status from pods where id = ${id}`.execute(db)).rows[0]!.status

/** A public pod of these members that is asked how it goes on, since days. Nobody of them has checked in. */
async function askedPod(members: Person[], came: Person[] = []): Promise<Subject> {
  const pod = await world.pod({ members, capacity: 12 })
  await giveRhythm(world, pod, { season_rounds: 6 })
  await sql`update rhythms set season_round = 5 where pod_id = ${pod.id}`.execute(db)
  const round = await openRound(world, pod)
  for (const who of came) await checkIn(who, round)
  await closeRound(world, pod)
  return pod
}

/** A pod whose first round is over, with newcomers. */
async function oldPod(members: Person[], newcomers: Person[] = []): Promise<Subject> {
  const pod = await world.pod({ members, capacity: 12 })
  await giveRhythm(world, pod)
  await openRound(world, pod)
  await closeRound(world, pod)
  for (const who of newcomers) await join(who, pod)
  return pod
}

describe('how a pod goes on', () => {
  test('is not decided by three men who joined after it was asked', async () => {
    const [ana, ben] = await world.members(2)
    const newcomers = await world.members(3)
    const pod = await askedPod([ana!, ben!])
    for (const who of newcomers) {
      await join(who, pod)
      expect(await refusal(say(who, pod, 'end'))).toMatchObject({ code: 'SEASON_TOO_NEW', status: 409 })
      expect((await seasonOf(who, pod)).question).toMatchObject({ answer: null, may_answer: false })
    }
    expect((await say(ana!, pod, 'on')).question).toMatchObject({ answer: 'on', may_answer: true })
    await comeToNextRound(world, pod)
    expect((await seasonOf(newcomers[0]!, pod)).decided).toMatchObject({ outcome: 'on' })
    expect(await statusOf(pod)).toBe('active')
  })

  test('does not count an answer that was stored before this rule', async () => {
    const [ana, ben] = await world.members(2)
    const newcomers = await world.members(3)
    const pod = await askedPod([ana!, ben!])
    for (const who of newcomers) {
      await join(who, pod)
      await sql`insert into season_answers (pod_id, user_id, season, answer) values (${pod.id}, ${who.id}, 1, 'end')`.execute(
        db,
      )
    }
    await say(ana!, pod, 'on')
    await comeToNextRound(world, pod)
    expect(await statusOf(pod)).toBe('active')
  })

  test('is not decided by a newcomer who checks in while the question is open', async () => {
    const [ana, eve] = await world.members(2)
    const pod = await world.pod({ members: [ana!], capacity: 12 })
    await giveRhythm(world, pod, { season_rounds: 6 })
    await sql`update rhythms set season_round = 5 where pod_id = ${pod.id}`.execute(db)
    const round = await openRound(world, pod)
    await join(eve!, pod)
    await checkIn(eve!, round)
    expect(await refusal(say(eve!, pod, 'end'))).toMatchObject({ code: 'SEASON_TOO_NEW' })
    await say(ana!, pod, 'on')
    await closeRound(world, pod)
    await comeToNextRound(world, pod)
    expect((await seasonOf(eve!, pod)).decided).toMatchObject({ outcome: 'on' })
  })

  test('counts a man who left and came back if he has come to a round, and otherwise not', async () => {
    const [ana, ben, cal] = await world.members(3)
    const pod = await askedPod([ana!, ben!, cal!], [ben!])
    for (const who of [ben!, cal!]) {
      await leave(who, pod)
      await join(who, pod)
    }
    expect((await say(ben!, pod, 'end')).question).toMatchObject({ may_answer: true })
    expect(await refusal(say(cal!, pod, 'on'))).toMatchObject({ code: 'SEASON_TOO_NEW' })
  })

  test('does not count a man on trial who was in when it was asked, until his trial is over', async () => {
    const [ana, eve] = await world.members(2)
    const pod = await askedPod([ana!, eve!])
    await sql`insert into pod_trials (pod_id, user_id, last_round) values (${pod.id}, ${eve!.id}, 2)`.execute(db)
    expect(await refusal(say(eve!, pod, 'end'))).toMatchObject({ code: 'SEASON_TOO_NEW' })
    await sql`delete from pod_trials where pod_id = ${pod.id}`.execute(db)
    expect((await say(eve!, pod, 'end')).question).toMatchObject({ answer: 'end' })
  })

  test('does not count a newcomer to whom the pod was handed over, or a man who is suspended', async () => {
    const [ana, ben, eve] = await world.members(3)
    const pod = await askedPod([ana!, ben!])
    await join(eve!, pod)
    await of(ana!).pods.handOverPod({ id: pod.id, to: eve!.id })
    expect(await refusal(say(eve!, pod, 'end'))).toMatchObject({ code: 'SEASON_TOO_NEW' })
    await say(ben!, pod, 'end')
    await sql`update profiles_private set suspended_at = now(), suspended_reason = 'Rude.' where id = ${ben!.id}`.execute(
      db,
    )
    const { rows } = await sql<{ ids: string[] }>`
      select array(select counting_members(${pod.id}::uuid, (select asked_at from seasons where pod_id = ${pod.id}))) as ids`.execute(
      db,
    )
    // nobody else is left, so it is his pod
    expect(rows[0]!.ids).toEqual([eve!.id])
  })
})

describe('when everybody who was asked has left', () => {
  test('those who are in the pod decide', async () => {
    const [ana, eve] = await world.members(2)
    const pod = await askedPod([ana!])
    await join(eve!, pod)
    expect((await seasonOf(eve!, pod)).question).toMatchObject({ may_answer: false })
    await of(ana!).pods.handOverPod({ id: pod.id, to: eve!.id })
    expect((await say(eve!, pod, 'smaller')).question).toMatchObject({ may_answer: true })
    await comeToNextRound(world, pod)
    expect((await seasonOf(eve!, pod)).decided).toMatchObject({ outcome: 'smaller' })
  })

  test('their silence does not end their pod, though the pod had been silent before them', async () => {
    const [ana, eve] = await world.members(2)
    const pod = await world.pod({ members: [ana!], capacity: 12 })
    await giveRhythm(world, pod, { season_rounds: 6 })
    await sql`update rhythms set season_round = 2 where pod_id = ${pod.id}`.execute(db)
    for (let n = 0; n < 4; n++) {
      await openRound(world, pod)
      await closeRound(world, pod)
    }
    await join(eve!, pod)
    // nobody who was asked has been heard of, so there is one more round
    await openRound(world, pod)
    await of(ana!).pods.handOverPod({ id: pod.id, to: eve!.id })
    await closeRound(world, pod)
    expect(await statusOf(pod)).toBe('active')
    expect((await seasonOf(eve!, pod)).decided).toMatchObject({ outcome: 'on' })
  })

  test('a pod in which all are on trial does not stand still', async () => {
    const [ana, eve] = await world.members(2)
    const pod = await askedPod([ana!])
    await join(eve!, pod)
    expect((await roundsOf(eve!, pod)).own).toMatchObject({ can_set_rhythm: false })
    await of(ana!).pods.handOverPod({ id: pod.id, to: eve!.id })
    expect((await say(eve!, pod, 'on')).question).toMatchObject({ may_answer: true })
    expect((await roundsOf(eve!, pod)).own).toMatchObject({ can_set_rhythm: true })
  })
})

describe('the rounds', () => {
  test('are not changed or stopped by a newcomer until his first two rounds are over', async () => {
    const [ana, eve] = await world.members(2)
    const pod = await oldPod([ana!], [eve!])
    const here = { pod_id: pod.id }
    const refused = async () => {
      for (const call of [
        () => of(eve!).rounds.setRhythm({ ...here, ...RHYTHM }),
        () => of(eve!).rounds.endRhythm(here),
      ])
        expect(await refusal(call())).toMatchObject({ code: 'TOO_NEW', status: 409 })
      expect((await roundsOf(eve!, pod)).own).toMatchObject({ can_set_rhythm: false })
    }
    await refused()
    const round = await openRound(world, pod)
    await checkIn(eve!, round)
    await refused()
    await closeRound(world, pod)
    await refused()
    await openRound(world, pod)
    await closeRound(world, pod)
    expect((await roundsOf(eve!, pod)).own).toMatchObject({ can_set_rhythm: true })
    for (const who of [eve!, ana!]) await of(who).rounds.endRhythm(here)
    expect((await roundsOf(ana!, pod)).rhythm).toBeNull()
  })

  test('are changed by a man who was in the pod before its first round, also if he never came', async () => {
    const [ana, ben] = await world.members(2)
    const pod = await oldPod([ana!, ben!])
    expect((await roundsOf(ben!, pod)).own).toMatchObject({ can_set_rhythm: true })
  })

  test('are begun by any member of a pod that has none', async () => {
    const [ana, eve] = await world.members(2)
    const pod = await oldPod([ana!], [eve!])
    await of(ana!).rounds.endRhythm({ pod_id: pod.id })
    await of(eve!).rounds.setRhythm({ pod_id: pod.id, ...RHYTHM })
    expect((await roundsOf(ana!, pod)).rhythm).toMatchObject({ weekday: 1 })
  })
})

describe('the door', () => {
  const LOOKS = { stages: ['baby' as const], time_zone: 'UTC', weeks: 1 as const, aims: ['health' as const] }

  test('is opened, closed and answered for by those who count, and only they see who looks for a pod', async () => {
    const [ana, eve, man] = await world.members(3)
    const pod = await oldPod([ana!], [eve!])
    const [here, him] = [{ pod_id: pod.id }, { pod_id: pod.id, member_id: man!.id }]
    await of(man!).seekers.lookForPod(LOOKS)
    expect(await doorOf(ana!, pod)).toMatchObject({ may_decide: true, asks: true, can_open: true })
    expect(await doorOf(eve!, pod)).toMatchObject({ may_decide: false, asks: false, can_open: false })
    await of(ana!).seekers.openDoor({ ...here, places: 2 })
    expect((await doorOf(ana!, pod)).candidates.length).toBeGreaterThan(0)
    expect((await doorOf(eve!, pod)).candidates).toEqual([])
    const { seekers } = of(eve!)
    for (const call of [
      () => seekers.openDoor({ ...here, places: 1 }),
      () => seekers.closeDoor(here),
      () => seekers.inviteSeeker(him),
      () => seekers.passOver(him),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'TOO_NEW', status: 409 })
    expect((await doorOf(ana!, pod)).opening).toMatchObject({ places: 2 })
  })

  test('a trial is judged by those who were in when it began: newcomers have no say and do not count', async () => {
    const [ana, ben, man] = await world.members(3)
    const newcomers = await world.members(2)
    const pod = await oldPod([ana!, ben!])
    await of(man!).seekers.lookForPod(LOOKS)
    await of(ana!).seekers.openDoor({ pod_id: pod.id, places: 1, stages: ['baby'], aims: [] })
    await join(man!, pod)
    const doubt = (who: Person) => of(who).seekers.sayFit({ pod_id: pod.id, member_id: man!.id, fits: false })
    for (const who of newcomers) {
      await join(who, pod)
      const trialOfHim = (await doorOf(who, pod)).trials.find(({ user }) => user.id === man!.id)
      expect(trialOfHim).toMatchObject({ may_say: false, is_own: false })
      expect(await refusal(doubt(who))).toMatchObject({ code: 'TOO_NEW', status: 409 })
    }
    for (const who of [ana!, ben!])
      expect((await doubt(who)).trials).toContainEqual(expect.objectContaining({ fits: false, may_say: true }))
    for (let n = 0; n < 2; n++) {
      const round = await openRound(world, pod)
      // who comes in the last round has said nothing, and does not count
      if (n === 1) for (const who of newcomers) await checkIn(who, round)
      await closeRound(world, pod)
    }
    const { rows } = await sql<{ ends: boolean }>`
      select ends_at is not null as ends from pod_trials where pod_id = ${pod.id} and user_id = ${man!.id}`.execute(db)
    expect(rows).toEqual([{ ends: true }])
  })

  test('a man on trial does not judge another one', async () => {
    const [ana, one, two] = await world.members(3)
    const pod = await oldPod([ana!], [one!, two!])
    const call = of(one!).seekers.sayFit({ pod_id: pod.id, member_id: two!.id, fits: false })
    expect(await refusal(call)).toMatchObject({ code: 'TOO_NEW' })
    // the man on trial is not counted either, so the only other member decides
    for (const who of [one!, two!]) await of(ana!).seekers.sayFit({ pod_id: pod.id, member_id: who.id, fits: false })
    for (let n = 0; n < 2; n++) {
      await openRound(world, pod)
      await closeRound(world, pod)
    }
    const { rows } = await sql`select from pod_trials where pod_id = ${pod.id} and ends_at is not null`.execute(db)
    expect(rows).toHaveLength(2)
  })
})

test('a newcomer cannot answer a request that has waited; the first member who counts can', async () => {
  const [ana, eve, ben, man] = await world.members(4)
  const pod = await oldPod([ana!], [eve!])
  await sql`update pods set is_private = true where id = ${pod.id}`.execute(db)
  const { rows } = await sql<{ waits: string | null }>`
    select waits_for_creator(${pod.id}::uuid, ${eve!.id}::uuid)::text as waits`.execute(db)
  expect(rows).toEqual([{ waits: null }])
  await of(man!).pods.requestToJoinPod({ id: pod.id })
  await sql`insert into pod_members (pod_id, user_id) values (${pod.id}, ${ben!.id})`.execute(db)
  await checkIn(ben!, await openRound(world, pod))
  await closeRound(world, pod)
  await sql`update pod_join_requests set created_at = now() - interval '3 days 1 hour' where pod_id = ${pod.id}`.execute(
    db,
  )
  const seenBy = async (who: Person) => (await of(who).pods.listPodRequests({ pod_id: pod.id })).items.length
  expect([await seenBy(eve!), await seenBy(ben!)]).toEqual([0, 1])
})
