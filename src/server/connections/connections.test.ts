/** Connections: requests, answers, and what each of the two members sees. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const newMember = () => world.member()
const as = (who: Person) => world.as(who).connections
const stateOf = async (me: Person, other: Person) => (await as(me).getConnection({ user_id: other.id })).status
const both = async (one: Person, other: Person) => [await stateOf(one, other), await stateOf(other, one)]
const kinOf = async ({ username }: Person) => (await world.as(null).members.getMember({ username })).kin_count
const pairs = async (one: Person, other: Person) =>
  (
    await sql<{ status: string; requester_id: string; is_timed: boolean }>`
      select status, requester_id, accepted_at is not null as is_timed from connections
      where requester_id in (${one.id}, ${other.id}) and addressee_id in (${one.id}, ${other.id})`.execute(world.db)
  ).rows
const namesIn = async (who: Person, list: 'kin' | 'incoming' | 'sent') =>
  (await as(who).listConnections({ list })).items.map(({ user }) => user.username)
const missing = { code: 'USER_NOT_FOUND', status: 404, message: 'User not found' }
const noRequest = { code: 'CONNECTION_REQUEST_NOT_FOUND', status: 404, message: 'This request is not there any more' }
const clockBack = (days: number) =>
  sql`update connections set declined_at = declined_at - ${`${days} days`}::interval`.execute(world.db)

/** Fails if the `kin_count` of a member differs from the number of accepted rows. */
async function mustBeTrue(): Promise<void> {
  const { rows } = await sql`select p.username, p.kin_count from profiles p where p.kin_count <> (
    select count(*) from connections c where c.status = 'accepted' and p.id in (c.requester_id, c.addressee_id))`.execute(
    world.db,
  )
  expect(rows).toEqual([])
}

describe('two members', () => {
  test('connect by a request and an acceptance: the status and time of the row, both lists and both counts change', async () => {
    const [ana, ben] = [await newMember(), await newMember()]
    expect(await both(ana, ben)).toEqual(['none', 'none'])
    expect(await as(ana).requestConnection({ user_id: ben.id })).toEqual({
      ...{ user_id: ben.id, status: 'requested', again_at: null },
      ...{ can_request: false, can_accept: false, can_decline: false, can_cancel: true, can_remove: false },
    })
    expect(await both(ana, ben)).toEqual(['requested', 'incoming'])
    expect([await namesIn(ana, 'sent'), await namesIn(ben, 'incoming')]).toEqual([[ben.username], [ana.username]])
    expect(await as(ben).countConnections()).toEqual({ kin: 0, incoming: 1, sent: 0 })
    expect(await pairs(ana, ben)).toEqual([{ status: 'pending', requester_id: ana.id, is_timed: false }])
    expect((await as(ben).acceptConnection({ user_id: ana.id })).status).toBe('connected')
    expect(await both(ana, ben)).toEqual(['connected', 'connected'])
    expect(await pairs(ana, ben)).toEqual([{ status: 'accepted', requester_id: ana.id, is_timed: true }])
    expect([await namesIn(ana, 'kin'), await namesIn(ben, 'kin')]).toEqual([[ben.username], [ana.username]])
    expect([await namesIn(ana, 'sent'), await namesIn(ben, 'incoming')]).toEqual([[], []])
    expect([await kinOf(ana), await kinOf(ben)]).toEqual([1, 1])
    expect(await as(ana).countConnections()).toEqual({ kin: 1, incoming: 0, sent: 0 })
  })

  test('can repeat each operation, and it is applied once', async () => {
    const [ana, ben] = [await newMember(), await newMember()]
    for (const _ of [1, 2]) expect((await as(ana).requestConnection({ user_id: ben.id })).status).toBe('requested')
    for (const _ of [1, 2]) expect((await as(ben).acceptConnection({ user_id: ana.id })).status).toBe('connected')
    expect((await as(ana).requestConnection({ user_id: ben.id })).status).toBe('connected')
    for (const _ of [1, 2]) expect((await as(ana).removeConnection({ user_id: ben.id })).status).toBe('none')
    for (const _ of [1, 2]) expect((await as(ana).cancelConnectionRequest({ user_id: ben.id })).status).toBe('none')
    expect([await kinOf(ana), await kinOf(ben)]).toEqual([0, 0])
    const { rows } = await sql<{ kind: string }>`
      select kind from facts where kind like 'connection.%' and data ->> 'member_id' in (${ana.id}, ${ben.id}) order by id`.execute(
      world.db,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['connection.requested', 'connection.accepted', 'connection.removed'])
  })

  test('are strangers again if the requester cancels', async () => {
    const [ana, ben] = [await newMember(), await newMember()]
    await as(ana).requestConnection({ user_id: ben.id })
    expect((await as(ana).cancelConnectionRequest({ user_id: ben.id })).status).toBe('none')
    expect([await both(ana, ben), await pairs(ana, ben)]).toEqual([['none', 'none'], []])
    expect(await refusal(as(ben).acceptConnection({ user_id: ana.id }))).toMatchObject(noRequest)
  })
})

