import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failIfUnavailable, retryRead } from './retry-read.ts'

const away = (data?: { retry_after: number }, status = 503) => Object.assign(new Error('away'), { status, data })
const signal = () => new AbortController().signal

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that refuses `refusals` times, and records the times of the requests in ms. */
function server(refusals: number, refusal: unknown = away()) {
  const from = performance.now()
  const asked: number[] = []
  const ask = async () => {
    asked.push(performance.now() - from)
    if (asked.length <= refusals) throw refusal
    return 'an answer'
  }
  return { ask, asked }
}

describe('a read that the server cannot answer at the moment', () => {
  test('is retried, and two refusals in a row are not reported', async () => {
    const { ask, asked } = server(2)
    const answer = retryRead(ask, signal())
    await vi.runAllTimersAsync()
    expect(await answer).toBe('an answer')
    expect(asked).toHaveLength(3)
  })

  test.each([502, 503, 504])(
    'is retried for at least ten seconds with growing pauses, and then fails: %i',
    async (status) => {
      const { ask, asked } = server(Number.POSITIVE_INFINITY, away(undefined, status))
      const answer = retryRead(ask, signal()).catch((error: unknown) => error)
      await vi.runAllTimersAsync()
      expect(await answer).toMatchObject({ status })
      const last = asked.at(-1)!
      expect(last).toBeGreaterThanOrEqual(10_000)
      expect(last).toBeLessThan(18_000)
      const pauses = asked.slice(1).map((at, n) => at - asked[n]!)
      for (const [n, least] of [500, 1000, 2000, 4000].entries()) {
        expect(pauses[n]).toBeGreaterThanOrEqual(least)
        expect(pauses[n]).toBeLessThanOrEqual(least * 1.5)
      }
    },
  )

  test('is retried with a random delay, so that clients do not all return at the same moment', async () => {
    const servers = Array.from({ length: 20 }, () => server(1))
    const answers = servers.map(({ ask }) => retryRead(ask, signal()))
    await vi.runAllTimersAsync()
    await Promise.all(answers)
    expect(new Set(servers.map(({ asked }) => asked[1])).size).toBeGreaterThan(10)
  })

  test('waits for the time in Retry-After, and fails immediately if that is too long', async () => {
    const some = server(1, away({ retry_after: 5 }))
    const answer = retryRead(some.ask, signal())
    await vi.runAllTimersAsync()
    expect(await answer).toBe('an answer')
    expect(some.asked[1]).toBeGreaterThanOrEqual(5000)
    const long = server(1, away({ retry_after: 60 }))
    await expect(retryRead(long.ask, signal())).rejects.toMatchObject({ status: 503 })
  })

  test('is aborted during a pause if the caller no longer waits', async () => {
    const { ask, asked } = server(Number.POSITIVE_INFINITY)
    const given = new AbortController()
    const answer = retryRead(ask, given.signal).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    given.abort()
    expect(await answer).toMatchObject({ name: 'AbortError' })
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(1)
  })
})

test.each([
  ['a refusal of another kind', { status: 429, data: { retry_after: 1 } }],
  ['a bug', { status: 500 }],
  ['a missing page', { status: 404 }],
  ['a lost network', new TypeError('Failed to fetch')],
])('is reported at once: %s', async (_what, error) => {
  const { ask, asked } = server(1, error)
  await expect(retryRead(ask, signal())).rejects.toBe(error)
  expect(asked).toHaveLength(1)
})

test('an error page of a proxy becomes a fault, and answers of the program pass', async () => {
  const proxy = new Response('Bad gateway', { status: 502, headers: { 'retry-after': '3' } })
  await expect(failIfUnavailable(Promise.resolve(proxy))).rejects.toMatchObject({
    status: 502,
    data: { retry_after: 3 },
  })
  for (const answer of [Response.json({}, { status: 503 }), new Response('words'), new Response('', { status: 500 })])
    expect(await failIfUnavailable(Promise.resolve(answer))).toBe(answer)
})
