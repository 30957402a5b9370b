import { afterEach, describe, expect, test, vi } from 'vitest'
import { makePerKeyLimit } from './per-key-limit.ts'

const AGES = 1_000_000
const PATIENT = { hanging: AGES, most: AGES }

afterEach(() => void vi.useRealTimers())

/** Starts named operations under the limit; the test ends each one. */
function operations(turns: ReturnType<typeof makePerKeyLimit>) {
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const want = (key: string, name: string) => {
    const gate = Promise.withResolvers<void>()
    gates.set(name, gate)
    return turns.take(key, async () => {
      begun.push(name)
      await gate.promise
      return name
    })
  }
  return {
    begun,
    want,
    end: (name: string) => gates.get(name)!.resolve(),
    fail: (name: string) => gates.get(name)!.reject(new Error(name)),
  }
}

describe('the limit per key', () => {
  test('runs that many operations of a key at a time, in order of arrival; other keys do not wait; unused keys are forgotten', async () => {
    const turns = makePerKeyLimit(2, PATIENT)
    const { begun, want, end, fail } = operations(turns)
    const hot = ['a', 'b', 'c', 'd'].map((name) => want('hot', name))
    const other = want('other', 'z')
    expect([begun, turns.keys]).toEqual([['a', 'b', 'z'], 2])
    end('b')
    expect(await hot[1]).toBe('b')
    expect(begun).toEqual(['a', 'b', 'z', 'c'])
    // an operation that fails makes room for the next, and fails only for its own caller
    fail('a')
    await expect(hot[0]).rejects.toThrow('a')
    expect(begun).toEqual(['a', 'b', 'z', 'c', 'd'])
    for (const name of ['z', 'c', 'd']) end(name)
    expect(await Promise.all([other, hot[2], hot[3]])).toEqual(['z', 'c', 'd'])
    expect(turns.keys).toBe(0)
  })

  test('an operation that has waited for `hanging` starts although another one has not ended, and counts as running', async () => {
    vi.useFakeTimers()
    const turns = makePerKeyLimit(1, { ...PATIENT, hanging: 1 })
    const { begun, want, end } = operations(turns)
    const all = ['hangs', 'b', 'c'].map((name) => want('hot', name))
    await vi.advanceTimersByTimeAsync(2)
    expect(begun).toEqual(['hangs', 'b', 'c'])
    end('b')
    expect(await all[1]).toBe('b')
    end('c')
    end('hangs')
    await Promise.all(all)
    expect(turns.keys).toBe(0)
  })

  test('as long as operations end, the others wait, but at most for `most`', async () => {
    vi.useFakeTimers()
    const { begun, want, end } = operations(makePerKeyLimit(1, { hanging: 100, most: 500 }))
    const names = [...Array(20).keys()].map(String)
    const all = names.map((name) => want('hot', name))
    for (const name of names.slice(0, 5)) {
      await vi.advanceTimersByTimeAsync(99)
      end(name)
      await vi.advanceTimersByTimeAsync(0)
    }
    // after 495 ms five have ended, so the sixth has started
    expect(begun).toEqual(names.slice(0, 6))
    await vi.advanceTimersByTimeAsync(5)
    expect(begun).toEqual(names)
    for (const name of names) end(name)
    await Promise.all(all)
  })
})