describe('the answer to a request', () => {
  test('comes only from the addressee, not from the requester or a third member', async () => {
    const [ana, ben, carl] = [await newMember(), await newMember(), await newMember()]
    await as(ana).requestConnection({ user_id: ben.id })
    for (const [who, other] of [
      [ana, ben],
      [carl, ben],
      [carl, ana],
    ] as const) {
      expect(await refusal(as(who).acceptConnection({ user_id: other.id }))).toMatchObject(noRequest)
      expect(await refusal(as(who).declineConnection({ user_id: other.id }))).toMatchObject(noRequest)
    }
    expect(await pairs(ana, ben)).toEqual([{ status: 'pending', requester_id: ana.id, is_timed: false }])
    expect(await refusal(as(ben).cancelConnectionRequest({ user_id: ana.id }))).toMatchObject(noRequest)
    expect(await refusal(as(ben).removeConnection({ user_id: ana.id }))).toMatchObject(noRequest)
    await as(ben).acceptConnection({ user_id: ana.id })
    expect(await refusal(as(ben).declineConnection({ user_id: ana.id }))).toMatchObject(noRequest)
    expect(await refusal(as(ana).cancelConnectionRequest({ user_id: ben.id }))).toMatchObject(noRequest)
  })

  test('cannot concern the member himself, a missing account or an unverified account', async () => {
    const [ana, unverified] = [await newMember(), await world.member({ verified: false })]
    expect(await refusal(as(ana).requestConnection({ user_id: ana.id }))).toMatchObject({
      code: 'CONNECTION_WITH_ONESELF',
      status: 400,
    })
    for (const user_id of [unverified.id, '00000000-0000-4000-8000-000000000000']) {
      expect(await refusal(as(ana).requestConnection({ user_id }))).toMatchObject(missing)
      expect(await refusal(as(ana).getConnection({ user_id }))).toMatchObject(missing)
    }
    expect(await refusal(world.as(null).connections.requestConnection({ user_id: ana.id }))).toMatchObject({
      status: 401,
      message: 'Please sign in to connect',
    })
  })

  test('can be a refusal: the first has no consequence, and after the second the requester waits thirty days', async () => {
    const [ana, ben] = [await newMember(), await newMember()]
    const ask = () => as(ana).requestConnection({ user_id: ben.id })
    const decline = () => as(ben).declineConnection({ user_id: ana.id })
    await ask()
    for (const _ of [1, 2]) expect((await decline()).status).toBe('none')
    expect(await pairs(ana, ben)).toEqual([{ status: 'declined', requester_id: ana.id, is_timed: false }])
    expect([await both(ana, ben), await namesIn(ana, 'sent'), await namesIn(ben, 'incoming')]).toEqual([
      ['none', 'none'],
      [],
      [],
    ])
    expect((await ask()).status).toBe('requested')
    // cancelling and requesting again does not shorten the wait
    await as(ana).cancelConnectionRequest({ user_id: ben.id })
    await ask()
    await decline()
    const waiting = await as(ana).getConnection({ user_id: ben.id })
    expect(waiting).toMatchObject({ status: 'waiting', again_at: expect.any(Date) })
    expect(await refusal(ask())).toMatchObject({ code: 'CONNECTION_TOO_SOON', status: 409 })
    await clockBack(29)
    expect(await refusal(ask())).toMatchObject({ code: 'CONNECTION_TOO_SOON' })
    await clockBack(1)
    expect((await ask()).status).toBe('requested')
    await decline()
    // the member who declined can send a request at any time, and the refusals are reset
    expect((await as(ben).requestConnection({ user_id: ana.id })).status).toBe('requested')
    expect(await pairs(ana, ben)).toEqual([{ status: 'pending', requester_id: ben.id, is_timed: false }])
    expect((await as(ana).acceptConnection({ user_id: ben.id })).status).toBe('connected')
  })
})

