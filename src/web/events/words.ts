/** The texts of an event: its time, and who attends. */
import type { Event, EventCard } from '#contract/events.ts'
import { nameOf } from '../members/members.ts'
import { dayWords, onOwnClock } from './calendar.ts'
import { addDays } from './days.ts'

type EventTimes = Pick<EventCard, 'event_date' | 'event_time' | 'end_time' | 'time_zone' | 'starts_at' | 'ends_at'>

/** "10:00–12:30"; "10:00" without an end. */
export const timeWords = ({ event_time, end_time }: Pick<EventCard, 'event_time' | 'end_time'>) =>
  end_time ? `${event_time}–${end_time}` : event_time

/** Only in the browser: whether the start is at the same time and day on the reader's clock. */
export function isOnOwnClock({ event_date, event_time, starts_at }: EventTimes): boolean {
  const own = onOwnClock(starts_at)
  return own.day === event_date && own.time === event_time
}

/** Only in the browser: the time on the reader's clock, "06:30–09:00"; on another day, "Friday 27 November, 23:00". */
export function ownTimeWords(event: EventTimes, now: string): string {
  const [start, end] = [onOwnClock(event.starts_at), onOwnClock(event.ends_at)]
  const words = timeWords({ event_time: start.time, end_time: event.end_time && end.time })
  return start.day === event.event_date ? words : `${dayWords(start.day, now)}, ${words}`
}

/** The day of the end; the next day if the end is not after the start. */
export const endDay = ({ event_date, event_time, end_time }: EventTimes) =>
  end_time && end_time <= event_time ? addDays(event_date, 1) : event_date

/** The maximum number of attendees who are named if there are more. */
const MAX_NAMED = 3

/** "you, Conor, Ravi and 8 more"; empty if no names are known. */
export function attendeeWords({
  attendees,
  attendees_count,
  is_attending,
}: Pick<Event, 'attendees' | 'attendees_count' | 'is_attending'>): string {
  const names = [...(is_attending ? ['you'] : []), ...attendees.map(nameOf)]
  if (names.length === 0) return ''
  // if all are known, name them all, even four
  const named = names.slice(0, attendees_count <= names.length ? attendees_count : MAX_NAMED)
  const others = Math.max(0, attendees_count - named.length)
  if (others > 0) return `${named.join(', ')} and ${others} more`
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named.join('')
}

export const attendanceWords = (count: number) => `${count.toLocaleString('en')} going`
