/** Making, listing and ending blocks. What a block hides is tested in test/blocked.test.ts. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BLOCKS_MAX } from '#contract/blocks.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const newMember = () => world.member()
const as = (who: Person) => world.as(who).blocks
const missing = { code: 'USER_NOT_FOUND', status: 404, message: 'User not found' }

test('a member cannot block himself, a missing account or an unverified account', async () => {
  const [ana, unverified] = [await newMember(), await world.member({ verified: false })]
  expect(await refusal(as(ana).blockMember({ user_id: ana.id }))).toMatchObject({ code: 'BLOCK_ONESELF', status: 400 })
  for (const user_id of [unverified.id, '00000000-0000-4000-8000-000000000000'])
    expect(await refusal(as(ana).blockMember({ user_id }))).toMatchObject(missing)
  expect(await refusal(world.as(null).blocks.blockMember({ user_id: ana.id }))).toMatchObject({
    status: 401,
    message: 'Please sign in to block a member',
  })
})

test('a blocked member can block in return, and each of the two ends only his own block', async () => {
  const [ana, ben] = [await newMember(), await newMember()]
  await as(ana).blockMember({ user_id: ben.id })
  expect((await as(ben).blockMember({ user_id: ana.id })).user.id).toBe(ana.id)
  await as(ana).unblockMember({ user_id: ben.id })
  expect(await refusal(world.as(ana).members.getMember({ username: ben.username }))).toMatchObject(missing)
  expect(await refusal(world.as(ben).members.getMember({ username: ana.username }))).toMatchObject(missing)
  await as(ben).unblockMember({ user_id: ana.id })
  expect(await world.as(ana).members.getMember({ username: ben.username })).toMatchObject({ id: ben.id })
})

test('a connection request that runs at the same time as a block is deleted, and the counts stay correct', async () => {
  const ends = new Set<string>()
  for (let trial = 0; trial < 12; trial++) {
    const [ana, ben] = [await newMember(), await newMember()]
    if (trial % 3 === 0) await world.as(ana).connections.requestConnection({ user_id: ben.id })
    const operations = [
      () => as(ana).blockMember({ user_id: ben.id }),
      () => world.as(ben).connections.requestConnection({ user_id: ana.id }),
      () => world.as(ben).connections.acceptConnection({ user_id: ana.id }),
    ]
    const answers = await Promise.allSettled((trial % 2 ? operations : operations.toReversed()).map((run) => run()))
    for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 404 })
    ends.add(answers.map(({ status }) => status).join())
    const { rows } = await sql<{ kin: number; pairs: number }>`
      select (select sum(kin_count)::int from profiles where id in (${ana.id}, ${ben.id})) as kin,
        (select count(*)::int from connections where ${ana.id} in (requester_id, addressee_id)) as pairs`.execute(
      world.db,
    )
    expect(rows[0]).toEqual({ kin: 0, pairs: 0 })
  }
  expect(ends.size).toBeGreaterThan(1)
})

test('the list is paged, the latest first, and the number of blocks of a member is limited', async () => {
  const ana = await newMember()
  const others = await world.members(25)
  for (const { id } of others) await as(ana).blockMember({ user_id: id })
  const first = await as(ana).listBlocks({})
  const second = await as(ana).listBlocks({ after: first.next! })
  expect([first.items.length, second.items.length, second.next]).toEqual([20, 5, null])
  const names = [...first.items, ...second.items].map(({ user }) => user.id)
  expect([...names].sort()).toEqual(others.map(({ id }) => id).sort())
  const times = [...first.items, ...second.items].map(({ created_at }) => created_at.getTime())
  expect(times).toEqual([...times].sort((one, other) => other - one))
  await sql`insert into "user" (id, name, email, "emailVerified", username, "displayUsername", "createdAt", "updatedAt")
    select gen_random_uuid(), 'crowd', 'crowd' || n || '@example.org', true, 'crowd.' || n, 'crowd.' || n, now(), now()
    from generate_series(1, ${sql.lit(BLOCKS_MAX - 26)}) n`.execute(world.db)
  await sql`insert into blocks (blocker_id, blocked_id) select ${ana.id}, id from profiles where username like 'crowd.%'`.execute(
    world.db,
  )
  const [last, over] = [await newMember(), await newMember()]
  // if two requests arrive at the same time and one block is left, only one is made
  const both = await Promise.allSettled([last, over].map(({ id }) => as(ana).blockMember({ user_id: id })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'TOO_MANY_BLOCKS', status: 409 },
  })
  expect((await as(ana).listBlockedIds()).ids).toHaveLength(BLOCKS_MAX)
  expect((await as(ana).blockMember({ user_id: others[0]!.id })).user.id).toBe(others[0]!.id)
})

test('a deleted member is on no list of blocks, and his own blocks are deleted', async () => {
  const [ana, ben] = [await newMember(), await newMember()]
  await as(ana).blockMember({ user_id: ben.id })
  await as(ben).blockMember({ user_id: ana.id })
  await sql`delete from "user" where id = ${ben.id}::uuid`.execute(world.db)
  expect(await as(ana).listBlocks({})).toEqual({ items: [], next: null })
})
