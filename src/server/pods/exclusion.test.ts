/** A pod's creator takes a member out. The member gets a mail and may come back after thirty days. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben, eve] = (await Promise.all(['ana', 'ben', 'eve'].map((name) => world.member({ name })))) as [
  Person,
  Person,
  Person,
]
const DAY = 86_400_000
/** The day as the message shows it. */
const dayOf = (date: Date) => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const takeOut = (by: Person, id: string, who: Pick<Person, 'id'>, reason?: string) =>
  world.as(by).pods.takeOutPodMember({ id, member_id: who.id, reason })
const factsOf = async (pod_id: string) =>
  (
    await sql<{ kind: string; actor_id: string; data: object }>`
      select kind, actor_id, data from facts where data ->> 'pod_id' = ${pod_id} order by id`.execute(db)
  ).rows
const mailsTo = async (who: Person) => {
  await world.readFacts()
  const { rows } = await sql<{
    payload: { kind: string; subject: string; paragraphs: string[]; reason: string; stop: string }
  }>`
      select payload from graphile_worker._private_jobs where payload ->> 'to' = ${who.email} order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}
const outUntil = async (id: string, { id: user_id }: Person) => {
  const { rows } = await sql<{ until: Date; reason: string | null }>`
    select until, reason from pod_exclusions where pod_id = ${id} and user_id = ${user_id}`.execute(db)
  return rows[0]
}
/** Moves the exclusions thirty days back. */
const letPass = (id: string) =>
  sql`update pod_exclusions set until = now() - interval '1 second' where pod_id = ${id}`.execute(db)

describe('a member who is taken out', () => {
  test('is no longer a member, and reads it in a mail with the reason and on the pod’s page', async () => {
    const who = await world.member()
    const { id, slug, name } = await world.pod({ members: [ana, who, ben] })
    const pod = await takeOut(ana, id, who, ' You shouted at  Ben. ')
    expect(pod).toMatchObject({ current_members: 2, is_creator: true, taken_out: null })
    expect(new Set(pod.members.map((one) => one.id))).toEqual(new Set([ana.id, ben.id]))
    const { until } = (await outUntil(id, who))!
    expect(Math.abs(until.getTime() - Date.now() - 30 * DAY)).toBeLessThan(60_000)
    expect(await factsOf(id)).toEqual([
      { kind: 'pod.taken_out', actor_id: ana.id, data: { pod_id: id, user_id: who.id } },
    ])
    expect(await mailsTo(who)).toMatchObject([
      {
        kind: 'pod-taken-out',
        subject: 'Your place in a pod has ended',
        paragraphs: [
          `Your place in the pod "${name}" has ended. The man who looks after the pod decided this; the others were not asked. That can hurt.`,
          'He gave a reason:',
          'You shouted at  Ben.',
          `You can join again from ${dayOf(until)}. Other pods are open to you as before, and what you said in the rounds of this one is still yours to read and to delete, in your settings.`,
        ],
        reason: 'You get this because you were in this pod.',
        stop: expect.stringMatching(/^\/notices\?key=/),
      },
    ])
    const seen = await world.as(who).pods.getPod({ slug })
    expect(seen).toMatchObject({
      ...{ is_member: false, is_full: false, current_members: 2, seq: null },
      taken_out: { until, reason: 'You shouted at  Ben.' },
    })
    // only he sees that he was taken out
    for (const other of [ben, eve]) expect((await world.as(other).pods.getPod({ slug })).taken_out).toBeNull()
    await expect(world.as(who).chat.listMessages({ room: 'pod', room_id: id })).rejects.toMatchObject({ status: 404 })
    const send = { room: 'pod', room_id: id, id: randomUUID(), content: 'Still here?' } as const
    await expect(world.as(who).chat.sendMessage(send)).rejects.toMatchObject({ status: 404 })
  })

  test('gets no reason if none was given, and no mail if he has switched mails off', async () => {
    const who = await world.member()
    const { id } = await world.pod({ members: [ana, who] })
    await takeOut(ana, id, who, '  ')
    expect(JSON.stringify(await mailsTo(who))).not.toContain('reason:')
    expect((await outUntil(id, who))!.reason).toBeNull()
    const calm = await world.member()
    await world.as(calm).members.setNotices({ wanted: false })
    const other = await world.pod({ members: [ana, calm] })
    await takeOut(ana, other.id, calm)
    expect(await mailsTo(calm)).toEqual([])
  })

  test.each([
    ['an open', false, 'You can join again from'],
    ['a private', true, 'You can ask again from'],
  ])(
    'of %s pod reads the day when he tries to come back, and can come back after it',
    async (_kind, is_private, words) => {
      const who = await world.member()
      const { id, slug, name } = await world.pod({ members: [ana, who], is_private })
      await takeOut(ana, id, who)
      const { until } = (await outUntil(id, who))!
      const out = { code: 'TAKEN_OUT', status: 403, message: `${words} ${dayOf(until)}` }
      expect(await refusal(world.as(who).pods.joinPod({ id }))).toEqual(out)
      expect(await refusal(world.as(who).pods.requestToJoinPod({ id }))).toEqual(out)
      const { items } = await world.as(who).pods.listPods({ q: name })
      expect(items.find((one) => one.id === id)!.taken_out).toEqual({ until, reason: null })
      await letPass(id)
      expect(await world.as(who).pods.getPod({ slug })).toMatchObject({ taken_out: null, is_pending: false })
      if (is_private) expect(await world.as(who).pods.requestToJoinPod({ id })).toMatchObject({ is_pending: true })
      else expect(await world.as(who).pods.joinPod({ id })).toMatchObject({ is_member: true })
    },
  )

  test('cannot come back by an earlier request or by writing to the database', async () => {
    const who = await world.member()
    const { id } = await world.pod({ members: [ana, who], is_private: true })
    await sql`insert into pod_join_requests (pod_id, requester_id) values (${id}, ${who.id})`.execute(db)
    await takeOut(ana, id, who)
    expect((await world.as(ana).pods.listPodRequests({ pod_id: id })).items).toEqual([])
    await expect(
      sql`insert into pod_members (pod_id, user_id) values (${id}, ${who.id})`.execute(db),
    ).rejects.toMatchObject({ code: '23514', constraint: 'pod_members_excluded' })
    const open = await world.pod({ members: [ana, who] })
    await takeOut(ana, open.id, who)
    const offered = await world.as(who).onboarding.listOfferedPods()
    expect(offered.map((pod) => pod.id)).not.toContain(open.id)
  })

  test('loses the points for the pod as if he had left', async () => {
    const who = await world.member()
    const { id } = await world.pod({ members: [ana, who] })
    const points = async () => {
      const { rows } = await sql<{ pods: number }>`select sum(pods)::int as pods from karma_changes
        where member_id = ${who.id}`.execute(db)
      return rows[0]!.pods
    }
    expect(await points()).toBe(1)
    await takeOut(ana, id, who)
    expect(await points()).toBe(0)
  })
})

describe('taking out', () => {
  test('is allowed to the creator only; the answer to others does not depend on the member', async () => {
    const { id } = await world.pod({ members: [ana, ben, eve] })
    const none = { code: 'NOT_CREATOR', status: 403, message: 'Only its creator can take somebody out of this pod' }
    for (const by of [ben, await world.member()])
      for (const who of [eve, ana, ben, { id: randomUUID() }]) expect(await refusal(takeOut(by, id, who))).toEqual(none)
    expect(await refusal(takeOut(ana, id, ana))).toMatchObject({ code: 'CREATOR_STAYS', status: 409 })
    expect(await refusal(takeOut(ana, randomUUID(), ben))).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
    await world.as(ana).pods.handOverPod({ id, to: ben.id })
    expect(await refusal(takeOut(ana, id, eve))).toEqual(none)
    expect(await takeOut(ben, id, eve)).toMatchObject({ current_members: 1 })
    await world.as(ben).pods.deletePod({ id })
    expect(await refusal(takeOut(ben, id, eve))).toMatchObject({ code: 'POD_NOT_FOUND' })
    await expect(takeOut(ana, id, eve, 'x'.repeat(1001))).rejects.toMatchObject({
      data: { fields: { reason: 'The reason can be at most 1,000 characters' } },
    })
  })

  test('is applied once if repeated, also at the same time, and has no effect on a member who is not in the pod', async () => {
    const who = await world.member()
    const { id } = await world.pod({ members: [ana, who] })
    const all = await Promise.all(Array.from({ length: 5 }, () => takeOut(ana, id, who, 'Once.')))
    for (const pod of all) expect(pod).toEqual(all[0])
    expect(await takeOut(ana, id, who, 'Again.')).toEqual(all[0])
    expect((await outUntil(id, who))!.reason).toBe('Once.')
    expect(await factsOf(id)).toHaveLength(1)
    expect(await mailsTo(who)).toHaveLength(1)
    const gone = { code: 'MEMBER_NOT_FOUND', status: 404, message: 'He is not in this pod any more' }
    const other = await world.pod({ members: [ana, who] })
    await world.as(who).pods.leavePod({ id: other.id })
    for (const he of [who, eve, { id: randomUUID() }]) expect(await refusal(takeOut(ana, other.id, he))).toEqual(gone)
    expect(await outUntil(other.id, who)).toBeUndefined()
    expect(await world.as(who).pods.joinPod({ id: other.id })).toMatchObject({ is_member: true })
  })

  test('also works if the two are blocked, because both are in the pod', async () => {
    const [one, other] = (await world.members(2)) as [Person, Person]
    const { id } = await world.pod({ members: [one, other] })
    await world.as(other).blocks.blockMember({ user_id: one.id })
    expect(await takeOut(one, id, other)).toMatchObject({ current_members: 1 })
    expect(
      (await world.as(other).pods.getPod({ slug: (await world.as(one).pods.listPods({})).items[0]!.slug })).taken_out,
    ).not.toBeNull()
  })

  test('while the member joins again runs after the join, so he is out', async () => {
    const who = await world.member()
    const { id } = await world.pod({ members: [ana, who] })
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction().execute(async (trx) => {
      await sql`select from pods where id = ${id} for update`.execute(trx)
      held.resolve()
      await go.promise
    })
    await held.promise
    const out = takeOut(ana, id, who)
    await waitingForLocks(world, 1)
    const back = refusal(world.as(who).pods.joinPod({ id }))
    await waitingForLocks(world, 2)
    go.resolve()
    await holding
    await out
    expect(await back).toMatchObject({ code: 'TAKEN_OUT' })
  })

  test('counts against the rate limit of writes', async () => {
    const maker = await world.member()
    const { id } = await world.pod({ members: [maker, ben] })
    const api = world.as(maker, { limits: 'real' })
    const answers = await Promise.all(
      Array.from({ length: 80 }, () =>
        api.pods.takeOutPodMember({ id, member_id: eve.id }).catch(({ status }) => status),
      ),
    )
    expect(answers).toContain(429)
  })
})

test('an expired exclusion has no effect on a new one', async () => {
  const who = await world.member()
  const { id } = await world.pod({ members: [ana, who] })
  await takeOut(ana, id, who, 'For a while.')
  await letPass(id)
  // a new exclusion replaces an older one
  await world.as(who).pods.joinPod({ id })
  await takeOut(ana, id, who)
  expect((await outUntil(id, who))!.until.getTime()).toBeGreaterThan(Date.now() + 29 * DAY)
  expect((await outUntil(id, who))!.reason).toBeNull()
})
