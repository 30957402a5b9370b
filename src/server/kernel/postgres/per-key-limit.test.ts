import { afterEach, describe, expect, test, vi } from 'vitest'
import { makePerKeyLimit } from './per-key-limit.ts'

const AGES = 1_000_000
const PATIENT = { hanging: AGES, most: AGES }

afterEach(() => void vi.useRealTimers())

/** Deeds that begin when they may and end when they are told to. */
function deeds(turns: ReturnType<typeof makePerKeyLimit>) {
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

describe('deeds in turn', () => {
  test('so many of one kind at once, in the order in which they came; others wait for none of them; nothing is kept', async () => {
    const turns = makePerKeyLimit(2, PATIENT)
    const { begun, want, end, fail } = deeds(turns)
    const hot = ['a', 'b', 'c', 'd'].map((name) => want('hot', name))
    const other = want('other', 'z')
    expect([begun, turns.keys]).toEqual([['a', 'b', 'z'], 2])
    end('b')
    expect(await hot[1]).toBe('b')
    expect(begun).toEqual(['a', 'b', 'z', 'c'])
    // one that fails makes room like any other, and fails only for him who wanted it
    fail('a')
    await expect(hot[0]).rejects.toThrow('a')
    expect(begun).toEqual(['a', 'b', 'z', 'c', 'd'])
    for (const name of ['z', 'c', 'd']) end(name)
    expect(await Promise.all([other, hot[2], hot[3]])).toEqual(['z', 'c', 'd'])
    expect(turns.keys).toBe(0)
  })

  test('whoever has waited long enough goes beside one that hangs, and counts as one who is there', async () => {
    const turns = makePerKeyLimit(1, { ...PATIENT, hanging: 1 })
    const { begun, want, end } = deeds(turns)
    const all = ['hangs', 'b', 'c'].map((name) => want('hot', name))
    await expect.poll(() => begun).toEqual(['hangs', 'b', 'c'])
    end('b')
    expect(await all[1]).toBe('b')
    end('c')
    end('hangs')
    await Promise.all(all)
    expect(turns.keys).toBe(0)
  })

  test('where one after the other comes to an end everybody waits for his turn, but nobody longer than the most', async () => {
    vi.useFakeTimers()
    const { begun, want, end } = deeds(makePerKeyLimit(1, { hanging: 100, most: 500 }))
    const names = [...Array(20).keys()].map(String)
    const all = names.map((name) => want('hot', name))
    for (const name of names.slice(0, 5)) {
      await vi.advanceTimersByTimeAsync(99)
      end(name)
      await vi.advanceTimersByTimeAsync(0)
    }
    // 495 ms: five have ended, so the sixth is there
    expect(begun).toEqual(names.slice(0, 6))
    await vi.advanceTimersByTimeAsync(5)
    expect(begun).toEqual(names)
    for (const name of names) end(name)
    await Promise.all(all)
  })
})
