/** "Find a pod" on the page of pods: invitations, what the member looks for, and the pods that fit. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide'
import { useState } from 'react'
import { SAY_SEEKERS } from '#contract/seeker-words.ts'
import type { FittingPod, Invitation, OwnSearch } from '#contract/seekers.ts'
import { api } from '../kernel/api.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useZone } from '../kernel/zone.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { usePress, useSearchAction } from './actions.ts'
import { searchQuery, seekersChanged } from './seekers.ts'
import { hoursWords, roundsWords, saidWords } from './words.ts'

const fetchForm = () => import('./search-form.tsx')

/** Nothing until it has loaded: the list of pods does not wait for it. `onJoined`: the member is in a further pod. */
export function FindPod({ onJoined }: { onJoined: () => Promise<unknown> }) {
  const search = useQuery(searchQuery()).data
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  if (!search) return null
  const { seeker, invitations, trials, pods } = search
  return (
    <div className="find-pod" id="pod-search" ref={place}>
      {invitations.map((one) => (
        // the button that was pressed disappears with its card
        <InvitationCard key={one.id} invitation={one} onJoined={onJoined} onAnswered={() => moveFocus('[tabindex]')} />
      ))}
      <Panel
        title={<span tabIndex={-1}>{seeker ? 'You are looking for a pod' : 'Find a pod'}</span>}
        className="stack-s"
      >
        {trials.map(({ pod, rounds_left }) => (
          <p key={pod.id} className="ui flush">
            You are trying out{' '}
            <Link to="/pod/$podName/rounds" params={{ podName: pod.slug }}>
              <bdi>{pod.name}</bdi>
            </Link>
            : {roundsWords(rounds_left)}.{seeker && ' You keep your place in line.'}
          </p>
        ))}
        <p className="ui soft flush">
          {seeker
            ? saidWords(seeker)
            : 'Say how old your kids are and what you want from a pod. Pods with an open place that fit can invite you.'}
        </p>
        <SearchButtons search={search} />
        {seeker && trials.length === 0 && (pods.length > 0 || invitations.length === 0) && <FittingPods pods={pods} />}
      </Panel>
    </div>
  )
}

function SearchButtons({ search: { seeker } }: { search: OwnSearch }) {
  const zone = useZone()
  const { piece, ask, waiting } = useLazyPart(fetchForm)
  const [open, setOpen] = useState(false)
  const stop = useSearchAction(
    () => api.seekers.stopLooking(undefined, withTimeout()),
    () => SAY_SEEKERS.ended,
  )
  return (
    <div className="btn-row needs-script">
      <Button
        variant={seeker ? 'quiet' : 'soft'}
        {...(seeker ? {} : { icon: Search })}
        aria-busy={waiting || undefined}
        onClick={async () => setOpen((await ask()) !== undefined)}
      >
        {seeker ? 'Change' : 'Find a pod'}
      </Button>
      {seeker && (
        <Button variant="bare" busy={stop.isPending} busyLabel="Stopping..." onClick={() => stop.mutate(undefined)}>
          Stop looking
        </Button>
      )}
      {piece && open && <piece.SearchForm seeker={seeker} zone={zone} open={open} onOpenChange={setOpen} />}
    </div>
  )
}

function FittingPods({ pods }: { pods: FittingPod[] }) {
  if (pods.length === 0)
    return <p className="ui soft flush">No pod with an open place fits right now. You keep your place in line.</p>
  return (
    <div>
      <h3 className="find-pod-h">Pods that fit, with an open place</h3>
      <ul className="rule">
        {pods.map((pod) => (
          <li key={pod.id} className="find-pod-row">
            <PodLines pod={pod} />
            <Link className={buttonClass({ variant: 'quiet' })} to="/pod/$podName" params={{ podName: pod.slug }}>
              Look<span className="sr"> at {pod.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const PodLines = ({ pod }: { pod: FittingPod }) => (
  <div className="grow">
    <b className="block" dir="auto">
      {pod.name}
    </b>
    {pod.description && (
      <span className="block ui c2" dir="auto">
        {pod.description}
      </span>
    )}
    <span className="block sm soft">
      {[saidWords(pod), hoursWords(pod.hours_apart), `${pod.current_members} of ${pod.capacity} men`].join(' · ')}
    </span>
  </div>
)

interface InvitationCardProps {
  invitation: Invitation
  onJoined: () => Promise<unknown>
  onAnswered: () => void
}

function InvitationCard({ invitation: { id, pod }, onJoined, onAnswered }: InvitationCardProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const answer = usePress(
    (answer: 'accept' | 'decline') => api.seekers.answerInvitation({ id, answer }, withTimeout()),
    (answer) => (answer === 'accept' ? SAY_SEEKERS.welcome : SAY_SEEKERS.declined),
    async ({ slug }, answer) => {
      if (answer === 'decline') onAnswered()
      await seekersChanged(client)
      if (answer === 'decline') return
      await onJoined()
      await navigate({ to: '/pod/$podName', params: { podName: slug } })
    },
  )
  const press = (said: 'accept' | 'decline') => !answer.isPending && answer.mutate(said)
  const isBusy = (said: 'accept' | 'decline') => answer.isPending && answer.variables === said
  return (
    <Panel title="A pod has a place for you" className="stack-s">
      <PodLines pod={pod} />
      <p className="sm soft flush">
        You both try it for two rounds, and you can leave at any time. Other men may be invited too, and who says yes
        first has the place. If you decline, nobody is told.
      </p>
      <div className="btn-row needs-script">
        <Button busy={isBusy('accept')} busyLabel="Joining..." onClick={() => press('accept')}>
          Come in<span className="sr"> to {pod.name}</span>
        </Button>
        <Button variant="quiet" busy={isBusy('decline')} busyLabel="Declining..." onClick={() => press('decline')}>
          Not this one<span className="sr"> ({pod.name})</span>
        </Button>
      </div>
    </Panel>
  )
}
