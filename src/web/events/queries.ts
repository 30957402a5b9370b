/** Queries of events. */
import type { QueryClient } from '@tanstack/react-query'
import { EVENT, type Radius } from '#contract/local-words.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import type { BoardSearch } from './board-search.ts'
import { weekOf } from './days.ts'

/** Drops a day or week from before the calendar begins. */
export const inCalendar = ({ day, week, ...search }: BoardSearch): BoardSearch => ({
  ...search,
  day: day && day >= EVENT.firstWeek ? day : undefined,
  week: week && week >= EVENT.firstWeek ? week : undefined,
})

/** The address of the board, with the keys of `to` replacing those of `search`. */
export function boardPath(search: BoardSearch, to: BoardSearch = {}): string {
  const kept = Object.entries({ ...search, ...to }).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return kept.length > 0 ? `/local?${new URLSearchParams(kept)}` : '/local'
}

/** The viewer's settings that are not part of an address. */
export interface ViewerSettings {
  radius: Radius
  /** the time zone that decides what today is: `useZone()`, or `zoneQuery` in a loader */
  zone: string
}

const around = ({ q = '', scope }: BoardSearch, { radius, zone }: ViewerSettings) => ({
  scope: scope ?? ('near' as const),
  radius,
  zone,
  q,
})

const paged = {
  gcTime: LIST_LIFE,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/** Events from today on, or of the chosen day. */
export const eventsQuery = (search: BoardSearch, here: ViewerSettings) =>
  queries.events.listEvents.infiniteOptions({
    ...paged,
    // other members create and change events meanwhile
    refetchOnWindowFocus: true,
    input: (cursor: string | undefined) => ({
      ...around(search, here),
      ...(search.day ? { day: search.day } : {}),
      ...(cursor ? { after: cursor } : {}),
    }),
    initialPageParam: search.after,
  })

/** Without `week`, the current week, which the server computes. */
export const weekQuery = (search: BoardSearch, here: ViewerSettings) => {
  const day = search.day ? weekOf(search.day) : search.week
  return queries.events.listWeek.queryOptions({
    refetchOnWindowFocus: true,
    input: { ...around(search, here), ...(day ? { day } : {}) },
  })
}

/** Loads both parts of the board. In the browser a part that failed shows its own error. */
export async function openBoard(client: QueryClient, asked: BoardSearch, here: ViewerSettings): Promise<void> {
  const search = inCalendar(asked)
  const opened = waitForAll(
    client.ensureInfiniteQueryData({ ...eventsQuery(search, here), revalidateIfStale: true }),
    client.ensureQueryData({ ...weekQuery(search, here), revalidateIfStale: true }),
  )
  if (typeof window === 'undefined') await opened
  else await opened.catch(() => {})
}

/** An id in an address may be in upper case. */
export const eventQuery = (id: string) =>
  queries.events.getEvent.queryOptions({ refetchOnWindowFocus: true, input: { id: id.toLowerCase() } })

/** The other events on the day of an event, in the viewer's usual scope. */
export const sameDayQuery = (day: string, here: ViewerSettings) => eventsQuery({ day }, here)

/**
 * The comments on an event, oldest first. `after`: the cursor of the page that a reader without JavaScript has turned to.
 */
export const eventCommentsQuery = (id: string, after?: string) =>
  queries.events.listEventComments.infiniteOptions({
    input: (cursor: string | undefined) => ({ id: id.toLowerCase(), ...(cursor ? { after: cursor } : {}) }),
    initialPageParam: after,
    getNextPageParam: (page) => page.next ?? undefined,
  })
