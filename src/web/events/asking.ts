/** How events are asked for. */
import type { QueryClient } from '@tanstack/react-query'
import { EVENT, type Radius } from '#contract/local-words.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import type { BoardSearch } from './board-search.ts'
import { weekOf } from './days.ts'

/** Only what is in the calendar: it begins with a week (EVT-03). */
export const inCalendar = ({ day, week, ...search }: BoardSearch): BoardSearch => ({
  ...search,
  day: day && day >= EVENT.firstWeek ? day : undefined,
  week: week && week >= EVENT.firstWeek ? week : undefined,
})

/** The address of the board with these in place of what the search has. */
export function boardPath(search: BoardSearch, to: BoardSearch = {}): string {
  const kept = Object.entries({ ...search, ...to }).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return kept.length > 0 ? `/local?${new URLSearchParams(kept)}` : '/local'
}

/** What is the reader's and stands in no address. */
export interface Here {
  radius: Radius
  /** by which a day is today: `useZone()`, in a loader `zoneQuery` */
  zone: string
}

const around = ({ q = '', scope }: BoardSearch, { radius, zone }: Here) => ({
  scope: scope ?? ('near' as const),
  radius,
  zone,
  q,
})

const paged = {
  gcTime: LIST_LIFE,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/** From today on, or of the chosen day. */
export const eventsQuery = (search: BoardSearch, here: Here) =>
  queries.events.listEvents.infiniteOptions({
    ...paged,
    // others make and change events meanwhile
    refetchOnWindowFocus: true,
    input: (cursor: string | undefined) => ({
      ...around(search, here),
      ...(search.day ? { day: search.day } : {}),
      ...(cursor ? { after: cursor } : {}),
    }),
    initialPageParam: search.after,
  })

/** Without a week that of today, which the server knows. */
export const weekQuery = (search: BoardSearch, here: Here) => {
  const day = search.day ? weekOf(search.day) : search.week
  return queries.events.listWeek.queryOptions({
    refetchOnWindowFocus: true,
    input: { ...around(search, here), ...(day ? { day } : {}) },
  })
}

/** Both halves of the board are there when this resolves. In the browser what failed says so in its own place. */
export async function openBoard(client: QueryClient, asked: BoardSearch, here: Here): Promise<void> {
  const search = inCalendar(asked)
  const opened = waitForAll(
    client.ensureInfiniteQueryData({ ...eventsQuery(search, here), revalidateIfStale: true }),
    client.ensureQueryData({ ...weekQuery(search, here), revalidateIfStale: true }),
  )
  if (typeof window === 'undefined') await opened
  else await opened.catch(() => {})
}

/** An address may be written in capitals and means the same event. */
export const eventQuery = (id: string) =>
  queries.events.getEvent.queryOptions({ refetchOnWindowFocus: true, input: { id: id.toLowerCase() } })

/** What else there is on the day of an event, where the member looks usually. */
export const sameDayQuery = (day: string, here: Here) => eventsQuery({ day }, here)

/** What is said about it, the oldest first. `after`: where a reader without JavaScript has turned the page to. */
export const eventCommentsQuery = (id: string, after?: string) =>
  queries.events.listEventComments.infiniteOptions({
    input: (cursor: string | undefined) => ({ id: id.toLowerCase(), ...(cursor ? { after: cursor } : {}) }),
    initialPageParam: after,
    getNextPageParam: (page) => page.next ?? undefined,
  })
