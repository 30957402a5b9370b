import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answered,
  byItself,
  cellAfter,
  cellAt,
  cellRangesAround,
  cellsOf,
  centreOf,
  columnsOf,
  farBetween,
  milesBetween,
  PARENT_REACH,
  type Position,
  parentCentreOf,
  parentOf,
  parentsAround,
  placeOf,
  ROWS,
  reachOf,
  saidOf,
} from './grid.ts'

const position: fc.Arbitrary<Position> = fc.record({
  latitude: fc.oneof(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.constantFrom(-90, 90, 0, 89.9999, -89.9999, 51.5, 40.7),
  ),
  longitude: fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, 180, 0, 179.9999, -179.9999),
  ),
})
const EARTH = 4 * Math.PI * 3959 ** 2

test("every position lies in a cell, and the cell's centre lies in the same cell", () => {
  fc.assert(
    fc.property(position, (at) => {
      const cell = cellAt(at)
      expect(cellAt(centreOf(cell))).toBe(cell)
      expect(milesBetween(at, centreOf(cell))).toBeLessThan(0.95)
      expect(milesBetween(centreOf(cell), parentCentreOf(cell))).toBeLessThan(3.5)
    }),
    { numRuns: 3000 },
  )
})

test('a cell is 1.01 by 1.01 miles, as nearly as a whole number of cells fits around the earth', () => {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const areaOf = (row: number) => {
    const [south, north] = [radians(-90 + (row * 180) / ROWS), radians(-90 + ((row + 1) * 180) / ROWS)]
    return (EARTH / 2) * ((Math.sin(north) - Math.sin(south)) / columnsOf(row))
  }
  const areas = Array.from({ length: ROWS }, (_, row) => areaOf(row))
  const odd = areas.filter((area) => Math.abs(area / 1.01 ** 2 - 1) > 0.01)
  // only near the poles, where nobody lives
  expect(odd.length).toBeLessThan(ROWS / 50)
  for (const area of areas) expect(area).toBeGreaterThan(0.7)
  expect(areas.reduce((sum, area, row) => sum + area * columnsOf(row), 0)).toBeCloseTo(EARTH, -3)
})

test('longitudes 180 and -180 are the same place, and at a pole all longitudes are, within the precision of miles', () => {
  for (const latitude of [0, 12.3, -45, 66, 89]) {
    expect(cellAt({ latitude, longitude: 180 })).toBe(cellAt({ latitude, longitude: -180 }))
    expect(milesBetween({ latitude, longitude: 179.99 }, { latitude, longitude: -179.99 })).toBeLessThan(2)
  }
  expect(milesBetween({ latitude: 90, longitude: 0 }, { latitude: 90, longitude: 123 })).toBeCloseTo(0, 6)
})

test('a member who crosses a border stays in his cell until he is 0.3 cell past it', () => {
  const home = cellAt({ latitude: 53.8, longitude: -1.55 })
  const centre = centreOf(home)
  const high = 180 / ROWS
  const wide = 360 / columnsOf(Math.floor(home / 32_768))
  for (const [up, right, stays] of [
    [0.49, 0, true],
    [0.79, 0, true],
    [0.81, 0, false],
    [-0.79, 0, true],
    [-0.81, 0, false],
    [0, 0.79, true],
    [0, 0.81, false],
    [0, -0.79, true],
    [0, -0.81, false],
    [0.79, -0.79, true],
    [3, 0, false],
  ] as const) {
    const at = { latitude: centre.latitude + up * high, longitude: centre.longitude + right * wide }
    expect(cellAfter(home, at) === home, `${up} ${right}`).toBe(stays)
    if (!stays) expect(cellAfter(home, at)).toBe(cellAt(at))
  }
})

test('the same holds across the date line', () => {
  const west = cellAt({ latitude: 10, longitude: -179.9999 })
  const wide = 360 / columnsOf(Math.floor(west / 32_768))
  expect(cellAfter(west, { latitude: 10, longitude: 180 - 0.2 * wide })).toBe(west)
  expect(cellAfter(west, { latitude: 10, longitude: 180 - 0.4 * wide })).not.toBe(west)
})

