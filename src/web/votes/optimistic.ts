/** A tally as it will stand once a wish is granted: what the screen shows while the vote is on its way. */
import type { Direction, Tally } from '#contract/votes.ts'

type Standing = Pick<Tally, 'upvotes' | 'downvotes' | 'my_vote'>

/** How it will stand once the wish is granted. */
export function optimisticTally(tally: Standing, wished: Direction | undefined): Standing {
  if (wished === undefined) return tally
  const mine = wished === 'none' ? null : wished
  const moved = (side: 'up' | 'down') => Number(mine === side) - Number(tally.my_vote === side)
  return { upvotes: tally.upvotes + moved('up'), downvotes: tally.downvotes + moved('down'), my_vote: mine }
}
