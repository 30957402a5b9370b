/**
 * The viewer's relation to a member, and the button for the next step: connect, wait or accept. Not on the viewer's own
 * page.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Clock, UserPlus } from 'lucide'
import { useState } from 'react'
import type { ConnectionStatus } from '#contract/connections.ts'
import type { Author } from '#contract/members.ts'
import { useDoublePressGuard } from '../kernel/double-press.ts'
import { isMissing } from '../kernel/fault.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Failed } from '../ui/failed.tsx'
import { Icon } from '../ui/icon.tsx'
import { useConnectionAction } from './action.ts'
import { CONNECTION_ACTIONS, connectionQuery, useLiveConnections } from './connections.ts'

const fetchAsking = () => import('./end-dialog.tsx')

export function ConnectionButton({ member }: { member: Author }) {
  const viewer = useViewer()
  if (!viewer)
    return (
      <SignInLink className={buttonClass()}>
        <Icon of={UserPlus} size="s" />
        Connect
      </SignInLink>
    )
  return viewer.id === member.id ? null : <ConnectionState member={member} />
}

function ConnectionState({ member }: { member: Author }) {
  const client = useQueryClient()
  const standing = useQuery(connectionQuery(member.id))
  useLiveConnections(client, standing.data?.seq ?? null)
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const { isGuarded, guard } = useDoublePressGuard()
  const action = useConnectionAction(member.id, {
    onDone: ({ status }) => {
      guard()
      moveFocus(`[data-stands="${status}"]`)
    },
  })
  const { piece, ask } = useLazyPart(fetchAsking)
  const [asking, setAsking] = useState(false)
  // an administrator can open the profile of a member who blocked him, but cannot connect
  if (isMissing(standing.error)) return null
  if (standing.isError && !standing.data)
    return (
      <Failed title="The button did not load" onRetry={() => void standing.refetch()} retrying={standing.isFetching}>
        Check your connection and try again.
      </Failed>
    )
  if (!standing.data) return null
  const { status, again_at, can_request, can_accept, can_decline, can_cancel } = standing.data
  const press = (what: 'request' | 'accept' | 'decline') => !isGuarded && !action.isPending && action.mutate(what)
  const busy = (what: string) => action.isPending && action.variables === what
  const step = STEPS[status]
  const next = can_accept ? 'accept' : can_request ? 'request' : null
  return (
    <div className="btn-row" ref={place}>
      {/* one button for all states, so that it keeps the focus when the other member changes the state */}
      <Button
        className={step.isDone ? undefined : 'needs-script'}
        variant={step.isDone ? 'quiet' : undefined}
        icon={step.icon}
        data-stands={status}
        aria-disabled={!next || isGuarded || undefined}
        busy={next ? busy(next) : undefined}
        busyLabel={next ? CONNECTION_ACTIONS[next].busy : undefined}
        onClick={() => next && press(next)}
      >
        {step.label}
      </Button>
      {status === 'waiting' && again_at && <p className="hint">You can ask again from {dayOf(again_at)}.</p>}
      {can_decline && (
        <Button
          className="needs-script"
          variant="quiet"
          busy={busy('decline')}
          busyLabel={CONNECTION_ACTIONS.decline.busy}
          onClick={() => press('decline')}
        >
          Decline
        </Button>
      )}
      {can_cancel && !can_accept && (
        <Button className="needs-script" variant="bare" onClick={async () => setAsking((await ask()) !== undefined)}>
          Cancel request
        </Button>
      )}
      {piece && (
        <piece.EndConnectionDialog
          what="cancel"
          user={{ id: member.id, name: nameOf(member) }}
          open={asking}
          onClose={() => setAsking(false)}
          onDone={() => {
            guard()
            moveFocus('[data-stands="none"]')
          }}
        />
      )}
    </div>
  )
}

const ASK = { label: 'Connect', icon: UserPlus }
const ACCEPT = { label: 'Accept Request', icon: Check }

/** The label for each state. `isDone`: it says what the viewer has done, and is no button to press. */
const STEPS: Record<ConnectionStatus, { label: string; icon: typeof Clock; isDone?: true }> = {
  none: ASK,
  waiting: ASK,
  incoming: ACCEPT,
  crossed: ACCEPT,
  requested: { label: 'Request Sent', icon: Clock, isDone: true },
  connected: { label: 'Connected', icon: Check, isDone: true },
}

/** "4 June", in UTC, so that server and browser agree. */
const dayOf = (date: Date) => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
