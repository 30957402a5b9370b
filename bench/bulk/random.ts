/** Repeatable random numbers: the same for the same seed, on every machine. */

/** From 0 (included) to 1 (excluded). */
export type Random = () => number

/** A random stream for each list of keys, so that the rows of one table do not change when another table has more rows. */
export function makeRandom(...keys: number[]): Random {
  let [a, b, c, count] = [mixed(keys, 1), mixed(keys, 2), mixed(keys, 3), 1]
  const next = () => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let round = 0; round < 12; round++) next()
  return next
}

/** A pseudo-random integer of 32 bits, determined by these keys. */
export function mixed(keys: readonly number[], salt = 0): number {
  let hash = salt | 0
  for (const key of keys) hash = scrambled((Math.imul(hash, 31) + (key | 0) + 0x9e3779b9) | 0)
  return hash >>> 0
}

/** A bijection: two different numbers stay different. */
function scrambled(number: number): number {
  let hash = number | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

const HEX = Array.from({ length: 65536 }, (_, number) => number.toString(16).padStart(4, '0'))
const VERSION = 0x4000
const VARIANT = 0x8000

/** Ids like the product's own: random for every index, version 4. The first 32 bits alone differ for different ordinals. */
export function makeIds(...keys: number[]): (ordinal: number) => string {
  const [first, second, third, fourth] = [1, 2, 3, 4].map((salt) => mixed(keys, salt)) as [
    number,
    number,
    number,
    number,
  ]
  return (ordinal) => {
    const a = scrambled((Math.imul(ordinal, 0x9e3779b1) + first) | 0)
    const b = scrambled(a ^ second)
    const c = scrambled(b ^ third)
    const d = scrambled(c ^ fourth)
    return `${HEX[a >>> 16]}${HEX[a & 65535]}-${HEX[b >>> 16]}-${HEX[(b & 0xfff) | VERSION]}-${HEX[((c >>> 16) & 0x3fff) | VARIANT]}-${HEX[c & 65535]}${HEX[d >>> 16]}${HEX[d & 65535]}`
  }
}

const PRIMES = [15_485_863, 1_299_709, 104_729, 7919]

/** A step that visits every position of a ring of this size before it returns to the first. */
export const strideOf = (size: number): number => PRIMES.find((prime) => size % prime !== 0) ?? 1

/**
 * Distributes `total` over `count` items, of which a few get most: the share of rank r falls as 1/(r + offset). The shares add
 * up exactly to `total`. Ranks are spread over the ordinals at random.
 */
export function spread(total: number, count: number): Uint32Array {
  const shares = new Uint32Array(count)
  if (count === 0 || total === 0) return shares
  const offset = Math.max(1, count / 10_000)
  let sum = 0
  for (let rank = 0; rank < count; rank++) sum += 1 / (rank + offset)
  const stride = strideOf(count)
  let [reached, given, place] = [0, 0, count >>> 1]
  for (let rank = 0; rank < count; rank++) {
    reached += 1 / (rank + offset)
    const due = rank === count - 1 ? total : Math.floor((reached / sum) * total)
    shares[place] = due - given
    given = due
    place = (place + stride) % count
  }
  return shares
}

/** Limits each share to its maximum; the remainder goes to the others in order. Returns false if the total does not fit. */
export function confine(shares: Uint32Array, room: (ordinal: number) => number): boolean {
  let left = 0
  for (let place = 0; place < shares.length; place++) {
    const over = shares[place]! - room(place)
    if (over <= 0) continue
    shares[place] = room(place)
    left += over
  }
  for (let place = 0; left > 0 && place < shares.length; place++) {
    const more = Math.min(left, room(place) - shares[place]!)
    shares[place]! += more
    left -= more
  }
  return left === 0
}