test("no cell's centre lies further from the centre of its parent than PARENT_REACH, anywhere on the earth", () => {
  let furthest = 0
  for (let row = 0; row < ROWS; row++) {
    // the parents of one band are alike
    const parent = parentOf(row * 32_768)
    const cells = cellsOf(parent)
    expect(cells).toContain(row * 32_768)
    for (const cell of cells) {
      if (parentOf(cell) !== parent) throw new Error(`${cell} is not in ${parent}`)
      furthest = Math.max(furthest, milesBetween(centreOf(cell), parentCentreOf(cell)))
    }
  }
  expect(furthest).toBeLessThanOrEqual(PARENT_REACH)
  expect(furthest).toBeGreaterThan(PARENT_REACH - 0.02)
})

test("a parent's cells are exactly those whose parent it is", () => {
  fc.assert(
    fc.property(position, (at) => {
      const cell = cellAt(at)
      expect(cellsOf(parentOf(cell))).toContain(cell)
    }),
  )
})

const direction = fc.record({
  angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
})
/** Returns the cell at this distance and angle from a position. */
function cellTowards(from: Position, miles: number, angle: number): number {
  const distance = miles / 3959
  const latitude = (from.latitude * Math.PI) / 180
  const up = Math.asin(
    Math.sin(latitude) * Math.cos(distance) + Math.cos(latitude) * Math.sin(distance) * Math.cos(angle),
  )
  const right = Math.atan2(
    Math.sin(angle) * Math.sin(distance) * Math.cos(latitude),
    Math.cos(distance) - Math.sin(latitude) * Math.sin(up),
  )
  const longitude = ((((from.longitude + (right * 180) / Math.PI + 180) % 360) + 360) % 360) - 180
  return cellAt({ latitude: (up * 180) / Math.PI, longitude })
}

test('the ranges around a position contain every cell whose centre is within this many miles', () => {
  fc.assert(
    fc.property(position, direction, fc.constantFrom(2, 5, 25, 53.5), (from, { angle, part }, miles) => {
      const cell = cellTowards(from, part * miles, angle)
      if (milesBetween(from, centreOf(cell)) > miles) return
      const held = cellRangesAround(from, miles).filter(({ from, to }) => from <= cell && cell <= to)
      expect(held).toHaveLength(1)
    }),
    { numRuns: 5000 },
  )
})

describe('the parents around a place', () => {
  const cellsAround = (from: Position, miles: number) => {
    const { whole, cut } = parentsAround(from, miles)
    return [...whole.flatMap(cellsOf), ...cut.flatMap(({ cells }) => cells)]
  }

  // ten seconds of a free core
  test('contain every cell whose displayed distance is within this many miles, each once', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(position, direction, fc.constantFrom(5, 10, 25, 50), (from, { angle, part }, miles) => {
        // half of them near the border
        const cell = cellTowards(from, (part > 0.5 ? 1.02 - (part - 0.5) / 10 : 2 * part) * miles, angle)
        if (saidOf(milesBetween(from, centreOf(cell))).miles > miles) return
        expect(cellsAround(from, miles).filter((one) => one === cell)).toHaveLength(1)
      }),
      { numRuns: 3000 },
    )
  })

  test('contain no other cell', () => {
    fc.assert(
      fc.property(position, fc.constantFrom(5, 10, 25, 50), (from, miles) => {
        const cells = cellsAround(from, miles)
        expect(cells.filter((cell) => saidOf(milesBetween(from, centreOf(cell))).miles > miles)).toEqual([])
        expect(new Set(cells).size).toBe(cells.length)
        // about as many as fit in the circle
        expect(Math.abs(cells.length / ((Math.PI * miles ** 2) / 1.01 ** 2) - 1)).toBeLessThan(0.2)
      }),
      { numRuns: 200 },
    )
  })
})

