/**
 * Who is shown as near, and how exactly. Pure.
 *
 * - a member sees nearby members only while his own local mode is on (nearby.ts refuses it otherwise), and others see him
 *   only then. Two members do not see each other there if one of them has blocked the other.
 * - `answeredAs`: no position is more exact than a cell; a cell with few members is answered as its parent cell, of about
 *   five miles.
 * - `nearestFirst`: the displayed distance decides who is within the radius.
 * - only the member himself can switch local mode or move, and only on a device that is signed in.
 */
import { NEARBY } from '#contract/local-words.ts'
import { type Answered, type Far, farBetween, PARENT_REACH, reachOf } from '../kernel/geo/geo.ts'

export interface Cell {
  cell: number
  /** with local mode on */
  members: number
}

/** A cell with fewer members than this is answered as its parent cell. */
const MIN_IN_CELL = 5
/** Miles within which the centre of a cell lies if its displayed distance is `miles`. */
export const reachIn = (miles: number) => reachOf(miles) + PARENT_REACH

/** How the position of a member in this cell is answered. */
export const answeredAs = ({ cell, members }: Cell): Answered => ({ cell, byParent: members < MIN_IN_CELL })

/** A cell, with what this viewer may see of it. */
export interface SeenCell extends Cell {
  /** how many of these members are not blocked for the viewer */
  met: number
}

export interface NearCell extends SeenCell, Far {}

/**
 * Returns the nearest cells within this many miles, until they contain enough members. Cells at the same distance are
 * returned together. A member who is shown as "5.0 mi" away is within five miles.
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
