/** The pod's rhythm: its day, its hour, how often, and the next date. */
import type { Pod } from '#contract/pods.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { useZone } from '../kernel/zone.ts'
import { Panel } from '../ui/card.tsx'
import { momentWords, oftenWords, podTimeWords } from './words.ts'

export function RhythmPanel({ rounds }: { pod: Pod; rounds: RoundsOfPod }) {
  const { rhythm } = rounds
  const zone = useZone()
  return (
    <Panel title="Rhythm" className="stack-s">
      {rhythm ? (
        <>
          <p className="ui flush">{`${oftenWords(rhythm.weeks)}, ${podTimeWords(rhythm, zone)}`}</p>
          <p className="ui soft flush">{`Next round ${momentWords(rhythm.next_at, zone)}`}</p>
        </>
      ) : (
        <p className="ui soft flush">Check in together on a fixed day: how it went, one win, one struggle, one ask.</p>
      )}
    </Panel>
  )
}
