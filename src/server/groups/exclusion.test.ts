/** An admin takes a member out of a network. The member gets a mail and may come back after thirty days. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, type Network, type Person, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [admin, ben, eve] = (await Promise.all(['chief', 'ben', 'eve'].map((name) => world.member({ name })))) as [
  Person,
  Person,
  Person,
]
const DAY = 86_400_000
const dayOf = (date: Date) => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
async function network(kind: 'public' | 'private', ...members: Person[]): Promise<Network> {
  const all = { members: [admin, ...members] }
  const made = await (kind === 'public' ? world.publicNetwork(all) : world.privateNetwork(all))
  await makeAdmin(made.id, admin)
  return made
}
const makeAdmin = (id: string, who: Person) =>
  sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${who.id}`.execute(db)
const takeOut = (by: Person, id: string, who: Pick<Person, 'id'>, reason?: string) =>
  world.as(by).groups.takeOutGroupMember({ id, member_id: who.id, reason })
const mailsTo = async (who: Person) => {
  await world.readFacts()
  const { rows } = await sql<{ payload: { kind: string; paragraphs: string[]; reason: string; stop: string } }>`
      select payload from graphile_worker._private_jobs where payload ->> 'to' = ${who.email} order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}
const outUntil = async (id: string, { id: user_id }: Person) => {
  const { rows } = await sql<{ until: Date; reason: string | null }>`
    select until, reason from group_exclusions where group_id = ${id} and user_id = ${user_id}`.execute(db)
  return rows[0]
}
const factsOf = async (id: string) =>
  (
    await sql<{ kind: string; actor_id: string; data: object }>`
      select kind, actor_id, data from facts where data ->> 'group_id' = ${id} and kind like 'group.%' order by id`.execute(
      db,
    )
  ).rows

describe('a member who is taken out', () => {
  test('is no longer a member, and reads it in a mail with the reason and on the network’s page', async () => {
    const who = await world.member()
    const { id, slug, name } = await network('private', who, ben)
    const category = await world.category()
    const post = await world.as(who).posts.createPost({
      ...{ type: 'text', title: 'His', content: 'Words.', category_id: category.id, group_id: id },
    })
    expect(await takeOut(admin, id, who, 'You sold things.')).toMatchObject({ member_count: 2, taken_out: null })
    expect(world.notified.slice(-2)).toEqual([`group:${id}`, `member:${who.id}`])
    const { until } = (await outUntil(id, who))!
    expect(Math.abs(until.getTime() - Date.now() - 30 * DAY)).toBeLessThan(60_000)
    expect(await factsOf(id)).toEqual([
      { kind: 'group.taken_out', actor_id: admin.id, data: { group_id: id, user_id: who.id } },
    ])
    expect(await mailsTo(who)).toMatchObject([
      {
        kind: 'group-taken-out',
        paragraphs: [
          `The admins of ${name} have taken you out of it.`,
          'They gave a reason:',
          'You sold things.',
          `You can ask again from ${dayOf(until)}. What you wrote there stays.`,
        ],
        reason: 'You get this because you were a member of this network.',
        stop: expect.stringMatching(/^\/notices\?key=/),
      },
    ])
    expect(await world.as(who).groups.getGroup({ slug })).toMatchObject({
      ...{ is_member: false, request_pending: false, member_count: 2, seq: null },
      taken_out: { until, reason: 'You sold things.' },
    })
    for (const other of [ben, eve, null]) expect((await world.as(other).groups.getGroup({ slug })).taken_out).toBeNull()
    // his posts stay in the network, and he cannot read them
    await expect(world.as(who).posts.getPost({ id: post.id })).rejects.toMatchObject({ status: 404 })
    expect((await world.as(ben).posts.getPost({ id: post.id })).title).toBe('His')
    const send = { room: 'group', room_id: id, id: randomUUID(), content: 'Still here?' } as const
    await expect(world.as(who).chat.sendMessage(send)).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['public', 'You can join again from', 'joinGroup'],
    ['private', 'You can ask again from', 'requestToJoinGroup'],
  ] as const)(
    'of a %s network learns the day when he tries to come back, and can come back after it',
    async (kind, words, operation) => {
      const who = await world.member()
      const { id, slug } = await network(kind, who)
      await takeOut(admin, id, who)
      const { until } = (await outUntil(id, who))!
      const out = { code: 'TAKEN_OUT', status: 403, message: `${words} ${dayOf(until)}` }
      expect(await refusal(world.as(who).groups.joinGroup({ id }))).toEqual(out)
      expect(await refusal(world.as(who).groups.requestToJoinGroup({ id }))).toEqual(out)
      expect((await world.as(who).onboarding.listOfferedGroups()).map((group) => group.id)).not.toContain(id)
      await sql`update group_exclusions set until = now() - interval '1 second' where group_id = ${id}`.execute(db)
      expect((await world.as(who).groups.getGroup({ slug })).taken_out).toBeNull()
      expect(await world.as(who).groups[operation]({ id })).toMatchObject(
        kind === 'public' ? { is_member: true } : { request_pending: true },
      )
    },
  )

  test('cannot come back by an earlier request or by writing to the database', async () => {
    const who = await world.member()
    const { id } = await network('private', who)
    await sql`insert into group_join_requests (group_id, requester_id) values (${id}, ${who.id})`.execute(db)
    await takeOut(admin, id, who)
    expect((await world.as(admin).groups.listGroupRequests({ id })).items).toEqual([])
    await expect(
      sql`insert into group_members (group_id, user_id) values (${id}, ${who.id})`.execute(db),
    ).rejects.toMatchObject({ code: '23514', constraint: 'group_members_excluded' })
  })
})

describe('taking out', () => {
  test('is allowed to admins only; the answer to others does not depend on the member', async () => {
    const { id } = await network('public', ben, eve)
    const none = { code: 'NOT_GROUP_ADMIN', status: 403, message: 'Only its admins can do this' }
    for (const by of [ben, await world.member()])
      for (const who of [eve, admin, ben, { id: randomUUID() }])
        expect(await refusal(takeOut(by, id, who))).toEqual(none)
    expect(await refusal(takeOut(admin, randomUUID(), ben))).toMatchObject({ code: 'GROUP_NOT_FOUND', status: 404 })
    expect(await takeOut(admin, id, ben)).toMatchObject({ member_count: 2 })
  })

  test('is refused for an admin, the creator or oneself', async () => {
    const maker = await world.member()
    const { id } = await network('public', ben, maker)
    await makeAdmin(id, ben)
    await sql`update groups set creator_id = ${maker.id} where id = ${id}`.execute(db)
    const stays = { code: 'ADMIN_STAYS', status: 403, message: 'An admin cannot be taken out of his network' }
    for (const [by, who] of [
      [admin, ben],
      [admin, maker],
      [admin, admin],
      [maker, ben],
      [maker, maker],
    ] as const)
      expect(await refusal(takeOut(by, id, who))).toEqual(stays)
    expect((await sql`select from group_exclusions where group_id = ${id}`.execute(db)).rows).toEqual([])
  })

  test('is applied once if repeated, also at the same time, and has no effect on a member who is not in the network', async () => {
    const who = await world.member()
    const { id } = await network('public', who)
    await Promise.all(Array.from({ length: 5 }, () => takeOut(admin, id, who, 'Once.')))
    expect(await takeOut(admin, id, who, 'Again.')).toMatchObject({ member_count: 1 })
    expect((await outUntil(id, who))!.reason).toBe('Once.')
    expect(await factsOf(id)).toHaveLength(1)
    expect(await mailsTo(who)).toHaveLength(1)
    const gone = { code: 'MEMBER_NOT_FOUND', status: 404, message: 'He is not in this network any more' }
    const other = await network('public', who)
    await world.as(who).groups.leaveGroup({ id: other.id })
    for (const he of [who, eve, { id: randomUUID() }]) expect(await refusal(takeOut(admin, other.id, he))).toEqual(gone)
    expect(await world.as(who).groups.joinGroup({ id: other.id })).toMatchObject({ is_member: true })
  })

  test('answers as if the member did not exist if he and the admin are blocked; another admin can take him out', async () => {
    const who = await world.member()
    const { id } = await network('public', who, ben)
    await makeAdmin(id, ben)
    await world.as(who).blocks.blockMember({ user_id: admin.id })
    expect(await refusal(takeOut(admin, id, who))).toEqual(await refusal(takeOut(admin, id, { id: randomUUID() })))
    expect(await takeOut(ben, id, who)).toMatchObject({ member_count: 2 })
    expect(await refusal(takeOut(admin, id, who))).toEqual(await refusal(takeOut(admin, id, { id: randomUUID() })))
  })

  test('while the member joins again runs after the join, so he is out', async () => {
    const who = await world.member()
    const { id } = await network('public', who)
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction().execute(async (trx) => {
      await sql`select lock_membership(${id}::uuid, ${who.id}::uuid)`.execute(trx)
      held.resolve()
      await go.promise
    })
    await held.promise
    const out = takeOut(admin, id, who)
    await waitingForLocks(world, 1)
    const back = refusal(world.as(who).groups.joinGroup({ id }))
    await waitingForLocks(world, 2)
    go.resolve()
    await holding
    await out
    expect(await back).toMatchObject({ code: 'TAKEN_OUT' })
  })
})
