/** A pod that has ended: its members read it, nobody writes in it, and for everyone else it is as a deleted one. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { leavePodsOf } from '#server/pods/pods.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { type Api, makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben, eve, ann] = (await Promise.all(
  ['ana', 'ben', 'eve', 'ann'].map((name) => world.member({ name })),
)) as [Person, Person, Person, Person]
const RHYTHM = { weekday: 7, time: '20:00', time_zone: 'UTC', weeks: 1 as const }
const end = ({ id }: { id: string }) => sql`select end_pod(${id})`.execute(db)
const statusOf = async ({ id }: { id: string }) =>
  (await sql<{ status: string }>`select status from pods where id = ${id}`.execute(db)).rows[0]?.status
const say = (who: Person, { id }: { id: string }, content: string) =>
  world.as(who).chat.sendMessage({ room: 'pod', room_id: id, id: randomUUID(), content })

/** With a message, an open round with a check-in, and a request to join. */
async function endedPod(members = [ana, ben]) {
  const pod = await world.pod({ members, is_private: true })
  const message = await say(members[0]!, pod, `Said in ${pod.id}`)
  await giveRhythm(world, pod)
  await openRound(world, pod)
  await closeRound(world, pod)
  const round_id = await openRound(world, pod)
  const check_in = await world
    .as(ana)
    .rounds.checkIn({ round_id, outcome: 'kept', win: 'Slept', ask: 'Who has a ladder?' })
  await world.as(eve).pods.requestToJoinPod({ id: pod.id })
  await end(pod)
  return { ...pod, message, round_id, check_in }
}

