/** One pod: its door, or what is behind it. For members of the place only. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import chatStyles from '../chat/chat.css?url'
import { chatSearch, openChat } from '../chat/chat.ts'
import { isMissing } from '../kernel/fault.ts'
import { headOf } from '../kernel/head.ts'
import styles from '../pods/pods.css?url'
import { podQuery, requestsQuery } from '../pods/pods.ts'
import { Pod, PodsDoor } from '../pods/pods.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const Route = createFileRoute('/pod/$podName')({
  validateSearch: chatSearch,
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: async ({ context: { queryClient, viewer }, params, deps }) => {
    if (!viewer) return null
    try {
      const pod = await queryClient.ensureQueryData(podQuery(params.podName))
      // never throws: a block that did not load is asked for again by itself
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
  notFoundComponent: Gone,
  errorComponent: (failure) => <PageFailed {...failure} title="This pod did not load" back={<Back />} />,
})

function Page() {
  const { viewer } = Route.useRouteContext()
  const { podName } = Route.useParams()
  if (!viewer) return <PodsDoor />
  return <MemberPage name={podName} />
}

function MemberPage({ name }: { name: string }) {
  const { data: pod, error } = useQuery(podQuery(name))
  // deleted while he looked
  if (isMissing(error)) return <Gone />
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

function Gone() {
  return (
    <div className="page narrow">
      <section className="sheet gap-phone">
        <Empty
          level="h1"
          title="Pod not found."
          art="missing"
          action={
            <Link className={buttonClass()} to="/pods">
              Back to Pods
            </Link>
          }
        >
          It may be spelled otherwise, or its creator has deleted it.
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
