/** The pod's rhythm: its day, its hour, how often, and the next date. Any member who is not new sets it. */
import { CalendarClock } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { Pod } from '#contract/pods.ts'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import type { Rhythm, RoundsOfPod } from '#contract/rounds.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useZone } from '../kernel/zone.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { dayAndTime, momentWords, oftenWords, zoneWords } from './words.ts'

const fetchForm = () => import('./rhythm-form.tsx')

interface RhythmProps {
  pod: Pod
  rounds: RoundsOfPod
}

/** A button that opens the form of the rhythm. */
function SetRhythm({ pod, rounds, isMain, children }: RhythmProps & { isMain?: boolean; children: ReactNode }) {
  const { piece, ask, waiting } = useLazyPart(fetchForm)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'quiet'}
        className="needs-script"
        aria-haspopup="dialog"
        busy={waiting}
        onClick={async () => setOpen((await ask()) !== undefined)}
      >
        {children}
      </Button>
      {piece && isOpen && (
        <piece.RhythmForm
          pod_id={pod.id}
          rhythm={rounds.rhythm}
          frequency={pod.meeting_frequency}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** For a pod that has no rhythm: what rounds are, said once and quietly. */
export const RhythmOffer = (props: RhythmProps) => (
  <Panel title="Check in together on a fixed day" className="stack-s">
    <p className="ui flush">
      On your day each of you says how it went, in a minute: one win, one struggle, one ask, and what comes next. Then
      you read each other. If you need a pause, take one.
    </p>
    <SetRhythm {...props} isMain>
      Choose your day
    </SetRhythm>
  </Panel>
)

export function RhythmPanel({ pod, rounds }: RhythmProps) {
  const { rhythm } = rounds
  const zone = useZone()
  if (!rhythm) return null
  return (
    <Panel title="Your rhythm" className="stack-s">
      <p className="ui flush">
        <b>{dayAndTime(rhythm)}</b>, {oftenWords(rhythm.weeks).toLowerCase()}
        {rhythm.time_zone !== zone && ` (${zoneWords(rhythm.time_zone)})`}
      </p>
      <NextDate rhythm={rhythm} zone={zone} />
      <p className="soft sm flush">
        A season has {rhythm.season_rounds} rounds.
        {rhythm.set_by && (
          <>
            {' '}
            <bdi>{rhythm.set_by}</bdi> chose this.
          </>
        )}
      </p>
      {rounds.own.can_set_rhythm ? (
        <div className="btn-row">
          <SetRhythm pod={pod} rounds={rounds}>
            Change it
          </SetRhythm>
          <EndRhythm pod={pod} />
        </div>
      ) : (
        <p className="soft sm flush">{SAY_ROUNDS.tooNew}</p>
      )}
    </Panel>
  )
}

/** In the pod's zone, and on the viewer's own clock if that shows another time. */
function NextDate({ rhythm, zone }: { rhythm: Rhythm; zone: string }) {
  const [there, here] = [momentWords(rhythm.next_at, rhythm.time_zone), momentWords(rhythm.next_at, zone)]
  return (
    <p className="row s top-edge ui flush">
      <Icon of={CalendarClock} size="s" />
      <span>
        Next on {there}
        {here !== there && <span className="soft block">For you {here}</span>}
      </span>
    </p>
  )
}

function EndRhythm({ pod }: { pod: Pod }) {
  const { piece, ask } = useLazyPart(fetchForm)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="bare" className="needs-script" onClick={async () => setOpen((await ask()) !== undefined)}>
        End the rounds
      </Button>
      {piece && <piece.EndRhythmDialog pod_id={pod.id} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
