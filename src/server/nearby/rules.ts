/**
 * Who is shown as near, and how exactly. Pure.
 *
 * - a member looks at who is near while his own local mode is on (nearby.ts refuses it otherwise), and is shown to others only
 *   then. Members who are apart, because one of them has blocked the other, do not see each other there.
 * - `answeredAs`: nobody is placed more exactly than his cell; a cell with few members is answered as its parent, of about
 *   five miles.
 * - `nearestFirst`: the distance in words decides who is within the radius.
 * - only the member himself switches local mode and moves, and only on a device that is still signed in.
 */
import { NEARBY } from '#contract/local-words.ts'
import { type Answered, type Far, farBetween, PARENT_REACH, reachOf } from '../kernel/geo/geo.ts'

export interface Cell {
  cell: number
  /** with local mode on */
  members: number
}

/** Fewer members than this are answered as the parent cell. */
const FEW = 5
/** The centre of a cell that is said to be within so many miles is within these. */
export const reachIn = (miles: number) => reachOf(miles) + PARENT_REACH

/** How a member in this cell is answered. */
export const answeredAs = ({ cell, members }: Cell): Answered => ({ cell, byParent: members < FEW })

/** A cell as the one who looks finds it. */
export interface SeenCell extends Cell {
  /** of these members, those from whom he is not apart */
  met: number
}

export interface NearCell extends SeenCell, Far {}

/**
 * The nearest of these cells within so many miles, until they hold enough; those that are equally far come together.
 * A member who is shown as "5.0 mi" away is within five miles.
 */
export function nearestFirst(from: Answered, cells: SeenCell[], within: number): NearCell[] {
  const near = cells
    .map((cell) => ({ ...cell, ...farBetween(from, answeredAs(cell)) }))
    .filter(({ miles }) => miles <= within)
    .sort((one, other) => one.miles - other.miles)
  let met = 0
  const end = near.findIndex(({ met: more }, at) => {
    met += more
    // the viewer himself is one of them
    return met > NEARBY.most && near[at + 1]?.miles !== near[at]!.miles
  })
  return end === -1 ? near : near.slice(0, end + 1)
}

export const isEnough = (cells: SeenCell[]) => cells.reduce((sum, { met }) => sum + met, 0) > NEARBY.most
