/** Data on screen whose read in the background was refused: it goes, is read once more, or the session has ended. */
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followOldReads } from './old-reads.ts'
import { makeQueryClient } from './query-cache.ts'
import { followRefusals } from './refused-reads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Queries on screen, by the names of their procedures. `refuses`: how the server answers from then on; null: it does. */
async function aScreen(...names: string[]) {
  const client = makeQueryClient()
  const session = { isMember: true, isThere: true as boolean | Error, asked: 0 }
  const server = { refuses: null as number | null, reads: 0 }
  const observers = names.map((name) => {
    const queryFn = async () => {
      server.reads++
      if (server.refuses) throw Object.assign(new Error('no'), { status: server.refuses, code: 'X' })
      return 'words'
    }
    return new QueryObserver(client, { queryKey: [name.split('.'), { type: 'query' }], queryFn })
  })
  for (const observer of observers) observer.subscribe(() => {})
  await pass(0)
  const [invalidate, onSignedOut] = [vi.fn(), vi.fn()]
  const refusals = followRefusals({
    ...{ client, invalidate, onSignedOut },
    isMember: () => session.isMember,
    isStillMember: async () => {
      session.asked++
      if (session.isThere instanceof Error) throw session.isThere
      return session.isThere
    },
  })
  followOldReads({ client, isVisible: () => true, onRefused: refusals.refuse })
  server.reads = 0
  return {
    ...{ session, server, invalidate, onSignedOut },
    refresh: async (status: number | null) => {
      server.refuses = status
      void client.invalidateQueries().catch(() => {})
      await pass(1000)
    },
    results: () => observers.map((observer) => [observer.getCurrentResult().data, observer.getCurrentResult().status]),
  }
}

test.each([403, 404])(
  'what is refused with %i is not shown any more, and says that it did not load',
  async (status) => {
    const screen = await aScreen('rounds.getRounds', 'feed.listFeed')
    await screen.refresh(status)
    expect(screen.results()).toEqual([
      [undefined, 'error'],
      [undefined, 'error'],
    ])
    // the page is loaded once for all of them, and nothing is asked without end
    expect(screen.invalidate).toHaveBeenCalledTimes(1)
    await pass(300_000)
    expect(screen.server.reads).toBe(4)
  },
)

test('a page that says itself that its subject is gone keeps what it knew', async () => {
  const screen = await aScreen('pods.getPod')
  await screen.refresh(404)
  expect(screen.results()).toEqual([['words', 'error']])
  expect(screen.invalidate).not.toHaveBeenCalled()
})

test('a wrong request changes nothing on screen', async () => {
  const screen = await aScreen('feed.listFeed')
  await screen.refresh(400)
  expect(screen.results()).toEqual([['words', 'error']])
})

test('if the session was only renewed, what was refused is read once more', async () => {
  const screen = await aScreen('account.listDevices')
  await screen.refresh(401)
  await pass(300_000)
  // the refused read, and one more
  expect([screen.server.reads, screen.session.asked]).toEqual([2, 1])
  expect(screen.onSignedOut).not.toHaveBeenCalled()
  await screen.refresh(null)
  expect(screen.results()).toEqual([['words', 'success']])
  // later it may happen again
  await screen.refresh(401)
  expect(screen.session.asked).toBe(2)
})

test('a read that is refused while nobody answers who is signed in is repeated', async () => {
  const screen = await aScreen('account.listDevices')
  screen.session.isThere = new Error('no answer')
  await screen.refresh(401)
  expect([screen.server.reads, screen.onSignedOut.mock.calls.length]).toEqual([2, 0])
})

test('if the session has ended, the page is told', async () => {
  const screen = await aScreen('account.listDevices')
  screen.session.isThere = false
  await screen.refresh(401)
  expect(screen.onSignedOut).toHaveBeenCalledTimes(1)
  expect(screen.server.reads).toBe(1)
})

test('nothing happens to a visitor', async () => {
  const screen = await aScreen('feed.listFeed')
  screen.session.isMember = false
  await screen.refresh(401)
  expect([screen.session.asked, screen.server.reads]).toEqual([0, 1])
})
