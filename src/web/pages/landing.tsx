/** The front page: to a visitor what this is, to a member his own day. */
import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { Suspense } from 'react'
import dayStyles from '../day/day.css?url'
import { dayQuery } from '../day/day.ts'
import eventStyles from '../events/events.css?url'
import { headOf, withStyles } from '../kernel/head.ts'
import { together } from '../kernel/together.ts'
import { useViewer } from '../kernel/viewer.ts'
import { zoneQuery } from '../kernel/zone.ts'
import { askForLanding, LateLanding } from '../landing/landing.ts'
import { Landing } from '../landing/landing.tsx'
import { placeData } from './structured.ts'

export const Route = createFileRoute('/')({
  // Not on arrival: the page is there by then. Answers what search engines read of it, which no other page has to carry.
  loader: async ({ context: { queryClient, viewer }, preload }) => {
    if (viewer) await (preload ? Day.preload?.() : openDay(queryClient))
    else if (typeof window !== 'undefined') await askForLanding()
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

const drawn = createIsomorphicFn()
  .server(() => <Landing />)
  .client(() => <LateLanding />)

/** The same at every drawing: nothing that happens around it makes React look for what has not come yet. */
const PAGE = <Suspense>{drawn()}</Suspense>

/** Its script is carried by members alone. */
const Day = lazyRouteComponent(() => import('../day/day.tsx'), 'DayScreen')

/** Complete where it is drawn for the first time; in the browser the page is there at once, and says what it waits for. */
async function openDay(client: QueryClient): Promise<void> {
  const zone = await client.ensureQueryData(zoneQuery)
  const asked = client.prefetchQuery({ ...dayQuery(zone), staleTime: 0 })
  await together(typeof window === 'undefined' ? asked : Promise.resolve(), Day.preload?.() ?? Promise.resolve())
}

const DAY = (
  <Suspense>
    <Day />
  </Suspense>
)

function Page() {
  return useViewer() ? DAY : PAGE
}
