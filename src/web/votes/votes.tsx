/** The vote buttons and the score, which changes immediately. */
import { ArrowBigDown, ArrowBigUp } from 'lucide'
import { useSyncExternalStore } from 'react'
import type { Direction, Tally } from '#contract/votes.ts'
import { SAY } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { desiredOf, onDesired, setDesired } from '../kernel/desired-state.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Icon } from '../ui/icon.tsx'
import { Part } from '../ui/part.tsx'
import { toast } from '../ui/toast.tsx'
import { optimisticTally } from './optimistic.ts'

interface VoteProps {
  on: 'post' | 'comment'
  /** the server's last answer */
  tally: Tally
  /** the address of the item's own page, for example /post/… */
  address: string
  /** describes the item: its title, or "the comment of Tom" */
  name: string
  /** writes the server's answer into the cache */
  onTally: (tally: Tally) => void
}

const send = {
  post: (id: string, direction: Direction) => api.votes.castPostVote({ post_id: id, direction }, withTimeout()),
  comment: (id: string, direction: Direction) =>
    api.votes.castCommentVote({ comment_id: id, direction }, withTimeout()),
}

export const VoteControl = (props: VoteProps) => (
  <Part small>
    <Votes {...props} />
  </Part>
)

function Votes({ on, tally, address, name, onTally }: VoteProps) {
  const viewer = useViewer()
  const key = `${on}:${tally.id}`
  const wished = useSyncExternalStore(
    onDesired,
    () => desiredOf(key) as Direction | undefined,
    () => undefined,
  )
  const shown = optimisticTally(tally, wished)

  const press = (side: 'up' | 'down') => {
    // after signing in, the visitor returns to the item's own page
    if (!viewer) return askToSignIn(SAY.signInToVote, address)
    const ballot = {
      key,
      send: (direction: Direction) => asMember(SAY.signInToVote, () => send[on](tally.id, direction)),
      onAnswer: onTally,
      onFault: (error: unknown) => showFault(error, address),
    }
    void setDesired(ballot, shown.my_vote === side ? 'none' : side)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; this is two buttons and a number
    <span className="vote" role="group" aria-label={`Votes on ${name}`}>
      <button type="button" aria-label="Upvote" aria-pressed={shown.my_vote === 'up'} onClick={() => press('up')}>
        <Icon of={ArrowBigUp} />
      </button>
      <output>
        <span className="sr">Score </span>
        {scoreText(shown.upvotes - shown.downvotes)}
      </output>
      <button type="button" aria-label="Downvote" aria-pressed={shown.my_vote === 'down'} onClick={() => press('down')}>
        <Icon of={ArrowBigDown} />
      </button>
    </span>
  )
}

function showFault(error: unknown, address: string) {
  const fault = readFault(error, SAY.voteFailed)
  if (fault.signIn) askToSignIn(fault.sentence, address)
  else toast.bad(fault.sentence)
}

/** Formats the score as 64, −3 or 12.3K, because it must fit between two buttons. */
export function scoreText(score: number): string {
  const size = Math.abs(score)
  const digits =
    size < 10_000
      ? String(size)
      : new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(size)
  return score < 0 ? `\u2212${digits}` : digits
}
