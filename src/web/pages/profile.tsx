/** The viewer's own profile, with the requests that wait for an answer. Visitors are asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ProfileScreen } from '../account/account.tsx'
import kinStyles from '../connections/connections.css?url'
import { countsQuery } from '../connections/connections.ts'
import { KinCard } from '../connections/connections.tsx'
import karmaStyles from '../karma/karma.css?url'
import { KarmaCard } from '../karma/karma.tsx'
import { api } from '../kernel/api.ts'
import { headOf } from '../kernel/head.ts'
import { useViewer, viewerQuery } from '../kernel/viewer.ts'
import imageStyles from '../media/media.css?url'
import { localProfileQuery } from '../nearby/nearby.ts'
import { LocalModeSwitch } from '../nearby/nearby.tsx'
import placeStyles from '../places/places.css?url'
import podStyles from '../pods/pods.css?url'
import { requestsQuery } from '../pods/pods.ts'
import { PodRequests } from '../pods/pods.tsx'
import profileStyles from '../profiles/profiles.css?url'
import { OwnStats } from '../profiles/profiles.tsx'
import { Part } from '../ui/part.tsx'

export const Route = createFileRoute('/profile')({
  // never throws: a part that did not load is not shown
  loader: ({ context: { queryClient, viewer } }) =>
    viewer
      ? Promise.all([
          queryClient.prefetchInfiniteQuery(requestsQuery()),
          queryClient.prefetchQuery(localProfileQuery()),
          queryClient.prefetchQuery(countsQuery()),
          // in the browser the figures are read again; at the first page load they came with the page
          typeof window === 'undefined'
            ? undefined
            : queryClient.prefetchQuery({ ...viewerQuery, queryFn: () => api.account.getViewer(), staleTime: 0 }),
        ])
      : undefined,
  head: ({ match }) => ({
    meta: headOf(match.context.place, { title: 'Profile', hidden: true }).meta,
    links: [styles, podStyles, imageStyles, kinStyles, karmaStyles, placeStyles, profileStyles].map((href) => ({
      rel: 'stylesheet',
      href,
    })),
  }),
  component: Page,
})

function Page() {
  const viewer = useViewer()
  return (
    <ProfileScreen
      stats={
        viewer && (
          <Part>
            <OwnStats
              viewer={viewer}
              kin={
                <Part>
                  <KinCard />
                </Part>
              }
              karma={
                <Part>
                  <KarmaCard viewer={viewer} />
                </Part>
              }
            />
          </Part>
        )
      }
      settings={
        <Part>
          <LocalModeSwitch />
        </Part>
      }
    >
      <div className="asked">
        <Part>
          <PodRequests />
        </Part>
      </div>
    </ProfileScreen>
  )
}
