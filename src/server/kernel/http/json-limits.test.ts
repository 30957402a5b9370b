import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeJsonCounter } from './json-limits.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const isDeeper = (json: Uint8Array, levels: number) => !makeJsonCounter({ levels, values: 1_000_000 })(json)
const isMore = (json: Uint8Array, values: number) => !makeJsonCounter({ levels: 100, values })(json)

/** Lists, objects and their commas, counted in the parsed value. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside: unknown[] = Object.values(value)
  return 1 + Math.max(0, inside.length - 1) + inside.reduce<number>((sum, one) => sum + valuesOf(one), 0)
}

/** Computes the depth of the parsed value, one level after the other. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('depth and values of any JSON are those of its value, whatever its strings contain', () => {
  const words = fc.string({ unit: fc.constantFrom(...'[]{}"\\,:é😀a') })
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 6 },
      words,
      fc.integer(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(words, tie('any'), { maxKeys: 3 }),
    ),
  })).any
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (value, space) => {
      const [json, depth] = [bytes(JSON.stringify(value, null, space)), depthOf(value)]
      expect(isDeeper(json, depth)).toBe(false)
      if (depth > 0) expect(isDeeper(json, depth - 1)).toBe(true)
      const values = valuesOf(value)
      expect(isMore(json, values)).toBe(false)
      if (values > 0) expect(isMore(json, values - 1)).toBe(true)
      const counts = makeJsonCounter({ levels: depth, values })
      expect([...json].every((byte) => counts(Uint8Array.of(byte)))).toBe(true)
    }),
  )
})

test.each([
  ['nothing', '', false],
  ['levels side by side', '[[],[],[],{"a":[]}]', false],
  ['one level too many', '[[[[', true],
  ['objects and lists', '{"a":[{"b":[', true],
  ['brackets in a string', '["[[[[[[[["]', false],
  ['a string that never ends', '["\\"[[[[[[[[', false],
  ['a string that ends in a backslash', '["\\\\",[[[[', true],
  ['closing brackets without opening ones', ']]]]]]', false],
])('%s', (_what, json, deeper) => expect(isDeeper(bytes(json), 3)).toBe(deeper))
