/** Requests to join a network, for its admins to accept or decline. */

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Group, GroupRequest } from '#contract/groups.ts'
import { topicOf } from '#contract/live-words.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { readFault } from '../kernel/fault.ts'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Button } from '../ui/button.tsx'
import { Counter } from '../ui/counter.tsx'
import { Failed } from '../ui/failed.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { groupMembersQuery, groupQuery, groupRequestsQuery } from './groups.ts'

/** Renders nothing if there are no requests. */
export function GroupRequests({ group }: { group: Group }) {
  const list = useInfiniteQuery(groupRequestsQuery(group.id))
  const client = useQueryClient()
  const viewer = useViewer()
  // refetch when a request arrives or another admin answers one
  useLiveTopic(viewer && topicOf('member', viewer.id), null, (events) => {
    if (events === null || events.some(({ subject }) => subject === group.id))
      void client.invalidateQueries({ queryKey: groupRequestsQuery(group.id).queryKey })
  })
  const place = useRef<HTMLElement>(null)
  const requests = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isError && !list.data)
    return (
      <section className="sheet">
        <Failed title="The requests did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    )
  if (requests.length === 0) return null
  // the section disappears with its last request, so the focus moves to the list of members
  const moveFocusOn = () => (requests.length > 1 ? place.current : document.getElementById('members'))?.focus()
  return (
    <section className="sheet" aria-labelledby="requests" ref={place} tabIndex={-1}>
      <h2 id="requests" className="part-h row s">
        Requests to join
        <Counter count={requests.length} label="waiting" />
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="rule" role="list">
        {requests.map((request) => (
          <Request key={request.id} request={request} group={group} onGone={moveFocusOn} />
        ))}
      </ul>
      <NextPage list={list} count={requests.length} href="?tab=members">
        Load more
      </NextPage>
    </section>
  )
}

interface RequestProps {
  request: GroupRequest
  group: Group
  /** The row disappears after the answer; the caller moves the focus. */
  onGone: () => void
}

function Request({ request, group, onGone }: RequestProps) {
  const client = useQueryClient()
  const now = useNow()
  const name = nameOf(request.requester)
  const answering = useMutation({
    mutationFn: (decision: 'approve' | 'decline') =>
      api.groups.decideGroupRequest({ id: request.id, decision }, withTimeout()),
    onSuccess: (_, decision) => {
      toast.good(decision === 'approve' ? `${name} is in` : `${name} was declined`)
    },
    onError: (error) => toast.bad(readFault(error, SAY_ROOMS.groupAnswerFailed).sentence),
    onSettled: async () => {
      onGone()
      await Promise.all([
        client.invalidateQueries({ queryKey: groupRequestsQuery(group.id).queryKey }),
        client.invalidateQueries({ queryKey: groupMembersQuery(group.slug).queryKey }),
        client.invalidateQueries({ queryKey: groupQuery(group.slug).queryKey }),
      ])
    },
  })
  const busy = (what: 'approve' | 'decline') => answering.isPending && answering.variables === what
  return (
    <li className="person-row ask-in">
      <AuthorLine author={request.requester} at>
        <Time value={request.created_at} now={now} style="long" />
      </AuthorLine>
      {request.message && (
        <p className="ui flush" dir="auto">
          {request.message}
        </p>
      )}
      <div className="btn-row needs-script">
        <Button
          variant="soft"
          aria-label={`Accept ${name}`}
          busy={busy('approve')}
          busyLabel="Accepting..."
          disabled={busy('decline')}
          onClick={() => answering.mutate('approve')}
        >
          Accept
        </Button>
        <Button
          variant="quiet"
          aria-label={`Decline ${name}`}
          busy={busy('decline')}
          busyLabel="Declining..."
          disabled={busy('approve')}
          onClick={() => answering.mutate('decline')}
        >
          Decline
        </Button>
      </div>
    </li>
  )
}
