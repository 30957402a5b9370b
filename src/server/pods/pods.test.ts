import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben, eve] = await Promise.all(['ana', 'ben', 'eve'].map((name) => world.member({ name })))
let count = 0
const named = (name = 'Pod') => `${name} number ${++count}`
const rowsOf = async (pod_id: string) =>
  (
    await sql<{ user_id: string; role: string; is_active: boolean }>`
    select user_id, role, is_active from pod_members where pod_id = ${pod_id} order by joined_at`.execute(world.db)
  ).rows
const podRow = async (id: string) =>
  (await sql<Record<string, unknown>>`select * from pods where id = ${id}`.execute(world.db)).rows[0]!
const factsOf = async (pod_id: string) =>
  (
    await sql<{ kind: string; actor_id: string }>`
      select kind, actor_id from facts where data ->> 'pod_id' = ${pod_id} order by id`.execute(world.db)
  ).rows
const requestOf = async (pod_id: string, who: Person) =>
  (
    await sql<{ id: string; status: string; reviewed_by: string | null; reviewed_at: Date | null }>`
      select * from pod_join_requests where pod_id = ${pod_id} and requester_id = ${who.id}`.execute(world.db)
  ).rows
const mailsTo = async (who: Person) => {
  await world.readFacts()
  const { rows } = await sql<{ payload: { kind: string; link: { url: string } } }>`
      select payload from graphile_worker._private_jobs where payload ->> 'to' = ${who.email} order by id`.execute(
    world.db,
  )
  return rows.map(({ payload }) => payload)
}

describe('creating a pod', () => {
  test('its creator becomes its first member in the same operation', async () => {
    const name = named('Dawn Patrol Dads')
    const pod = await world
      .as(ana!)
      .pods.createPod({ name: ` ${name.replace(' ', '  ')} `, description: ' Up early. ' })
    expect(pod).toMatchObject({
      name,
      slug: name.toLowerCase().replace(/\s+/g, '-'),
      description: 'Up early.',
      ...{
        capacity: 6,
        current_members: 1,
        is_private: false,
        meeting_frequency: null,
        has_rhythm: false,
        group: null,
      },
      ...{ is_member: true, is_creator: true, is_pending: false, is_full: false },
      creator: { id: ana!.id, name: 'Ana' },
      members: [{ id: ana!.id, name: 'Ana', username: ana!.username }],
    })
    expect(await rowsOf(pod.id)).toEqual([{ user_id: ana!.id, role: 'member', is_active: true }])
    expect(await podRow(pod.id)).toMatchObject({ status: 'active', creator_id: ana!.id, current_members: 1 })
    expect(await factsOf(pod.id)).toEqual([{ kind: 'pod.created', actor_id: ana!.id }])
  })

  test('all fields are stored, and its network is one of the creator’s own', async () => {
    const network = await world.privateNetwork({ members: [ana!], name: named('Night Shift Dads') })
    expect(await world.as(ana!).pods.listOwnCommunities()).toEqual([{ id: network.id, name: network.name }])
    expect(await world.as(ben!).pods.listOwnCommunities()).toEqual([])
    const words = { name: named(), capacity: 12, meeting_frequency: 'as-needed', is_private: true } as const
    const pod = await world.as(ana!).pods.createPod({ ...words, group_id: network.id })
    expect(pod).toMatchObject({ ...words, group: { id: network.id, name: network.name, slug: network.slug } })
    const other = { ...words, name: named(), group_id: network.id }
    for (const elsewhere of [other, { ...other, group_id: randomUUID() }])
      expect(await refusal(world.as(ben!).pods.createPod(elsewhere))).toMatchObject({
        ...{ code: 'GROUP_NOT_FOUND', status: 404 },
        data: { fields: { group_id: 'Choose a network that you belong to' } },
      })
  })

  test.each([
    ['no name', { name: '' }, 'name', 'Pod name must be at least 3 characters'],
    ['two letters', { name: ' ab ' }, 'name', 'Pod name must be at least 3 characters'],
    ['a name of 61', { name: 'x'.repeat(61) }, 'name', 'The name can be at most 60 characters'],
    [
      'a long description',
      { description: 'x'.repeat(1001) },
      'description',
      'The description can be at most 1,000 characters',
    ],
    ['capacity 1', { capacity: 1 }, 'capacity', 'Minimum capacity is 2'],
    ['capacity 13', { capacity: 13 }, 'capacity', 'Maximum capacity is 12'],
    ['capacity 2.5', { capacity: 2.5 }, 'capacity', 'Capacity is a whole number'],
    ['a billion', { capacity: 1e9 }, 'capacity', 'Maximum capacity is 12'],
    ['an unknown frequency', { meeting_frequency: 'daily' }, 'meeting_frequency', 'Choose how often you meet'],
  ])('with %s is refused', async (_what, words, field, sentence) => {
    const call = world.as(ana!).pods.createPod({ name: named(), ...words } as { name: string })
    expect(await refusal(call)).toMatchObject({ code: 'INVALID', status: 400, data: { fields: { [field]: sentence } } })
  })

  test('the database has the same limits', async () => {
    for (const values of ["'', 6", "'x', 1", "'x', 13", `'${'x'.repeat(61)}', 6`])
      await expect(sql.raw(`insert into pods (name, capacity) values (${values})`).execute(world.db)).rejects.toThrow(
        'check',
      )
  })

  test.each([
    ['in case', (name: string) => name.toUpperCase()],
    ['in hyphens', (name: string) => name.replaceAll(' ', '-')],
    ['in spaces', (name: string) => name.replaceAll(' ', '   ')],
    ['in width', (name: string) => name.replace('P', '\uff30')],
    ['in a mark', (name: string) => `${name}!`],
  ])(
    'a name that differs only %s from that of an active pod is refused with a message for the field',
    async (_what, change) => {
      const name = named('Plain Pod')
      const { id } = await world.as(ana!).pods.createPod({ name })
      expect(await refusal(world.as(ben!).pods.createPod({ name: change(name) }))).toEqual({
        ...{ code: 'NAME_TAKEN', status: 409, message: 'A pod with this name already exists' },
        data: { fields: { name: 'A pod with this name already exists' } },
      })
      await world.as(ana!).pods.deletePod({ id })
      await world.as(ben!).pods.createPod({ name: change(name) })
    },
  )

  test('ten equal requests at the same time create one pod; its id is refused for another pod', async () => {
    const pod = { id: randomUUID(), name: named() }
    const all = await Promise.all(Array.from({ length: 10 }, () => world.as(ana!).pods.createPod(pod)))
    for (const one of all) expect(one).toEqual(all[0])
    expect(await factsOf(pod.id)).toHaveLength(1)
    const taken = { code: 'ID_TAKEN', status: 409, message: 'Failed to create pod. Please try again.' }
    expect(await refusal(world.as(ana!).pods.createPod({ ...pod, name: named() }))).toEqual(taken)
    expect(await refusal(world.as(ben!).pods.createPod({ ...pod, name: named() }))).toEqual(taken)
  })
})

