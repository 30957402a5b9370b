import { expect, test } from 'vitest'
import { resultsAnnouncement, searchParams } from './search.ts'

test.each([
  [{ q: ' sleep ' }, { q: 'sleep' }],
  [{ q: 5 }, { q: '5' }],
  [{ q: true }, { q: 'true' }],
  [{ q: null }, { q: 'null' }],
  [{ q: { a: 1 } }, { q: '{"a":1}' }],
  [{ q: '   ' }, {}],
  [{ q: '', in: 'text', order: 'best' }, {}],
  [{ in: 'text' }, {}],
  [
    { q: 'x', in: 'text', order: 'best' },
    { q: 'x', in: 'text', order: 'best' },
  ],
  [{ q: 'x', in: 'all', order: 'new', exact: 0 }, { q: 'x' }],
  [
    { q: 'x', exact: 1 },
    { q: 'x', exact: 1 },
  ],
  [
    { q: 'x', exact: '1' },
    { q: 'x', exact: 1 },
  ],
  [{ exact: 1 }, {}],
  [{ q: '🎈'.repeat(300) }, { q: '🎈'.repeat(200) }],
])('%j asks for %j', (written, asked) => {
  expect(searchParams(written)).toEqual({ q: undefined, in: undefined, order: undefined, exact: undefined, ...asked })
})

test('the announcement of the results states their number', () => {
  expect(resultsAnnouncement(0, false)).toBe('No posts found.')
  expect(resultsAnnouncement(1, false)).toBe('1 post found')
  expect(resultsAnnouncement(3, false)).toBe('3 posts found')
  expect(resultsAnnouncement(20, true)).toBe('More than 20 posts found')
  expect(resultsAnnouncement(3, false, 'kettle')).toBe('Showing results for kettle. 3 posts found')
})
