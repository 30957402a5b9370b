/** Rules that exist both in TypeScript, for a locked row, and in SQL give the same answer. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Made, makeWorld, type Person } from '#test/world.ts'
import { holdPod } from './members.ts'
import { isFullColumn, joinablePod, maySeeMembers, visibleMember, whyNotJoin } from './rules.ts'

const world = await makeWorld()
const [viewer, creator, other, apart] = (await world.members(4)) as [Person, Person, Person, Person]
await world.as(viewer).blocks.blockMember({ user_id: apart.id })

const pods: Record<string, Made> = {
  open: await world.pod({ members: [creator, other] }),
  private: await world.pod({ members: [creator, other], is_private: true }),
  full: await world.pod({ members: [creator, other], capacity: 4 }),
  'with a member from whom the viewer is apart': await world.pod({ members: [creator, apart] }),
  'his own': await world.pod({ members: [creator, viewer] }),
  'that he was taken out of': await world.pod({ members: [creator, viewer] }),
  deleted: await world.pod({ members: [creator, other] }),
}
for (const another of await world.members(2)) await world.as(another).pods.joinPod({ id: pods.full!.id })
await world.as(creator).pods.takeOutPodMember({ id: pods['that he was taken out of']!.id, member_id: viewer.id })
await world.as(creator).pods.deletePod({ id: pods.deleted!.id })

const ask = async (id: string) => {
  const pod = await holdPod(world.ctx(viewer), id, viewer.id)
  const { rows } = await sql<{ is_joinable: boolean; is_full: boolean; sees_creator: boolean; sees_apart: boolean }>`
    select ${joinablePod(viewer.id)} as is_joinable, ${isFullColumn(viewer.id)} as is_full,
      ${visibleMember(viewer.id, sql`${creator.id}::uuid`)} as sees_creator,
      ${visibleMember(viewer.id, sql`${apart.id}::uuid`)} as sees_apart
    from pods p where p.id = ${id}`.execute(world.db)
  return { pod: pod!, ...rows[0]! }
}

test.each(Object.keys(pods))('a pod that is %s', async (name) => {
  const { pod, ...columns } = await ask(pods[name]!.id)
  const isMember = name === 'his own'
  if (!isMember) expect(columns.is_joinable).toBe(whyNotJoin(pod) === null)
  expect(columns.is_joinable).toBe(['open', 'his own'].includes(name))
  const sees = maySeeMembers({ is_member: pod.is_member, is_full: columns.is_full })
  expect(columns.sees_creator).toBe(sees)
  expect(sees).toBe(!['full', 'with a member from whom the viewer is apart'].includes(name))
  expect(columns.sees_apart).toBe(isMember)
})
