/** One pod: the join page, or the pod itself. For members of the community only. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import chatStyles from '../chat/chat.css?url'
import { openChat } from '../chat/chat.ts'
import { isMissing } from '../kernel/fault.ts'
import { headOf } from '../kernel/head.ts'
import { zoneQuery } from '../kernel/zone.ts'
import styles from '../pods/pods.css?url'
import { podQuery, podsQuery, requestsQuery } from '../pods/pods.ts'
import { Pod, PodsSignIn } from '../pods/pods.tsx'
import roundStyles from '../rounds/rounds.css?url'
import { ownCheckInsQuery, roundsQuery, seasonQuery } from '../rounds/rounds.ts'
import { PageFailed } from '../shell/page-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { chatSearch } from './chat-search.ts'
import { BackToPods, isOver, PodGone } from './pod-gone.tsx'

export const Route = createFileRoute('/pod/$podName')({
  validateSearch: chatSearch,
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: async ({ context: { queryClient, viewer }, params, deps, cause }) => {
    if (!viewer) return null
    const query = podQuery(params.podName)
    if (isOver(queryClient.getQueryState(query.queryKey))) {
      // the open page shows the message itself
      if (cause === 'stay') return null
      queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
    }
    try {
      const pod = await queryClient.ensureQueryData(query)
      // never throws: a part that did not load retries by itself
      await Promise.all([
        pod.is_member && openChat(queryClient, 'pod', pod.id, deps.at),
        pod.is_member && queryClient.prefetchQuery(roundsQuery(pod.id)),
        pod.is_member && queryClient.prefetchQuery(seasonQuery(pod.id)),
        !pod.is_member && queryClient.prefetchInfiniteQuery(ownCheckInsQuery(pod.id)),
        pod.ended_at && queryClient.prefetchQuery(podsQuery({})),
        queryClient.ensureQueryData(zoneQuery),
        pod.is_creator && queryClient.prefetchInfiniteQuery(requestsQuery(pod.id)),
      ])
      return { name: pod.name }
    } catch (error) {
      throw isMissing(error) ? notFound() : error
    }
  },
  head: ({ match, loaderData }) => ({
    meta: headOf(match.context.place, {
      title: loaderData?.name ?? (match.context.viewer && match.status !== 'error' ? 'Pod not found' : 'Pods'),
      hidden: true,
    }).meta,
    links: [styles, chatStyles, roundStyles].map((href) => ({ rel: 'stylesheet', href })),
  }),
  component: Page,
  pendingComponent: Pending,
  notFoundComponent: () => <PodGone />,
  errorComponent: (failure) => <PageFailed {...failure} title="This pod did not load" back={<BackToPods />} />,
})

function Page() {
  const { viewer } = Route.useRouteContext()
  const { podName } = Route.useParams()
  if (!viewer) return <PodsSignIn isLink />
  return <MemberPage name={podName} />
}

function MemberPage({ name }: { name: string }) {
  const router = useRouter()
  const { data: pod, error } = useQuery(podQuery(name))
  const over = isOver({ data: pod, error })
  useEffect(() => {
    // the tab's title still contains the pod's name
    if (over) void router.invalidate({ filter: ({ routeId }) => routeId === Route.id })
  }, [over, router])
  if (isMissing(error)) return <PodGone over={over} />
  if (!pod) return null
  return (
    <div className={pod.is_member ? 'page' : 'page narrow'}>
      {!pod.is_member && <BackToPods />}
      <Pod pod={pod} />
    </div>
  )
}

function Pending() {
  return (
    <div className="page narrow">
      <BackToPods />
      <section className="sheet pad stack" role="status">
        <p className="ui soft flush">Loading pod details...</p>
        <Skeleton width="w60" />
        <Skeleton />
        <Skeleton width="w80" />
      </section>
    </div>
  )
}
