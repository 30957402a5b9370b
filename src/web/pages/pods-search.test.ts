import { expect, test } from 'vitest'
import { podsSearch } from './pods-search.ts'

test('the address yields a search text and a valid page number', () => {
  expect(podsSearch({ q: ' dads ', page: 2 })).toEqual({ q: 'dads', page: 2 })
  expect(podsSearch({ q: 5, page: '3' })).toEqual({ q: '5', page: 3 })
  for (const page of [1, 0, -1, 101, 1.5, 'x', undefined])
    expect(podsSearch({ page })).toEqual({ q: undefined, page: undefined })
})
