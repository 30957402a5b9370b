import { expect, test } from 'vitest'
import type { OpeningHours } from '#contract/lines-words.ts'
import { readHours, writtenHours } from './hours-text.ts'

const DUBLIN: OpeningHours = {
  zone: 'Europe/Dublin',
  spans: [
    { days: [1, 2, 3, 5], from: '09:00', to: '17:00' },
    { days: [6], from: '10:00', to: '14:00' },
  ],
}

test.each<[string, OpeningHours]>([
  ['', null],
  ['always', 'always'],
  ['Europe/Dublin 1-3+5 09:00-17:00, 6 10:00-14:00', DUBLIN],
])('"%s" is read and written', (text, hours) => {
  expect(readHours(text)).toEqual(hours)
  expect(writtenHours(hours)).toBe(text)
})

test.each([
  'sometimes',
  'Europe/Dublin',
  'Europe/Dublin Mon 9-5',
  'Europe/Dublin 8 09:00-17:00',
  'Europe/Dublin 5-1 09:00-17:00',
])('"%s" is not understood', (text) => expect(readHours(text)).toBeUndefined())
