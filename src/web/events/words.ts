/** An event in words: when it is, and who comes. */
import type { Event, EventCard } from '#contract/events.ts'
import { nameOf } from '../members/members.ts'
import { dayWords, onOwnClock } from './calendar.ts'
import { addDays } from './days.ts'

type Clocked = Pick<EventCard, 'event_date' | 'event_time' | 'end_time' | 'time_zone' | 'starts_at' | 'ends_at'>

/** "10:00–12:30"; without an end the beginning alone. */
export const timeWords = ({ event_time, end_time }: Pick<EventCard, 'event_time' | 'end_time'>) =>
  end_time ? `${event_time}–${end_time}` : event_time

/** "Berlin time" of "Europe/Berlin" */
export function zoneWords(zone: string): string {
  const place = zone.split('/').at(-1) ?? zone
  return zone.includes('/') && !zone.startsWith('Etc/') ? `${place.replaceAll('_', ' ')} time` : `${place} time`
}

/** In the browser: whether his own clock shows the same at its beginning. */
export function isOnOwnClock({ event_date, event_time, starts_at }: Clocked): boolean {
  const own = onOwnClock(starts_at)
  return own.day === event_date && own.time === event_time
}

/** In the browser: when it is on his own clock, "06:30–09:00"; where that is another day, "Friday 27 November, 23:00". */
export function ownTimeWords(event: Clocked, now: string): string {
  const [start, end] = [onOwnClock(event.starts_at), onOwnClock(event.ends_at)]
  const words = timeWords({ event_time: start.time, end_time: event.end_time && end.time })
  return start.day === event.event_date ? words : `${dayWords(start.day, now)}, ${words}`
}

/** The day of its end: at or before the time of its beginning it is the next one. */
export const endDay = ({ event_date, event_time, end_time }: Clocked) =>
  end_time && end_time <= event_time ? addDays(event_date, 1) : event_date

/** So many are named; of more the others are counted. */
const NAMED = 3

/** "you, Conor, Ravi and 8 more"; empty where nobody may be named. */
export function whoWords({
  attendees,
  attendees_count,
  is_attending,
}: Pick<Event, 'attendees' | 'attendees_count' | 'is_attending'>): string {
  const names = [...(is_attending ? ['you'] : []), ...attendees.map(nameOf)]
  if (names.length === 0) return ''
  // of four who are all known the last one is named, too
  const named = names.slice(0, attendees_count <= names.length ? attendees_count : NAMED)
  const others = Math.max(0, attendees_count - named.length)
  if (others > 0) return `${named.join(', ')} and ${others} more`
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named.join('')
}

export const goingWords = (count: number) => `${count.toLocaleString('en')} going`
