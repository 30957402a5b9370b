/** The counts of a tab, with live updates, reads, visits and a lost connection. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BadgePlace } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'
import { type Counts, makeTally } from './tally.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aTab({ random = 0.5 } = {}) {
  const server = { feed: 0, groups: 0, local: 0, profile: 0, recent: [] as string[] }
  const asked: string[] = []
  const shown: Counts[] = []
  const tab = { isWatched: true, isReading: false, isOffline: false, held: null as Promise<void> | null }
  const answer = async (): Promise<Badges> => {
    if (tab.isOffline) throw new Error('offline')
    const seen = { feed: new Date(), groups: new Date(), local: new Date(), profile: new Date(), karma: 0 }
    const badges = { ...server, recent: [...server.recent], seen, now: new Date() }
    await tab.held
    return badges
  }
  const tally = makeTally({
    async ask() {
      asked.push('ask')
      return answer()
    },
    async mark(place: BadgePlace, ago: number) {
      asked.push(`${place} ${ago}`)
      if (!tab.isOffline) server[place] = 0
      return answer()
    },
    show: (counts) => void shown.push(counts),
    note() {},
    isWatched: () => tab.isWatched,
    isReading: () => tab.isReading,
    now: () => performance.now(),
    random: () => random,
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { tally, server, asked, tab, pass, last: () => shown.at(-1)! }
}

test('reads the counts at once, and every thirty seconds while the tab is visible', async () => {
  const { tally, server, asked, tab, pass, last } = aTab()
  tally.begin()
  await pass(0)
  expect(asked).toHaveLength(1)
  server.feed = 3
  await pass(29_900)
  expect(asked).toHaveLength(1)
  await pass(200)
  expect(asked).toHaveLength(2)
  expect(last().feed).toBe(3)
  // in the background the tab gets live updates, and reads less often
  tab.isWatched = false
  await pass(30_000)
  expect(asked).toHaveLength(3)
  await pass(100_000)
  expect(asked).toHaveLength(3)
  tab.isWatched = true
  tally.watch()
  expect(asked).toHaveLength(4)
})

test('a thousand tabs do not read at the same moment', async () => {
  const times = new Set<number>()
  for (const random of [0, 0.25, 0.5, 0.75, 0.999]) {
    const { tally, asked, pass } = aTab({ random })
    tally.begin()
    await pass(0)
    const from = performance.now()
    while (asked.length < 2) await pass(50)
    times.add(performance.now() - from)
    expect(performance.now() - from).toBeGreaterThan(28_000)
    expect(performance.now() - from).toBeLessThan(32_000)
    tally.stop()
  }
  expect(times.size).toBe(5)
})

test('a live update is added once; the next read replaces it', async () => {
  const { tally, server, pass, last } = aTab()
  tally.begin()
  await pass(0)
  tally.hear({ feed: ['a', 'b'], local: ['c'] })
  tally.hear({ feed: ['a'] })
  expect(last()).toEqual({ feed: 2, groups: 0, local: 1, profile: 0 })
  // one of the items was deleted
  server.feed = 1
  await pass(31_000)
  expect(last()).toEqual({ feed: 1, groups: 0, local: 0, profile: 0 })
  tally.hear({ feed: Array.from({ length: 200 }, (_, n) => `${n}`) })
  expect(last().feed).toBe(100)
})

test('a live update that arrives while a read is pending is neither added twice nor lost', async () => {
  const { tally, server, asked, tab, pass, last } = aTab()
  tally.begin()
  await pass(5000)
  const { promise, resolve } = Promise.withResolvers<void>()
  tab.held = promise
  Object.assign(server, { feed: 1, recent: ['a'] })
  tally.watch()
  await pass(0)
  tally.hear({ feed: ['a'] })
  // too late to be in the answer, which is already made
  tally.hear({ feed: ['b'] })
  resolve()
  tab.held = null
  await pass(0)
  expect(last().feed).toBe(2)
  const before = asked.length
  await pass(20_000)
  expect(asked.length).toBe(before)
})

test('a live update that arrives after a read that included it is not counted twice', async () => {
  const { tally, server, asked, pass, last } = aTab()
  Object.assign(server, { feed: 1, recent: ['a'] })
  tally.begin()
  await pass(0)
  tally.hear({ feed: ['a'] })
  expect(last().feed).toBe(1)
  // nor if it is repeated after the member has seen it
  tally.open('feed', performance.now())
  await pass(0)
  tally.hear({ feed: ['a'] })
  expect(last().feed).toBe(0)
  const before = asked.length
  await pass(20_000)
  expect(asked.length).toBe(before)
})

test('a read that is requested while a slow one is pending follows it', async () => {
  const { tally, server, tab, pass, last } = aTab()
  server.feed = 4
  tally.begin()
  await pass(5000)
  const { promise, resolve } = Promise.withResolvers<void>()
  tab.held = promise
  tally.watch()
  await pass(0)
  // another device has looked after that answer was made
  server.feed = 0
  tally.hear({ seen: true })
  await pass(8000)
  tab.held = null
  resolve()
  await pass(0)
  expect(last().feed).toBe(4)
  await pass(1000)
  expect(last().feed).toBe(0)
})

test('a place that is opened while a read is pending loses all earlier live updates', async () => {
  const { tally, tab, pass, last } = aTab()
  tally.begin()
  await pass(5000)
  const { promise, resolve } = Promise.withResolvers<void>()
  tab.held = promise
  tally.watch()
  await pass(0)
  tally.hear({ feed: ['a'], local: ['b'] })
  tally.open('feed', performance.now())
  tab.held = null
  resolve()
  await pass(0)
  expect(last()).toMatchObject({ feed: 0, local: 1 })
})

test('opening a place resets its count at once, and reports the time of the visit', async () => {
  const { tally, server, asked, pass, last } = aTab()
  server.feed = 4
  tally.begin()
  await pass(10_000)
  tally.hear({ feed: ['a'] })
  tally.open('feed', performance.now() - 250)
  expect(last().feed).toBe(0)
  expect(asked.at(-1)).toBe('feed 250')
  await pass(0)
  expect(last().feed).toBe(0)
  // an item that arrives during the visit counts until the next visit
  tally.hear({ feed: ['b'] })
  expect(last().feed).toBe(1)
  tally.open('feed', performance.now())
  expect(last().feed).toBe(0)
})

test('opening the profile keeps the count of requests, which only the server changes', async () => {
  const { tally, server, pass, last } = aTab()
  server.profile = 2
  tally.begin()
  await pass(10_000)
  tally.open('profile', performance.now())
  expect(last().profile).toBe(2)
  await pass(0)
  expect(last().profile).toBe(0)
})

test('a place that is opened offline stays at zero, and the visit is reported once the server answers', async () => {
  const { tally, server, asked, tab, pass, last } = aTab()
  server.groups = 5
  tally.begin()
  await pass(10_000)
  expect(last().groups).toBe(5)
  tab.isOffline = true
  const from = performance.now()
  tally.open('groups', from)
  await pass(40_000)
  expect(last().groups).toBe(0)
  tab.isOffline = false
  tally.cameBack()
  await pass(3100)
  const [, ago] = asked.at(-1)!.split(' ')
  expect(asked.at(-1)).toMatch(/^groups /)
  // the time of the visit, not of the report
  expect(Number(ago)).toBeGreaterThanOrEqual(40_000)
  expect(Number(ago)).toBeLessThan(43_200)
  expect(last().groups).toBe(0)
})

test('on a network’s page a live update is not added; the counts are read a moment later', async () => {
  const { tally, asked, tab, pass, last } = aTab()
  tally.begin()
  await pass(10_000)
  tab.isReading = true
  tally.hear({ groups: ['a'] })
  tally.hear({ groups: ['b'] })
  expect(last().groups).toBe(0)
  const before = asked.length
  await pass(2500)
  expect(asked.length).toBe(before + 1)
})

test('when another tab has seen something, the counts are read again, once for several notifications', async () => {
  const { tally, server, asked, pass, last } = aTab()
  server.local = 2
  tally.begin()
  await pass(10_000)
  server.local = 0
  const before = asked.length
  for (let n = 0; n < 20; n++) tally.hear({ seen: true })
  await pass(1000)
  expect(asked.length).toBe(before + 1)
  expect(last().local).toBe(0)
  tally.hear({ local: ['x'] })
  tally.openedElsewhere('local')
  expect(last().local).toBe(0)
})