describe('a pod by its slug', () => {
  test('is found in any letter case, with spaces or hyphens, also with signs in its name', async () => {
    const pod = await world.as(ana!).pods.createPod({ name: named('Stay-at-Home / 100% Dads?') })
    for (const slug of [pod.slug, pod.slug.toUpperCase(), pod.name])
      expect((await world.as(ben!).pods.getPod({ slug })).id).toBe(pod.id)
  })

  test.each(['none', '', '%', 'a\0b', '\ud800', randomUUID(), 'x'.repeat(5000)])('%j is not found', async (slug) => {
    expect(await refusal(world.as(ana!).pods.getPod({ slug }))).toEqual({
      ...{ code: 'POD_NOT_FOUND', status: 404, message: 'Pod not found.' },
    })
  })

  test('shows non-members names and pictures only, and members usernames and dates too', async () => {
    const { slug, id } = await world.as(ana!).pods.createPod({ name: named(), is_private: false })
    await world.as(ben!).pods.joinPod({ id })
    const outside = await world.as(eve!).pods.getPod({ slug })
    expect(outside.members).toEqual(
      [ana!, ben!].map(({ id, display_name: name }) => ({
        id,
        name,
        avatar_url: null,
        username: null,
        joined_at: null,
      })),
    )
    expect(JSON.stringify(outside)).not.toContain(ben!.username)
    const inside = await world.as(ben!).pods.getPod({ slug })
    expect(inside.members.map(({ username }) => username)).toEqual([ana!.username, ben!.username])
    expect(inside.members.every(({ joined_at }) => joined_at instanceof Date)).toBe(true)
    expect(inside).toMatchObject({ is_member: true, is_creator: false, current_members: 2 })
  })
})

