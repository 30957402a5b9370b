/** How closely a cell is answered, and who is near. Pure. */
import { NEARBY } from '#contract/local-words.ts'
import { centreOf, milesBetween, type Position, parentCentreOf } from '../kernel/grid.ts'

export interface Cell {
  cell: number
  /** with local mode on */
  members: number
}

/** Fewer are answered as their parent of about five miles. */
const FEW = 5
/** From the centre of a cell to that of its parent, at most, in miles, and a little. */
export const SLACK = 3.5

/** Where whoever is in this cell is said to be. */
export const answeredAt = ({ cell, members }: Cell): Position => (members < FEW ? parentCentreOf(cell) : centreOf(cell))

/** A cell as the one who looks finds it. */
export interface SeenCell extends Cell {
  /** of these members, those from whom he is not apart */
  met: number
}

export interface NearCell extends SeenCell {
  miles: number
}

/** Equally far is equally far, whatever the last digits say. */
const rounded = (miles: number) => Math.round(miles * 1e6) / 1e6

/** The nearest of these cells within so many miles, until they hold enough; those that are equally far come together. */
export function nearestFirst(from: Position, cells: SeenCell[], within: number): NearCell[] {
  const near = cells
    .map((cell) => ({ ...cell, miles: rounded(milesBetween(from, answeredAt(cell))) }))
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
