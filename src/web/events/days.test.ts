import { expect, test } from 'vitest'
import { dayIn, dayWords, weekBefore, weekWords } from './calendar.ts'
import { addDays, daysOf, isDay, weekOf } from './days.ts'

test('a week begins on Sunday', () => {
  expect(weekOf('2026-11-22')).toBe('2026-11-22')
  expect(weekOf('2026-11-28')).toBe('2026-11-22')
  expect(weekOf('2027-01-01')).toBe('2026-12-27')
  expect(daysOf('2026-11-22')).toEqual([
    ...['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'],
  ])
})

test('days are added across the end of a month, of February and of daylight saving time', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-10-24', 7)).toBe('2026-10-31')
  expect(addDays('2026-03-28', -7)).toBe('2026-03-21')
})

test('the calendar begins with the week of 1 June 2025', () => {
  expect(weekBefore('2025-06-08')).toBe('2025-06-01')
  expect(weekBefore('2025-06-01')).toBeNull()
})

test('a day that does not exist is refused', () => {
  expect(isDay('2026-11-28')).toBe(true)
  for (const none of ['1999-12-31', '2026-02-31', '2026-13-01', '2026-1-1', '28 November', '', undefined, 20261128])
    expect([none, isDay(none)]).toEqual([none, false])
})

test('days and weeks are written with their names, and with the year if it is another one', () => {
  expect(dayWords('2026-11-28', '2026-11-22')).toBe('Saturday 28 November')
  expect(dayWords('2027-01-02', '2026-11-22')).toBe('Saturday 2 January 2027')
  expect(weekWords('2026-11-22', '2026-11-22')).toBe('22–28 November')
  expect(weekWords('2026-11-29', '2026-11-22')).toBe('29 November – 5 December')
  expect(weekWords('2026-12-27', '2026-11-22')).toBe('27 December – 2 January 2027')
  expect(weekWords('2025-12-28', '2026-11-22')).toBe('28 December 2025 – 3 January')
  expect(weekWords('2025-06-01', '2026-11-22')).toBe('1–7 June 2025')
})

test('the same moment is on different days in different zones', () => {
  const at = new Date('2026-11-22T23:30:00Z')
  expect(dayIn('UTC', at)).toBe('2026-11-22')
  expect(dayIn('Europe/Berlin', at)).toBe('2026-11-23')
  expect(dayIn('America/Los_Angeles', at)).toBe('2026-11-22')
})
