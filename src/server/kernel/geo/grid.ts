/**
 * The grid in which positions are stored: cells of about a mile, grouped in parents of about five miles, all of nearly
 * the same area. Only the cell is stored, never the position. Pure. The database computes the same
 * (db/functions/kernel-geo.sql).
 *
 * Latitudes run from -90 to 90, longitudes from -180 to 180; miles are those of an earth with a radius of 3959 miles.
 */

export interface Position {
  latitude: number
  longitude: number
}

const EARTH_MILES = 3959
const EQUATOR_MILES = 2 * Math.PI * EARTH_MILES
/** Rows from the south pole to the north pole, each 1.01 miles high. Five rows are a band. */
export const ROWS = 12_315
const BAND = 5
const CELL_MILES = 1.01
const PARENT_MILES = 5.05
/** The number of a cell is `row * STRIDE + column`. */
const STRIDE = 32_768
/** A member stays in his cell until he is this far past its border, in cells. */
const HYSTERESIS_CELLS = 0.3

const latitudeOf = (row: number) => -90 + (row * 180) / ROWS
const radians = (degrees: number) => (degrees * Math.PI) / 180
const circle = (row: number) => EQUATOR_MILES * Math.cos(radians(latitudeOf(row)))

const bandOf = (row: number) => Math.floor(row / BAND)
/** The number of parents around the earth in a band. */
const parentsOf = (band: number) => Math.max(1, Math.round(circle(band * BAND + BAND / 2) / PARENT_MILES))
/** The number of cells side by side in one parent: five, but fewer near the poles. */
const sideBySide = (row: number) => Math.max(1, Math.round(circle(row + 0.5) / (CELL_MILES * parentsOf(bandOf(row)))))
export const columnsOf = (row: number) => parentsOf(bandOf(row)) * sideBySide(row)

const rowOf = (cell: number) => Math.floor(cell / STRIDE)
const columnOf = (cell: number) => cell % STRIDE

/** Position in the grid, in rows and in columns of that row. The fraction is the place within the cell. */
const northing = (latitude: number) => ((latitude + 90) / 180) * ROWS
const easting = (longitude: number, row: number) => ((longitude + 180) / 360) * columnsOf(row)

/**
 * Returns the cell of a position. A pole, and a point on the date line, has the same cell for every longitude it can
 * have.
 */
export function cellAt({ latitude, longitude }: Position): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor(northing(latitude))))
  const columns = columnsOf(row)
  return row * STRIDE + (Math.floor(easting(longitude, row)) % columns)
}

/** Returns the cell of a member who was in `before`: the same one until he is 0.3 cell past its border. */
export function cellAfter(before: number | null, position: Position): number {
  if (before === null) return cellAt(position)
  const row = rowOf(before)
  const up = northing(position.latitude) - row
  if (up < -HYSTERESIS_CELLS || up > 1 + HYSTERESIS_CELLS) return cellAt(position)
  const columns = columnsOf(row)
  const right = around(easting(position.longitude, row) - columnOf(before) - 0.5, columns) + 0.5
  return right < -HYSTERESIS_CELLS || right > 1 + HYSTERESIS_CELLS ? cellAt(position) : before
}

/** The shorter way round the earth to the same place, in steps. */
const around = (steps: number, columns: number) => steps - columns * Math.round(steps / columns)

export const centreOf = (cell: number): Position => ({
  latitude: latitudeOf(rowOf(cell) + 0.5),
  longitude: -180 + ((columnOf(cell) + 0.5) * 360) / columnsOf(rowOf(cell)),
})

/** Returns the centre of the parent of about five miles that contains this cell. */
export const parentCentreOf = (cell: number): Position => centreOfParent(parentOf(cell))

function centreOfParent(parent: number): Position {
  const [band, place] = [rowOf(parent), columnOf(parent)]
  return { latitude: latitudeOf(band * BAND + BAND / 2), longitude: -180 + ((place + 0.5) * 360) / parentsOf(band) }
}

/**
 * Returns the number of the cell's parent, made of its band and its place there as a cell's number is of row and
 * column.
 */
export const parentOf = (cell: number): number =>
  bandOf(rowOf(cell)) * STRIDE + Math.floor(columnOf(cell) / sideBySide(rowOf(cell)))

