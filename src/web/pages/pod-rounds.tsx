/** The rounds of a pod: the check-in, what the others said, and the pod's rhythm. For its members only. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, Navigate, notFound, redirect } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { OUTCOMES, type Outcome } from '#contract/round-words.ts'
import { blockedIdsQuery } from '../chat/chat.ts'
import { isMissing } from '../kernel/fault.ts'
import { headOf, withStyles } from '../kernel/head.ts'
import { zoneQuery } from '../kernel/zone.ts'
import styles from '../pods/pods.css?url'
import { podQuery, podsChanged } from '../pods/pods.ts'
import { PodsSignIn } from '../pods/sign-in/sign-in.tsx'
import roundStyles from '../rounds/rounds.css?url'
import { roundsQuery, seasonQuery } from '../rounds/rounds.ts'
import { RoundsScreen } from '../rounds/screen/screen.tsx'
import seekerStyles from '../seekers/seekers.css?url'
import { doorQuery } from '../seekers/seekers.ts'
import { PageFailed } from '../shell/page-failed.tsx'
import { Icon } from '../ui/icon.tsx'
import { BackToPods, isOver, PodGone } from './pod-gone.tsx'

export const Route = createFileRoute('/pod/$podName/rounds')({
  // the outcome that a link in a mail chose; nothing is sent by opening it
  validateSearch: (search: Record<string, unknown>): { how?: Outcome } => {
    const how = OUTCOMES.find((one) => one === search.how)
    return how ? { how } : {}
  },
  loader: async ({ context: { queryClient, viewer }, params }) => {
    if (!viewer) return null
    const query = podQuery(params.podName)
    if (isOver(queryClient.getQueryState(query.queryKey))) queryClient.removeQueries({ queryKey: query.queryKey })
    try {
      const pod = await queryClient.ensureQueryData(query)
      if (!pod.is_member) throw redirect({ to: '/pod/$podName', params, replace: true })
      // never throws: a part that did not load retries by itself
      await Promise.all([
        queryClient.prefetchQuery(roundsQuery(pod.id)),
        // check-ins of blocked members are folded from the start
        queryClient.prefetchQuery(blockedIdsQuery()),
        queryClient.prefetchQuery(seasonQuery(pod.id)),
        !pod.ended_at && queryClient.prefetchQuery(doorQuery(pod.id)),
        queryClient.ensureQueryData(zoneQuery),
      ])
      return { name: pod.name }
    } catch (error) {
      throw isMissing(error) ? notFound() : error
    }
  },
  head: ({ match, loaderData }) => {
    const title = loaderData ? `Rounds of ${loaderData.name}` : match.context.viewer ? 'Pod not found' : 'Pods'
    return withStyles(headOf(match.context.place, { title, hidden: true }), [styles, roundStyles, seekerStyles])
  },
  component: Page,
  notFoundComponent: () => <PodGone />,
  errorComponent: (failure) => <PageFailed {...failure} title="These rounds did not load" back={<BackToPods />} />,
})

function Page() {
  const { viewer } = Route.useRouteContext()
  const { podName } = Route.useParams()
  return viewer ? <MemberPage name={podName} /> : <PodsSignIn />
}

function MemberPage({ name }: { name: string }) {
  const client = useQueryClient()
  const { how } = Route.useSearch()
  const navigate = Route.useNavigate()
  // a reload in a later round must not choose it again
  const dropHow = () =>
    void navigate({
      ...{ search: {}, hash: (hash) => hash ?? '', replace: true },
      ...{ resetScroll: false, hashScrollIntoView: false },
    })
  const { data: pod, error } = useQuery(podQuery(name))
  if (isMissing(error)) return <PodGone over={isOver({ data: pod, error })} />
  if (!pod) return null
  // the viewer left the pod, or was taken out of it, while the page was open
  if (!pod.is_member) return <Navigate to="/pod/$podName" params={{ podName: name }} replace />
  return (
    <div className="page">
      <Link className="more back" to="/pod/$podName" params={{ podName: pod.slug }}>
        <Icon of={ChevronLeft} flip />
        <bdi>{pod.name}</bdi>
      </Link>
      <div className="page-h">
        <h1>Rounds</h1>
      </div>
      <RoundsScreen pod={pod} how={how} onHowTaken={dropHow} onPodChanged={() => void podsChanged(client)} />
    </div>
  )
}