describe('distance in words', () => {
  test.each([
    [0.1, '528 ft', 0.1],
    [0.5, '2640 ft', 0.5],
    [0.999, '5275 ft', 5275 / 5280],
    [1, '1.0 mi', 1],
    [3.24, '3.2 mi', 3.2],
    [5.04, '5.0 mi', 5],
    [9.94, '9.9 mi', 9.9],
    [9.96, '10.0 mi', 10],
    [10, '10 mi', 10],
    [14.6, '15 mi', 15],
    [25.4, '25 mi', 25],
    [49.5, '50 mi', 50],
  ])('%d miles', (miles, words, as) => expect(saidOf(miles)).toEqual({ miles: as, words }))

  test('a place is counted as within a radius if its displayed distance is, and only then', () => {
    const nearAndFar = fc.double({ min: 0, max: 60, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(3, 5, 10, 12, 25, 50), nearAndFar, (radius, miles) => {
        expect(saidOf(miles).miles <= radius).toBe(miles < reachOf(radius))
      }),
      { numRuns: 5000 },
    )
  })

  const STRIDE = 32_768
  /** the middle cell of a parent at the equator, where many rows have the same columns */
  const middle = cellsOf(parentOf(cellAt({ latitude: 0.1, longitude: 20 })))[12]!
  const alone = (cell: number) => ({ cell, byParent: true })
  const WITHIN = { miles: 5, words: 'Within 5 miles' }
  const bothWays = (one: Answered, other: Answered) => {
    expect(farBetween(other, one)).toEqual(farBetween(one, other))
    return farBetween(one, other)
  }

  test('"Very close" is used only for two members in one cell that is shown as a cell', () => {
    expect(bothWays(byItself(middle), byItself(middle))).toEqual({ miles: 0, words: 'Very close' })
    expect(bothWays(byItself(middle), byItself(middle + STRIDE))).toEqual({ miles: 1, words: '1.0 mi' })
    // a parent's centre is that of its middle cell: the distance is zero, but that says nothing
    expect(placeOf(alone(middle)).latitude).toBeCloseTo(placeOf(byItself(middle)).latitude, 9)
    expect(bothWays(alone(middle), byItself(middle))).toEqual(WITHIN)
    expect(bothWays(alone(middle), alone(middle))).toEqual(WITHIN)
  })

  test('if a parent is shown instead of the cell, distances below its size are "Within 5 miles"', () => {
    for (const cell of cellsOf(parentOf(middle))) {
      expect(bothWays(alone(middle), byItself(cell))).toEqual(WITHIN)
      expect(bothWays(alone(middle), alone(cell))).toEqual(WITHIN)
    }
    expect(bothWays(alone(middle), byItself(middle + 4 * STRIDE))).toEqual(WITHIN)
    expect(bothWays(alone(middle), byItself(middle + 5 * STRIDE))).toEqual({ miles: 5, words: '5.0 mi' })
    expect(bothWays(byItself(middle), byItself(middle + 4 * STRIDE))).toEqual({ miles: 4, words: '4.0 mi' })
    // the neighbouring parents are one parent's size away, on every side
    expect(bothWays(alone(middle), alone(middle + 5 * STRIDE)).words).toBe('5.0 mi')
    expect(bothWays(alone(middle), alone(middle + 5)).words).toMatch(/^5\.[01] mi$/)
  })

  test('two different cells are never at distance zero', () => {
    for (let row = 0; row < ROWS - 1; row += row > 300 && row < ROWS - 300 ? 97 : 1)
      for (const column of [0, Math.floor(columnsOf(row) / 2)]) {
        const cell = row * STRIDE + column
        const beside = columnsOf(row) > 1 ? [row * STRIDE + ((column + 1) % columnsOf(row))] : []
        for (const other of [...beside, cellAt({ ...centreOf(cell), latitude: centreOf(cell).latitude + 180 / ROWS })])
          expect(farBetween(byItself(cell), byItself(other)).miles).toBeGreaterThan(0.5)
      }
  })

  test('a known pair, on an earth of 3959 miles radius: London to Paris', () => {
    const miles = milesBetween({ latitude: 51.5074, longitude: -0.1278 }, { latitude: 48.8566, longitude: 2.3522 })
    expect(miles).toBeGreaterThan(213)
    expect(miles).toBeLessThan(214)
  })
})
