/**
 * A random part of a long list: another one in each run, all of it in the full size of the guarantees. The seed is printed;
 * TEST_SEED repeats the same part.
 */
import { createHash } from 'node:crypto'
import { isFull } from './guarantees/guarantee.ts'

const SEED = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 1e6))

/** At most `most` of the items at random, in their order. */
export function sampled<Item>(items: readonly Item[], most: number): Item[] {
  if (isFull || items.length <= most) return [...items]
  console.log(`${most} of ${items.length}: TEST_SEED=${SEED}`)
  const rank = (at: number) => createHash('sha256').update(`${SEED} ${at}`).digest('hex')
  const places = items.map((_, at) => ({ at, rank: rank(at) }))
  const taken = places.sort((one, other) => (one.rank < other.rank ? -1 : 1)).slice(0, most)
  return taken
    .map(({ at }) => at)
    .sort((one, other) => one - other)
    .map((at) => items[at]!)
}
