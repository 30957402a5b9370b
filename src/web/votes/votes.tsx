/** Votes on the screen: two buttons and a score that changes at once. */
import { ArrowBigDown, ArrowBigUp } from 'lucide'
import { useSyncExternalStore } from 'react'
import type { Direction, Tally } from '#contract/votes.ts'
import { SAY } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { readFault } from '../kernel/fault.ts'
import { inTime } from '../kernel/in-time.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { onWishes, wish, wishOf } from '../kernel/wishes.ts'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { optimisticTally } from './optimistic.ts'

interface VoteProps {
  on: 'post' | 'comment'
  /** as the server last said */
  tally: Tally
  /** where it stands by itself, e.g. /post/… */
  address: string
  /** what is voted on, in words: the title, or "the comment of Tom" */
  name: string
  /** writes an answer into whatever shows this thing */
  onTally: (tally: Tally) => void
}

const send = {
  post: (id: string, direction: Direction) => api.votes.castPostVote({ post_id: id, direction }, inTime()),
  comment: (id: string, direction: Direction) => api.votes.castCommentVote({ comment_id: id, direction }, inTime()),
}

export function VoteControl({ on, tally, address, name, onTally }: VoteProps) {
  const viewer = useViewer()
  const key = `${on}:${tally.id}`
  const wished = useSyncExternalStore(
    onWishes,
    () => wishOf(key) as Direction | undefined,
    () => undefined,
  )
  const shown = optimisticTally(tally, wished)

  const press = (side: 'up' | 'down') => {
    // back to the thing itself, however far down the list it was
    if (!viewer) return askToSignIn(SAY.signInToVote, address)
    const ballot = {
      key,
      send: (direction: Direction) => asMember(SAY.signInToVote, () => send[on](tally.id, direction)),
      onAnswer: onTally,
      onFault: (error: unknown) => tell(error, address),
    }
    void wish(ballot, shown.my_vote === side ? 'none' : side)
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

function tell(error: unknown, address: string) {
  const fault = readFault(error, SAY.voteFailed)
  if (fault.signIn) askToSignIn(fault.sentence, address)
  else toast.bad(fault.sentence)
}

/** 64, −3, 12.3K: it must fit between two buttons. */
export function scoreText(score: number): string {
  const size = Math.abs(score)
  const digits =
    size < 10_000
      ? String(size)
      : new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(size)
  return score < 0 ? `\u2212${digits}` : digits
}
