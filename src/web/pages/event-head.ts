/** What the page of an event says about itself. Loaded with the page: none of it is in what everybody loads first. */
import type { Event as EventData, WithContext } from 'schema-dts'
import type { Event } from '#contract/events.ts'
import type { About } from '../kernel/head.ts'
import type { Place } from '../kernel/viewer.ts'
import { plainOf } from '../text/text.ts'
import { CONTEXT, personOf } from './structured.ts'

/** in characters: as search engines show them, and as much as they read */
const MOST = { description: 200, structured: 2000 } as const

/** `forSearch`: search engines have no account, and members need not carry what is for them. */
export function aboutEvent(event: Event, place: Place, forSearch: boolean): About {
  const when = `${event.event_date}, ${event.event_time}`
  return {
    title: event.title,
    description: plainOf(event.body, MOST.description) || `${when}, ${event.location}`,
    canonical: `/event/${event.id}`,
    hidden: !event.is_public,
    structured: forSearch ? eventData(event, place) : undefined,
  }
}

/** Where it is in general words alone: the exact address and the position are for those who attend. */
function eventData(event: Event, place: Place): WithContext<EventData>[] {
  const url = `${place.publicUrl}/event/${event.id}`
  const about = plainOf(event.body, MOST.structured)
  return [
    {
      '@context': CONTEXT,
      '@type': 'Event',
      '@id': url,
      url,
      name: event.title,
      startDate: onItsClock(event.starts_at, event),
      endDate: onItsClock(event.ends_at, event),
      eventStatus: event.is_cancelled ? 'https://schema.org/EventCancelled' : 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: event.location },
      organizer: personOf(event.creator, place),
      ...(about ? { description: about } : {}),
    },
  ]
}

/** A moment with the offset that the clocks there have at the beginning, "2026-11-28T10:00:00+01:00". */
function onItsClock(at: Date, { starts_at, event_date, event_time }: Event): string {
  const minutes = Math.round((Date.parse(`${event_date}T${event_time}:00Z`) - starts_at.getTime()) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const wall = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${wall}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}