test('a short block does not reset refusals: the member still waits thirty days and still sees the answer', async () => {
  const [ana, ben] = [await newMember(), await newMember()]
  const ask = () => as(ana).requestConnection({ user_id: ben.id })
  const blockAndUnblock = async (one: Person, other: Person) => {
    await world.as(one).blocks.blockMember({ user_id: other.id })
    await world.as(one).blocks.unblockMember({ user_id: other.id })
  }
  await ask()
  await as(ben).declineConnection({ user_id: ana.id })
  await ask()
  // the block ends his pending request but keeps the earlier refusals
  await blockAndUnblock(ana, ben)
  expect(await both(ana, ben)).toEqual(['none', 'none'])
  expect([await namesIn(ana, 'sent'), await namesIn(ben, 'incoming')]).toEqual([[], []])
  await ask()
  await as(ben).declineConnection({ user_id: ana.id })
  for (const [one, other] of [
    [ana, ben],
    [ben, ana],
  ] as const) {
    await blockAndUnblock(one, other)
    expect(await stateOf(ana, ben)).toBe('waiting')
    expect(await refusal(ask())).toMatchObject({ code: 'CONNECTION_TOO_SOON' })
  }
  // the member who declined can still send a request, and the refusals are reset
  expect((await as(ben).requestConnection({ user_id: ana.id })).status).toBe('requested')
  await blockAndUnblock(ben, ana)
  expect(await pairs(ana, ben)).toEqual([])
})

describe('two members who both sent a request', () => {
  test('can both accept; if one cancels, the request of the other stays', async () => {
    const crossed = async () => {
      const [ana, ben] = [await newMember(), await newMember()]
      await as(ana).requestConnection({ user_id: ben.id })
      for (const _ of [1, 2]) expect((await as(ben).requestConnection({ user_id: ana.id })).status).toBe('incoming')
      expect(await both(ana, ben)).toEqual(['crossed', 'incoming'])
      expect(await pairs(ana, ben)).toHaveLength(1)
      return [ana, ben] as const
    }
    const [ana, ben] = await crossed()
    expect((await as(ana).acceptConnection({ user_id: ben.id })).status).toBe('connected')
    const [carl, dan] = await crossed()
    expect((await as(dan).acceptConnection({ user_id: carl.id })).status).toBe('connected')
    const [eli, finn] = await crossed()
    expect((await as(eli).cancelConnectionRequest({ user_id: finn.id })).status).toBe('incoming')
    expect(await both(eli, finn)).toEqual(['incoming', 'requested'])
    const [gus, hal] = await crossed()
    expect((await as(hal).declineConnection({ user_id: gus.id })).status).toBe('none')
    expect(await both(gus, hal)).toEqual(['none', 'none'])
    await mustBeTrue()
  })
})

test('the lists are paged, the latest first, and contain no member twice', async () => {
  const me = await newMember()
  const others = await world.members(45)
  for (const [n, other] of others.entries())
    await (n % 2 ? as(me).requestConnection({ user_id: other.id }) : as(other).requestConnection({ user_id: me.id }))
  // rows of the same millisecond are ordered by their ids
  const all = async (list: 'kin' | 'incoming' | 'sent') => {
    const found: { username: string; at: Date }[] = []
    for (let after: string | undefined, n = 0; n < 5; n++) {
      const page = await as(me).listConnections({ list, ...(after && { after }) })
      expect(page.items.length).toBeLessThanOrEqual(20)
      found.push(...page.items.map(({ user, at }) => ({ username: user.username, at })))
      if (!page.next) break
      after = page.next
    }
    expect(found.map(({ at }) => at.getTime())).toEqual(found.map(({ at }) => at.getTime()).sort((a, b) => b - a))
    return found.map(({ username }) => username).sort()
  }
  const names = (odd: boolean) => others.filter((_, n) => (n % 2 === 1) === odd).map(({ username }) => username)
  expect([await all('incoming'), await all('sent')]).toEqual([names(false).sort(), names(true).sort()])
  // kin are in the order of acceptance, not in the order of the requests
  for (const [n, other] of [...others.entries()].toReversed())
    await (n % 2 ? as(other).acceptConnection({ user_id: me.id }) : as(me).acceptConnection({ user_id: other.id }))
  expect(await all('kin')).toEqual(others.map(({ username }) => username).sort())
  expect([await kinOf(me), await as(me).countConnections()]).toEqual([45, { kin: 45, incoming: 0, sent: 0 }])
  // a member cannot read the lists of another; deleting an account updates the counts
  await sql`delete from "user" where id = any(${others.slice(0, 5).map(({ id }) => id)}::uuid[])`.execute(world.db)
  expect(await kinOf(me)).toBe(40)
  await mustBeTrue()
})

