/** The front page: to a visitor what this is, to a member his own day. */
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { Suspense } from 'react'
import dayStyles from '../day/day.css?url'
import eventStyles from '../events/events.css?url'
import { headOf, withStyles } from '../kernel/head.ts'
import { useViewer } from '../kernel/viewer.ts'
import { askForLanding, LateLanding } from '../landing/landing.ts'
import { Landing } from '../landing/landing.tsx'
import { placeData } from './structured.ts'

export const Route = createFileRoute('/')({
  // Not on arrival: the page is there by then. Answers what search engines read of it, which no other page has to carry.
  loader: async ({ context: { queryClient, viewer }, preload }) => {
    if (viewer) {
      const [{ openDay }] = await Promise.all([fetchDay(), Day.preload?.()])
      if (!preload) await openDay(queryClient)
    } else if (typeof window !== 'undefined') await askForLanding()
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