describe('its members', () => {
  test('read the pod, its conversation and its rounds', async () => {
    const pod = await endedPod()
    const card = await world.as(ben).pods.getPod({ slug: pod.slug })
    expect(card).toMatchObject({ ended_at: expect.any(Date), is_member: true, can_leave: true, can_join: false })
    expect(card.members).toHaveLength(2)
    const { items } = await world.as(ben).chat.listMessages({ room: 'pod', room_id: pod.id })
    expect(items.map(({ content }) => content)).toEqual([`Said in ${pod.id}`])
    const rounds = await world.as(ben).rounds.getRounds({ pod_id: pod.id })
    expect(rounds).toMatchObject({ rhythm: null, open: null })
    expect(rounds.closed).toMatchObject([{ number: 2, check_ins: [{ win: 'Slept', can_take: false }] }, { number: 1 }])
    expect((await world.as(ben).rounds.listRounds({ pod_id: pod.id })).items).toHaveLength(2)
    expect((await world.as(ana).rounds.listOwnCheckIns({ pod_id: pod.id })).items).toMatchObject([
      { pod: { slug: pod.slug } },
    ])
  })

  test('find it in their list after their other pods, and search it', async () => {
    const people = (await world.members(2)) as [Person, Person]
    const over = await world.pod({ members: people, name: 'Kestrel over' })
    const goes = await world.pod({ members: people, name: 'Kestrel goes' })
    await end(over)
    await sql`update pods set last_activity_at = now() + interval '1 hour' where id = ${over.id}`.execute(db)
    const listed = async (who: Person, q = '') =>
      (await world.as(who).pods.listPods({ q })).items.filter(({ name }) => name.startsWith('Kestrel'))
    for (const q of ['', 'kestrel'])
      expect(await listed(people[0], q)).toMatchObject([
        { id: goes.id, ended_at: null },
        { id: over.id, ended_at: expect.any(Date) },
      ])
    expect(await listed(eve)).toMatchObject([{ id: goes.id }])
    expect(await listed(eve, 'kestrel')).toMatchObject([{ id: goes.id }])
  })

  type Call = (api: Api, pod: Awaited<ReturnType<typeof endedPod>>) => Promise<unknown>
  test.each<[string, Call, string]>([
    [
      'a message',
      ({ chat }, { id }) => chat.sendMessage({ room: 'pod', room_id: id, id: randomUUID(), content: 'Hey' }),
      'POD_ENDED',
    ],
    ['a check-in', ({ rounds }, { round_id }) => rounds.checkIn({ round_id, outcome: 'kept' }), 'ROUND_CLOSED'],
    ['a rhythm', ({ rounds }, { id }) => rounds.setRhythm({ pod_id: id, ...RHYTHM }), 'POD_NOT_FOUND'],
    ['the end of the rhythm', ({ rounds }, { id }) => rounds.endRhythm({ pod_id: id }), 'POD_NOT_FOUND'],
    ['a pause', ({ rounds }, { id }) => rounds.setPause({ pod_id: id, reason: 'ill' }), 'POD_NOT_FOUND'],
    ['the end of a pause', ({ rounds }, { id }) => rounds.endPause({ pod_id: id }), 'POD_NOT_FOUND'],
    ['reminders', ({ rounds }, { id }) => rounds.setReminders({ pod_id: id, reminders: 'off' }), 'POD_NOT_FOUND'],
    [
      'an answer about the season',
      ({ seasons }, { id }) => seasons.answerSeason({ pod_id: id, season: 1, answer: 'on' }),
      'SEASON_DECIDED',
    ],
    [
      'the answer to an ask',
      ({ rounds }, { check_in }) => rounds.settleAsk({ id: check_in.id, answer: 'happened' }),
      'CHECK_IN_NOT_FOUND',
    ],
    ['a hand-over', ({ pods }, { id }) => pods.handOverPod({ id, to: ben.id }), 'POD_NOT_FOUND'],
    ['an exclusion', ({ pods }, { id }) => pods.takeOutPodMember({ id, member_id: ben.id }), 'POD_NOT_FOUND'],
    ['a request', ({ pods }, { id }) => pods.requestToJoinPod({ id }), 'POD_NOT_ACTIVE'],
  ])('cannot change anything: %s is refused', async (_name, call, code) => {
    const pod = await endedPod()
    expect(await refusal(call(world.as(ana), pod))).toMatchObject({ code })
    expect((await world.as(ben).chat.listMessages({ room: 'pod', room_id: pod.id })).items).toHaveLength(1)
  })

  test('delete what they said themselves, and report what another said', async () => {
    const pod = await endedPod()
    await world.as(ben).reports.reportThing({ kind: 'message', id: pod.message.id, reason: 'spam' })
    await world.as(ana).chat.deleteMessage({ room: 'pod', room_id: pod.id, id: pod.message.id })
    await world.as(ana).rounds.deleteCheckIn({ id: pod.check_in.id })
    expect((await world.as(ben).chat.listMessages({ room: 'pod', room_id: pod.id })).items).toEqual([])
    expect((await world.as(ben).rounds.getRounds({ pod_id: pod.id })).closed[0]!.check_ins).toEqual([])
  })

  test('see no unread messages of it, and it does not count as a pod', async () => {
    const [one, two] = (await world.members(2)) as [Person, Person]
    const pod = await world.pod({ members: [one, two] })
    await say(one, pod, 'Unread')
    const before = await world.as(two).day.getDay({})
    expect(JSON.stringify(before)).toContain(pod.slug)
    await end(pod)
    expect(JSON.stringify(await world.as(two).day.getDay({}))).not.toContain(pod.slug)
  })

  test('leave it, also its creator; it is deleted with the last one, and its name is free', async () => {
    const name = `Lapwing ${randomUUID().slice(0, 8)}`
    const pod = await world.pod({ members: [ana, ben], name })
    await end(pod)
    expect(await refusal(world.as(eve).pods.createPod({ name }))).toMatchObject({ code: 'NAME_TAKEN' })
    await world.as(ana).pods.leavePod({ id: pod.id })
    expect(await refusal(world.as(ana).pods.getPod({ slug: pod.slug }))).toMatchObject({ code: 'POD_NOT_FOUND' })
    expect(await refusal(world.as(ana).pods.deletePod({ id: pod.id }))).toMatchObject({ code: 'POD_NOT_FOUND' })
    expect((await world.as(ben).pods.getPod({ slug: pod.slug })).members).toHaveLength(1)
    await world.as(ben).pods.leavePod({ id: pod.id })
    expect(await statusOf(pod)).toBe('deleted')
    expect(await world.as(eve).pods.createPod({ name })).toMatchObject({ slug: pod.slug })
  })

  test('keep their karma for it', async () => {
    const [one] = (await world.members(1)) as [Person]
    const pod = await world.pod({ members: [one] })
    const of = async () => (await sql`select sum(pods) from karma_changes where member_id = ${one.id}`.execute(db)).rows
    const before = await of()
    await end(pod)
    expect(await of()).toEqual(before)
  })

  test('are gone from it when their account is deleted, and the last one takes the pod along', async () => {
    const [one, two] = (await world.members(2)) as [Person, Person]
    const pod = await world.pod({ members: [one, two] })
    await end(pod)
    const leaveAll = async (who: Person) => {
      while (await leavePodsOf(world.ctx(who), who.id));
    }
    await leaveAll(one)
    expect(await statusOf(pod)).toBe('ended')
    expect((await world.as(two).pods.getPod({ slug: pod.slug })).members).toHaveLength(1)
    await leaveAll(two)
    expect(await statusOf(pod)).toBe('deleted')
  })
})

