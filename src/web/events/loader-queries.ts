/**
 * Queries of events for the pages of other rooms. Their loaders need them before rendering, so they are in the first
 * load.
 */
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

export const groupEventsQuery = (slug: string, after?: string) =>
  queries.events.listGroupEvents.infiniteOptions({
    gcTime: LIST_LIFE,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    input: (cursor: string | undefined) => ({ slug, ...(cursor ? { after: cursor } : {}) }),
    initialPageParam: after,
  })

/** The address of the viewer's calendar feed; null if he has none. */
export const calendarFeedQuery = () => queries.events.getCalendarFeed.queryOptions()
