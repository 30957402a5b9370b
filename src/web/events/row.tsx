/** An event in a list. */
import { Link, useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EventCard } from '#contract/events.ts'
import { zoneTime } from '#contract/zone-words.ts'
import { Stamp } from '../ui/badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { DateLeaf } from './date.tsx'
import { attendanceWords, isOnOwnClock, timeWords } from './words.ts'

interface RowProps {
  event: EventCard
  /** replaces the link around the title */
  action?: ReactNode
  /** false in the network's own list */
  group?: boolean
  level?: 'h2' | 'h3'
}

export function EventRow({ event, action, group = true, level: Title = 'h3' }: RowProps) {
  return (
    <li className={action ? 'evrow with-way' : 'evrow'}>
      <DateLeaf day={event.event_date} />
      <div className="grow ui">
        <Title className="evtitle" dir="auto">
          {action ? (
            event.title
          ) : (
            <Link to="/event/$eventId" params={{ eventId: event.id }}>
              {event.title}
            </Link>
          )}
        </Title>
        <p className="sm soft parts">
          <span className="num">
            {timeWords(event)}
            <ZoneMark event={event} />
          </span>
          {event.distance && <span className="num">{event.distance}</span>}
        </p>
        <p className="sm soft" dir="auto">
          {event.location}
        </p>
        {group && event.group && (
          <p className="sm soft" dir="auto">
            f/{event.group.name}
          </p>
        )}
      </div>
      <EventStamp event={event} />
      {action}
    </li>
  )
}

/** The event's zone, if it differs from the reader's, which only his browser knows. */
export function ZoneMark({ event }: { event: EventCard }) {
  const hydrated = useHydrated()
  if (!hydrated || isOnOwnClock(event)) return null
  return <> {zoneTime(event.time_zone)}</>
}

function EventStamp({ event }: { event: EventCard }) {
  if (event.is_cancelled) return <Stamp variant="bad">Cancelled</Stamp>
  if (event.is_past) return <Stamp>Past</Stamp>
  if (event.is_attending) return <Stamp variant="lamp">Attending</Stamp>
  if (event.attendees_count === 0) return null
  return <span className="sm soft num">{attendanceWords(event.attendees_count)}</span>
}

/** The placeholder for `count` events. It is announced once. */
export function SkeletonEvents({ count = 4, label = 'Loading events...' }: { count?: number; label?: string }) {
  return (
    <div role="status" className="sheet rule">
      <span className="sr">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders that never move
        <div className="evrow" key={index} aria-hidden="true">
          <span className="date sk-date" />
          <div className="grow stack-s">
            <Skeleton width="w60" />
            <Skeleton width="w40" />
          </div>
        </div>
      ))}
    </div>
  )
}
