import { expect, test } from 'vitest'
import { optimisticEvent } from './optimistic.ts'
import { attendeeWords, endDay, timeWords } from './words.ts'

const dad = (display_name: string) => ({
  id: display_name,
  username: display_name.toLowerCase(),
  display_name,
  avatar_url: null,
  location: null,
})
const who = (attendees_count: number, is_attending: boolean, ...names: string[]) =>
  attendeeWords({ attendees_count, is_attending, attendees: names.map(dad) })

test('attendees are named, and of many the rest is counted', () => {
  expect(who(11, true, 'Conor', 'Ravi', 'Hassan')).toBe('you, Conor, Ravi and 8 more')
  expect(who(11, false, 'Conor', 'Ravi', 'Hassan')).toBe('Conor, Ravi, Hassan and 8 more')
  expect(who(4, true, 'Conor', 'Ravi', 'Hassan')).toBe('you, Conor, Ravi and Hassan')
  expect(who(3, true, 'Conor', 'Ravi')).toBe('you, Conor and Ravi')
  expect(who(2, false, 'Conor', 'Ravi')).toBe('Conor and Ravi')
  expect(who(1, true)).toBe('you')
  // a visitor gets the number without names
  expect(who(11, false)).toBe('')
})

test('an attendance update changes the count once, and not if it changes nothing', () => {
  const out = { is_attending: false, attendees_count: 4 }
  const inside = { is_attending: true, attendees_count: 5 }
  expect(optimisticEvent(out, undefined)).toBe(out)
  expect(optimisticEvent(out, 'going')).toEqual(inside)
  expect(optimisticEvent(inside, 'going')).toEqual(inside)
  expect(optimisticEvent(inside, 'not')).toEqual(out)
})

test('the time includes the end if there is one, and an end before the start is on the next day', () => {
  const night = { event_date: '2026-11-30', event_time: '22:00', end_time: '01:00' } as const
  const rest = { time_zone: 'UTC', starts_at: new Date(), ends_at: new Date() }
  expect(timeWords(night)).toBe('22:00–01:00')
  expect(timeWords({ ...night, end_time: null })).toBe('22:00')
  expect(endDay({ ...night, ...rest })).toBe('2026-12-01')
  expect(endDay({ ...night, ...rest, end_time: '23:00' })).toBe('2026-11-30')
})