describe('joining', () => {
  test('a public pod adds one row, however often', async () => {
    const { id } = await world.pod({ members: [ana!] })
    expect(await world.as(ben!).pods.joinPod({ id })).toMatchObject({ is_member: true, current_members: 2 })
    await world.as(ben!).pods.joinPod({ id })
    expect((await rowsOf(id)).map(({ user_id, role, is_active }) => [user_id, role, is_active])).toEqual([
      [ana!.id, 'member', true],
      [ben!.id, 'member', true],
    ])
    expect(await factsOf(id)).toEqual([{ kind: 'pod.joined', actor_id: ben!.id }])
  })

  test('counts as activity of the pod once; joining again changes nothing', async () => {
    const pod = await world.pod({ members: [ana!] })
    const rest = () => sql`update pods set last_activity_at = 'epoch' where id = ${pod.id}`.execute(world.db)
    await rest()
    const { last_activity_at } = await world.as(ben!).pods.joinPod({ id: pod.id })
    expect(last_activity_at!.getTime()).toBeGreaterThan(Date.now() - 60_000)
    await rest()
    expect((await world.as(ben!).pods.joinPod({ id: pod.id })).last_activity_at).toEqual(new Date(0))
  })

  test('turns an inactive row into a membership', async () => {
    const { id, slug } = await world.pod({ members: [ana!, ben!] })
    await sql`update pod_members set is_active = false where pod_id = ${id} and user_id = ${ben!.id}`.execute(world.db)
    expect(await world.as(ben!).pods.getPod({ slug })).toMatchObject({ is_member: false, current_members: 1 })
    expect(await world.as(ben!).pods.joinPod({ id })).toMatchObject({ is_member: true, current_members: 2 })
  })

  test('is refused for a full, a private, a deleted and a missing pod', async () => {
    const full = await world.pod({ members: [ana!, ben!], capacity: 2 })
    const shut = await world.pod({ members: [ana!], is_private: true })
    const gone = await world.pod({ members: [ana!] })
    await world.as(ana!).pods.deletePod({ id: gone.id })
    const join = (id: string) => refusal(world.as(eve!).pods.joinPod({ id }))
    expect(await join(full.id)).toMatchObject({ status: 409, message: 'Pod is at full capacity' })
    expect(await join(shut.id)).toMatchObject({ code: 'POD_PRIVATE', status: 403 })
    expect(await join(gone.id)).toMatchObject({ status: 409, message: 'Pod is not active' })
    expect(await join(randomUUID())).toMatchObject({ status: 404, message: 'Pod not found.' })
    expect(await refusal(world.as(null).pods.joinPod({ id: full.id }))).toMatchObject({
      ...{ status: 401, message: 'User not authenticated' },
    })
  })
})

