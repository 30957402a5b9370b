/** The viewer's membership in a network, and the one action that it permits: join, request to join, or leave. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide'
import { useState } from 'react'
import type { Group } from '#contract/groups.ts'
import { topicOf } from '#contract/live-words.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { useDoublePressGuard } from '../kernel/double-press.ts'
import { readFault } from '../kernel/fault.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { askToSignIn, SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.tsx'
import { forgetPosts, groupPath, groupQuery, putGroup } from './groups.ts'

const ACTIONS = {
  join: {
    send: (id: string) => api.groups.joinGroup({ id }, withTimeout()),
    signIn: SAY_ROOMS.signInToJoinGroup,
    failed: SAY_ROOMS.groupJoinFailed,
    done: 'Successfully joined group',
  },
  leave: {
    send: (id: string) => api.groups.leaveGroup({ id }, withTimeout()),
    signIn: SAY_ROOMS.signInToLeaveGroup,
    failed: SAY_ROOMS.groupLeaveFailed,
    done: 'Successfully left group',
  },
  ask: {
    send: (id: string) => api.groups.requestToJoinGroup({ id }, withTimeout()),
    signIn: SAY_ROOMS.signInToJoinGroup,
    failed: SAY_ROOMS.groupRequestFailed,
    done: 'Request sent. You will hear when it is answered.',
  },
} as const

/** Another person, or the viewer in another tab, was faster. The refetched head shows the current state. */
const MOVED_ON = ['ALREADY_IN_GROUP', 'NOT_IN_GROUP', 'GROUP_IS_PUBLIC', 'GROUP_IS_PRIVATE']

export function MembershipButton({ group }: { group: Group }) {
  const viewer = useViewer()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { isGuarded, guard } = useDoublePressGuard()
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  // a member whose request is pending sees the answer, and a member who is removed sees that
  const isFollowing = group.request_pending || group.is_member
  useLiveTopic(isFollowing && viewer ? topicOf('member', viewer.id) : null, null, (events) => {
    // after a reset a member is not refetched for: the next action in the network reveals what was missed
    if (events === null ? group.is_member : !events.some(({ subject }) => subject === group.id)) return
    void client.invalidateQueries({ queryKey: groupQuery(group.slug).queryKey })
    forgetPosts(client)
  })
  const action = useMutation({
    mutationFn: (what: keyof typeof ACTIONS) => asMember(ACTIONS[what].signIn, () => ACTIONS[what].send(group.id)),
    onSuccess: (after, what) => {
      setAsking(false)
      guard()
      putGroup(client, after)
      // the button that was pressed no longer exists
      moveFocus(`[data-stands="${standOf(after)}"]`)
      forgetPosts(client)
      toast.good(ACTIONS[what].done)
    },
    onError: (error, what) => {
      setAsking(false)
      const fault = readFault(error, ACTIONS[what].failed)
      if (fault.signIn) return askToSignIn(fault.sentence, groupPath(group.slug))
      if (MOVED_ON.includes(fault.code)) void client.invalidateQueries()
      toast.bad(fault.sentence)
    },
  })
  /** `isMeant`: chosen from a menu, so it cannot be the second press of a double click */
  const start = (what: keyof typeof ACTIONS, isMeant = false) => {
    if (isGuarded && !isMeant) return
    if (!viewer) askToSignIn(ACTIONS[what].signIn, groupPath(group.slug))
    else action.mutate(what)
  }
  const busy = action.isPending

  // the creator stays, and a member who was removed cannot rejoin yet; the page says until when
  if (!group.can_leave && !group.can_join && !group.can_request && !group.request_pending) return null
  return (
    <div className="standing" ref={place}>
      {!viewer && <SignInLink className={buttonClass({}, 'only-plain')}>Sign in to join</SignInLink>}
      {group.can_leave ? (
        <Leave
          isGuarded={isGuarded}
          busy={busy}
          onLeave={(isMeant) => (group.is_public ? start('leave', isMeant) : setAsking(isMeant || !isGuarded))}
        />
      ) : group.request_pending ? (
        <Button variant="quiet" data-stands="waiting" aria-disabled>
          Request Pending
        </Button>
      ) : group.can_join ? (
        <Button
          className="needs-script"
          data-stands="out"
          aria-disabled={isGuarded || undefined}
          busy={busy}
          busyLabel="Joining..."
          onClick={() => start('join')}
        >
          Join
        </Button>
      ) : (
        <Button
          className="needs-script"
          data-stands="out"
          aria-disabled={isGuarded || undefined}
          busy={busy}
          busyLabel="Sending..."
          onClick={() => start('ask')}
        >
          Request to Join
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Leave ${group.name}?`}
        confirmLabel="Leave"
        busy={busy}
        busyLabel="Leaving..."
        onConfirm={() => start('leave')}
      >
        What is in it will be closed to you. To come back you have to ask again.
      </ConfirmDialog>
    </div>
  )
}

interface LeaveProps {
  isGuarded: boolean
  busy: boolean
  onLeave: (isMeant: boolean) => void
}

const fetchMenu = () => import('./leave-menu.tsx')

/** A button in the desktop layout; on a phone an item of a menu, where it is not pressed by accident. */
function Leave({ isGuarded, busy, onLeave }: LeaveProps) {
  const { piece, ask } = useLazyPart(fetchMenu)
  const dots = (
    <IconButton
      className="needs-script hide-desk"
      icon={Ellipsis}
      label="More about this network"
      data-stands="in"
      aria-busy={busy || undefined}
      onClick={piece ? undefined : ask}
    />
  )
  return (
    <>
      <Button
        className="needs-script hide-phone"
        variant="quiet"
        data-stands="in"
        aria-disabled={isGuarded || undefined}
        busy={busy}
        busyLabel="Leaving..."
        onClick={() => onLeave(false)}
      >
        Leave
      </Button>
      {piece ? <piece.LeaveMenu trigger={dots} onLeave={() => onLeave(true)} /> : dots}
    </>
  )
}

const standOf = ({ is_member, request_pending }: Group) => (is_member ? 'in' : request_pending ? 'waiting' : 'out')
