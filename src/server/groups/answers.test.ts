/** Requests to join a private network, suggestions of new networks, and the answers to both. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben, eve, root] = [
  await world.member({ name: 'ana' }),
  await world.member({ name: 'ben' }),
  await world.member({ name: 'eve' }),
  await world.member({ name: 'root' }),
]
await world.db.updateTable('profiles_private').set({ is_admin: true }).where('id', '=', root.id).execute()
const groupsOf = (who: Person | null) => world.as(who).groups
let count = 0
const founded = (is_public: boolean) =>
  world.db
    .insertInto('groups')
    .values({ name: `Cellar ${++count}`, is_public, creator_id: ana.id })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()

async function mails(): Promise<{ to: string; subject: string; paragraphs: string[] }[]> {
  await world.readFacts()
  const { rows } = await sql<{ payload: { to: string; subject: string; paragraphs: string[] } }>`
    select payload from graphile_worker._private_jobs order by id`.execute(world.db)
  return rows.map(({ payload }) => payload)
}

describe('a request to join', () => {
  test('is stored once, is seen only by the admins, and when approved makes the requester a member and notifies him', async () => {
    const { id, slug } = await founded(false)
    await Promise.all(Array.from({ length: 8 }, () => groupsOf(ben).requestToJoinGroup({ id, message: 'Two boys.' })))
    expect(await groupsOf(ben).getGroup({ slug })).toMatchObject({ request_pending: true, is_member: false })
    for (const who of [ben, eve])
      expect(await refusal(groupsOf(who).listGroupRequests({ id }))).toMatchObject({ code: 'NOT_GROUP_ADMIN' })
    const { items } = await groupsOf(ana).listGroupRequests({ id })
    expect(items).toMatchObject([{ requester: { id: ben.id }, message: 'Two boys.' }])
    const answer = { id: items[0]!.id, decision: 'approve' as const }
    expect(await refusal(groupsOf(eve).decideGroupRequest(answer))).toMatchObject({ code: 'REQUEST_NOT_FOUND' })
    expect(await groupsOf(ana).decideGroupRequest(answer)).toEqual(answer)
    expect(await groupsOf(ben).getGroup({ slug })).toMatchObject({
      request_pending: false,
      is_member: true,
      member_count: 2,
    })
    expect((await mails()).at(-1)).toMatchObject({ to: ben.email, subject: `You are in: Cellar ${count}` })
    expect(await refusal(groupsOf(ben).requestToJoinGroup({ id }))).toMatchObject({ code: 'ALREADY_IN_GROUP' })
  })

  test('that is declined notifies the requester, who stays outside and may ask again', async () => {
    const { id, slug } = await founded(false)
    await groupsOf(eve).requestToJoinGroup({ id })
    const [first] = (await groupsOf(ana).listGroupRequests({ id })).items
    await groupsOf(ana).decideGroupRequest({ id: first!.id, decision: 'decline' })
    expect(await groupsOf(eve).getGroup({ slug })).toMatchObject({ request_pending: false, is_member: false })
    expect((await mails()).at(-1)).toMatchObject({ to: eve.email })
    await groupsOf(eve).requestToJoinGroup({ id })
    expect((await groupsOf(ana).listGroupRequests({ id })).items).toHaveLength(1)
  })

  test('that is approved and declined at the same time has one final state', async () => {
    for (let n = 0; n < 8; n++) {
      const { id, slug } = await founded(false)
      await groupsOf(ben).requestToJoinGroup({ id })
      const request = (await groupsOf(ana).listGroupRequests({ id })).items[0]!.id
      const before = (await mails()).length
      const ends = await Promise.allSettled(
        (['approve', 'decline', 'approve', 'decline'] as const).map((decision) =>
          groupsOf(ana).decideGroupRequest({ id: request, decision }),
        ),
      )
      const stands = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.decision] : []))
      expect(stands).toHaveLength(2)
      expect(new Set(stands).size).toBe(1)
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'REQUEST_ANSWERED' })
      expect((await groupsOf(ben).getGroup({ slug })).is_member).toBe(stands[0] === 'approve')
      expect((await mails()).length).toBe(before + 1)
    }
  })

  test('is not needed for a public network; if the network becomes public, joining answers an open request', async () => {
    const { id } = await founded(true)
    expect(await refusal(groupsOf(ben).requestToJoinGroup({ id }))).toMatchObject({
      code: 'GROUP_IS_PUBLIC',
      status: 409,
    })
    await groupsOf(ana).editGroup({ id, is_public: false })
    await groupsOf(ben).requestToJoinGroup({ id })
    await groupsOf(ana).editGroup({ id, is_public: true })
    expect(await groupsOf(ben).joinGroup({ id })).toMatchObject({ is_member: true, request_pending: false })
    expect((await groupsOf(ana).listGroupRequests({ id })).items).toEqual([])
  })
})

describe('a suggestion of a network', () => {
  const wish = { group_name: 'Dads of Twins', description: 'Two at once.', location: 'Leeds' }

  test('is stored for the administrators and is not a network yet', async () => {
    const { id } = await groupsOf(ben).suggestGroup(wish)
    const row = await world.db.selectFrom('group_creation_requests').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ ...wish, user_id: ben.id, status: 'pending' })
    expect((await groupsOf(ben).listGroups({ q: 'twins' })).items).toEqual([])
    for (const who of [ben, ana])
      expect(await refusal(groupsOf(who).listSuggestions({}))).toMatchObject({ status: 404, message: 'Page not found' })
    expect((await groupsOf(root).listSuggestions({})).items[0]).toMatchObject({ ...wish, user: { id: ben.id } })
  })

  test('27: sent ten times, also at the same time, it is stored once; its id is refused with other words or from another member', async () => {
    const sent = { ...wish, id: randomUUID(), group_name: 'Dads of Many' }
    const countOfFacts = async () => {
      const facts = await world.db.selectFrom('facts').select('data').where('kind', '=', 'group.suggested').execute()
      return facts.filter(({ data }) => (data as { suggestion_id?: string }).suggestion_id === sent.id).length
    }
    const replies = await Promise.all(Array.from({ length: 10 }, () => groupsOf(ben).suggestGroup(sent)))
    expect(replies).toEqual(Array.from({ length: 10 }, () => ({ id: sent.id })))
    const row = () => world.db.selectFrom('group_creation_requests').selectAll().where('id', '=', sent.id).execute()
    const before = await row()
    expect(before).toMatchObject([{ ...sent, user_id: ben.id, status: 'pending' }])
    const others = [{ group_name: 'Dads of More' }, { description: 'Other.' }, { location: 'York' }, { location: null }]
    for (const other of others)
      expect(await refusal(groupsOf(ben).suggestGroup({ ...sent, ...other }))).toMatchObject({
        code: 'ID_TAKEN',
        status: 409,
      })
    expect(await refusal(groupsOf(eve).suggestGroup(sent))).toMatchObject({ code: 'ID_TAKEN' })
    expect([await row(), await countOfFacts()]).toEqual([before, 1])
    await groupsOf(root).decideSuggestion({ id: sent.id, decision: 'approve', is_public: true })
    expect(await groupsOf(ben).suggestGroup(sent)).toEqual({ id: sent.id })
    expect([(await row()).length, await countOfFacts()]).toEqual([1, 1])
  })

  test('makes the member admin of the network when it is approved, and notifies him', async () => {
    const { id } = await groupsOf(ben).suggestGroup({ ...wish, group_name: 'Dads of Triplets' })
    expect(await refusal(groupsOf(ben).decideSuggestion({ id, decision: 'approve', is_public: true }))).toMatchObject({
      ...{ code: 'SUGGESTION_NOT_FOUND', status: 404 },
    })
    const verdict = { id, decision: 'approve' as const, is_public: false }
    expect(await groupsOf(root).decideSuggestion(verdict)).toEqual({ id, slug: 'dads-of-triplets' })
    expect(await groupsOf(ben).getGroup({ slug: 'dads-of-triplets' })).toMatchObject({
      ...{ is_admin: true, is_creator: true, is_public: false, member_count: 1, location: 'Leeds' },
    })
    expect((await mails()).at(-1)).toMatchObject({ to: ben.email, subject: expect.stringContaining('is open') })
    expect(await refusal(groupsOf(root).decideSuggestion(verdict))).toMatchObject({ code: 'REQUEST_ANSWERED' })
  })

  test('is declined with a reason, which the member gets', async () => {
    const { id } = await groupsOf(eve).suggestGroup({ group_name: 'Fast Cars', description: 'Vroom.' })
    expect(await refusal(groupsOf(root).decideSuggestion({ id, decision: 'decline' }))).toMatchObject({
      message: 'Please say why',
    })
    await groupsOf(root).decideSuggestion({ id, decision: 'decline', reason: 'Not about fathers.' })
    expect((await mails()).at(-1)).toMatchObject({
      to: eve.email,
      paragraphs: expect.arrayContaining(['Not about fathers.']),
    })
  })

  test('25: with the same name as another creates one network if both are approved at the same time; the other stays open', async () => {
    const names = ['Wide Awake', 'wide-awake', 'WIDE  AWAKE', 'wide_awake']
    const ids = await Promise.all(
      names.map(async (group_name) => (await groupsOf(ben).suggestGroup({ ...wish, group_name })).id),
    )
    const ends = await Promise.allSettled(
      ids.map((id) => groupsOf(root).decideSuggestion({ id, decision: 'approve', is_public: true })),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'NAME_TAKEN' })
    expect((await groupsOf(ben).listGroups({ q: 'wide' })).count).toBe(1)
    const waiting = (await groupsOf(root).listSuggestions({})).items.map(({ id }) => id)
    expect(ids.filter((id) => waiting.includes(id))).toHaveLength(3)
  })

  test.each([
    ['no name', { ...wish, group_name: ' ' }],
    ['no description', { ...wish, description: '' }],
  ])('%s: please fill in', async (_what, sent) => {
    expect(await refusal(groupsOf(ben).suggestGroup(sent))).toMatchObject({
      message: 'Please fill in all required fields.',
    })
  })
})
