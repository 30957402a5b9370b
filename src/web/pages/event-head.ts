/** The metadata of an event's page. It is loaded with the page, and is not part of the first load. */
import type { Event as EventData, WithContext } from 'schema-dts'
import type { Event } from '#contract/events.ts'
import type { About } from '../kernel/head.ts'
import type { CommunityInfo } from '../kernel/viewer.ts'
import { plainOf } from '../text/text.ts'
import { CONTEXT, personOf } from './structured-data.ts'

/** in characters: what search engines display of a description, and what they read of structured data */
const MAX_CHARS = { description: 200, structured: 2000 } as const

/** `forSearch`: true for visitors. Search engines have no account, and members do not need structured data. */
export function aboutEvent(event: Event, place: CommunityInfo, forSearch: boolean): About {
  const when = `${event.event_date}, ${event.event_time}`
  return {
    title: event.title,
    description: plainOf(event.body, MAX_CHARS.description) || `${when}, ${event.location}`,
    canonical: `/event/${event.id}`,
    hidden: !event.is_public,
    structured: forSearch ? eventData(event, place) : undefined,
  }
}

/** Contains the location in general words only: the exact address and the position are for members who attend. */
function eventData(event: Event, place: CommunityInfo): WithContext<EventData>[] {
  const url = `${place.publicUrl}/event/${event.id}`
  const about = plainOf(event.body, MAX_CHARS.structured)
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

/**
 * Returns a time with the UTC offset that is in force at the location when the event starts: "2026-11-28T10:00:00+01:00".
 */
function onItsClock(at: Date, { starts_at, event_date, event_time }: Event): string {
  const minutes = Math.round((Date.parse(`${event_date}T${event_time}:00Z`) - starts_at.getTime()) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const wall = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${wall}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}
