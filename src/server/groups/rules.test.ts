/** Rules that exist both in TypeScript, for a network's head, and in SQL give the same answer. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isAllowed, makeWorld, type Person } from '#test/world.ts'
import { maySeeInside, removableMember, visibleInside, whyNotRun } from './rules.ts'

const world = await makeWorld()
const [admin, member, outsider, blocked] = (await world.members(4)) as [Person, Person, Person, Person]
const networks = {
  public: await world.publicNetwork({ members: [admin, member, blocked] }),
  private: await world.privateNetwork({ members: [admin, member, blocked] }),
}
for (const { id } of Object.values(networks))
  await sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${admin.id}`.execute(world.db)
await world.as(admin).blocks.blockMember({ user_id: blocked.id })

const viewers: [string, Person | null][] = [
  ['an admin', admin],
  ['a member', member],
  ['a member outside', outsider],
  ['a visitor', null],
]

test.each(viewers)('the head and a list agree on whether %s sees what is inside', async (_who, viewer) => {
  for (const [kind, { id, slug }] of Object.entries(networks)) {
    const head = await world.as(viewer).groups.getGroup({ slug })
    const { rows } = await sql<{ sees: boolean }>`
      select ${visibleInside(viewer)} as sees from groups g where g.id = ${id}`.execute(world.db)
    expect([kind, rows[0]?.sees]).toEqual([kind, maySeeInside(head)])
    expect(maySeeInside(head)).toBe(kind === 'public' || viewer === admin || viewer === member)
  }
})

test.each(viewers)('only an admin finds members who can be taken out: %s', async (_who, viewer) => {
  for (const { id, slug } of Object.values(networks)) {
    const head = await world.as(viewer).groups.getGroup({ slug })
    const { rows } = await sql<{ user_id: string }>`
      select m.user_id from group_members m join groups g on g.id = m.group_id
      where g.id = ${id} and ${removableMember(viewer)}`.execute(world.db)
    // no admin, and no member who is blocked
    const found = rows.map(({ user_id }) => user_id)
    expect(found).toEqual(whyNotRun(head) === null ? [member.id] : [])
    expect(found.length > 0).toBe(viewer === admin)
  }
})

test.each(viewers)('the head offers what the operations then allow: %s', async (_who, viewer) => {
  for (const { id, slug, is_public } of Object.values(networks)) {
    const his = world.as(viewer).groups
    const see = () => his.getGroup({ slug })
    const { can_see_inside, can_leave } = await see()
    expect(can_see_inside).toBe(await isAllowed(world.as(viewer).feed.listGroupPosts({ slug })))
    expect(can_leave).toBe(await isAllowed(his.leaveGroup({ id })))
    expect(can_leave).toBe(viewer === admin || viewer === member)
    // a visitor is offered what he can do after he has signed in
    const caller = world.as(viewer ?? outsider).groups
    if (!viewer) await sql`delete from group_join_requests where group_id = ${id}`.execute(world.db)
    if (!viewer)
      await sql`delete from group_members where group_id = ${id} and user_id = ${outsider.id}`.execute(world.db)
    const before = await see()
    expect(before.can_request).toBe(await isAllowed(caller.requestToJoinGroup({ id })))
    expect(before.can_request).toBe(!is_public)
    if (viewer) expect((await see()).can_request).toBe(false)
    expect(before.can_join).toBe(await isAllowed(caller.joinGroup({ id })))
    if (viewer) expect(await see()).toMatchObject({ can_join: false, can_leave: is_public, can_see_inside: is_public })
  }
})

test('a member who was taken out, and the creator of the network, are offered nothing', async () => {
  for (const is_public of [true, false]) {
    const [chief, out] = (await world.members(2)) as [Person, Person]
    const { id, slug } = await (is_public ? world.publicNetwork : world.privateNetwork)({ members: [chief, out] })
    await sql`update groups set creator_id = ${chief.id} where id = ${id}`.execute(world.db)
    await world.as(chief).groups.takeOutGroupMember({ id, member_id: out.id })
    for (const who of [chief, out]) {
      const his = world.as(who).groups
      expect(await his.getGroup({ slug })).toMatchObject({ can_join: false, can_request: false, can_leave: false })
      expect(await isAllowed(his.leaveGroup({ id }))).toBe(false)
      expect(await isAllowed(his.requestToJoinGroup({ id }))).toBe(false)
    }
    expect(await isAllowed(world.as(out).groups.joinGroup({ id }))).toBe(false)
  }
})
