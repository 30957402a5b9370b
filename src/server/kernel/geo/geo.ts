/** Places: the grid of cells, and the geocoder. */

export { type Geocoder, makeGeocoder, noGeocoder } from './geocoder.ts'
export type { Located } from './geocoder-answer.ts'
export {
  type Answered,
  type Around,
  byItself,
  type CellRange,
  cellAfter,
  cellAt,
  cellRangesAround,
  centreOf,
  type Far,
  farBetween,
  milesBetween,
  PARENT_REACH,
  type Position,
  parentsAround,
  placeOf,
  reachOf,
} from './grid.ts'