describe('leaving', () => {
  test('deletes the row, ends the live events of the member, and is published', async () => {
    const { id } = await world.pod({ members: [ana!, ben!] })
    const audience = () =>
      sql<{ n: number }>`select audience as n from topics where topic = ${`pod:${id}`}`.execute(world.db)
    expect(await world.as(ben!).pods.leavePod({ id })).toEqual({ id })
    expect(await rowsOf(id)).toHaveLength(1)
    expect((await podRow(id)).current_members).toBe(1)
    expect((await audience()).rows[0]!.n).toBe(1)
    expect(world.notified.at(-1)).toBe(`pod:${id}`)
    expect(await factsOf(id)).toEqual([{ kind: 'pod.left', actor_id: ben!.id }])
    expect(await refusal(world.as(ben!).pods.leavePod({ id }))).toMatchObject({ code: 'NOT_IN_POD', status: 403 })
    expect(await refusal(world.as(ben!).pods.leavePod({ id: randomUUID() }))).toMatchObject({ status: 404 })
  })

  test('is refused to the creator, also if the pod was handed to him since he last looked', async () => {
    const { id } = await world.pod({ members: [ana!, ben!, eve!] })
    const stays = {
      ...{ code: 'CREATOR_STAYS', status: 409 },
      message: 'This pod is yours. Hand it over to somebody in it, or delete it.',
    }
    expect(await refusal(world.as(ana!).pods.leavePod({ id }))).toEqual(stays)
    await world.as(ana!).pods.handOverPod({ id, to: ben!.id })
    expect(await refusal(world.as(ben!).pods.leavePod({ id }))).toEqual(stays)
    expect(await podRow(id)).toMatchObject({ status: 'active', creator_id: ben!.id, current_members: 2 })
    expect(await refusal(world.as(ana!).pods.deletePod({ id }))).toMatchObject({ code: 'NOT_CREATOR', status: 403 })
    expect(await refusal(world.as(eve!).pods.deletePod({ id }))).toMatchObject({ code: 'NOT_CREATOR', status: 403 })
  })

  test('is replaced by deleting the pod for its creator, whatever his role is', async () => {
    const { id, slug } = await world.pod({ members: [ana!, ben!], is_private: true })
    await world.as(eve!).pods.requestToJoinPod({ id })
    expect(await world.as(ana!).pods.deletePod({ id })).toEqual({ id })
    expect(await refusal(world.as(ana!).pods.deletePod({ id }))).toMatchObject({ code: 'POD_NOT_FOUND' })
    expect(await podRow(id)).toMatchObject({ status: 'deleted', current_members: 0 })
    expect(await rowsOf(id)).toEqual([])
    expect(await requestOf(id, eve!)).toEqual([])
    expect((await factsOf(id)).at(-1)!.kind).toBe('pod.deleted')
    expect(await refusal(world.as(ben!).pods.getPod({ slug }))).toMatchObject({ status: 404 })
    expect(await refusal(world.as(ben!).pods.leavePod({ id }))).toMatchObject({ code: 'NOT_IN_POD' })
    expect(world.notified.at(-1)).toBe(`pod:${id}`)
  })

  test('is possible after handing the pod over to a member, who gets a mail', async () => {
    const { id, slug } = await world.pod({ members: [ana!, ben!] })
    const give = (by: Person, to: Person) => world.as(by).pods.handOverPod({ id, to: to.id })
    expect(await refusal(give(ben!, ana!))).toMatchObject({ code: 'NOT_CREATOR', status: 403 })
    expect(await refusal(give(eve!, ben!))).toMatchObject({ code: 'NOT_CREATOR', status: 403 })
    for (const to of [eve!, ana!, { ...ana!, id: ana!.id.toUpperCase() }])
      expect(await refusal(give(ana!, to))).toMatchObject({
        status: 409,
        message: 'Choose somebody who is in this pod',
      })
    await give(ana!, { ...ben!, id: ben!.id.toUpperCase() })
    expect(await world.as(ben!).pods.getPod({ slug })).toMatchObject({
      is_creator: true,
      is_member: true,
      current_members: 1,
    })
    expect(await world.as(ana!).pods.getPod({ slug })).toMatchObject({ is_creator: false, is_member: false })
    expect((await mailsTo(ben!)).at(-1)).toMatchObject({ kind: 'pod-handed-over', link: { url: `/pod/${slug}` } })
    expect(await refusal(world.as(ana!).pods.handOverPod({ id: randomUUID(), to: ben!.id }))).toMatchObject({
      status: 404,
    })
  })
})

