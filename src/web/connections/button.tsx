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
import { CONNECTION_ACTIONS, connectionQuery, useConnectionsFollowing } from './connections.ts'
import { useConnectionAction } from './deed.ts'

const fetchAsking = () => import('./asking.tsx')

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
  useConnectionsFollowing(client, standing.data?.seq ?? null)
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
  const { status, again_at } = standing.data
  const press = (what: 'request' | 'accept' | 'decline') => !isGuarded && !action.isPending && action.mutate(what)
  const busy = (what: string) => action.isPending && action.variables === what
  const step = STEPS[status]
  const isStill = step.action === undefined
  return (
    <div className="btn-row" ref={place}>
      {/* one button for all states, so that it keeps the focus when the other member changes the state */}
      <Button
        className={isStill ? undefined : 'needs-script'}
        variant={isStill ? 'quiet' : undefined}
        icon={step.icon}
        data-stands={status}
        aria-disabled={isStill || status === 'waiting' || isGuarded || undefined}
        busy={step.action && busy(step.action)}
        busyLabel={step.action && CONNECTION_ACTIONS[step.action].busy}
        onClick={() => step.action && status !== 'waiting' && press(step.action)}
      >
        {step.label}
      </Button>
      {status === 'waiting' && again_at && <p className="hint">You can ask again from {dayOf(again_at)}.</p>}
      {status === 'incoming' && (
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
      {status === 'requested' && (
        <Button className="needs-script" variant="bare" onClick={async () => setAsking((await ask()) !== undefined)}>
          Cancel request
        </Button>
      )}
      {piece && (
        <piece.AskingDialog
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

const ASK = { label: 'Connect', icon: UserPlus, action: 'request' } as const
const ACCEPT = { label: 'Accept Request', icon: Check, action: 'accept' } as const

/** The label for each state, and the action if there is one. */
const STEPS: Record<ConnectionStatus, { label: string; icon: typeof Clock; action?: 'request' | 'accept' }> = {
  none: ASK,
  waiting: ASK,
  incoming: ACCEPT,
  crossed: ACCEPT,
  requested: { label: 'Request Sent', icon: Clock },
  connected: { label: 'Connected', icon: Check },
}

/** "4 June", in UTC, so that server and browser agree. */
const dayOf = (date: Date) => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
