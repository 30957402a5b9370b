import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDeeper } from './json-depth.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Computes the depth of the parsed value, one level after the other. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('the depth of any JSON is that of its value, whatever its strings contain', () => {
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
