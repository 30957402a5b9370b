import { expect, test } from 'vitest'
import { pack, unpack } from './json-data.ts'

test('data arrives as it was sent', () => {
  const data = {
    text: 'a "quoted" \u2028 line, </script> and $date',
    looksLikeADate: '2026-11-25T00:00:00.000Z',
    date: new Date(1_700_000_000_123),
    pageParams: [undefined, 'cursor'],
    nested: [{ at: new Date(0), none: null, yes: true, n: -1.5, empty: [], object: {} }],
  }
  expect(unpack(pack(data))).toEqual(data)
  expect((unpack(pack(data)) as typeof data).pageParams).toHaveLength(2)
})

test('a field that is undefined does not exist on arrival', () => {
  expect(unpack(pack({ a: undefined, b: 1 }))).toEqual({ b: 1 })
})

test('a value that is not JSON is an error, not something else on arrival', () => {
  for (const bad of [new Map(), new Error('x'), Number.NaN, Number.POSITIVE_INFINITY, () => 1])
    expect(() => pack({ bad }), String(bad)).toThrow('"bad"')
})
