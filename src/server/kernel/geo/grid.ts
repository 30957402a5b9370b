/**
 * The grid on which positions are kept: cells of about a mile that lie whole in parents of about five, all of
 * nearly the same area. Pure. The database counts alike (db/functions/kernel-geo.sql).
 *
 * Latitudes run from -90 to 90, longitudes from -180 to 180; miles are those of an earth of 3959 (LOCAL-23).
 */

export interface Position {
  latitude: number
  longitude: number
}

const EARTH_MILES = 3959
const AROUND = 2 * Math.PI * EARTH_MILES
/** Rows from the south pole to the north pole, each 1.01 miles high; five of them are a band. */
export const ROWS = 12_315
const BAND = 5
const CELL_MILES = 1.01
const PARENT_MILES = 5.05
/** A cell is `row * STRIDE + column`. */
const STRIDE = 32_768
/** So far past the border of his cell, in cells, he is still in it. */
const HOLD = 0.3

const latitudeOf = (row: number) => -90 + (row * 180) / ROWS
const radians = (degrees: number) => (degrees * Math.PI) / 180
const circle = (row: number) => AROUND * Math.cos(radians(latitudeOf(row)))

const bandOf = (row: number) => Math.floor(row / BAND)
/** Parents around the earth in a band. */
const parentsOf = (band: number) => Math.max(1, Math.round(circle(band * BAND + BAND / 2) / PARENT_MILES))
/** Cells side by side in one parent: five, but near the poles. */
const sideBySide = (row: number) => Math.max(1, Math.round(circle(row + 0.5) / (CELL_MILES * parentsOf(bandOf(row)))))
export const columnsOf = (row: number) => parentsOf(bandOf(row)) * sideBySide(row)

const rowOf = (cell: number) => Math.floor(cell / STRIDE)
const columnOf = (cell: number) => cell % STRIDE

/** Where in the grid, in rows and in columns of that row; the fraction is the place within the cell. */
const northing = (latitude: number) => ((latitude + 90) / 180) * ROWS
const easting = (longitude: number, row: number) => ((longitude + 180) / 360) * columnsOf(row)

/** The cell of a position. Both poles and both sides of the date line belong to one. */
export function cellAt({ latitude, longitude }: Position): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor(northing(latitude))))
  const columns = columnsOf(row)
  return row * STRIDE + (Math.floor(easting(longitude, row)) % columns)
}

/** The cell in which somebody is kept who was in `before`: that one, until he is 0.3 cell past its border. */
export function cellAfter(before: number | null, position: Position): number {
  if (before === null) return cellAt(position)
  const row = rowOf(before)
  const up = northing(position.latitude) - row
  if (up < -HOLD || up > 1 + HOLD) return cellAt(position)
  const columns = columnsOf(row)
  const right = around(easting(position.longitude, row) - columnOf(before) - 0.5, columns) + 0.5
  return right < -HOLD || right > 1 + HOLD ? cellAt(position) : before
}

/** The same way round the earth, but the shorter one. */
const around = (steps: number, columns: number) => steps - columns * Math.round(steps / columns)

export const centreOf = (cell: number): Position => ({
  latitude: latitudeOf(rowOf(cell) + 0.5),
  longitude: -180 + ((columnOf(cell) + 0.5) * 360) / columnsOf(rowOf(cell)),
})

/** The centre of the parent of about five miles that this cell lies in. */
export const parentCentreOf = (cell: number): Position => centreOfParent(parentOf(cell))

function centreOfParent(parent: number): Position {
  const [band, place] = [rowOf(parent), columnOf(parent)]
  return { latitude: latitudeOf(band * BAND + BAND / 2), longitude: -180 + ((place + 0.5) * 360) / parentsOf(band) }
}

/** The number of that parent: its band and its place there, counted as a cell's row and column are. */
export const parentOf = (cell: number): number =>
  bandOf(rowOf(cell)) * STRIDE + Math.floor(columnOf(cell) / sideBySide(rowOf(cell)))

