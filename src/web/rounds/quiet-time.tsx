/** What a member of whom his pod has heard nothing sees of himself: a kind line, his kept place, and weeks without questions. */
import { HOST_WORDS, LEFT_ALONE_WEEKS } from '#contract/host-words.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useZone } from '../kernel/zone.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { useOwnChange } from './use-own-change.ts'
import { dateWords } from './words.ts'

interface QuietTimeProps {
  rounds: RoundsOfPod
  /** called after a change: the card disappears with its buttons */
  onChanged: () => void
}

export function QuietTimePanel({ rounds, onChanged }: QuietTimeProps) {
  const { quiet, left_alone_until } = rounds.own
  if (left_alone_until) return <LeftAlone pod_id={rounds.pod_id} until={left_alone_until} onChanged={onChanged} />
  return quiet && <Quiet pod_id={rounds.pod_id} kept_until={quiet.kept_until} onChanged={onChanged} />
}

interface PlaceProps {
  pod_id: string
  onChanged: () => void
}

const WEEK_MS = 7 * 86_400_000

function Quiet({ pod_id, kept_until, onChanged }: PlaceProps & { kept_until: Date | null }) {
  const zone = useZone()
  const now = useNow()
  const staying = useOwnChange(() => api.rounds.stayInPod({ pod_id }, withTimeout()), HOST_WORDS.here, onChanged)
  const leaving = useOwnChange(
    (weeks: number) => {
      const until = new Date(now + weeks * WEEK_MS).toISOString()
      return api.rounds.setLeftAlone({ pod_id, until }, withTimeout())
    },
    HOST_WORDS.leftAlone,
    onChanged,
  )
  return (
    <Panel title={kept_until ? 'Tap once to keep your place' : 'Good to see you'} className="round stack-s" id="place">
      <p className="ui flush">
        {kept_until
          ? `Your place is yours until ${dateWords(kept_until, zone)}. One tap keeps it, and you need not explain anything. If you do nothing, it ends on that day.`
          : 'A word, a check-in or one tap, as you like. Before your place could end, we ask you.'}{' '}
        <span className="soft">Only you see this.</span>
      </p>
      <div className="btn-row needs-script">
        <Button variant="soft" busy={staying.isPending} onClick={() => staying.mutate()}>
          I’m here
        </Button>
      </div>
      <fieldset className="left-alone needs-script">
        <legend className="ui">Or have some quiet weeks, and keep your place:</legend>
        <div className="btn-row">
          {LEFT_ALONE_WEEKS.choices.map((weeks) => (
            <Button
              key={weeks}
              variant="quiet"
              busy={leaving.isPending && leaving.variables === weeks}
              onClick={() => !leaving.isPending && leaving.mutate(weeks)}
            >
              {`${weeks} weeks`}
            </Button>
          ))}
        </div>
      </fieldset>
    </Panel>
  )
}

function LeftAlone({ pod_id, until, onChanged }: PlaceProps & { until: Date }) {
  const zone = useZone()
  const ending = useOwnChange(() => api.rounds.endLeftAlone({ pod_id }, withTimeout()), HOST_WORDS.backAgain, onChanged)
  return (
    <Panel title="Some quiet weeks" className="round stack-s" id="place">
      <p className="ui flush">
        {`Until ${dateWords(until, zone)} you get no mails from this pod, and your place stays yours.`}{' '}
        <span className="soft">Only you see this.</span>
      </p>
      <div className="btn-row needs-script">
        <Button variant="quiet" busy={ending.isPending} onClick={() => ending.mutate()}>
          I am back
        </Button>
      </div>
    </Panel>
  )
}
