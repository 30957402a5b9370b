/** A closed round, compact: what each member said. */
import type { Pod } from '#contract/pods.ts'
import type { Round } from '#contract/rounds.ts'
import { useZone } from '../kernel/zone.ts'
import { Panel } from '../ui/card.tsx'
import { CheckInCard } from './check-in-card.tsx'
import { dateWords } from './words.ts'

export function ClosedRound({ round }: { pod: Pod; round: Round }) {
  const zone = useZone()
  return (
    <Panel title={`Round of ${dateWords(round.opens_at, zone)}`} className="round">
      {round.check_ins.length === 0 ? (
        <p className="soft ui flush">A quiet round.</p>
      ) : (
        <ul className="rule">
          {round.check_ins.map((one) => (
            <li key={one.id}>
              <CheckInCard checkIn={one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