/** Miles between two positions, over the ground. */
export function milesBetween(one: Position, other: Position): number {
  const up = Math.sin(radians(other.latitude - one.latitude) / 2)
  const right = Math.sin(radians(other.longitude - one.longitude) / 2)
  const part = up * up + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * right * right
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** From the first to the last cell, side by side in one row. */
export interface Stretch {
  from: number
  to: number
}

/**
 * Stretches that hold every cell with its centre within so many miles, and some more. Over the date line a row has two of
 * them; a row that runs near a pole is looked at all around.
 */
export function stretchesAround(centre: Position, miles: number): Stretch[] {
  const rows = (miles / AROUND) * 2 * ROWS + 1
  const middle = northing(centre.latitude)
  const first = Math.max(0, Math.floor(middle - rows))
  const last = Math.min(ROWS - 1, Math.floor(middle + rows))
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((row) => inRow(row, centre, miles))
}

/** No cell has its centre further from that of its parent, in miles; the furthest lie around the poles. */
export const PARENT_REACH = 3.66

export interface Around {
  /** parents of which every cell is so near */
  whole: number[]
  /** parents of which only these cells are */
  cut: { parent: number; cells: number[] }[]
}

/** Every cell that is said to be within so many miles is in one of these, and no other. */
export function parentsAround(centre: Position, miles: number): Around {
  const [parents, reach] = [new Set<number>(), reachOf(miles)]
  for (const { from, to } of stretchesAround(centre, reach))
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

/** All cells of a parent. */
export function cellsOf(parent: number): number[] {
  const [first, place] = [rowOf(parent) * BAND, columnOf(parent)]
  return Array.from({ length: BAND }, (_, up) => first + up).flatMap((row) => {
    const side = sideBySide(row)
    return Array.from({ length: side }, (_, right) => row * STRIDE + place * side + right)
  })
}

function inRow(row: number, centre: Position, miles: number): Stretch[] {
  const columns = columnsOf(row)
  const spread = degreesAcross(centre.latitude, miles)
  const steps = Math.ceil((spread / 360) * columns) + 1
  if (2 * steps + 1 >= columns) return [{ from: row * STRIDE, to: row * STRIDE + columns - 1 }]
  const middle = Math.floor(easting(centre.longitude, row)) % columns
  const [from, to] = [middle - steps, middle + steps]
  const stretch = (one: number, other: number) => ({ from: row * STRIDE + one, to: row * STRIDE + other })
  if (from < 0) return [stretch(0, to), stretch(from + columns, columns - 1)]
  if (to >= columns) return [stretch(from, columns - 1), stretch(0, to - columns)]
  return [stretch(from, to)]
}

/** How far east or west a circle of so many miles reaches at most, in degrees; over a pole: all around. */
function degreesAcross(latitude: number, miles: number): number {
  const angle = miles / EARTH_MILES
  const ratio = Math.sin(angle) / Math.cos(radians(latitude))
  if (Math.abs(radians(latitude)) + angle >= Math.PI / 2 || ratio >= 1) return 180
  return (Math.asin(ratio) * 180) / Math.PI
}

/** A cell as others are told of it: by itself, or as its parent. */
export interface Answered {
  cell: number
  byParent: boolean
}

/** A distance as it is said. A radius and an order take these miles, so that they never contradict the words. */
export interface Far {
  miles: number
  words: string
}

export const byItself = (cell: number): Answered => ({ cell, byParent: false })
export const placeOf = ({ cell, byParent }: Answered): Position => (byParent ? parentCentreOf(cell) : centreOf(cell))

/** How far, in words (LOCAL-24 to LOCAL-27). What a parent answers for is not known more closely than its size. */
export function farBetween(one: Answered, other: Answered): Far {
  const miles = rounded(milesBetween(placeOf(one), placeOf(other)))
  if (one.byParent || other.byParent)
    return isWithinParent(miles) ? { miles: 5, words: 'Within 5 miles' } : saidOf(miles)
  return one.cell === other.cell ? { miles: 0, words: 'Very close' } : saidOf(miles)
}

/** Both ways the same, whatever the last digits say. */
const rounded = (miles: number) => Math.round(miles * 1e6) / 1e6

/** Less than a parent's size. Two parents side by side are as far as that, whatever the third digit says. */
const isWithinParent = (miles: number) => miles < PARENT_MILES - 0.005

/** What is nearer than this is said to be within so many miles: 5.04 is "5.0 mi", 25.4 is "25 mi". */
export const reachOf = (miles: number) => miles + (miles < 10 ? 0.05 : 0.5)

const FEET = 5280

/** In feet, in tenths of a mile, in miles: and the miles that this is. */
export function saidOf(miles: number): Far {
  if (miles < 1) {
    const feet = Math.round(miles * FEET)
    return { miles: feet / FEET, words: `${feet} ft` }
  }
  const number = miles < 10 ? (Math.round(miles * 10) / 10).toFixed(1) : `${Math.round(miles)}`
  return { miles: Number(number), words: `${number} mi` }
}
