import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as members from '#server/members/members.ts'
import { makeWorld, refusal } from '#test/world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
await world.db
  .updateTable('profiles_private')
  .set({
    first_name: 'Secret',
    last_name: 'Secret',
    date_of_birth: new Date('1980-02-03'),
    latitude: 52.52,
    longitude: 13.4,
  })
  .where('id', '=', ana.id)
  .execute()
await world.db.updateTable('profiles').set({ bio: 'Two boys.', location: 'Leeds' }).where('id', '=', ana.id).execute()
const missing = { code: 'USER_NOT_FOUND', status: 404, message: 'User not found' }

describe('a member as others see him', () => {
  test('consists of his public row and nothing else', async () => {
    const seen = await world.as(null).members.getMember({ username: ana.username })
    expect(seen).toEqual({
      id: ana.id,
      username: ana.username,
      display_name: 'Ana',
      avatar_url: null,
      location: 'Leeds',
      bio: 'Two boys.',
      post_count: 0,
      comment_count: 0,
      kin_count: 0,
      community_karma: 0,
      created_at: expect.any(Date),
    })
    expect(await world.as(ben).members.getMember({ username: ana.username })).toEqual(seen)
    expect(await world.as(ana).members.getMember({ username: ana.username })).toEqual(seen)
  })

  test('is found in any spelling of his username', async () => {
    const carl = await world.member({ username: 'Carl_The.Third' })
    for (const username of ['carl_the.third', 'CARL_THE.THIRD', 'Carl_The.Third']) {
      expect(await world.as(null).members.getMember({ username })).toMatchObject({
        id: carl.id,
        username: 'Carl_The.Third',
      })
    }
  })

  test.each(['nobody', '', ' ', '%', 'a\0b', '\ud800', 'ana.1 ', '__proto__', 'unknown', '<b>', 'Ⅻ', 'x'.repeat(60)])(
    '"%s" reads "User not found", on his page and for his posts',
    async (username) => {
      expect(await refusal(world.as(null).members.getMember({ username }))).toEqual(missing)
      expect(await refusal(world.as(ben).feed.listMemberPosts({ username }))).toEqual(missing)
    },
  )

  test.each(['date_of_birth', 'fields', 'expand', 'id'])(
    'has no more fields if the request asks for "%s"',
    async (field) => {
      const input = { username: ana.username, [field]: 'email' }
      expect(await refusal(world.as(ben).members.getMember(input))).toMatchObject({
        code: 'INVALID',
        message: 'This field is not known here',
      })
    },
  )

  test('is answered as an unknown member once the account is deleted', async () => {
    const gone = await world.member()
    await world.db.deleteFrom('user').where('id', '=', gone.id).execute()
    expect(await refusal(world.as(null).members.getMember({ username: gone.username }))).toEqual(missing)
    expect(await world.as(gone).account.getViewer()).toBeNull()
  })
})

describe("a member's own data", () => {
  test('include his e-mail and settings; a visitor gets null', async () => {
    expect(await world.as(ana).account.getViewer()).toEqual({
      ...(await world.as(null).members.getMember({ username: ana.username })),
      email: ana.email,
      dark_mode_enabled: false,
      local_mode_enabled: false,
      two_factor_enabled: false,
      is_admin: false,
      onboarding_completed: true,
      shows_welcome: true,
    })
    expect(await world.as(null).account.getViewer()).toBeNull()
  })

  test('mark him as an administrator by ADMIN_EMAILS once his address is verified, never before', async () => {
    const chief = await world.member({ email: 'chief@example.org' })
    const fraud = await world.member({ email: 'owner@example.org', verified: false })
    const ctx = { ...world.ctx(null), adminEmails: ['chief@example.org', 'owner@example.org'] }
    const isAdmin = async ({ id }: typeof chief) => (await members.ownRow(ctx, id))?.is_admin
    expect([await isAdmin(chief), await isAdmin(fraud), await isAdmin(ana)]).toEqual([true, false, false])
    await world.db.updateTable('profiles_private').set({ is_admin: true }).where('id', '=', ben.id).execute()
    expect(await isAdmin(ben)).toBe(true)
  })
})

