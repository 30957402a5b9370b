/** One event: what, when and where, who attends, and its comments. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RADIUS_USUAL } from '#contract/local-words.ts'
import styles from '../events/events.css?url'
import {
  EventArticle,
  EventComments,
  eventCommentsQuery,
  eventQuery,
  SameDayEvents,
  sameDayQuery,
} from '../events/events.tsx'
import { isMissing, readFault } from '../kernel/fault.ts'
import { headOf, withStyles } from '../kernel/head.ts'
import { zoneQuery } from '../kernel/zone.ts'
import placeStyles from '../places/places.css?url'
import { BackLink } from '../shell/back-link.tsx'
import { Missing } from '../shell/missing.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { Part } from '../ui/part.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { aboutEvent } from './event-head.ts'
import { pageSearch, toFirstPage } from './feed-search.ts'

export const Route = createFileRoute('/event/$eventId')({
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, viewer, place }, params, deps, location }) => {
    const { eventId } = params
    try {
      // first the event, whose sequence number is where live updates start; the comments loaded after it may only be
      // newer
      const event = await queryClient.ensureQueryData({ ...eventQuery(eventId), revalidateIfStale: true })
      const here = { radius: RADIUS_USUAL, zone: await queryClient.ensureQueryData(zoneQuery) }
      await Promise.all([
        openComments(eventId, deps.after),
        // optional: prefetching never throws
        viewer ? queryClient.prefetchInfiniteQuery(sameDayQuery(event.event_date, here)) : undefined,
      ])
      return aboutEvent(event, place, viewer === null)
    } catch (error) {
      throw isMissing(error) ? notFound() : toFirstPage(error, deps, location.pathname)
    }

    /** In the browser, a list of comments that did not load shows its own error. */
    async function openComments(id: string, after: string | undefined) {
      const query = { ...eventCommentsQuery(id, after), revalidateIfStale: true }
      await queryClient.ensureInfiniteQueryData(query).catch((error: unknown) => {
        const isOfPage = isMissing(error) || readFault(error, '').code === 'INVALID'
        if (isOfPage || typeof window === 'undefined') throw error
      })
    }
  },
  head: ({ match, loaderData }) =>
    withStyles(
      headOf(match.context.place, {
        title: match.status === 'error' ? 'Something went wrong' : 'Event not found',
        ...loaderData,
        // later pages of comments are not indexed; the first page of the event is
        hidden: !loaderData || loaderData.hidden || match.search.after !== undefined,
      }),
      [styles, placeStyles],
    ),
  component: Page,
  pendingComponent: Pending,
  notFoundComponent: Gone,
  errorComponent: (failure) => (
    <PageFailed {...failure} title="This event did not load" back={<BackLink parent="/local" />} />
  ),
})

function Page() {
  const { eventId } = Route.useParams()
  const { after } = Route.useSearch()
  const { data: event, error } = useQuery(eventQuery(eventId))
  useTitle(event?.title)
  // the event became invisible to the viewer while the page was open
  if (isMissing(error)) return <Gone />
  if (!event) return null
  return (
    <div className="page cols">
      <div>
        <BackLink parent="/local" />
        <Part key={`event-${event.id}`}>
          <EventArticle event={event} />
        </Part>
        <Part key={event.id}>
          <EventComments event={event} after={after} />
        </Part>
      </div>
      <aside className="side" aria-label="The same day">
        <Part>
          <SameDayEvents event={event} />
        </Part>
      </aside>
    </div>
  )
}

/** Updates the tab's title if the event is renamed while the page is open. */
function useTitle(title: string | undefined) {
  const router = useRouter()
  const shown = Route.useLoaderData({ select: (about) => about?.title })
  useEffect(() => {
    if (title && title !== shown) void router.invalidate({ filter: ({ routeId }) => routeId === Route.id })
  }, [title, shown, router])
}

function Gone() {
  return (
    <Missing title="Event not found." back={<BackLink parent="/local" />} on="Go to the feed">
      This event does not exist, or it is in a network that you do not belong to.
    </Missing>
  )
}

function Pending() {
  return (
    <div className="page cols">
      <div>
        <BackLink parent="/local" />
        <div className="sheet">
          <SkeletonPost label="Loading event..." />
        </div>
      </div>
    </div>
  )
}
