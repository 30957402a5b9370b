/** The optimistic update of a vote: what the screen shows while the request is pending. */
import type { Direction, Tally } from '#contract/votes.ts'

type VoteCounts = Pick<Tally, 'upvotes' | 'downvotes' | 'my_vote'>

/** Returns the counts as they will be if the server accepts the vote. */
export function optimisticTally(tally: VoteCounts, wished: Direction | undefined): VoteCounts {
  if (wished === undefined) return tally
  const mine = wished === 'none' ? null : wished
  const moved = (side: 'up' | 'down') => Number(mine === side) - Number(tally.my_vote === side)
  return { upvotes: tally.upvotes + moved('up'), downvotes: tally.downvotes + moved('down'), my_vote: mine }
}
