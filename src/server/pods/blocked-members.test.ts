/** A pod is full for a viewer if he and a member of it are blocked. Its answers equal those of a pod that is really full. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Pod, PodCard } from '#contract/pods.ts'
import { makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben, carl, dan] = (await world.members(4)) as [Person, Person, Person, Person]
// Ana has blocked Ben, so neither can enter a pod with the other
await world.as(ana).blocks.blockMember({ user_id: ben.id })
const SIDES = [
  ['the blocked man', ben, ana],
  ['the blocker', ana, ben],
] as const

const full = (capacity: number, is_private: boolean) =>
  world.members(capacity).then((members) => world.pod({ members, capacity, is_private }))
/** The details that identify the pod may differ, and nothing else. */
const bare = ({ id: _id, name: _name, slug: _slug, ...rest }: PodCard | Pod) => rest
const cardOf = async (who: Person, { name }: { name: string }) => {
  const { items } = await world.as(who).pods.listPods({ q: name })
  return items.find((one) => one.name === name)!
}
const membersOf = async ({ id }: { id: string }) => {
  const { rows } = await sql<{ user_id: string }>`select user_id from pod_members where pod_id = ${id}`.execute(
    world.db,
  )
  return rows.map(({ user_id }) => user_id)
}
const FULL = { code: 'POD_FULL', status: 409, message: 'Pod is at full capacity' }

