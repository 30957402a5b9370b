/** One pod: the join page, or the pod itself. For members of the community only. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { useEffect } from 'react'
import chatStyles from '../chat/chat.css?url'
import { openChat } from '../chat/chat.ts'
import { isMissing } from '../kernel/fault.ts'
import { headOf } from '../kernel/head.ts'
import styles from '../pods/pods.css?url'
import { podQuery, requestsQuery } from '../pods/pods.ts'
import { Pod, PodsSignIn } from '../pods/pods.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { chatSearch } from './chat-search.ts'

/** The pod was loaded before and does not exist any more. */
const isOver = (pod: { data: unknown; error: unknown } | undefined) => Boolean(pod?.data) && isMissing(pod?.error)

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
    links: [styles, chatStyles].map((href) => ({ rel: 'stylesheet', href })),
  }),
  component: Page,
  pendingComponent: Pending,
  notFoundComponent: () => <Gone />,
  errorComponent: (failure) => <PageFailed {...failure} title="This pod did not load" back={<Back />} />,
})

function Page() {
  const { viewer } = Route.useRouteContext()
  const { podName } = Route.useParams()
  if (!viewer) return <PodsSignIn />
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
  if (isMissing(error)) return <Gone over={over} />
  if (!pod) return null
  return (
    <div className={pod.is_member ? 'page' : 'page narrow'}>
      {!pod.is_member && <Back />}
      <Pod pod={pod} />
    </div>
  )
}

const Back = () => (
  <Link className="more back" to="/pods">
    <Icon of={ChevronLeft} flip />
    Back to Pods
  </Link>
)

/** `over`: the pod was deleted while the page was open. */
function Gone({ over = false }: { over?: boolean }) {
  return (
    <div className="page narrow">
      <section className="sheet gap-phone">
        <Empty
          level="h1"
          title="Pod not found."
          art="missing"
          follows={over}
          action={
            <Link className={buttonClass()} to="/pods">
              Back to Pods
            </Link>
          }
        >
          {over
            ? 'This pod is no longer there. It was deleted while you looked at it.'
            : 'It may be spelled otherwise, or its creator has deleted it.'}
        </Empty>
      </section>
    </div>
  )
}

function Pending() {
  return (
    <div className="page narrow">
      <Back />
      <section className="sheet pad stack" role="status">
        <p className="ui soft flush">Loading pod details...</p>
        <Skeleton width="w60" />
        <Skeleton />
        <Skeleton width="w80" />
      </section>
    </div>
  )
}
