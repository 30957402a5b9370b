/** Other events on the same day, for members on a desktop. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Event } from '#contract/events.ts'
import { RADIUS_USUAL } from '#contract/local-words.ts'
import { useViewer } from '../kernel/viewer.ts'
import { useZone } from '../kernel/zone.ts'
import { Panel } from '../ui/card.tsx'
import { namesOf } from './calendar.ts'
import { sameDayQuery } from './queries.ts'
import { EventRow } from './row.tsx'

const EVENTS_SHOWN = 5

export function SameDayEvents({ event }: { event: Event }) {
  const viewer = useViewer()
  const zone = useZone()
  // optional content: a failure to load is not shown
  const list = useInfiniteQuery({
    ...sameDayQuery(event.event_date, { radius: RADIUS_USUAL, zone }),
    enabled: viewer !== null,
    placeholderData: (held) => held,
  })
  const others = list.data?.pages[0]?.items.filter(({ id, is_cancelled }) => id !== event.id && !is_cancelled) ?? []
  if (!viewer || others.length === 0) return null
  return (
    <Panel className="also" title={`Also on ${namesOf(event.event_date).weekday}`}>
      <ul>
        {others.slice(0, EVENTS_SHOWN).map((other) => (
          <EventRow key={other.id} event={other} />
        ))}
      </ul>
    </Panel>
  )
}
