/** /local: events and dads nearby. Visitors are asked to sign in, members to switch local mode on. */
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { RADIUS_USUAL } from '#contract/local-words.ts'
import styles from '../events/events.css?url'
import { type BoardSearch, boardSearch } from '../events/events.ts'
import { EventsBoard, EventsSearch, NewEvent, openBoard } from '../events/events.tsx'
import { headOf, withStyles } from '../kernel/head.ts'
import { useHideOnScroll } from '../kernel/hide-on-scroll.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import { useZone, zoneQuery } from '../kernel/zone.ts'
import nearbyStyles from '../nearby/nearby.css?url'
import { localProfileQuery, nearbyQuery, useRadius } from '../nearby/nearby.ts'
import {
  LocalIntro,
  LocalSignIn,
  LocationSettingsButton,
  NearbyButton,
  NearbyCard,
  useIsLocal,
} from '../nearby/nearby.tsx'
import placeStyles from '../places/places.css?url'
import { PageFailed } from '../shell/page-failed.tsx'
import { Part } from '../ui/part.tsx'
import { toFirstPage } from './feed-search.ts'

export const Route = createFileRoute('/local')({
  validateSearch: boardSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, viewer }, deps, location, cause }) => {
    // the member is typing or paging on this page; the lists show their own loading state
    if (!viewer || cause === 'stay') return
    const zone = await queryClient.ensureQueryData(zoneQuery)
    const profile = await queryClient.ensureQueryData({ ...localProfileQuery(), revalidateIfStale: true })
    if (!profile.local_mode_enabled) return
    await waitForAll(
      openBoard(queryClient, deps, { radius: RADIUS_USUAL, zone }),
      // never throws: a card that did not load shows its own error
      queryClient.prefetchQuery(nearbyQuery(RADIUS_USUAL)),
    ).catch((error) => toFirstPage(error, deps, location.pathname))
  },
  head: ({ match }) =>
    withStyles(
      headOf(match.context.place, {
        title: 'Local',
        description: 'Events and dads within a few miles',
        canonical: '/local',
      }),
      [styles, nearbyStyles, placeStyles],
    ),
  component: Page,
  errorComponent: (failure) => <PageFailed {...failure} title="What is near did not load" />,
})

function Page() {
  const search = Route.useSearch()
  const { viewer } = Route.useRouteContext()
  if (!viewer) return <LocalSignIn />
  return <Member search={search} />
}

function Member({ search }: { search: BoardSearch }) {
  const isLocal = useIsLocal()
  const was = useRef(false)
  if (isLocal) was.current = true
  return isLocal ? <Local search={search} /> : <LocalIntro follows={was.current} />
}

function Local({ search }: { search: BoardSearch }) {
  const navigate = useNavigate()
  const here = { radius: useRadius(), zone: useZone() }
  const away = useHideOnScroll()
  const go = (to: BoardSearch) =>
    void navigate({ to: '/local', search: { ...search, ...to }, replace: true, resetScroll: false })
  return (
    <>
      <header className={away ? 'top local-bar away hide-desk' : 'top local-bar hide-desk'}>
        <div className="top-in">
          <EventsSearch search={search} onGo={go} />
          <LocationSettingsButton />
        </div>
      </header>
      <div className="page has-fab cols wideside">
        <div>
          <div className="page-h hide-phone local-h">
            <h1>Local Events</h1>
            <EventsSearch search={search} onGo={go} />
            <LocationSettingsButton framed />
            <Part small>
              <NewEvent look="button" />
            </Part>
          </div>
          <h1 className="sr hide-desk">Local Events</h1>
          <Part>
            <EventsBoard search={search} here={here} onGo={go} />
          </Part>
        </div>
        <aside className="side stack local-side" aria-label="Who is near">
          <Part>
            <NearbyCard radius={here.radius} />
          </Part>
        </aside>
      </div>
      <div className="local-foot hide-desk needs-script">
        <NearbyButton radius={here.radius} />
        <Part small>
          <NewEvent look="fab" />
        </Part>
      </div>
    </>
  )
}
