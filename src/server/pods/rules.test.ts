/** Rules that exist both in TypeScript, for a locked row, and in SQL give the same answer. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isAllowed, type Made, makeWorld, type Person } from '#test/world.ts'
import { lockPod } from './membership.ts'
import { isFullColumn, joinablePod, maySeeInside, maySeeMembers, memberSeenInPod, whyNotJoin } from './rules.ts'

const world = await makeWorld()
const [viewer, creator, other, apart] = (await world.members(4)) as [Person, Person, Person, Person]
await world.as(viewer).blocks.blockMember({ user_id: apart.id })

const pods: Record<string, Made & { slug: string }> = {
  open: await world.pod({ members: [creator, other] }),
  private: await world.pod({ members: [creator, other], is_private: true }),
  full: await world.pod({ members: [creator, other], capacity: 4 }),
  'with a member from whom the viewer is apart': await world.pod({ members: [creator, apart] }),
  'his own': await world.pod({ members: [creator, viewer] }),
  'that he was taken out of': await world.pod({ members: [creator, viewer] }),
  'closed by its members': await world.pod({ members: [creator, other] }),
  deleted: await world.pod({ members: [creator, other] }),
}
for (const another of await world.members(2)) await world.as(another).pods.joinPod({ id: pods.full!.id })
await sql`select take_men(${pods['closed by its members']!.id}, false)`.execute(world.db)
await world.as(creator).pods.takeOutPodMember({ id: pods['that he was taken out of']!.id, member_id: viewer.id })
await world.as(creator).pods.deletePod({ id: pods.deleted!.id })

const ask = async (id: string) => {
  const pod = await lockPod(world.ctx(viewer), id, viewer.id)
  const { rows } = await sql<{ is_joinable: boolean; is_full: boolean; sees_creator: boolean; sees_apart: boolean }>`
    select ${joinablePod(viewer.id)} as is_joinable, ${isFullColumn(viewer.id)} as is_full,
      ${memberSeenInPod(viewer.id, sql`${creator.id}::uuid`)} as sees_creator,
      ${memberSeenInPod(viewer.id, sql`${apart.id}::uuid`)} as sees_apart
    from pods p where p.id = ${id}`.execute(world.db)
  return { pod: pod!, ...rows[0]! }
}

test.each(Object.keys(pods))('a pod that is %s', async (name) => {
  const { pod, ...columns } = await ask(pods[name]!.id)
  const isMember = name === 'his own'
  if (!isMember) expect(columns.is_joinable).toBe(whyNotJoin(pod) === null)
  expect(columns.is_joinable).toBe(['open', 'his own'].includes(name))
  const sees = maySeeMembers({ ...pod, is_full: columns.is_full })
  expect(columns.sees_creator).toBe(sees)
  expect(sees).toBe(
    !['full', 'deleted', 'closed by its members', 'with a member from whom the viewer is apart'].includes(name),
  )
  expect(columns.sees_apart).toBe(isMember)
  expect(maySeeInside(pod)).toBe(isMember)
})

const shown = Object.keys(pods).filter((name) => name !== 'deleted')

test.each(shown)('only its members see inside a pod that is %s', async (name) => {
  const { slug } = pods[name]!
  for (const who of [viewer, creator]) {
    const isMember = who === creator || name === 'his own'
    const { members, seq, last_activity_at } = await world.as(who).pods.getPod({ slug })
    expect([seq !== null, last_activity_at !== null]).toEqual([isMember, isMember])
    for (const { username, joined_at } of members)
      expect([username !== null, joined_at !== null]).toEqual([isMember, isMember])
  }
})

test.each(shown)('a pod that is %s offers what its operations then allow', async (name) => {
  const { id, slug } = pods[name]!
  const made = await world.as(creator).pods.getPod({ slug })
  expect(made).toMatchObject({ can_join: false, can_request: false, can_leave: false })
  expect(await isAllowed(world.as(creator).pods.leavePod({ id }))).toBe(made.can_leave)
  const his = world.as(viewer).pods
  const see = () => his.getPod({ slug })
  expect((await see()).can_leave).toBe(await isAllowed(his.leavePod({ id })))
  expect((await see()).can_request).toBe(await isAllowed(his.requestToJoinPod({ id })))
  // he has asked already, or cannot ask
  expect((await see()).can_request).toBe(false)
  const before = await see()
  const isIn = await isAllowed(his.joinPod({ id }))
  expect(before.can_join).toBe(isIn)
  expect(isIn).toBe(['open', 'his own'].includes(name))
  expect(await see()).toMatchObject({ can_join: false, can_leave: isIn })
})
