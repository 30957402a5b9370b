/** The viewer's own profile, with what waits for his answer; a visitor is asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ProfileScreen } from '../account/account.tsx'
import kinStyles from '../connections/connections.css?url'
import { countsQuery } from '../connections/connections.ts'
import { KinCard } from '../connections/connections.tsx'
import { headOf } from '../kernel/head.ts'
import imageStyles from '../media/media.css?url'
import { localProfileQuery } from '../nearby/nearby.ts'
import { LocalModeSwitch } from '../nearby/nearby.tsx'
import podStyles from '../pods/pods.css?url'
import { requestsQuery } from '../pods/pods.ts'
import { PodRequests } from '../pods/pods.tsx'

export const Route = createFileRoute('/profile')({
  // never throws: a block that did not load is not there
  loader: ({ context: { queryClient, viewer } }) =>
    viewer
      ? Promise.all([
          queryClient.prefetchInfiniteQuery(requestsQuery()),
          queryClient.prefetchQuery(localProfileQuery()),
          queryClient.prefetchQuery(countsQuery()),
        ])
      : undefined,
  head: ({ match }) => ({
    meta: headOf(match.context.place, { title: 'Profile', hidden: true }).meta,
    links: [styles, podStyles, imageStyles, kinStyles].map((href) => ({ rel: 'stylesheet', href })),
  }),
  component: Page,
})

function Page() {
  return (
    <ProfileScreen figures={<KinCard />} settings={<LocalModeSwitch />}>
      <div className="asked">
        <PodRequests />
      </div>
    </ProfileScreen>
  )
}
