/**
 * What the member wishes for each thing he has voted on, until the server has said the same.
 * One request per thing is under way at a time; while it is, only the latest wish is kept. It outlives the button that
 * began it: a vote given on the way to another page still arrives, and the other page shows it.
 */
import type { Direction, Tally } from '#contract/votes.ts'

export interface Ballot {
  /** unique over everything that can be voted on */
  key: string
  send: (direction: Direction) => Promise<Tally>
  /** every answer, also one that a newer wish has overtaken: it is what the server holds */
  onTally: (tally: Tally) => void
  /** the last wish could not be granted; what the server holds shows again */
  onFault: (error: unknown) => void
}

const wishes = new Map<string, Direction>()
const underWay = new Set<string>()
const listeners = new Set<() => void>()

export const wishOf = (key: string): Direction | undefined => wishes.get(key)

export function onWishes(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tell = () => {
  for (const listener of listeners) listener()
}

export async function wish(ballot: Ballot, direction: Direction): Promise<void> {
  const { key } = ballot
  wishes.set(key, direction)
  tell()
  if (underWay.has(key)) return
  underWay.add(key)
  try {
    let sent: Direction | undefined
    while (sent !== wishes.get(key)) {
      sent = wishes.get(key) as Direction
      try {
        ballot.onTally(await ballot.send(sent))
      } catch (error) {
        if (sent === wishes.get(key)) ballot.onFault(error)
      }
    }
  } finally {
    underWay.delete(key)
    wishes.delete(key)
    tell()
  }
}

type Standing = Pick<Tally, 'upvotes' | 'downvotes' | 'my_vote'>

/** How it will stand once the wish is granted. */
export function granted(tally: Standing, wished: Direction | undefined): Standing {
  if (wished === undefined) return tally
  const mine = wished === 'none' ? null : wished
  const moved = (side: 'up' | 'down') => Number(mine === side) - Number(tally.my_vote === side)
  return { upvotes: tally.upvotes + moved('up'), downvotes: tally.downvotes + moved('down'), my_vote: mine }
}
