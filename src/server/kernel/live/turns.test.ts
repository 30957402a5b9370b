import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

test('49: so many at a time, in the order in which they came; one that fails makes room like any other', async () => {
  const failures: unknown[] = []
  const turns = makeTurns(2, (error) => failures.push(error))
  const begun: number[] = []
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  for (const [n, gate] of gates.entries())
    turns.take(() => {
      begun.push(n)
      return gate.promise
    })
  expect([begun, turns.waiting]).toEqual([[0, 1], 3])
  gates[1]!.reject(new Error('no'))
  await expect.poll(() => begun).toEqual([0, 1, 2])
  expect(failures).toHaveLength(1)
  gates[0]!.resolve()
  gates[2]!.resolve()
  await expect.poll(() => [begun, turns.waiting]).toEqual([[0, 1, 2, 3, 4], 0])
})
