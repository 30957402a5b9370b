/** When a line is open, in its own zone, with clocks that are fixed. */
import { expect, test } from 'vitest'
import { changesAt, isOpenAt, type OpeningHours } from '#contract/lines-words.ts'

const at = (time: string) => Date.parse(time)
const BERLIN: OpeningHours = { zone: 'Europe/Berlin', spans: [{ days: [1, 2, 3, 4], from: '08:00', to: '20:00' }] }
const NIGHTS: OpeningHours = { zone: 'Europe/Berlin', spans: [{ days: [5], from: '18:00', to: '02:00' }] }

test.each<[string, OpeningHours, string, boolean | null]>([
  ['unknown hours', null, '2026-11-26T12:00:00Z', null],
  ['day and night', 'always', '2026-11-26T03:00:00Z', true],
  ['at the minute when it opens', BERLIN, '2026-11-26T07:00:00Z', true],
  ['a minute before', BERLIN, '2026-11-26T06:59:00Z', false],
  ['at the minute when it shuts', BERLIN, '2026-11-26T19:00:00Z', false],
  ['in summer', BERLIN, '2026-07-02T06:00:00Z', true],
  ['on another day', BERLIN, '2026-11-27T12:00:00Z', false],
  ['past midnight', NIGHTS, '2026-11-28T00:30:00Z', true],
  ['past its end after midnight', NIGHTS, '2026-11-28T01:00:00Z', false],
  ['the night before', NIGHTS, '2026-11-27T00:30:00Z', false],
  ['in a zone that nobody knows', { zone: 'Etc/Nowhere', spans: BERLIN.spans }, '2026-11-26T12:00:00Z', null],
])('%s', (_what, hours, time, isOpen) => expect(isOpenAt(hours, at(time))).toBe(isOpen))

test('it says when a line opens and when it shuts', () => {
  expect(changesAt(BERLIN, at('2026-11-26T12:10:00Z'))).toBe(at('2026-11-26T19:00:00Z'))
  expect(changesAt(BERLIN, at('2026-11-27T12:10:00Z'))).toBe(at('2026-11-30T07:00:00Z'))
  expect(changesAt('always', at('2026-11-27T12:00:00Z'))).toBeNull()
  expect(changesAt(null, at('2026-11-27T12:00:00Z'))).toBeNull()
})
