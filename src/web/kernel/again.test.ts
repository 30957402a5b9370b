import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { again, orAway } from './again.ts'

const away = (data?: { retry_after: number }, status = 503) => Object.assign(new Error('away'), { status, data })
const signal = () => new AbortController().signal

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that refuses so often; says when it was asked, in ms. */
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

describe('a question that the server cannot answer at the moment', () => {
  test('is asked again, and two refusals in a row are not heard of', async () => {
    const { ask, asked } = server(2)
    const answer = again(ask, signal())
    await vi.runAllTimersAsync()
    expect(await answer).toBe('an answer')
    expect(asked).toHaveLength(3)
  })

  test.each([502, 503, 504])(
    'is asked for at least ten seconds, in growing pauses, and then fails: %i',
    async (status) => {
      const { ask, asked } = server(Number.POSITIVE_INFINITY, away(undefined, status))
      const answer = again(ask, signal()).catch((error: unknown) => error)
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

  test('does not come back at the same moment as everybody else’s', async () => {
    const servers = Array.from({ length: 20 }, () => server(1))
    const answers = servers.map(({ ask }) => again(ask, signal()))
    await vi.runAllTimersAsync()
    await Promise.all(answers)
    expect(new Set(servers.map(({ asked }) => asked[1])).size).toBeGreaterThan(10)
  })

  test('waits for as long as the server asks, and fails at once where that is too long', async () => {
    const some = server(1, away({ retry_after: 5 }))
    const answer = again(some.ask, signal())
    await vi.runAllTimersAsync()
    expect(await answer).toBe('an answer')
    expect(some.asked[1]).toBeGreaterThanOrEqual(5000)
    const long = server(1, away({ retry_after: 60 }))
    await expect(again(long.ask, signal())).rejects.toMatchObject({ status: 503 })
  })

  test('is given up in the middle of a pause when nobody waits for it any more', async () => {
    const { ask, asked } = server(Number.POSITIVE_INFINITY)
    const given = new AbortController()
    const answer = again(ask, given.signal).catch((error: unknown) => error)
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
  ['what is not there', { status: 404 }],
  ['a lost network', new TypeError('Failed to fetch')],
])('is heard at once: %s', async (_what, error) => {
  const { ask, asked } = server(1, error)
  await expect(again(ask, signal())).rejects.toBe(error)
  expect(asked).toHaveLength(1)
})

test('a proxy that answers for a program that is away is understood; answers of the program pass', async () => {
  const proxy = new Response('Bad gateway', { status: 502, headers: { 'retry-after': '3' } })
  await expect(orAway(Promise.resolve(proxy))).rejects.toMatchObject({ status: 502, data: { retry_after: 3 } })
  for (const answer of [Response.json({}, { status: 503 }), new Response('words'), new Response('', { status: 500 })])
    expect(await orAway(Promise.resolve(answer))).toBe(answer)
})
