/** The facts of an event: when, where and who. */
import { useHydrated } from '@tanstack/react-router'
import { Clock, MapPin, UsersRound } from 'lucide'
import type { Event } from '#contract/events.ts'
import { zoneName } from '#contract/zone-words.ts'
import { useNow } from '../kernel/clock.ts'
import { useViewer } from '../kernel/viewer.ts'
import { knownZone } from '../kernel/zone.ts'
import { Icon } from '../ui/icon.tsx'
import { grouped } from '../ui/number.ts'
import { dayIn, dayWords } from './calendar.ts'
import { attendeeWords, endDay, isOnOwnClock, ownTimeWords, timeWords } from './words.ts'

export function Facts({ event }: { event: Event }) {
  const viewer = useViewer()
  const who = attendeeWords(event)
  return (
    <dl className="facts">
      <div>
        <Icon of={Clock} />
        <dt className="sr">When</dt>
        <When event={event} />
      </div>
      <div>
        <Icon of={MapPin} />
        <dt className="sr">Where</dt>
        <dd>
          <span className="parts">
            <b dir="auto">{event.location}</b>
            {event.distance && <span className="soft">{event.distance}</span>}
          </span>
          {event.address && (
            <span className="fact-more">
              <span dir="auto">{event.address}</span> (shown to attendees only)
            </span>
          )}
          {!event.address && event.has_address && (
            <span className="fact-more">
              {viewer ? 'Those who attend see the exact address.' : 'Members who attend see the exact address.'}
            </span>
          )}
        </dd>
      </div>
      <div>
        <Icon of={UsersRound} />
        <dt className="sr">Who</dt>
        <dd>
          <b className="num">{`${grouped(event.attendees_count)} attending`}</b>{' '}
          {who && (
            <span className="sm soft" dir="auto">
              {who}
            </span>
          )}
        </dd>
      </div>
    </dl>
  )
}

/**
 * The time in the event's zone. Only the browser knows the time on the reader's clock; it is added after hydration, in the
 * same line.
 */
function When({ event }: { event: Event }) {
  const knowsClock = useHydrated() && knownZone() !== null
  const today = dayIn('UTC', useNow())
  const zone = zoneName(event.time_zone)
  const last = endDay(event)
  return (
    <dd>
      <b>
        <time dateTime={event.starts_at.toISOString()}>
          {dayWords(event.event_date, today)}, {timeWords(event)}
        </time>
      </b>
      {last !== event.event_date && <span className="soft"> (ends on {dayWords(last, today)})</span>}
      <span className="fact-more">
        {knowsClock && isOnOwnClock(event) && `${zone}, your time too`}
        {knowsClock && !isOnOwnClock(event) && `${zone}; on your clock ${ownTimeWords(event, today)}`}
        {!knowsClock && `${zone} time`}
      </span>
    </dd>
  )
}
