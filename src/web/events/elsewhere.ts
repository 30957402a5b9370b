/** What the pages of other rooms ask of this one. They ask before they are drawn, and so this comes with every first page. */
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

export const groupEventsQuery = (slug: string, after?: string) =>
  queries.events.listGroupEvents.infiniteOptions({
    gcTime: LIST_LIFE,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    input: (cursor: string | undefined) => ({ slug, ...(cursor ? { after: cursor } : {}) }),
    initialPageParam: after,
  })

/** The address that his calendar reads; null: he has none. */
export const calendarFeedQuery = () => queries.events.getCalendarFeed.queryOptions()
