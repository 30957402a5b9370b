/** The start page: the landing page for visitors, the daily overview for members. */
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { Suspense } from 'react'
import dayStyles from '../day/day.css?url'
import eventStyles from '../events/events.css?url'
import { headOf, withStyles } from '../kernel/head.ts'
import { useViewer } from '../kernel/viewer.ts'
import { fetchLanding, LazyLanding } from '../landing/landing.ts'
import { Landing } from '../landing/landing.tsx'
import { placeData } from './structured-data.ts'

export const Route = createFileRoute('/')({
  // Not at the first page load: then the page is rendered already. Returns the description for search engines, so that it
  // is not in the first load of other pages.
  loader: async ({ context: { queryClient, viewer }, preload }) => {
    if (viewer) {
      const [{ openDay }] = await Promise.all([fetchDay(), Day.preload?.()])
      if (!preload) await openDay(queryClient)
    } else await loadPage()
    return 'Where fathers ask what they cannot ask at work, answer what they learned the hard way, and keep each other to it.'
  },
  head: ({ match, loaderData }) => {
    const { place, viewer } = match.context
    const head = headOf(place, {
      title: place && `${place.brand.name} - Connect, Share, Grow`,
      description: loaderData,
      canonical: '/',
      structured: place && placeData(place),
    })
    return viewer ? withStyles(head, [eventStyles, dayStyles]) : head
  },
  component: Page,
})

/** The server has the landing page already, and must not ask for it as the browser does. */
const loadPage = createIsomorphicFn()
  .server(() => undefined)
  .client(fetchLanding)

const drawn = createIsomorphicFn()
  .server(() => <Landing />)
  .client(() => <LazyLanding />)

/** The same element at every render, so that React does not suspend again while the chunk is loading. */
const PAGE = <Suspense>{drawn()}</Suspense>

/** This chunk is loaded only for members. */
const fetchDay = () => import('../day/day.tsx')
const Day = lazyRouteComponent(fetchDay, 'DayScreen')

const DAY = (
  <Suspense>
    <Day />
  </Suspense>
)

function Page() {
  return useViewer() ? DAY : PAGE
}
