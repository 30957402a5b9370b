/** How an answer about an event is written into whatever shows it. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Event, EventCard } from '#contract/events.ts'
import type { PageOf } from '#contract/kernel.ts'
import { queries } from '../kernel/api.ts'
import { eventQuery } from './asking.ts'

type Cards = InfiniteData<PageOf<EventCard>>
interface Week {
  days: { events: EventCard[] }[]
}

/** Changes an event where it is shown: on its own page and in every list that is loaded. Nothing is fetched again. */
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

/** What the server says of an event, written wherever it is shown. */
export function putEvent(client: QueryClient, event: Event) {
  client.setQueryData(eventQuery(event.id).queryKey, event)
  const { is_attending, attendees_count, is_cancelled } = event
  patchEvent(client, event.id, { is_attending, attendees_count, is_cancelled })
}

/** By event: the number of what was told of it last. */
const heard = new Map<string, number>()
export const noteHeard = (id: string, seq: number) => void heard.set(id, Math.max(seq, heard.get(id) ?? 0))

/** It was answered before what has been told since: the number of those who come is an old one. */
export const isOlder = ({ id, seq }: Pick<Event, 'id' | 'seq'>) => seq !== null && seq < (heard.get(id) ?? 0)

/** Where and when it stands in the lists may have changed with it: they are asked anew when they are next seen. */
export function eventMoved(client: QueryClient, event: Event) {
  putEvent(client, event)
  for (const room of [queries.events.listEvents, queries.events.listWeek, queries.events.listGroupEvents])
    void client.invalidateQueries({ queryKey: room.key() })
}