test('each member is notified on his own topic; a declined requester is not notified', async () => {
  const [ana, ben] = [await newMember(), await newMember()]
  const eventsOf = async (who: Person) =>
    (
      await sql<{ kind: string; subject: string }>`select kind, subject from topic_events
        where topic = ${`member:${who.id}`} order by seq`.execute(world.db)
    ).rows
  await as(ana).requestConnection({ user_id: ben.id })
  await as(ben).declineConnection({ user_id: ana.id })
  expect(await eventsOf(ben)).toEqual([
    { kind: 'connection.requested', subject: ana.id },
    { kind: 'connection.declined', subject: ana.id },
  ])
  expect(await eventsOf(ana)).toEqual([{ kind: 'connection.requested', subject: ben.id }])
  await as(ana).requestConnection({ user_id: ben.id })
  await as(ben).acceptConnection({ user_id: ana.id })
  expect((await eventsOf(ana)).at(-1)).toEqual({ kind: 'connection.accepted', subject: ben.id })
  expect(world.notified.slice(-2).sort()).toEqual([`member:${ana.id}`, `member:${ben.id}`].sort())
})

guarantee(
  '24',
  'two members who ask each other at the same time have one request that either can accept; if it is accepted and declined at the same time it has one final state',
  { short: 20, full: 200 },
  async (trials) => {
    const ends = new Set<string>()
    for (let trial = 0; trial < trials; trial++) {
      const [ana, ben] = (await world.members(2)) as [Person, Person]
      const asked = await Promise.all([
        as(ana).requestConnection({ user_id: ben.id }),
        as(ben).requestConnection({ user_id: ana.id }),
      ])
      expect(asked.map(({ status }) => status).sort()).toEqual(['incoming', 'requested'])
      expect(await pairs(ana, ben)).toHaveLength(1)
      expect((await both(ana, ben)).sort()).toEqual(['crossed', 'incoming'])
      const first = asked[0]!.status === 'requested' ? ana : ben
      const second = first === ana ? ben : ana
      const operations = [
        () =>
          as(trial % 3 === 0 ? first : second).acceptConnection({ user_id: trial % 3 === 0 ? second.id : first.id }),
        () => as(second).declineConnection({ user_id: first.id }),
        () => as(first).cancelConnectionRequest({ user_id: second.id }),
      ]
      const ended = await Promise.allSettled((trial % 2 ? operations : operations.toReversed()).map((run) => run()))
      for (const one of ended) if (one.status === 'rejected') expect(one.reason).toMatchObject(noRequest)
      const rows = await pairs(ana, ben)
      expect(rows.length).toBeLessThanOrEqual(1)
      for (const { status, is_timed } of rows) expect(is_timed).toBe(status === 'accepted')
      ends.add(rows[0]?.status ?? 'none')
      expect(await kinOf(ana)).toBe(rows[0]?.status === 'accepted' ? 1 : 0)
    }
    expect(ends.size).toBeGreaterThan(1)
    await mustBeTrue()
  },
)

test('the counts are correct after members connect, disconnect and delete their accounts at the same time', async () => {
  const people = await world.members(8)
  const operations = people.flatMap((one, n) =>
    people.slice(n + 1).map((other) => async () => {
      await as(one).requestConnection({ user_id: other.id })
      await as(other).acceptConnection({ user_id: one.id })
      if ((n + people.indexOf(other)) % 3 === 0) await as(one).removeConnection({ user_id: other.id })
    }),
  )
  const gone = people.slice(0, 3).map(({ id }) => async () => {
    await sql`delete from "user" where id = ${id}::uuid`.execute(world.db)
  })
  const ended = await Promise.allSettled(
    [...operations.slice(0, 14), ...gone, ...operations.slice(14)].map((run) => run()),
  )
  const why = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { status?: number }).status] : []))
  expect(why.filter((status) => status !== 404 && status !== 401)).toEqual([])
  await mustBeTrue()
})
