/** Nothing in a pod waits for one person: with any one member silent for ever it lives through eight rounds. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeRound, giveRhythm, halfTime, openRound } from '#test/rounds.ts'
import { makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const members = [
  await world.member({ name: 'ana' }),
  await world.member({ name: 'ben' }),
  await world.member({ name: 'cal' }),
  await world.member({ name: 'dan' }),
]
const eve = await world.member({ name: 'eve' })

test.each([0, 1, 2, 3])('member %i, who joined in this order, is silent for ever', async (nth) => {
  const silent = members[nth]!
  const others = members.filter((who) => who !== silent)
  const pod = await world.pod({ members, is_private: true })
  for (const [n, { id }] of members.entries())
    await sql`update pod_members set joined_at = now() - interval '1 day' + ${`${n} hours`}::interval
      where pod_id = ${pod.id} and user_id = ${id}`.execute(db)
  await giveRhythm(world, pod)
  const of = (who: Person) => world.as(who).rounds
  const hosts = new Set<string>()
  for (let number = 1; number <= 8; number++) {
    const round_id = await openRound(world, pod)
    for (const who of others)
      await of(who).checkIn({ round_id, outcome: 'kept', commitment: { cue: null, action: `Walk ${number}` } })
    await halfTime(world, pod)
    const { open } = await of(others[0]!).getRounds({ pod_id: pod.id })
    expect(open).toMatchObject({ number, check_ins: [{}, {}, {}] })
    // from half-time on a member who has come is the host
    expect(open!.host!.id).not.toBe(silent.id)
    hosts.add(open!.host!.id)
    await closeRound(world, pod)
    const { closed } = await of(others[0]!).getRounds({ pod_id: pod.id })
    expect(closed[0]).toMatchObject({ number, is_open: false, check_ins: [{}, {}, {}] })
  }
  expect(hosts).toEqual(new Set(others.map(({ id }) => id)))

  // a request to join is answered, also if the creator is the one who is silent
  await world.as(eve).pods.requestToJoinPod({ id: pod.id })
  const waiting = async (who: Person) => (await world.as(who).pods.listPodRequests({ pod_id: pod.id })).items
  const [creator, second, third] = members as [Person, Person, Person]
  expect([(await waiting(creator)).length, (await waiting(second)).length]).toEqual([1, 0])
  await sql`update pod_join_requests set created_at = now() - interval '73 hours' where pod_id = ${pod.id}`.execute(db)
  expect([(await waiting(second)).length, (await waiting(third)).length]).toEqual([1, 0])
  await sql`update pod_join_requests set created_at = now() - interval '145 hours' where pod_id = ${pod.id}`.execute(db)
  const answering = [creator, second, third].filter((who) => who !== silent).at(-1)!
  const [request] = await waiting(answering)
  await world.as(answering).pods.decidePodRequest({ id: request!.id, decision: 'approved' })
  expect(await world.as(eve).pods.getPod({ slug: pod.slug })).toMatchObject({ is_member: true })
})

test('in a pod without rounds only the creator answers requests', async () => {
  const [creator, second] = members as [Person, Person]
  const pod = await world.pod({ members: [creator, second], is_private: true })
  await world.as(eve).pods.requestToJoinPod({ id: pod.id })
  await sql`update pod_join_requests set created_at = now() - interval '30 days' where pod_id = ${pod.id}`.execute(db)
  const listed = async (who: Person) => (await world.as(who).pods.listPodRequests({ pod_id: pod.id })).items.length
  expect([await listed(creator), await listed(second)]).toEqual([1, 0])
})