/** Returns the miles between two positions, over the ground. */
export function milesBetween(one: Position, other: Position): number {
  const up = Math.sin(radians(other.latitude - one.latitude) / 2)
  const right = Math.sin(radians(other.longitude - one.longitude) / 2)
  const part = up * up + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * right * right
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** Cells side by side in one row, from the first to the last. */
export interface CellRange {
  from: number
  to: number
}

/**
 * Returns ranges of cells that contain every cell whose centre is within so many miles, and some more. Across the date line a
 * row has two of them. For a row near a pole the whole row is returned.
 */
export function cellRangesAround(centre: Position, miles: number): CellRange[] {
  const rows = (miles / EQUATOR_MILES) * 2 * ROWS + 1
  const middle = northing(centre.latitude)
  const first = Math.max(0, Math.floor(middle - rows))
  const last = Math.min(ROWS - 1, Math.floor(middle + rows))
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((row) => inRow(row, centre, miles))
}

/** The largest distance of a cell's centre from the centre of its parent, in miles; it occurs around the poles. */
export const PARENT_REACH = 3.66

export interface Around {
  /** parents with all cells within the distance */
  whole: number[]
  /** parents with only these cells within the distance */
  cut: { parent: number; cells: number[] }[]
}

/** Returns exactly the cells whose displayed distance is within so many miles, grouped by parent. */
export function parentsAround(centre: Position, miles: number): Around {
  const [parents, reach] = [new Set<number>(), reachOf(miles)]
  for (const { from, to } of cellRangesAround(centre, reach))
    for (let parent = parentOf(from); parent <= parentOf(to); parent++) parents.add(parent)
  const around: Around = { whole: [], cut: [] }
  for (const parent of parents) {
    const far = milesBetween(centre, centreOfParent(parent))
    if (far > reach + PARENT_REACH) continue
    if (far <= miles - PARENT_REACH) {
      around.whole.push(parent)
      continue
    }
    const all = cellsOf(parent)
    const cells = all.filter((cell) => milesBetween(centre, centreOf(cell)) < reach)
    if (cells.length === all.length) around.whole.push(parent)
    else if (cells.length > 0) around.cut.push({ parent, cells })
  }
  return around
}

/** Returns all cells of a parent. */
export function cellsOf(parent: number): number[] {
  const [first, place] = [rowOf(parent) * BAND, columnOf(parent)]
  return Array.from({ length: BAND }, (_, up) => first + up).flatMap((row) => {
    const side = sideBySide(row)
    return Array.from({ length: side }, (_, right) => row * STRIDE + place * side + right)
  })
}

function inRow(row: number, centre: Position, miles: number): CellRange[] {
  const columns = columnsOf(row)
  const spread = degreesAcross(centre.latitude, miles)
  const steps = Math.ceil((spread / 360) * columns) + 1
  if (2 * steps + 1 >= columns) return [{ from: row * STRIDE, to: row * STRIDE + columns - 1 }]
  const middle = Math.floor(easting(centre.longitude, row)) % columns
  const [from, to] = [middle - steps, middle + steps]
  const rangeOf = (one: number, other: number) => ({ from: row * STRIDE + one, to: row * STRIDE + other })
  if (from < 0) return [rangeOf(0, to), rangeOf(from + columns, columns - 1)]
  if (to >= columns) return [rangeOf(from, columns - 1), rangeOf(0, to - columns)]
  return [rangeOf(from, to)]
}

/** Returns how many degrees east or west a circle of so many miles reaches; 180 if it contains a pole. */
function degreesAcross(latitude: number, miles: number): number {
  const angle = miles / EARTH_MILES
  const ratio = Math.sin(angle) / Math.cos(radians(latitude))
  if (Math.abs(radians(latitude)) + angle >= Math.PI / 2 || ratio >= 1) return 180
  return (Math.asin(ratio) * 180) / Math.PI
}

/** What others may know of a cell: the cell itself, or only its parent. */
export interface Answered {
  cell: number
  byParent: boolean
}

/** A distance as displayed. Radius and order use these miles, so that they never contradict the displayed text. */
export interface Far {
  miles: number
  words: string
}

export const byItself = (cell: number): Answered => ({ cell, byParent: false })
export const placeOf = ({ cell, byParent }: Answered): Position => (byParent ? parentCentreOf(cell) : centreOf(cell))

/** Returns the distance in words. If only a parent is known, no distance below the size of a parent is shown. */
export function farBetween(one: Answered, other: Answered): Far {
  const miles = rounded(milesBetween(placeOf(one), placeOf(other)))
  if (one.byParent || other.byParent)
    return isWithinParent(miles) ? { miles: 5, words: 'Within 5 miles' } : saidOf(miles)
  return one.cell === other.cell ? { miles: 0, words: 'Very close' } : saidOf(miles)
}

/** Rounded, so that both directions give the same number. */
const rounded = (miles: number) => Math.round(miles * 1e6) / 1e6

/** Returns whether the distance is below a parent's size. Neighbouring parents are that far apart, within rounding. */
const isWithinParent = (miles: number) => miles < PARENT_MILES - 0.005

/** The largest distance that is displayed as this many miles: 5.04 is "5.0 mi", 25.4 is "25 mi". */
export const reachOf = (miles: number) => miles + (miles < 10 ? 0.05 : 0.5)

const FEET_PER_MILE = 5280

/** Returns the distance in feet, in tenths of a mile or in miles, and the miles that this text means. */
export function saidOf(miles: number): Far {
  if (miles < 1) {
    const feet = Math.round(miles * FEET_PER_MILE)
    return { miles: feet / FEET_PER_MILE, words: `${feet} ft` }
  }
  const number = miles < 10 ? (Math.round(miles * 10) / 10).toFixed(1) : `${Math.round(miles)}`
  return { miles: Number(number), words: `${number} mi` }
}
