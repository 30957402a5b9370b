/** Networks: lists, the head of a page, joining, leaving, and edits by an admin. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, type Network, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben, eve] = [
  await world.member({ name: 'ana' }),
  await world.member({ name: 'ben' }),
  await world.member({ name: 'eve' }),
]
const groupsOf = (who: Person | null) => world.as(who).groups

/** Inserts by SQL what an approved suggestion creates. */
async function founded(by: Person, { is_public = true, name = `Founded ${Math.random()}` } = {}): Promise<Network> {
  return world.db
    .insertInto('groups')
    .values({ name, is_public, creator_id: by.id })
    .returning(['id', 'name', 'slug', 'is_public'])
    .executeTakeFirstOrThrow()
}

async function numbers() {
  const { rows } = await sql`
    select 'members' as what, g.name, g.member_count as stored, (select count(*) from group_members m where m.group_id = g.id)
      as counted from groups g
    union all select 'networks', t.name, t.amount, (select count(*) from groups where status = 'approved') from totals t
      where t.name = 'groups'`.execute(world.db)
  return (rows as { stored: number; counted: number }[]).filter(({ stored, counted }) => stored !== counted)
}

describe('the lists', () => {
  test('a new instance has eight public networks', async () => {
    const { items, count, count_open } = await groupsOf(ana).listGroups({})
    expect(items.filter(({ is_public, member_count }) => is_public && member_count === 0)).toHaveLength(8)
    expect([count, count_open]).toEqual([8, false])
  })

  test('contain approved networks, newest first, each on one page only', async () => {
    for (let n = 0; n < 30; n++)
      await world.db
        .insertInto('groups')
        .values({ name: `Paged ${n}`, created_at: new Date(Date.now() - (n % 7) * 1000) })
        .execute()
    await world.db.insertInto('groups').values({ name: 'Not yet', status: 'pending' }).execute()
    const seen: { id: string; name: string; created_at: Date }[] = []
    for (let after: string | undefined; ; ) {
      const { items, next, count } = await groupsOf(ana).listGroups({ after })
      expect(count).toBe(38)
      seen.push(...items)
      if (!next) break
      after = next
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(38)
    expect(seen.map(({ name }) => name)).not.toContain('Not yet')
    const times = seen.map(({ created_at }) => created_at.getTime())
    expect(times).toEqual([...times].sort((one, other) => other - one))
  })

  test.each([
    ['a part of the name, in any case', 'CELLar do', 1],
    ['a part of the description', 'gloves 50%', 1],
    ['characters that are wildcards elsewhere', '50%_', 0],
    ['only a NUL, which is no word', '\0', undefined],
    ['words that no network has', 'zzyzx', 0],
    ['two letters inside a word', 'qg', 1],
  ])('search finds by %s', async (_what, q, found) => {
    await world.db
      .insertInto('groups')
      .values({ name: 'Cellar Dogs', description: 'Mats and gloves 50% off, xqgq' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { items, count } = await groupsOf(ana).listGroups({ q })
    if (found === undefined) expect(count).toBeGreaterThan(8)
    else expect([items.length, count]).toEqual([found, found])
  })

  test('the overview has three of the member’s networks, their number, and the five largest and five newest others', async () => {
    const him = await world.member()
    const others = await world.members(3)
    const own: Network[] = []
    for (let n = 0; n < 5; n++) own.push(await world.publicNetwork({ members: [him, ...others] }))
    const big = await world.publicNetwork({ members: others })
    for (const [n, { id }] of own.entries())
      await sql`update group_members set joined_at = now() + ${n} * interval '1 second' where group_id = ${id}`.execute(
        world.db,
      )
    const { mine, mine_count, popular, new: newest } = await groupsOf(him).getGroupsOverview()
    expect(mine_count).toBe(5)
    expect(mine.map(({ id }) => id)).toEqual([own[4]!.id, own[3]!.id, own[2]!.id])
    expect(mine.every(({ is_member }) => is_member)).toBe(true)
    for (const list of [popular, newest]) {
      expect(list).toHaveLength(5)
      expect(list.some(({ is_member }) => is_member)).toBe(false)
    }
    expect(popular[0]!.id).toBe(big.id)
    const sizes = popular.map(({ member_count }) => member_count)
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one))
    const { items } = await groupsOf(him).listMyGroups({})
    expect(items.map(({ id }) => id)).toEqual(own.map(({ id }) => id).reverse())
  })
})

describe('the head of its page', () => {
  test('is found in any letter case and with spaces, and shows a visitor as much as a member', async () => {
    const network = await founded(ana, { name: 'New Dads London', is_public: false })
    for (const slug of ['new-dads-london', 'New-Dads-LONDON', 'new dads london'])
      expect(await groupsOf(null).getGroup({ slug })).toMatchObject({
        id: network.id,
        is_member: false,
        is_admin: false,
      })
    expect(await groupsOf(ana).getGroup({ slug: network.slug })).toMatchObject({
      ...{ is_member: true, is_admin: true, is_creator: true, member_count: 1 },
    })
    for (const slug of ['nowhere', 'new-dads', 'new_dads_london', '\0', '%'])
      expect(await refusal(groupsOf(ana).getGroup({ slug }))).toMatchObject({
        status: 404,
        message: 'Group not found.',
      })
  })

  test('the creator or new owner is an admin at once; if his row is lost, his next visit restores it, and no other visit does', async () => {
    const { id, slug } = await founded(ana)
    expect(await groupsOf(ana).getGroup({ slug })).toMatchObject({ is_member: true, is_admin: true, member_count: 1 })
    await world.db.updateTable('groups').set({ creator_id: ben.id }).where('id', '=', id).execute()
    expect(await groupsOf(ben).getGroup({ slug })).toMatchObject({ is_member: true, is_admin: true, member_count: 2 })
    const rows = () => world.db.selectFrom('group_members').selectAll().where('group_id', '=', id).execute()
    await world.db.deleteFrom('group_members').where('group_id', '=', id).execute()
    for (const viewer of [null, eve, ana]) await groupsOf(viewer).getGroup({ slug })
    expect(await rows()).toEqual([])
    const looks = await Promise.all([1, 2, 3].map(() => groupsOf(ben).getGroup({ slug })))
    for (const look of looks) expect(look).toMatchObject({ is_member: true, is_admin: true, member_count: 1 })
    expect(await rows()).toMatchObject([{ user_id: ben.id, role: 'admin' }])
  })

  test('lists the members in the order of joining, with admins marked; only members see those of a private network', async () => {
    const network = await founded(ana, { is_public: false })
    const more = await world.members(25)
    for (const [n, { id }] of more.entries())
      await world.db
        .insertInto('group_members')
        .values({ group_id: network.id, user_id: id, joined_at: new Date(Date.now() + 1000 + (n >> 1)) })
        .execute()
    const first = await groupsOf(ana).listGroupMembers({ slug: network.slug })
    expect(first.items[0]).toMatchObject({ user: { id: ana.id }, role: 'admin' })
    const second = await groupsOf(ana).listGroupMembers({ slug: network.slug, after: first.next! })
    const all = [...first.items, ...second.items].map(({ user }) => user.id)
    expect(second.next).toBeNull()
    expect(new Set(all).size).toBe(26)
    expect((await groupsOf(ana).listGroupMembers({ slug: network.slug, only: 'admin' })).items).toHaveLength(1)
    expect(await refusal(groupsOf(eve).listGroupMembers({ slug: network.slug }))).toMatchObject({
      code: 'MEMBERS_ONLY',
      status: 403,
    })
  })
})

describe('joining and leaving', () => {
  test('a member joins a public network without a role, and leaves it', async () => {
    const { id } = await founded(ana)
    expect(await groupsOf(ben).joinGroup({ id })).toMatchObject({ is_member: true, is_admin: false, member_count: 2 })
    const row = await world.db
      .selectFrom('group_members')
      .select(['role', 'is_admin'])
      .where('group_id', '=', id)
      .where('user_id', '=', ben.id)
      .executeTakeFirst()
    expect(row).toEqual({ role: 'member', is_admin: false })
    expect(await groupsOf(ben).leaveGroup({ id })).toMatchObject({ is_member: false, member_count: 1 })
    expect(world.notified.at(-1)).toBe(`group:${id}`)
  })

  test('each refusal has its own message', async () => {
    const open = await founded(ana)
    const shut = await founded(ana, { is_public: false })
    const none = '00000000-0000-4000-8000-000000000000'
    const messageOf = async (call: Promise<unknown>) => (await refusal(call)).message
    expect(await messageOf(groupsOf(null).joinGroup({ id: open.id }))).toBe('Please sign in to join groups')
    expect(await messageOf(groupsOf(null).leaveGroup({ id: open.id }))).toBe('Please sign in to leave groups')
    expect(await messageOf(groupsOf(ben).joinGroup({ id: none }))).toBe('Group not found')
    expect(await messageOf(groupsOf(ben).leaveGroup({ id: none }))).toBe('Group not found')
    expect(await messageOf(groupsOf(ben).joinGroup({ id: shut.id }))).toBe('This network is private. Ask to join it.')
    expect(await messageOf(groupsOf(ana).leaveGroup({ id: open.id }))).toMatch(/cannot leave/)
    expect(await messageOf(groupsOf(ben).leaveGroup({ id: open.id }))).toBe('You are not a member of this network')
  })

  test('20: twenty joins at the same time make one row and add one to the count; alternating joins and leaves keep it correct', async () => {
    const { id } = await founded(ana)
    await Promise.all(Array.from({ length: 20 }, () => groupsOf(ben).joinGroup({ id })))
    expect((await groupsOf(ben).getGroup({ slug: (await groupsOf(ben).joinGroup({ id })).slug })).member_count).toBe(2)
    const people = await world.members(4)
    await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 6 }, async (_, n) => {
          if (n % 2)
            await groupsOf(person)
              .leaveGroup({ id })
              .catch(() => {})
          else await groupsOf(person).joinGroup({ id })
        }),
      ),
    )
    expect(await numbers()).toEqual([])
    expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  test('the member who joined first becomes admin when the last admin leaves', async () => {
    const { id } = await world.publicNetwork({ members: [eve, ben, ana] })
    await sql`update group_members set role = case when user_id = ${eve.id} then 'admin' else 'member' end,
      joined_at = case when user_id = ${ana.id} then now() - interval '1 day' else now() end where group_id = ${id}`.execute(
      world.db,
    )
    await groupsOf(eve).leaveGroup({ id })
    expect((await groupsOf(ana).joinGroup({ id })).is_admin).toBe(true)
    expect((await groupsOf(ben).joinGroup({ id })).is_admin).toBe(false)
  })

  test('deleting an account deletes its memberships and nothing else', async () => {
    const gone = await world.member()
    const { id } = await founded(gone)
    await groupsOf(ben).joinGroup({ id })
    await world.db.deleteFrom('user').where('id', '=', gone.id).execute()
    expect(await groupsOf(ben).joinGroup({ id })).toMatchObject({ member_count: 1 })
    expect(await numbers()).toEqual([])
  })
})

