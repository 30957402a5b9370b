/** The open round: the viewer's check-in, and what the others said. Without an open round, the next date. */
import type { Pod } from '#contract/pods.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { useZone } from '../kernel/zone.ts'
import { Panel } from '../ui/card.tsx'
import { CheckInCard } from './check-in-card.tsx'
import { momentWords } from './words.ts'

export function OpenRound({ rounds }: { pod: Pod; rounds: RoundsOfPod }) {
  const { open } = rounds
  const zone = useZone()
  if (!open) return null
  return (
    <Panel title="This round" className="round" id="check-in">
      <p className="soft ui">{`Open until ${momentWords(open.closes_at, zone)}`}</p>
      {open.check_ins.length > 0 && (
        <ul className="rule">
          {open.check_ins.map((one) => (
            <li key={one.id}>
              <CheckInCard checkIn={one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
