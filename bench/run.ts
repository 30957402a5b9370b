/**
 * `npm run bench`: own data, free ports, one table, exit code 0 only if every limit holds. Figures of a shared machine:
 * read the ratios first; they are of one run.
 *
 *     npm run bench                                        everything, a million posts and five million comments
 *     npm run bench -- --posts 20000 --comments 100000     the same, smaller
 *     npm run bench -- list html                           parts of it
 *     npm run bench -- --soak                              minutes of load at the end
 *     npm run bench -- plans                               how the database finds each list, for docs/performance.md
 *     npm run bench -- place-plans                         the same for the lists of networks and pods
 *     npm run bench -- local-plans                         the same for the dads nearby
 *     npm run bench -- badge-plans                         the same for the four counts
 *     npm run bench -- --keep                              the communities stay in bench/data for the next run
 *     npm run bench -- --fresh                             forgets what these parts have said
 *     npm run bench -- --limit 20                          begins no part after twenty minutes
 *
 * Each part, and the filling of a community, takes at most ten minutes, `restore` fifteen. What held is remembered for the sources that the part
 * depends on: a second call goes on where the first ended, in the communities that are filled already. Whatever did not
 * reach its limit is measured again.
 */
import { parseArgs } from 'node:util'
import { type Bounded, bounded, mustHaveBrowser, Stop } from '../test/bounded.ts'
import { openProofs } from '../test/proof.ts'
import { DATA, dataFolder, type Sizes } from './communities.ts'
import { makeMeasuring, type Order, type Outcome } from './measuring.ts'
import { keyOf, PARTS } from './parts.ts'
import { type Measured, machineNow, writeTables } from './performance-tables.ts'
import { holds, print } from './table.ts'

const FULL: Sizes = { posts: 1_000_000, comments: 5_000_000 }

async function bench(bounds: Bounded): Promise<number> {
  const order = ordered()
  const proofs = openProofs<Measured>('bench')
  if (order.fresh) proofs.forget(order.parts.map((part) => keyOf(part, order.sizes)))
  const { recalled, measured, removeDone } = makeMeasuring(bounds, proofs, order, dataFolder())
  const known = order.parts.filter(recalled)
  if (order.parts.some((part) => PARTS[part]!.needsBrowser && !known.includes(part))) mustHaveBrowser()
  console.log(machineNow())
  if (known.length) console.log(`Measured before, of the same sources: ${known.join(', ')}`)
  const outcomes = new Map<string, Outcome>()
  for (const part of order.parts) outcomes.set(part, recalled(part) ?? (await measured(part)))
  tell(outcomes)
  if (!order.keep) removeDone(outcomes)
  if (isFull(order.sizes)) writeTables(recalled)
  return [...outcomes.values()].every((one) => typeof one === 'object' && one.rows.every(holds)) ? 0 : 1
}

function tell(outcomes: Map<string, Outcome>): void {
  print(
    [...outcomes.values()].flatMap((one) =>
      typeof one === 'object' ? one.rows.map((row) => ({ ...row, at: one.commit })) : [],
    ),
  )
  const of = (wanted: Outcome) => [...outcomes].flatMap(([part, outcome]) => (outcome === wanted ? [part] : []))
  const [failed, left] = [of('failed'), of('left')]
  if (failed.length) console.log(`\nNot measured, because it failed: ${failed.join(', ')}`)
  if (left.length) console.log(`\nLeft, the same call goes on with: ${left.join(', ')}`)
}

const isFull = ({ posts, comments }: Sizes) => posts === FULL.posts && comments === FULL.comments

function ordered(): Order {
  const { values, positionals } = argumentsOf()
  const names = Object.keys(PARTS)
  const sizes = { posts: Number(values.posts ?? FULL.posts), comments: Number(values.comments ?? FULL.comments) }
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY)
  const unknown = positionals.some((part) => !names.includes(part))
  const isSize = (size: number) => Number.isInteger(size) && size >= 1000
  if (unknown || !isSize(sizes.posts) || !isSize(sizes.comments) || !(limit >= 0))
    throw new Stop(
      `Usage: npm run bench -- [--posts N] [--comments N] [--keep] [--soak] [--fresh] [--limit MINUTES] [${names.join(' ')}], N from 1000`,
    )
  const isAsked = (part: string) =>
    (positionals.length ? positionals.includes(part) : !PARTS[part]!.isExtra) || (part === 'soak' && values.soak)
  return { sizes, limit, keep: values.keep ?? false, fresh: values.fresh ?? false, parts: names.filter(isAsked) }
}

function argumentsOf() {
  const options = {
    posts: { type: 'string' },
    comments: { type: 'string' },
    limit: { type: 'string' },
    keep: { type: 'boolean' },
    soak: { type: 'boolean' },
    fresh: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new Stop((error as Error).message)
  }
}

await bounded('fk-b-', [DATA], bench)