describe('mails about activity around a member', () => {
  test('are sent until he switches them off, or presses the button behind the link in one of them', async () => {
    const { outbox, mail } = await world.serve({ pages: 'stub' })
    const answer = async (who: typeof ana) => {
      const pod = await world.pod({ members: [ben], is_private: true })
      await world.as(who).pods.requestToJoinPod({ id: pod.id })
      const { items } = await world.as(ben).pods.listPodRequests({ pod_id: pod.id })
      await world.as(ben).pods.decidePodRequest({ id: items[0]!.id, decision: 'rejected' })
      // the setting is read when the mail is written
      await world.readFacts()
    }
    const mails = async () => (await readdir(outbox)).filter((name) => name.includes('pod-request-declined')).length
    expect(await world.as(ana).members.getNotices()).toEqual({ wanted: true })
    await answer(ana)
    const sent = await mail('pod-request-declined', ana.email)
    const stop = /https?:\/\/\S+\/notices\?key=(\S+)/.exec(sent.text ?? '')!
    const header = sent.headers.find(({ key }) => key === 'list-unsubscribe')
    expect(header?.value).toBe(`<${stop[0]}>`)
    expect(sent.html).toContain('Stop mails like this')
    expect(await world.as(null).members.stopNotices({ key: stop[1]! })).toEqual({ wanted: false })
    expect(await world.as(ana).members.getNotices()).toEqual({ wanted: false })
    expect(await world.as(ben).members.getNotices()).toEqual({ wanted: true })
    await answer(ana)
    await world.as(ana).members.setNotices({ wanted: true })
    await answer(ana)
    // two of three answers send a mail
    await expect.poll(mails, { timeout: 10_000 }).toBe(2)
    const waiting = async () => (await sql`select from graphile_worker._private_jobs`.execute(world.db)).rows.length
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
    expect(await mails()).toBe(2)
    expect(await refusal(world.as(null).members.stopNotices({ key: ana.id }))).toMatchObject({ status: 404 })
  })
})

describe('the dark theme', () => {
  test('is set by the member, for himself only', async () => {
    expect(await world.as(ana).members.setDarkMode({ dark_mode_enabled: true })).toEqual({ dark_mode_enabled: true })
    expect(await world.as(ana).account.getViewer()).toMatchObject({ dark_mode_enabled: true })
    expect(await world.as(ben).account.getViewer()).toMatchObject({ dark_mode_enabled: false })
    await world.as(ana).members.setDarkMode({ dark_mode_enabled: false })
    expect(await world.as(ana).account.getViewer()).toMatchObject({ dark_mode_enabled: false })
  })

  test('asks a visitor to sign in, and accepts only true or false', async () => {
    const asked = { code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to change your settings' }
    const set = (who: typeof ana | null, input: object) =>
      world.as(who).members.setDarkMode(input as { dark_mode_enabled: boolean })
    expect(await refusal(set(null, { dark_mode_enabled: 'x' }))).toEqual(asked)
    for (const dark_mode_enabled of ['yes', 1, null, undefined]) {
      expect(await refusal(set(ana, { dark_mode_enabled }))).toMatchObject({ code: 'INVALID', status: 400 })
    }
    for (const field of ['id', 'is_admin', 'local_mode_enabled', 'community_karma']) {
      expect(await refusal(set(ana, { dark_mode_enabled: true, [field]: true }))).toMatchObject({ code: 'INVALID' })
    }
    expect(await world.as(ana).account.getViewer()).toMatchObject({ dark_mode_enabled: false, is_admin: false })
  })
})

test('signing out switches local mode off for this member only', async () => {
  const dan = await world.member()
  for (const person of [ana, dan]) await world.local(person, { latitude: 1, longitude: 2 })
  await members.switchLocalModeOff(world.ctx(dan), dan.id)
  const rowOf = ({ id }: typeof dan) =>
    world.db
      .selectFrom('profiles_private')
      .select(['local_mode_enabled', 'cell', 'latitude', 'longitude'])
      .where('id', '=', id)
      .executeTakeFirst()
  expect(await rowOf(dan)).toEqual({ local_mode_enabled: false, cell: null, latitude: null, longitude: null })
  expect(await rowOf(ana)).toMatchObject({ local_mode_enabled: true, cell: expect.any(Number) })
})

test('a sign-up makes the account, both rows and the fact, or nothing', async () => {
  const countAll = async () => {
    const tables = ['user', 'profiles', 'profiles_private', 'facts'] as const
    const counts = tables.map((table) =>
      world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    )
    return (await Promise.all(counts)).map(({ n }) => Number(n))
  }
  const before = await countAll()
  const eve = await world.member({ name: 'eve' })
  expect(await countAll()).toEqual(before.map((n) => n + 1))
  const fact = await world.db.selectFrom('facts').selectAll().where('actor_id', '=', eve.id).executeTakeFirst()
  expect(fact).toMatchObject({ kind: 'member.joined', data: {} })
  // the public row refuses this name: 'unknown' stands for members without an account
  await expect(world.member({ username: 'unknown' })).rejects.toThrow()
  expect(await countAll()).toEqual(before.map((n) => n + 1))
})

test('a username belongs to one member, in any spelling', async () => {
  await world.member({ username: 'Sam' })
  await expect(world.member({ username: 'sAM', email: 'other@example.org' })).rejects.toThrow(/taken/)
})
