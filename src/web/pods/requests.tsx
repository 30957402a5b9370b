/** Requests to join, for those who may answer them: on the pod's page, and for all his pods on his profile. */

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { topicOf } from '#contract/live-words.ts'
import type { PodRequest } from '#contract/pods.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { api } from '../kernel/api.ts'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useCommunity, useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Failed } from '../ui/failed.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { reasonOf } from './join.ts'
import { podsChanged, requestsQuery } from './pods.ts'

/** Renders nothing if there are no requests. `of`: the id of one pod. */
export function PodRequests({ of }: { of?: string }) {
  const list = useInfiniteQuery(requestsQuery(of))
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const client = useQueryClient()
  const viewer = useViewer()
  // On the pod's page the list is updated live. The profile does not subscribe, because a live topic is not worth it
  // there.
  useLiveTopic(of && viewer ? topicOf('member', viewer.id) : null, null, (events) => {
    if (events === null || events.some(({ kind }) => kind === 'pod_request.sent'))
      void client.invalidateQueries({ queryKey: requestsQuery(of).queryKey })
  })
  const requests = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (list.isError && !list.data)
    return (
      <Panel title="Join requests">
        <Failed title="The requests did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      </Panel>
    )
  if (requests.length === 0) return <div ref={place} tabIndex={-1} />
  return (
    <div ref={place} tabIndex={-1}>
      <Panel title="Join requests">
        <ul className="rule">
          {requests.map((request) => (
            // the button that was pressed disappears with its row
            <Request key={request.id} request={request} withPod={!of} onAnswered={() => moveFocus('h2')} />
          ))}
        </ul>
        {list.hasNextPage && (
          <Button variant="quiet" wide busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more requests
          </Button>
        )}
      </Panel>
    </div>
  )
}

interface RequestProps {
  request: PodRequest
  withPod: boolean
  onAnswered: () => void
}

function Request({ request, withPod, onAnswered }: RequestProps) {
  const client = useQueryClient()
  const { now } = useCommunity()
  const deciding = useMutation({
    mutationFn: (decision: 'approved' | 'rejected') =>
      api.pods.decidePodRequest({ id: request.id, decision }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: async (_, decision) => {
      toast.good(decision === 'approved' ? SAY_ROOMS.podAccepted : SAY_ROOMS.podDeclined)
      onAnswered()
      await podsChanged(client)
    },
    onError: async (error, decision) => {
      if (decision === 'approved') toast.bad(`Failed to accept request: ${reasonOf(error)}`)
      else toast.bad(SAY_ROOMS.podDeclineFailed)
      await podsChanged(client)
    },
  })
  const { pod, requester } = request
  const name = nameOf(requester)
  return (
    <li className="pod-request">
      <AuthorLine author={requester} at>
        {withPod && (
          <Link className="place" dir="auto" to="/pod/$podName" params={{ podName: pod.slug }}>
            {pod.name}
          </Link>
        )}
        <Time value={request.created_at} now={now} style="long" />
      </AuthorLine>
      <div className="btn-row needs-script">
        <Button
          variant="soft"
          busy={deciding.isPending && deciding.variables === 'approved'}
          busyLabel="Accepting..."
          onClick={() => !deciding.isPending && deciding.mutate('approved')}
        >
          Accept<span className="sr"> {name}</span>
        </Button>
        <Button
          variant="quiet"
          busy={deciding.isPending && deciding.variables === 'rejected'}
          busyLabel="Declining..."
          onClick={() => !deciding.isPending && deciding.mutate('rejected')}
        >
          Decline<span className="sr"> {name}</span>
        </Button>
      </div>
    </li>
  )
}
