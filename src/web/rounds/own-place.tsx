/** What only the viewer sees of himself: how often he came, his pause, how he hears of check-ins, and what he has said. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pod } from '#contract/pods.ts'
import { REMINDERS, type Reminders, STOPPABLE_WORDS, type StoppableMail } from '#contract/round-words.ts'
import type { OwnRounds, RoundsOfPod } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useZone } from '../kernel/zone.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Segments } from '../ui/segments.tsx'
import { toast } from '../ui/toast.tsx'
import { roundsChanged } from './rounds.ts'
import { dateWords, ownSteadyWords, podSumWords } from './words.ts'

interface OwnPlaceProps {
  pod: Pod
  rounds: RoundsOfPod
}

export function OwnPlace({ pod, rounds }: OwnPlaceProps) {
  const { own, came, rhythm, open, closed } = rounds
  if (!rhythm && !open && closed.length === 0) return null
  const together = came ? podSumWords(came, own.steady?.came ?? 0) : null
  return (
    <Panel title="You" className="stack">
      {(own.steady || together) && (
        <div className="stack-s">
          {own.steady && (
            <p className="ui flush">
              {ownSteadyWords(own.steady)}
              {own.steady.came > 0 && <span className="soft"> Only you see this.</span>}
            </p>
          )}
          {together && <p className="ui flush">{together}</p>}
        </div>
      )}
      {!pod.ended_at && <Pause pod={pod} pause={own.pause} />}
      {!pod.ended_at && <ReminderChoice pod={pod} reminders={own.reminders} />}
      {!pod.ended_at && <StoppedMails pod={pod} stopped={own.stopped_mails} />}
      <History pod={pod} />
    </Panel>
  )
}

const fetchPause = () => import('./pause-form.tsx')

function Pause({ pod, pause }: { pod: Pod; pause: OwnRounds['pause'] }) {
  const client = useQueryClient()
  const zone = useZone()
  const { piece, ask, waiting } = useLazyPart(fetchPause)
  const [isOpen, setOpen] = useState(false)
  const ending = useMutation({
    mutationFn: () => api.rounds.endPause({ pod_id: pod.id }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: (rounds) => {
      toast.good('Good to have you back.')
      return roundsChanged(client, rounds)
    },
    onError: (error) => toast.bad(readFault(error, 'That did not work. You are still on a pause; try again.').sentence),
  })
  const openForm = async () => setOpen((await ask()) !== undefined)
  return (
    <div className="stack-s">
      {pause ? (
        <>
          <p className="ui flush">
            <b>You are on a pause</b> {pause.until ? `until ${dateWords(pause.until, zone)}.` : 'until you end it.'} You
            get no mails from this pod, and your place stays yours.
          </p>
          <div className="btn-row needs-script">
            <Button variant="soft" busy={ending.isPending} busyLabel="Ending..." onClick={() => ending.mutate()}>
              I am back
            </Button>
            <Button variant="bare" onClick={openForm}>
              Change it
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="ui flush">Is life full right now? Take a pause. You keep your place, and nobody is told.</p>
          <Button variant="quiet" className="needs-script" aria-haspopup="dialog" busy={waiting} onClick={openForm}>
            Take a pause
          </Button>
        </>
      )}
      {piece && isOpen && <piece.PauseForm pod_id={pod.id} pause={pause} onClose={() => setOpen(false)} />}
    </div>
  )
}

const REMINDER_LABELS: Record<Reminders, string> = { mail: 'By mail', notice: 'On the site', off: 'Not at all' }
const REMINDER_OPTIONS = REMINDERS.map((value) => ({ value, label: REMINDER_LABELS[value] }))

/** Saved at once; until the server has answered, the new choice is shown. */
function ReminderChoice({ pod, reminders }: { pod: Pod; reminders: Reminders }) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (chosen: Reminders) => api.rounds.setReminders({ pod_id: pod.id, reminders: chosen }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: (rounds) => roundsChanged(client, rounds),
    onError: (error) => toast.bad(readFault(error, 'Your choice was not saved. Please try again.').sentence),
  })
  return (
    <div className="needs-script stack-s">
      <Segments
        legend="How you hear of check-ins"
        options={REMINDER_OPTIONS}
        value={saving.isPending ? saving.variables : reminders}
        onChange={(chosen) => saving.mutate(chosen)}
      />
      <p className="hint flush">
        {reminders === 'notice' && 'Mails about changes of the rounds and the end of a season come all the same. '}
        We also write if your place ends, or your pod with a season.
      </p>
    </div>
  )
}

/** What he has stopped by the link in a mail. */
function StoppedMails({ pod, stopped }: { pod: Pod; stopped: StoppableMail[] }) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (kept: StoppableMail[]) => api.rounds.setStoppedMails({ pod_id: pod.id, stopped: kept }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: (rounds) => {
      toast.good('You get these mails again.')
      return roundsChanged(client, rounds)
    },
    onError: (error) => toast.bad(readFault(error, 'Your choice was not saved. Please try again.').sentence),
  })
  return stopped.map((kind) => (
    <div key={kind} className="stack-s">
      <p className="ui flush">You have stopped mails {STOPPABLE_WORDS[kind]}.</p>
      <Button
        variant="bare"
        className="needs-script"
        busy={saving.isPending}
        onClick={() => saving.mutate(stopped.filter((one) => one !== kind))}
      >
        Get them again<span className="sr">: mails {STOPPABLE_WORDS[kind]}</span>
      </Button>
    </div>
  ))
}

const fetchHistory = () => import('./history.tsx')

function History({ pod }: { pod: Pod }) {
  const { piece, ask, waiting } = useLazyPart(fetchHistory)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="bare"
        className="needs-script own-history"
        aria-haspopup="dialog"
        busy={waiting}
        onClick={async () => setOpen((await ask()) !== undefined)}
      >
        Your check-ins in this pod
      </Button>
      {piece && isOpen && <piece.HistorySheet pod_id={pod.id} onClose={() => setOpen(false)} />}
    </>
  )
}
