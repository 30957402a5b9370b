/**
 * The calendar: names of days and weeks, its first week, and the current day. The names are defined here, because server and
 * browser may have different names for a month.
 */
import { EVENT } from '#contract/local-words.ts'
import { formattable } from '#contract/zone-words.ts'
import { addDays, atUtc } from './days.ts'

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Returns null if the calendar does not go back further. */
export function weekBefore(week: string): string | null {
  const before = addDays(week, -7)
  return before < EVENT.firstWeek ? null : before
}

export interface DayNames {
  weekday: string
  day: number
  month: string
  year: number
}

export function namesOf(day: string): DayNames {
  const at = new Date(atUtc(day))
  return {
    weekday: WEEKDAYS[at.getUTCDay()] ?? '',
    day: at.getUTCDate(),
    month: MONTHS[at.getUTCMonth()] ?? '',
    year: at.getUTCFullYear(),
  }
}

/** "Saturday 28 November"; with the year if it is not that of `now`. */
export function dayWords(day: string, now: string): string {
  const { weekday, day: number, month, year } = namesOf(day)
  return `${weekday} ${number} ${month}${yearWords(year, now)}`
}

/** "22–28 November", "29 November – 5 December" */
export function weekWords(week: string, now: string): string {
  const [first, last] = [namesOf(week), namesOf(addDays(week, 6))]
  const end = `${last.day} ${last.month}${yearWords(last.year, now)}`
  if (first.month === last.month) return `${first.day}–${end}`
  return `${first.day} ${first.month}${first.year === last.year ? '' : yearWords(first.year, now)} – ${end}`
}

const yearWords = (year: number, now: string) => (year === namesOf(now).year ? '' : ` ${year}`)

/** The day in this zone at this time. */
export function dayIn(zone: string, at: Date | number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: formattable(zone),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}`
}

/** Only in the browser: day and time on its own clock. */
export const onOwnClock = (at: Date) => ({
  day: `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`,
  time: `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`,
})
