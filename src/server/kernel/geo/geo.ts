/** Places: the grid of cells, and the geocoder. */

export { type Geocoder, makeGeocoder, noGeocoder } from './geocoder.ts'
export type { Located } from './geocoder-answer.ts'
export {
  type Answered,
  type Around,
  byItself,
  cellAfter,
  cellAt,
  centreOf,
  type Far,
  farBetween,
  milesBetween,
  PARENT_REACH,
  type Position,
  parentsAround,
  placeOf,
  reachOf,
  type Stretch,
  stretchesAround,
} from './grid.ts'
