/** Rules that exist both in TypeScript, for a network's head, and in SQL give the same answer. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld, type Person } from '#test/world.ts'
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
