/** Cache updates for events: writes an answer into all queries that contain the event. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Event, EventCard } from '#contract/events.ts'
import type { PageOf } from '#contract/kernel.ts'
import { queries } from '../kernel/api.ts'
import { eventQuery } from './queries.ts'

type Cards = InfiniteData<PageOf<EventCard>>
interface Week {
  days: { events: EventCard[] }[]
}

/** Changes an event in its own query and in every cached list, without a request. */
export function patchEvent(client: QueryClient, id: string, change: Partial<EventCard>) {
  const patched = (card: EventCard) => (card.id === id ? { ...card, ...change } : card)
  client.setQueryData<Event>(eventQuery(id).queryKey, (event) => event && { ...event, ...change })
  for (const room of [queries.events.listEvents, queries.events.listGroupEvents])
    client.setQueriesData<Cards>({ queryKey: room.key() }, (list) =>
      list && 'pages' in list
        ? { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(patched) })) }
        : list,
    )
  client.setQueriesData<Week>({ queryKey: queries.events.listWeek.key() }, (week) =>
    week && 'days' in week
      ? { ...week, days: week.days.map((day) => ({ ...day, events: day.events.map(patched) })) }
      : week,
  )
}

/** Writes the server's answer wherever the event is shown. */
export function putEvent(client: QueryClient, event: Event) {
  client.setQueryData(eventQuery(event.id).queryKey, event)
  const { is_attending, attendees_count, is_cancelled } = event
  patchEvent(client, event.id, { is_attending, attendees_count, is_cancelled })
}

/** The number of the last live event, by id of the event. */
const latestSeqs = new Map<string, number>()
export const noteLiveSeq = (id: string, seq: number) => void latestSeqs.set(id, Math.max(seq, latestSeqs.get(id) ?? 0))

/** Returns true if a live event has arrived since this answer was made, so that its number of attendees is outdated. */
export const isOlder = ({ id, seq }: Pick<Event, 'id' | 'seq'>) => seq !== null && seq < (latestSeqs.get(id) ?? 0)

/** The event's place in lists may have changed, so they are loaded again when they are shown next. */
export function updateMovedEvent(client: QueryClient, event: Event) {
  putEvent(client, event)
  for (const room of [queries.events.listEvents, queries.events.listWeek, queries.events.listGroupEvents])
    void client.invalidateQueries({ queryKey: room.key() })
}