describe('an edit', () => {
  test('stores only fields that are sent and differ', async () => {
    const { id, name } = await founded(ana)
    const changed = await groupsOf(ana).editGroup({ id, description: 'For us.', location: ' ' })
    expect(changed).toMatchObject({ name, description: 'For us.', location: null, is_public: true })
    const facts = () => world.db.selectFrom('facts').select('id').where('kind', '=', 'group.edited').execute()
    const before = await facts()
    await groupsOf(ana).editGroup({ id, description: 'For us.', is_public: true })
    expect(await facts()).toEqual(before)
    expect(await groupsOf(ana).editGroup({ id, name: 'Another  name' })).toMatchObject({ slug: 'another-name' })
  })

  test('is allowed to the creator and to admins, not to members or strangers', async () => {
    const { id } = await founded(ana)
    await groupsOf(ben).joinGroup({ id })
    for (const who of [ben, eve])
      expect(await refusal(groupsOf(who).editGroup({ id, name: 'Mine now' }))).toMatchObject({
        code: 'NOT_GROUP_ADMIN',
      })
    await sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${ben.id}`.execute(world.db)
    expect(await groupsOf(ben).editGroup({ id, location: 'Leeds' })).toMatchObject({ location: 'Leeds' })
  })

  test.each([
    ['a blank name', { name: ' \u200b' }, 'Please enter a name'],
    ['a name of nothing but signs', { name: '...' }, 'A name needs a letter or a number'],
    ['a name that ends an address', { name: 'a/b' }, 'A name cannot hold a slash'],
    ['61 signs', { name: 'a'.repeat(61) }, 'The name can be at most 60 characters'],
    ['a description of 1,001', { description: 'a'.repeat(1001) }, 'The description can be at most 1,000 characters'],
    ['a place of 121', { location: 'a'.repeat(121) }, 'The location can be at most 120 characters'],
  ])('%s is refused with its message', async (_what, change, message) => {
    const { id } = await founded(ana)
    expect(await refusal(groupsOf(ana).editGroup({ id, ...change }))).toMatchObject({ code: 'INVALID', message })
  })

  test('25: if equal names are taken at the same time one wins, and its URL leads to one network', async () => {
    const groups = await Promise.all(Array.from({ length: 6 }, () => founded(ana)))
    const names = ["Dad's Club", 'dads-club', 'DADS CLUB', 'Dads  Club', 'Ｄads Club', 'dad’s club']
    const ends = await Promise.allSettled(groups.map(({ id }, n) => groupsOf(ana).editGroup({ id, name: names[n]! })))
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(refused).toHaveLength(5)
    for (const reason of refused)
      expect(reason).toMatchObject({ code: 'NAME_TAKEN', message: 'There is already a network of this name' })
  })
})
