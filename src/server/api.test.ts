/** The table of rooms is checked by the compiler: the types fail where one of these mistakes compiles. */
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { router, type Verbs } from './api.ts'
import * as feed from './feed/feed.ts'

type Feed = Verbs<{ feed: typeof contract.feed }>

const roomsOf = (rooms: Feed) => Object.keys(rooms)

test('a room whose verbs are not those of the contract does not compile', () => {
  const { listFeed, ...rest } = feed
  const nothing = { items: [], next: null }
  const listFeedOfText = async (_ctx: unknown, _after: string) => nothing
  const listFeedWithoutNext = async () => ({ items: [] })
  expect(roomsOf({ feed })).toEqual(['feed'])
  // @ts-expect-error: a procedure without a verb
  roomsOf({ feed: rest })
  // @ts-expect-error: a verb under another name
  roomsOf({ feed: { ...rest, listFeeds: listFeed } })
  // @ts-expect-error: a verb that takes something else than the contract parses
  roomsOf({ feed: { ...rest, listFeed: listFeedOfText } })
  // @ts-expect-error: a verb whose answer is not the one of the contract
  roomsOf({ feed: { ...rest, listFeed: listFeedWithoutNext } })
  // @ts-expect-error: a room that the contract does not have
  roomsOf({ feed, food: {} })
})

test('the router has every procedure of the contract, and no other', () => {
  const names = (rooms: object) =>
    Object.entries(rooms).flatMap(([room, procedures]) => Object.keys(procedures).map((name) => `${room}.${name}`))
  expect(names(router)).toEqual(names(contract))
})
