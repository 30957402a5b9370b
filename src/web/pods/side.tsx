/** What stands beside a pod's conversation, and on a phone in a drawer: who wants in, who is in it, what it is, and the way out. */
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide'
import { useState } from 'react'
import type { Pod } from '#contract/pods.ts'
import { useLate } from '../kernel/late.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { PodRequests } from './requests.tsx'
import { Community, Measures, PrivateMark, Seats } from './seats.tsx'

/** "Members (4/6)", the first who came first. */
export function Members({ pod }: { pod: Pod }) {
  const viewer = useViewer()
  return (
    <Panel
      title={`Members (${pod.current_members}/${pod.capacity})`}
      action={<Seats taken={pod.current_members} of={pod.capacity} />}
    >
      <ul>
        {pod.members.map(({ id, name, username, avatar_url }) => (
          <li key={id} className="row pod-member">
            <Avatar id={id} name={name} src={avatar_url} />
            <span className="grow ui">
              <b className="block" dir="auto">
                {name}
              </b>
              {username && <bdi className="soft sm">@{username}</bdi>}
            </span>
            {id === pod.creator?.id && <Stamp variant="standing">Creator</Stamp>}
            {id === viewer?.id && <Stamp>You</Stamp>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const fetchLeaving = () => import('./leaving.tsx')

export function Leave({ pod }: { pod: Pod }) {
  const navigate = useNavigate()
  const { piece, ask } = useLate(fetchLeaving)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="quiet"
        wide
        className="needs-script"
        icon={LogOut}
        onClick={async () => setOpen((await ask()) !== undefined)}
      >
        Leave Pod
      </Button>
      {piece &&
        (pod.is_creator ? (
          <piece.CreatorLeaveDialog pod={pod} open={open} onClose={close} onLeft={() => navigate({ to: '/pods' })} />
        ) : (
          <piece.LeaveDialog pod={pod} open={open} onClose={close} onLeft={() => navigate({ to: '/pods' })} />
        ))}
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

export const Requests = ({ pod }: { pod: Pod }) => (pod.is_creator ? <PodRequests of={pod.id} /> : null)
