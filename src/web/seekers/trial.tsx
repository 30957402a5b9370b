/** Two rounds on trial, at the top of the page of rounds: for the man himself, and privately for each other member. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Door } from '#contract/seekers.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useDoorAction, usePress } from './actions.ts'
import { doorQuery, seekersChanged } from './seekers.ts'
import { roundsWords } from './words.ts'

interface TrialsProps {
  pod_id: string
  /** called after the viewer has left the pod */
  onLeft: () => Promise<unknown>
}

export function Trials({ pod_id, onLeft }: TrialsProps) {
  const trials = useQuery(doorQuery(pod_id)).data?.trials ?? []
  return trials.map((trial) =>
    trial.is_own ? (
      <OwnTrial key={trial.user.id} pod_id={pod_id} trial={trial} onLeft={onLeft} />
    ) : (
      <TrialOf key={trial.user.id} pod_id={pod_id} trial={trial} />
    ),
  )
}

type Trial = Door['trials'][number]

/** A question first: a thumb may slip on a card of welcome. No reason is asked for. */
function OwnTrial({ pod_id, trial, onLeft }: TrialsProps & { trial: Trial }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const leave = usePress(
    () => api.pods.leavePod({ id: pod_id }, withTimeout()),
    () => 'You have left.',
    async () => {
      await navigate({ to: '/pods' })
      await Promise.all([onLeft(), seekersChanged(client)])
    },
  )
  return (
    <Panel title="Your first rounds here" className="stack-s">
      <p className="ui flush">
        {`${roundsWords(trial.rounds_left)} to get to know each other, for you and for them. After that you stay, unless more than half would rather not; each says that only for himself. You can leave at any time, no reason needed.`}
      </p>
      <div className="btn-row needs-script">
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          Leave this pod
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Leave this pod?"
        confirmLabel="Leave Pod"
        busy={leave.isPending}
        busyLabel="Leaving..."
        onConfirm={() => !leave.isPending && leave.mutate(undefined, { onSettled: () => setAsked(false) })}
      >
        <p>Nobody asks you why, and you can look at other pods.</p>
      </ConfirmDialog>
    </Panel>
  )
}

const opinionWords = (fits: boolean) =>
  fits
    ? 'You go on together after these rounds, unless more than half of you would rather not. Nobody sees who said so.'
    : 'You would rather not go on together. Nobody sees that you said so, and you can change your mind.'

function TrialOf({ pod_id, trial: { user, rounds_left, fits, may_say } }: { pod_id: string; trial: Trial }) {
  const say = useDoorAction((fits: boolean) => api.seekers.sayFit({ pod_id, member_id: user.id, fits }, withTimeout()))
  return (
    <Panel
      title={
        <>
          <bdi>{nameOf(user)}</bdi> is new here
        </>
      }
      className="stack-s"
    >
      <p className="ui flush">
        {`${roundsWords(rounds_left)} to get to know each other. Make him welcome. `}
        <span className="soft">
          {may_say ? opinionWords(fits) : 'You came in lately yourself, so this time the others decide.'}
        </span>
      </p>
      {may_say && (
        <div className="btn-row needs-script">
          <Button
            variant={fits ? 'bare' : 'quiet'}
            aria-pressed={!fits}
            busy={say.isPending}
            busyLabel="Saving..."
            onClick={() => !say.isPending && say.mutate(!fits)}
          >
            I would rather not go on together<span className="sr"> ({nameOf(user)})</span>
          </Button>
        </div>
      )}
    </Panel>
  )
}
