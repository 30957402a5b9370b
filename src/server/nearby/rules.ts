/** How closely a cell is answered, and who is near. Pure. */
import { NEARBY } from '#contract/local-words.ts'
import { type Answered, type Far, farBetween, PARENT_REACH, reachOf } from '../kernel/geo/geo.ts'

export interface Cell {
  cell: number
  /** with local mode on */
  members: number
}

/** Fewer are answered as their parent of about five miles. */
const FEW = 5
/** The centre of a cell that is said to be within so many miles is within these. */
export const reachIn = (miles: number) => reachOf(miles) + PARENT_REACH

/** As what whoever is in this cell is answered. */
export const answeredAs = ({ cell, members }: Cell): Answered => ({ cell, byParent: members < FEW })

/** A cell as the one who looks finds it. */
export interface SeenCell extends Cell {
  /** of these members, those from whom he is not apart */
  met: number
}

export interface NearCell extends SeenCell, Far {}

/**
 * The nearest of these cells within so many miles, until they hold enough; those that are equally far come together.
 * Within and nearer are what the words say: who is "5.0 mi" away is within five miles.
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
