/** Where members live: in cities of very different sizes, a fifth of all in the largest; each is a few miles wide. */
import { cellAt, type Position } from '#server/kernel/geo/geo.ts'
import type { Plan } from './plan.ts'
import { mixed } from './random.ts'

const CITIES = 2000
/** the share of all members and events */
const IN_LARGEST = 0.2
/** in degrees of latitude: half of the members live within about five miles of the centre */
const WIDE = 0.07
const PART = { city: 31, up: 32, right: 33, where: 34 }

type Key = Plan['key']
const chance = ({ seed, run }: Key, part: number, number: number) => mixed([seed, run, part, number]) / 2 ** 32

/** The largest city has a fixed position, so that a measurement knows it. */
export const LARGEST: Position = { latitude: 41.88, longitude: -87.63 }

function cityOf(key: Key, number: number): Position {
  const share = chance(key, PART.city, number)
  if (share < IN_LARGEST) return LARGEST
  const rank = 1 + Math.floor((CITIES - 1) * ((share - IN_LARGEST) / (1 - IN_LARGEST)) ** 2)
  const [up, right] = [mixed([PART.where, rank], 1) / 2 ** 32, mixed([PART.where, rank], 2) / 2 ** 32]
  return { latitude: -45 + 105 * up, longitude: -180 + 360 * right }
}

/** The sum of three random numbers is dense around the mean. */
const strewn = (key: Key, part: number, number: number) =>
  WIDE *
  (chance(key, part, 3 * number) + chance(key, part, 3 * number + 1) + chance(key, part, 3 * number + 2) - 1.5) *
  2

/** The grid cell of the item with this number. */
export function cellOfNumber(key: Key, number: number): number {
  const { latitude, longitude } = cityOf(key, number)
  const right = strewn(key, PART.right, number) / Math.cos((latitude * Math.PI) / 180)
  return cellAt({
    latitude: latitude + strewn(key, PART.up, number),
    longitude: ((longitude + right + 540) % 360) - 180,
  })
}
