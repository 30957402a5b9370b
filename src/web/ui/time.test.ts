import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longWords } from './time.tsx'

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 10, 21, 12)

test("within a week the words equal those of the language's own formatter", () => {
  const oracle = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: 7 * DAY - 1 }), fc.boolean(), (size, past) => {
      const unit = size < DAY / 24 ? 'minute' : size < DAY ? 'hour' : 'day'
      const count = Math.floor(size / { minute: 60_000, hour: DAY / 24, day: DAY }[unit])
      const sign = past ? -1 : 1
      expect(longWords(new Date(NOW + sign * size), NOW)).toBe(oracle.format(sign * count, unit))
    }),
    {
      examples: [
        [60_000, true],
        [60_000, false],
        [DAY, true],
        [DAY, false],
        [2 * DAY, true],
      ],
    },
  )
})

test('the current moment is "now", and a week ago is a date', () => {
  expect(longWords(new Date(NOW - 59_999), NOW)).toBe('just now')
  expect(longWords(new Date(NOW - 7 * DAY), NOW)).toBe('14 November')
})
