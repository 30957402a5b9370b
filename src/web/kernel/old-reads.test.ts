/** Data on screen whose read in the background failed: it is read again, and the screen learns how old it is. */
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followOldReads } from './old-reads.ts'
import { makeQueryClient } from './query-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const AWAY = new TypeError('Failed to fetch')
const fault = (status: number, data?: object) => Object.assign(new Error('no'), { status, code: 'X', data })

/** A list on screen that was read at the beginning. `fails`: how the server answers from then on; null: it does. */
async function aList() {
  const client = makeQueryClient()
  const server = { fails: null as unknown, reads: 0, version: 1 }
  const options = {
    queryKey: ['list'],
    queryFn: async () => {
      server.reads++
      if (server.fails) throw server.fails
      return server.version
    },
  }
  const observer = new QueryObserver(client, options)
  const look = () => observer.subscribe(() => {})
  let leave = look()
  await vi.advanceTimersByTimeAsync(0)
  const tab = { isVisible: true }
  const refused: number[] = []
  const old = followOldReads({
    client,
    isVisible: () => tab.isVisible,
    onRefused: (_query, status) => void refused.push(status),
  })
  server.reads = 0
  return {
    ...{ client, server, old, refused, tab },
    /** The list is known to be old, and a read in the background begins. */
    refresh: () => void client.invalidateQueries().catch(() => {}),
    shown: () => client.getQueryData(['list']),
    leave: () => leave(),
    comeBack: () => {
      leave = look()
    },
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test.each<[string, unknown]>([
  ['the network is gone', AWAY],
  ['the server is unavailable', fault(503)],
  ['it was too fast', fault(429)],
  ['the server has a bug', fault(500)],
])('is read again with growing pauses until it succeeds: %s', async (_name, error) => {
  const { server, old, refresh, shown } = await aList()
  const readAt = Date.now()
  server.fails = error
  server.version = 2
  refresh()
  await pass(1000)
  // not yet worth a word
  expect(old.since()).toBeNull()
  await pass(3000)
  expect(old.since()).toBe(readAt)
  await pass(60_000)
  expect(server.reads).toBeGreaterThanOrEqual(4)
  expect(server.reads).toBeLessThanOrEqual(6)
  expect(shown()).toBe(1)
  server.fails = null
  await pass(95_000)
  expect([shown(), old.since()]).toEqual([2, null])
  const { reads } = server
  await pass(600_000)
  expect(server.reads).toBe(reads)
})

test('a read that takes long is mentioned after some seconds, and no longer when the answer is there', async () => {
  const { client, old } = await aList()
  const answer = Promise.withResolvers<number>()
  const changes: (number | null)[] = []
  old.onChange(() => changes.push(old.since()))
  const at = Date.now()
  void client.fetchQuery({ queryKey: ['list'], queryFn: () => answer.promise, staleTime: 0 })
  await pass(3000)
  expect(changes).toEqual([])
  await pass(2000)
  answer.resolve(3)
  await pass(0)
  expect(changes).toEqual([at, null])
})

test('the pause that the server asks for is kept, also when the tab is visible again', async () => {
  const { server, old, refresh } = await aList()
  server.fails = fault(429, { retry_after: 40 })
  refresh()
  await pass(20_000)
  old.wake()
  await pass(19_000)
  expect(server.reads).toBe(1)
  await pass(2000)
  expect(server.reads).toBe(2)
})

test('it is read at once when the browser is online again; a hidden tab waits until it is visible', async () => {
  const { server, old, refresh, shown, tab } = await aList()
  server.fails = AWAY
  refresh()
  await pass(30_000)
  tab.isVisible = false
  const { reads } = server
  await pass(300_000)
  expect(server.reads).toBe(reads)
  server.fails = null
  server.version = 2
  tab.isVisible = true
  old.wake()
  await pass(0)
  expect([shown(), old.since()]).toEqual([2, null])
})

test('a list that is left is not read, and is read at once when it is shown again', async () => {
  const { server, old, refresh, shown, leave, comeBack } = await aList()
  server.fails = AWAY
  refresh()
  await pass(5000)
  expect(old.since()).not.toBeNull()
  leave()
  expect(old.since()).toBeNull()
  const { reads } = server
  await pass(300_000)
  expect(server.reads).toBe(reads)
  server.fails = null
  server.version = 2
  comeBack()
  await pass(0)
  expect([shown(), old.since()]).toEqual([2, null])
})

test('a change of the member on this device does not make the rest of the list fresh', async () => {
  const { client, server, old, refresh } = await aList()
  server.fails = AWAY
  refresh()
  await pass(5000)
  client.setQueryData(['list'], 7)
  expect(old.since()).not.toBeNull()
  const { reads } = server
  await pass(30_000)
  expect(server.reads).toBeGreaterThan(reads)
})

test.each([401, 403, 404])('is not read again if the server refuses it with %i; the page decides', async (status) => {
  const { server, old, refresh, refused } = await aList()
  server.fails = fault(status)
  refresh()
  await pass(300_000)
  expect([server.reads, refused, old.since()]).toEqual([1, [status], null])
})

test('a read that failed before this was loaded is repeated too', async () => {
  const { client, server, old, refresh, shown } = await aList()
  old.stop()
  server.fails = AWAY
  refresh()
  await pass(0)
  const late = followOldReads({ client, isVisible: () => true, onRefused() {} })
  server.fails = null
  server.version = 2
  await pass(5000)
  expect([shown(), late.since()]).toEqual([2, null])
})

test('the next page of a list that did not load is not meant', async () => {
  const { client, old } = await aList()
  const query = client.getQueryCache().find({ queryKey: ['list'] })!
  void query
    .fetch({ ...query.options, queryFn: () => Promise.reject(AWAY) }, { meta: { fetchMore: { direction: 'forward' } } })
    .catch(() => {})
  await pass(300_000)
  expect(old.since()).toBeNull()
})

test('it is said whether the old data is being read now', async () => {
  const { server, old, refresh } = await aList()
  const changes: boolean[] = []
  server.fails = AWAY
  refresh()
  await pass(5000)
  expect(old.isReading()).toBe(false)
  old.onChange(() => changes.push(old.isReading()))
  old.wake()
  await pass(0)
  expect(changes).toContain(true)
  expect(old.isReading()).toBe(false)
})

test('data changed on this device is as old as the last read of it', async () => {
  const { client, server, old, refresh } = await aList()
  const readAt = Date.now()
  await pass(120_000)
  client.setQueryData(['list'], 7)
  server.fails = AWAY
  refresh()
  await pass(5000)
  expect(old.since()).toBe(readAt)
})

test('data without a time of its own is not from 1970', async () => {
  const { client, server, old, refresh } = await aList()
  const readAt = Date.now()
  const query = client.getQueryCache().find({ queryKey: ['list'] })!
  query.setState({ dataUpdatedAt: 0 })
  server.fails = AWAY
  refresh()
  await pass(5000)
  expect(old.since()).toBe(readAt)
})

/** A list of pages on screen. Each page is what the server has at the moment, and waits for `answer` if that is held. */
async function aPagedList() {
  const client = makeQueryClient()
  const server = { fails: null as unknown, version: 1, reads: 0, held: null as Promise<void> | null }
  const options = {
    queryKey: ['pages'],
    initialPageParam: 0,
    getNextPageParam: (_page: string, pages: string[]) => (pages.length < 3 ? pages.length : undefined),
    queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
      server.reads++
      const { version } = server
      await server.held
      signal.throwIfAborted()
      if (server.fails) throw server.fails
      return `${pageParam}:${version}`
    },
  }
  const observer = new InfiniteQueryObserver(client, options)
  let leave = observer.subscribe(() => {})
  await pass(0)
  const old = followOldReads({ client, isVisible: () => true, onRefused() {} })
  return {
    ...{ client, server, old, observer },
    shown: () => client.getQueryData<{ pages: string[] }>(['pages'])?.pages,
    leave: () => leave(),
    comeBack: () => {
      leave = observer.subscribe(() => {})
    },
    /** what the loader of a page does before the page is on screen */
    load: () => client.fetchInfiniteQuery({ ...options, staleTime: 0 }),
  }
}

test('a list that is left while it is read, and read by the loader of the next visit, is not old', async () => {
  const { client, server, old, leave, comeBack, load, shown } = await aPagedList()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.held = promise
  server.version = 2
  void client.invalidateQueries().catch(() => {})
  await pass(5000)
  expect(old.since()).not.toBeNull()
  leave()
  expect(old.since()).toBeNull()
  server.held = null
  resolve()
  await load()
  comeBack()
  await pass(60_000)
  expect([shown(), old.since()]).toEqual([['0:2'], null])
})

test('a list whose read failed, and that the loader of the next visit read, is not old', async () => {
  const { client, server, old, leave, comeBack, load } = await aPagedList()
  server.fails = AWAY
  void client.invalidateQueries().catch(() => {})
  await pass(5000)
  leave()
  server.fails = null
  await load()
  comeBack()
  await pass(0)
  expect(old.since()).toBeNull()
  const { reads } = server
  await pass(300_000)
  expect(server.reads).toBe(reads)
})

test.each(['loads', 'does not load'])(
  'a next page cancels the read of the list; when it %s, the list is read again',
  async (how) => {
    const { client, server, old, observer, shown } = await aPagedList()
    const { promise, resolve } = Promise.withResolvers<void>()
    server.held = promise
    void client.invalidateQueries().catch(() => {})
    await pass(5000)
    server.held = null
    server.version = 2
    if (how !== 'loads') server.fails = AWAY
    void observer.fetchNextPage().catch(() => {})
    await pass(0)
    server.fails = null
    resolve()
    await pass(10_000)
    expect(shown()).toEqual(how === 'loads' ? ['0:2', '1:2'] : ['0:2'])
    expect(old.since()).toBeNull()
  },
)

test('a read again that is cancelled, for example by a change of the member, is planned again', async () => {
  const { client, server, old, shown } = await aPagedList()
  server.fails = AWAY
  void client.invalidateQueries().catch(() => {})
  await pass(1000)
  server.fails = null
  server.version = 2
  const { promise, resolve } = Promise.withResolvers<void>()
  server.held = promise
  await pass(5000)
  await client.cancelQueries()
  server.held = null
  resolve()
  expect(old.since()).not.toBeNull()
  await pass(10_000)
  expect([shown(), old.since()]).toEqual([['0:2'], null])
})

test('a query that is reset is loaded as at first, and is not old', async () => {
  const { client, server, old, shown } = await aPagedList()
  server.fails = AWAY
  void client.invalidateQueries().catch(() => {})
  await pass(5000)
  server.fails = null
  server.version = 2
  const { promise, resolve } = Promise.withResolvers<void>()
  server.held = promise
  void client.resetQueries()
  await pass(0)
  expect(old.since()).toBeNull()
  resolve()
  await pass(0)
  expect(shown()).toEqual(['0:2'])
})