describe('its creator', () => {
  test('deletes it for nobody: what was said stays each member’s to read', async () => {
    const pod = await endedPod()
    for (const who of [ana, ben])
      expect(await refusal(world.as(who).pods.deletePod({ id: pod.id }))).toMatchObject({ code: 'POD_NOT_ACTIVE' })
    await world.as(ana).pods.leavePod({ id: pod.id })
    expect(await world.as(ben).pods.getPod({ slug: pod.slug })).toMatchObject({ is_member: true })
  })
})

describe('for everyone else', () => {
  test('every call answers as for a deleted pod', async () => {
    const [over, deleted] = [await endedPod(), await endedPod()]
    // it is deleted with its last member
    for (const who of [ana, ben]) await world.as(who).pods.leavePod({ id: deleted.id })
    const calls = (api: Api, { id, slug, round_id, message }: typeof over) => [
      api.pods.getPod({ slug }),
      api.pods.joinPod({ id }),
      api.pods.requestToJoinPod({ id }),
      api.pods.leavePod({ id }),
      api.pods.deletePod({ id }),
      api.pods.handOverPod({ id, to: ben.id }),
      api.pods.takeOutPodMember({ id, member_id: ben.id }),
      api.chat.listMessages({ room: 'pod', room_id: id }),
      api.chat.sendMessage({ room: 'pod', room_id: id, id: randomUUID(), content: 'Hey' }),
      api.chat.markRead({ room: 'pod', room_id: id, seq: 1 }),
      api.rounds.getRounds({ pod_id: id }),
      api.rounds.listRounds({ pod_id: id }),
      api.rounds.checkIn({ round_id, outcome: 'kept' }),
      api.rounds.setRhythm({ pod_id: id, ...RHYTHM }),
      api.rounds.setPause({ pod_id: id, reason: 'ill' }),
      api.seasons.getSeason({ pod_id: id }),
      api.seasons.answerSeason({ pod_id: id, season: 1, answer: 'on' }),
      api.reports.reportThing({ kind: 'message', id: message.id, reason: 'spam' }),
    ]
    for (const who of [eve, ann]) {
      const refusals = (pod: typeof over) => Promise.all(calls(world.as(who), pod).map(refusal))
      expect(await refusals(over)).toEqual(await refusals(deleted))
    }
    expect((await world.as(eve).pods.listPodRequests({})).items).toEqual([])
  })

  test('an open request is gone, and its sender learns nothing', async () => {
    const pod = await endedPod()
    expect((await world.as(ana).pods.listPodRequests({ pod_id: pod.id })).items).toEqual([])
    const { rows } = await sql`select from pod_join_requests where pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([])
    const offered = await world.as(eve).onboarding.listOfferedPods()
    expect(offered.map(({ id }) => id)).not.toContain(pod.id)
  })
})
