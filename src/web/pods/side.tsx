/** The panel beside a pod's conversation, on a phone a drawer: requests, members, description, and the button to leave. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide'
import { useState } from 'react'
import type { Pod, PodMember } from '#contract/pods.ts'
import { TakeOut } from '../exclusions/exclusions.tsx'
import { api } from '../kernel/api.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useViewer } from '../kernel/viewer.ts'
import { AdministratorMark } from '../members/members.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { podsChanged } from './pods.ts'
import { PodRequests } from './requests.tsx'
import { Community, Measures, PrivateMark, Seats } from './seats.tsx'

/** "Members (4/6)", in the order in which they joined. */
export function Members({ pod }: { pod: Pod }) {
  const viewer = useViewer()
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  return (
    <div ref={place}>
      <Panel
        title={<span tabIndex={-1}>{`Members (${pod.current_members}/${pod.capacity})`}</span>}
        action={<Seats taken={pod.current_members} of={pod.capacity} />}
      >
        <ul>
          {pod.members.map((member) => (
            <li key={member.id} className="row pod-member">
              <Avatar id={member.id} name={member.name} src={member.avatar_url} />
              <span className="grow ui">
                <b className="block">
                  <bdi>{member.name}</bdi>
                </b>
                {member.username && <bdi className="soft sm">@{member.username}</bdi>} <AdministratorMark of={member} />
              </span>
              {member.id === pod.creator?.id && <Stamp variant="standing">Creator</Stamp>}
              {member.id === viewer?.id && <Stamp>You</Stamp>}
              {pod.is_creator && !pod.ended_at && member.id !== viewer?.id && (
                // the button that was pressed disappears with its row
                <OutOfPod pod={pod} member={member} onOut={() => moveFocus('h2 > [tabindex]')} />
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

interface OutOfPodProps {
  pod: Pod
  member: PodMember
  onOut: () => void
}

function OutOfPod({ pod, member, onOut }: OutOfPodProps) {
  const client = useQueryClient()
  return (
    <TakeOut
      name={member.name}
      room={pod.name}
      what="pod"
      asks={pod.is_private}
      send={(reason) => api.pods.takeOutPodMember({ id: pod.id, member_id: member.id, reason }, withTimeout())}
      onOut={(answer) => {
        onOut()
        return podsChanged(client, answer ?? undefined)
      }}
    />
  )
}

const fetchLeaving = () => import('./leave-dialog.tsx')

/** A creator leaves a pod that has ended like everyone else: what was said there stays its members' to read. */
export function Leave({ pod }: { pod: Pod }) {
  const navigate = useNavigate()
  const { piece, ask } = useLazyPart(fetchLeaving)
  const [opened, setOpened] = useState<'leave' | 'end' | null>(null)
  const close = () => setOpened(null)
  const open = async (which: 'leave' | 'end') => setOpened((await ask()) ? which : null)
  const isOver = pod.ended_at !== null
  const dialog = { pod, onClose: close, onLeft: () => navigate({ to: '/pods' }) }
  return (
    <>
      <Button
        variant="quiet"
        wide
        className="needs-script"
        icon={LogOut}
        onClick={() => void open(pod.is_creator && !isOver ? 'end' : 'leave')}
      >
        Leave Pod
      </Button>
      {piece && <piece.LeaveDialog {...dialog} open={opened === 'leave'} />}
      {piece && pod.is_creator && !isOver && <piece.CreatorLeaveDialog {...dialog} open={opened === 'end'} />}
    </>
  )
}

export function AboutPod({ pod }: { pod: Pod }) {
  return (
    <Panel title="About this pod" action={pod.is_private && <PrivateMark />} className="stack-s">
      {pod.description && (
        <p className="pod-about ui" dir="auto">
          {pod.description}
        </p>
      )}
      <Measures pod={pod} />
      <Community pod={pod} />
    </Panel>
  )
}

/** In a private pod another member sees those that have waited for days. */
export const Requests = ({ pod }: { pod: Pod }) =>
  (pod.is_creator || pod.is_private) && !pod.ended_at ? <PodRequests of={pod.id} /> : null
