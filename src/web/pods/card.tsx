/** A pod in the list. The card links to the pod; its button joins, requests to join or opens it. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PodCard as Card } from '#contract/pods.ts'
import { useBackSentence } from '../exclusions/exclusions.tsx'
import { useDoublePressGuard } from '../kernel/double-press.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { Stamp } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EndedOn } from './ended.tsx'
import { useJoin, useRequest } from './join.ts'
import { wayIn } from './pods.ts'
import { Community, Measures, PrivateMark } from './seats.tsx'

/** `nth`: its position in the list. */
export function PodCard({ pod, nth }: { pod: Card; nth: number }) {
  const { place, moveFocus } = useMoveFocus<HTMLElement>()
  return (
    <article className="panel podc" ref={place}>
      <div className="podc-h">
        <h2 className="grow" dir="auto">
          <Link to="/pod/$podName" params={{ podName: pod.slug }}>
            {pod.name}
          </Link>
        </h2>
        {pod.is_private && <PrivateMark />}
        {pod.ended_at ? (
          <Stamp>Ended</Stamp>
        ) : pod.is_creator ? (
          <Stamp variant="standing">Creator</Stamp>
        ) : (
          pod.is_member && <Stamp variant="lamp">Joined</Stamp>
        )}
      </div>
      <p className="soft ui c2" dir="auto">
        {pod.description}
      </p>
      {pod.ended_at ? (
        <p className="soft ui">
          <EndedOn at={pod.ended_at} />
        </p>
      ) : (
        <Measures pod={pod} />
      )}
      <span className="podc-of">
        <Community pod={pod} />
      </span>
      <JoinButton pod={pod} nth={nth} onAsked={() => moveFocus('h2 a')} />
    </article>
  )
}

const fetchLeaving = () => import('./leave-dialog.tsx')

/**
 * Opens a pod of which the viewer is a member. Leaving is a secondary button, because it is rarely what the member came
 * for.
 */
function OpenLink({ pod, isGuarded = false }: { pod: Card; isGuarded?: boolean }) {
  return (
    <Link
      onClick={isGuarded ? (event) => event.preventDefault() : undefined}
      className={buttonClass({ variant: pod.is_member ? 'soft' : 'quiet', wide: true })}
      to="/pod/$podName"
      params={{ podName: pod.slug }}
    >
      Open<span className="sr"> {pod.name}</span>
    </Link>
  )
}

/** One button element for all states, so that it keeps the focus while its label changes. */
function JoinButton({ pod, nth, onAsked }: { pod: Card; nth: number; onAsked: () => void }) {
  const join = useJoin(pod)
  const request = useRequest(pod)
  const { piece, ask } = useLazyPart(fetchLeaving)
  const [isLeaving, setLeaving] = useState(false)
  const way = wayIn(pod)
  const back = useBackSentence(pod.taken_out, pod.is_private)
  const { isGuarded } = useDoublePressGuard(way)
  // A pod that the member joins moves to the top of the list. A second press would hit the button of the pod that takes
  // its place.
  const { isGuarded: hasMoved } = useDoublePressGuard(`${nth}`)
  const leave = async () => {
    if (await ask()) setLeaving(true)
  }
  if (way === 'full') return <p className="podc-full soft ui">No seat is free for now</p>
  if (way === 'out') return <p className="podc-full soft ui center">{back}</p>
  if (way === null) return <OpenLink pod={pod} />
  // after a request the button is disabled, so the caller moves the focus
  const send = () => request.mutate(undefined, { onSuccess: onAsked })
  const buttons = {
    leave: { label: 'Leave Pod', busyLabel: 'Leaving...', variant: 'bare', onClick: () => void leave(), busy: false },
    join: {
      label: 'Join Pod',
      busyLabel: 'Joining...',
      variant: 'soft',
      onClick: () => join.mutate(),
      busy: join.isPending,
    },
    request: {
      label: 'Request to Join',
      busyLabel: 'Requesting...',
      variant: 'quiet',
      onClick: send,
      busy: request.isPending,
    },
    pending: { label: 'Request Pending', busyLabel: undefined, variant: 'quiet', onClick: undefined, busy: false },
  } as const
  const { label, onClick, ...button } = buttons[way]
  return (
    <>
      {way === 'leave' && <OpenLink pod={pod} isGuarded={isGuarded} />}
      <Button
        {...button}
        className={way === 'pending' ? undefined : 'needs-script'}
        wide
        disabled={way === 'pending'}
        aria-disabled={isGuarded || undefined}
        onClick={isGuarded || hasMoved ? undefined : onClick}
      >
        {label}
        <span className="sr">: {pod.name}</span>
      </Button>
      {piece && <piece.LeaveDialog pod={pod} open={isLeaving} onClose={() => setLeaving(false)} />}
    </>
  )
}
