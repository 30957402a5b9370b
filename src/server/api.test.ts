/** The table of rooms, which the compiler checks, and what an access token may call. */
import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { SCOPES, type Scope } from '#contract/scope-words.ts'
import { administratorOf, decided } from '#test/administrator.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'
import { type RoomFunctions, router } from './api.ts'
import { openApi } from './docs.ts'
import * as feed from './feed/feed.ts'
import { asFaults } from './kernel/faults.ts'
import { byToken } from './kernel/principal.ts'

const world = await makeWorld()
const scopes = Object.keys(SCOPES) as Scope[]

/** The contract as a program with an access token of this member. */
const withToken = ({ id }: Person, ...scopes: Scope[]) =>
  createRouterClient(router, {
    context: { ...world.ctx({ id }), viewer: byToken(id, randomUUID(), scopes) },
    interceptors: [asFaults(world.log)],
  })

type Feed = RoomFunctions<{ feed: typeof contract.feed }>
const roomsOf = (rooms: Feed) => Object.keys(rooms)

test('a room whose functions do not match the contract does not compile', () => {
  const { listFeed, ...rest } = feed
  const nothing = { items: [], next: null }
  const listFeedOfText = async (_ctx: unknown, _after: string) => nothing
  const listFeedWithoutNext = async () => ({ items: [] })
  expect(roomsOf({ feed })).toEqual(['feed'])
  // @ts-expect-error: a procedure without a function
  roomsOf({ feed: rest })
  // @ts-expect-error: a function with a wrong name
  roomsOf({ feed: { ...rest, listFeeds: listFeed } })
  // @ts-expect-error: a function that takes another type than the contract parses
  roomsOf({ feed: { ...rest, listFeed: listFeedOfText } })
  // @ts-expect-error: a function whose result is not that of the contract
  roomsOf({ feed: { ...rest, listFeed: listFeedWithoutNext } })
  // @ts-expect-error: a room that the contract does not have
  roomsOf({ feed, food: {} })
})

test('the router has every procedure of the contract, and no other', () => {
  const names = (rooms: object) =>
    Object.entries(rooms).flatMap(([room, procedures]) => Object.keys(procedures).map((name) => `${room}.${name}`))
  expect(names(router)).toEqual(names(contract))
})

test('a token can do what its scopes allow; a refused call changes nothing', async () => {
  const ana = await world.member()
  const { id } = await world.post({ by: ana })
  const vote = { post_id: id, direction: 'up' } as const
  expect(await refusal(withToken(ana, 'posts:read').votes.castPostVote(vote))).toEqual({
    ...{ code: 'NOT_ALLOWED', status: 403 },
    message: 'This access token does not allow that',
  })
  expect(await withToken(ana, 'posts:read').posts.getPost({ id })).toMatchObject({ upvotes: 0 })
  expect(await withToken(ana, 'posts:write').votes.castPostVote(vote)).toMatchObject({ upvotes: 1 })
  expect(await refusal(withToken(ana, 'posts:write').posts.getPost({ id }))).toMatchObject({ status: 403 })
})

test('every procedure refuses a token without its scope, before it checks the input', async () => {
  const admin = await administratorOf(world)
  for (const [room, procedures] of Object.entries(contract))
    for (const [name, procedure] of Object.entries(procedures)) {
      const others = scopes.filter((scope) => scope !== procedure['~orpc'].meta.scope)
      const api = withToken(admin, ...others) as unknown as Record<
        string,
        Record<string, (input: unknown) => Promise<unknown>>
      >
      expect(await refusal(api[room]![name]!({ nothing: 'that it knows' })), name).toMatchObject({
        code: 'NOT_ALLOWED',
      })
    }
})

test('a removed post needs the administrators’ scope as well', async () => {
  const admin = await administratorOf(world)
  const [ana, ben] = [await world.member(), await world.member()]
  const { id } = await world.post({ by: ana })
  await decided(world, { admin, by: ben, decision: 'remove' }, 'post', { id })
  const missing = { code: 'POST_NOT_FOUND', status: 404 }
  expect(await refusal(withToken(admin, 'posts:read').posts.getPost({ id }))).toMatchObject(missing)
  expect(await withToken(admin, 'posts:read', 'admin:read').posts.getPost({ id })).toMatchObject({ id })
  expect(await refusal(withToken(ben, 'posts:read', 'admin:read').posts.getPost({ id }))).toMatchObject(missing)
})

test('a member’s token gets the answer of a missing procedure for the administrators’ calls', async () => {
  const ana = await world.member()
  expect(await refusal(withToken(ana, ...scopes).admin.listActs({}))).toMatchObject({ code: 'NOT_FOUND' })
})

test('the API description names the scope of every call, and explains each scope', async () => {
  const { paths = {}, 'x-scopes': declaredScopes } = await openApi('Fatherkin')
  expect(declaredScopes).toEqual(SCOPES)
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      expect([...scopes, 'session'], `${method} ${path}`).toContain(operation['x-scope'])
})