describe.each(SIDES)('for %s', (_side, who, other) => {
  test.each([
    ['an open', false],
    ['a private', true],
  ])('%s pod with the other member in it has the card and the page of a full one', async (_kind, is_private) => {
    const pod = await world.pod({ members: [other, carl], capacity: 5, is_private })
    const really = await full(5, is_private)
    // both pods have the same times, so that these do not differ
    const card = await cardOf(who, pod)
    expect(bare(card)).toEqual(bare(await cardOf(who, really)))
    expect(card).toMatchObject({ current_members: 5, capacity: 5, is_full: true, is_member: false })
    const page = await world.as(who).pods.getPod({ slug: pod.slug })
    expect(bare(page)).toEqual(bare(await world.as(who).pods.getPod({ slug: really.slug })))
    expect(JSON.stringify(page)).not.toContain(other.id)
    // a third member sees the true numbers
    expect(await cardOf(dan, pod)).toMatchObject({ current_members: 2, is_full: false })
  })

  test('it refuses him with the message of a full pod', async () => {
    const open = await world.pod({ members: [carl, other] })
    const shut = await world.pod({ members: [carl, other], is_private: true })
    for (const [pod, really] of [
      [open, await full(3, false)],
      [shut, await full(3, true)],
    ] as const)
      for (const operation of ['joinPod', 'requestToJoinPod'] as const) {
        const answer = await refusal(world.as(who).pods[operation]({ id: pod.id }))
        expect(answer).toEqual(await refusal(world.as(who).pods[operation]({ id: really.id })))
      }
    expect(await refusal(world.as(who).pods.joinPod({ id: open.id }))).toEqual(FULL)
    expect(await refusal(world.as(who).pods.requestToJoinPod({ id: shut.id }))).toEqual(FULL)
    const { rows } = await sql`select from pod_join_requests where requester_id = ${who.id}`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('his earlier request cannot be approved, but declined', async () => {
    const pod = await world.pod({ members: [carl], is_private: true })
    expect(await world.as(who).pods.requestToJoinPod({ id: pod.id })).toMatchObject({ is_pending: true })
    await sql`insert into pod_members (pod_id, user_id) values (${pod.id}, ${other.id})`.execute(world.db)
    expect(await cardOf(who, pod)).toMatchObject({ is_pending: true, is_full: true, current_members: 6 })
    const [request] = (await world.as(carl).pods.listPodRequests({ pod_id: pod.id })).items
    const decide = (decision: 'approved' | 'rejected') =>
      world.as(carl).pods.decidePodRequest({ id: request!.id, decision })
    expect(await refusal(decide('approved'))).toEqual(FULL)
    expect(await membersOf(pod)).not.toContain(who.id)
    await decide('rejected')
  })

  test('it is not offered in the first steps, and cannot be joined there', async () => {
    const pod = await world.pod({ members: [other] })
    const offered = async (to: Person) => (await world.as(to).onboarding.listOfferedPods()).map(({ id }) => id)
    expect(await offered(who)).not.toContain(pod.id)
    expect(await offered(dan)).toContain(pod.id)
    await sql`update profiles_private set onboarding_step = 4, onboarding_completed = false where id = ${who.id}`.execute(
      world.db,
    )
    await expect(world.as(who).onboarding.joinPods({ pod_ids: [pod.id] })).rejects.toMatchObject({ status: 409 })
    expect(await membersOf(pod)).toEqual([other.id])
  })

  test('if both are in it already nothing changes, and it is full for him after he has left', async () => {
    const [one, two] = (await world.members(2)) as [Person, Person]
    const pod = await world.pod({ members: [carl, one, two] })
    await world.as(one).blocks.blockMember({ user_id: two.id })
    for (const he of [one, two]) {
      expect(await cardOf(he, pod)).toMatchObject({ is_member: true, current_members: 3, is_full: false })
      expect((await world.as(he).pods.getPod({ slug: pod.slug })).members).toHaveLength(3)
      expect(await world.as(he).pods.joinPod({ id: pod.id })).toMatchObject({ is_member: true, current_members: 3 })
    }
    await world.as(two).pods.leavePod({ id: pod.id })
    expect(await cardOf(two, pod)).toMatchObject({ is_member: false, current_members: 6, is_full: true })
    expect(await refusal(world.as(two).pods.joinPod({ id: pod.id }))).toEqual(FULL)
    expect(await cardOf(one, pod)).toMatchObject({ is_member: true, current_members: 2 })
    await world.as(one).blocks.unblockMember({ user_id: two.id })
    expect(await world.as(two).pods.joinPod({ id: pod.id })).toMatchObject({ is_member: true })
  })
})

test('a non-member does not see the members of a full pod, because a missing face would reveal a block', async () => {
  const pod = await world.pod({ members: [carl, ben, dan], capacity: 3 })
  const [stranger] = (await world.members(1)) as [Person]
  for (const who of [stranger, ana]) {
    const page = await world.as(who).pods.getPod({ slug: pod.slug })
    expect(page).toMatchObject({ is_full: true, current_members: 3, members: [], creator: null })
  }
  expect((await world.as(dan).pods.getPod({ slug: pod.slug })).members).toHaveLength(3)
})

test('the database refuses the membership', async () => {
  const pod = await world.pod({ members: [ana] })
  const insert = sql`insert into pod_members (pod_id, user_id) values (${pod.id}, ${ben.id})`
  await expect(insert.execute(world.db)).rejects.toMatchObject({ code: '23514', constraint: 'pod_members_together' })
  await sql`insert into pod_members (pod_id, user_id, is_active) values (${pod.id}, ${ben.id}, false)`.execute(world.db)
  const back = sql`update pod_members set is_active = true where user_id = ${ben.id} and pod_id = ${pod.id}`
  await expect(back.execute(world.db)).rejects.toMatchObject({ code: '23514', constraint: 'pod_members_together' })
})

describe('a block that is made while a member joins', () => {
  /** Runs `meanwhile` after the statement and before its commit. */
  const holding = async (statement: ReturnType<typeof sql>, meanwhile: () => Promise<void>) => {
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = world.db.transaction().execute(async (trx) => {
      await statement.execute(trx)
      held.resolve()
      await go.promise
    })
    await held.promise
    await meanwhile().finally(() => go.resolve())
    await done
  }

  test.each([
    ['joins', false],
    ['is let in', true],
  ])('before he %s makes him wait, and then the pod is full for him', async (_how, is_private) => {
    const [one, two] = (await world.members(2)) as [Person, Person]
    const pod = await world.pod({ members: [carl, one], is_private })
    if (is_private) await world.as(two).pods.requestToJoinPod({ id: pod.id })
    const [request] = (await world.as(carl).pods.listPodRequests({ pod_id: pod.id })).items
    let coming: Promise<unknown> = Promise.resolve()
    let blocking: Promise<unknown> = Promise.resolve()
    // the block cannot commit before, because the topic of its notification is locked
    const topic = sql`insert into topics as t (topic) values (${`member:${one.id}`})
      on conflict (topic) do update set seq = t.seq`
    await holding(topic, async () => {
      blocking = world.as(one).blocks.blockMember({ user_id: two.id })
      await waitingForLocks(world, 1)
      coming = is_private
        ? refusal(world.as(carl).pods.decidePodRequest({ id: request!.id, decision: 'approved' }))
        : refusal(world.as(two).pods.joinPod({ id: pod.id }))
      await waitingForLocks(world, 2)
    })
    await blocking
    expect(await coming).toEqual(FULL)
    expect(await membersOf(pod)).not.toContain(two.id)
  })

  test('waits for the join if the join began first, and both are in the pod then', async () => {
    const [one, two] = (await world.members(2)) as [Person, Person]
    const pod = await world.pod({ members: [carl, one] })
    let operations: Promise<unknown>[] = []
    await holding(sql`select from pods where id = ${pod.id} for update`, async () => {
      operations = [world.as(two).pods.joinPod({ id: pod.id })]
      await waitingForLocks(world, 1)
      operations.push(world.as(one).blocks.blockMember({ user_id: two.id }))
      await waitingForLocks(world, 2)
    })
    await Promise.all(operations)
    expect(await membersOf(pod)).toContain(two.id)
    expect((await world.as(one).blocks.listBlockedIds()).ids).toEqual([two.id])
  })
})
