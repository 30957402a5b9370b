/** A check-in as the members of the pod read it. */

import { OUTCOME_WORDS, type Outcome } from '#contract/round-words.ts'
import type { CheckIn, Commitment } from '#contract/rounds.ts'
import { AuthorLine } from '../members/members.tsx'
import { Stamp } from '../ui/badge.tsx'

/** "Kept it" if the outcome is about a commitment, otherwise "Went well". */
export const outcomeWords = (outcome: Outcome, isAboutCommitment: boolean) =>
  OUTCOME_WORDS[outcome][isAboutCommitment ? 'commitment' : 'time']

/** "If it is seven, then I put the phone away"; without a cue only the action. */
export const commitmentWords = ({ cue, action }: Commitment) => (cue ? `If ${cue}, then ${action}` : action)

export function CheckInCard({ checkIn }: { checkIn: CheckIn }) {
  const { user, outcome, about, win, struggle, ask, commitment } = checkIn
  return (
    <article
      className="check-in"
      id={`check-in-${checkIn.id}`}
      aria-label={`Check-in by ${user.display_name ?? user.username}`}
    >
      <AuthorLine
        author={user}
        size="s"
        end={<Stamp variant="standing">{outcomeWords(outcome, about !== null)}</Stamp>}
      />
      <dl className="check-in-lines">
        <Line name="Win">{win}</Line>
        <Line name="Struggle">{struggle}</Line>
        <Line name="Ask">{ask}</Line>
        <Line name="Next">{commitment && commitmentWords(commitment)}</Line>
      </dl>
    </article>
  )
}

function Line({ name, children }: { name: string; children: string | null }) {
  if (children === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
