/** Stored vectors: they lose almost no precision, and signatures separate near from far. */
import { describe, expect, test } from 'vitest'
import { bytesOf, cosineOf, SIGNATURE_BITS, signatureOf, unit } from './meaning.ts'

/** Pseudorandom numbers, the same for the same seed, so that a failure can be reproduced. */
function numbers(count: number, seed: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 2147483648 - 1
  })
}
const exact = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)
const differing = (a: string, b: string) => [...a].filter((bit, at) => bit !== b[at]).length

describe.each([512, 384, 1536])('a vector of %i dimensions', (dimensions) => {
  const one = unit(numbers(dimensions, 1))
  const other = unit(numbers(dimensions, 2))
  const near = unit(numbers(dimensions, 3).map((value, at) => one[at]! + value * 0.01))

  test('has a cosine, computed from its bytes, that differs from the exact one by less than 0.01', () => {
    for (const [a, b] of [
      [one, other],
      [one, near],
      [near, other],
    ] as const)
      expect(Math.abs(cosineOf(a, bytesOf(b)) - exact(a, b))).toBeLessThan(0.01)
    expect(cosineOf(one, bytesOf(one))).toBeCloseTo(1, 3)
  })

  test('has a signature of 512 bits, in which near vectors differ less than others', () => {
    expect(signatureOf(one)).toMatch(/^[01]{512}$/)
    expect(signatureOf(one)).toBe(signatureOf(one))
    expect(differing(signatureOf(one), signatureOf(near))).toBeLessThan(SIGNATURE_BITS / 4)
    expect(differing(signatureOf(one), signatureOf(other))).toBeGreaterThan(SIGNATURE_BITS / 3)
  })
})

test('vectors of different lengths, and a vector of zeros, are not near to anything', () => {
  expect(cosineOf(unit(numbers(512, 1)), bytesOf(unit(numbers(384, 1))))).toBe(0)
  const zeros = unit(new Float32Array(512))
  expect(cosineOf(zeros, bytesOf(zeros))).toBe(0)
})