describe('a request to join a private pod', () => {
  const open = async (members = [ana!], capacity = 6) => world.pod({ members, capacity, is_private: true })
  const pending = async (who: Person, id: string) => {
    await world.as(who).pods.requestToJoinPod({ id })
    return (await requestOf(id, who)).find(({ status }) => status === 'pending')!.id
  }

  test('is stored once and shown as pending', async () => {
    const { id, slug } = await open()
    expect(await world.as(ben!).pods.requestToJoinPod({ id })).toMatchObject({ is_pending: true, is_member: false })
    await world.as(ben!).pods.requestToJoinPod({ id })
    expect(await requestOf(id, ben!)).toHaveLength(1)
    expect(await world.as(eve!).pods.getPod({ slug })).toMatchObject({ is_pending: false })
  })

  test('is refused to the creator and the members, and in a public, a full and a deleted pod', async () => {
    const [shut, full] = [await open([ana!, ben!]), await open([ana!, ben!], 2)]
    const [free, gone] = [await world.pod({ members: [ana!] }), await open()]
    await world.as(ana!).pods.deletePod({ id: gone.id })
    const ask = (who: Person, { id }: { id: string }) => refusal(world.as(who).pods.requestToJoinPod({ id }))
    expect(await ask(ana!, shut)).toMatchObject({ message: 'Pod creators cannot request to join their own pods' })
    expect(await ask(ana!, free)).toMatchObject({ message: 'Pod creators cannot request to join their own pods' })
    expect(await ask(ben!, shut)).toMatchObject({ code: 'ALREADY_IN_POD' })
    expect(await ask(eve!, free)).toMatchObject({ code: 'POD_OPEN' })
    expect(await ask(eve!, full)).toMatchObject({ message: 'Pod is at full capacity' })
    expect(await ask(eve!, gone)).toMatchObject({ message: 'Pod is not active' })
  })

  test('is shown to the creator only, the newest first, page by page', async () => {
    const creator = await world.member({ name: 'creator' })
    const [one, other] = [await open([creator]), await open([creator])]
    const asking = await world.members(24)
    for (const who of asking) await pending(who, one.id)
    const last = await pending(eve!, other.id)
    const first = await world.as(creator).pods.listPodRequests({})
    expect(first.items[0]).toMatchObject({
      ...{ id: last, pod: { id: other.id, name: other.name, slug: other.slug, is_full: false } },
      requester: { id: eve!.id, username: eve!.username },
    })
    const second = await world.as(creator).pods.listPodRequests({ after: first.next! })
    expect([...first.items, ...second.items].map(({ requester }) => requester.id)).toEqual(
      [...asking, eve!].reverse().map(({ id }) => id),
    )
    expect(second.next).toBeNull()
    const ofOne = await world.as(creator).pods.listPodRequests({ pod_id: other.id })
    expect(ofOne.items.map(({ id }) => id)).toEqual([last])
    expect(await world.as(eve!).pods.listPodRequests({ pod_id: other.id })).toEqual({ items: [], next: null })
  })

  test('lets the requester in when approved; when declined he may ask again; both are recorded and mailed', async () => {
    const [{ id, slug }, dan] = [await open(), await world.member({ name: 'dan' })]
    const decide = (request: string, decision: 'approved' | 'rejected') =>
      world.as(ana!).pods.decidePodRequest({ id: request, decision })
    const declined = await pending(dan, id)
    expect(await decide(declined, 'rejected')).toEqual({ id: declined, status: 'rejected' })
    expect(await world.as(dan).pods.getPod({ slug })).toMatchObject({ is_member: false, is_pending: false })
    const accepted = await pending(dan, id)
    await decide(accepted, 'approved')
    expect(await world.as(dan).pods.getPod({ slug })).toMatchObject({
      is_member: true,
      is_pending: false,
      current_members: 2,
    })
    for (const row of await requestOf(id, dan)) {
      expect(row).toMatchObject({ status: row.id === declined ? 'rejected' : 'approved', reviewed_by: ana!.id })
      expect(row.reviewed_at).toBeInstanceOf(Date)
    }
    // the same answer again changes nothing, a different one is refused
    await decide(accepted, 'approved')
    expect(await refusal(decide(accepted, 'rejected'))).toMatchObject({ code: 'REQUEST_ANSWERED', status: 409 })
    expect(await refusal(decide(declined, 'approved'))).toMatchObject({ code: 'REQUEST_ANSWERED', status: 409 })
    expect((await mailsTo(dan)).map(({ kind }) => kind)).toEqual(['pod-request-declined', 'pod-request-approved'])
    expect((await world.as(ana!).pods.listPodRequests({ pod_id: id })).items).toEqual([])
  })

  test('cannot be answered by other members, or if the pod is full or deleted', async () => {
    const { id } = await open([ana!, ben!], 3)
    const request = await pending(eve!, id)
    const decide = (who: Person, decision: 'approved' | 'rejected' = 'approved') =>
      refusal(world.as(who).pods.decidePodRequest({ id: request, decision }))
    const missing = { code: 'REQUEST_NOT_FOUND', status: 404, message: 'Request not found' }
    for (const who of [ben!, eve!]) expect(await decide(who)).toEqual(missing)
    expect(await refusal(world.as(ana!).pods.decidePodRequest({ id: randomUUID(), decision: 'approved' }))).toEqual(
      missing,
    )
    await sql`insert into pod_members (pod_id, user_id) values (${id}, ${(await world.member()).id})`.execute(world.db)
    expect(await decide(ana!)).toMatchObject({ code: 'POD_FULL', message: 'Pod is at full capacity' })
    expect((await requestOf(id, eve!))[0]!.status).toBe('pending')
    await world.as(ana!).pods.deletePod({ id })
    expect(await decide(ana!)).toEqual(missing)
    expect(await mailsTo(eve!)).toEqual([])
  })
  test('does not exist if the requester deletes his account at the same time', async () => {
    const { id } = await open()
    const dan = await world.member({ name: 'dan' })
    const request = await pending(dan, id)
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const gone = world.db.transaction().execute(async (db) => {
      await sql`delete from profiles where id = ${dan.id}`.execute(db)
      held.resolve()
      await go.promise
    })
    await held.promise
    const answer = refusal(world.as(ana!).pods.decidePodRequest({ id: request, decision: 'approved' }))
    await waitingForLocks(world, 1)
    go.resolve()
    await gone
    expect(await answer).toEqual({ code: 'REQUEST_NOT_FOUND', status: 404, message: 'Request not found' })
    expect((await rowsOf(id)).map(({ user_id }) => user_id)).toEqual([ana!.id])
  })
})
