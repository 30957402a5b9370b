/**
 * `npm run test:again -- 10`: runs the suite ten times, each time in another order. `-- 10 rooms votes` runs a part of it, as
 * `npm test` does. The result of each finished run is stored for the present sources, passed or failed: a second call continues
 * with the missing runs. `--fresh` deletes the stored results, `--limit MINUTES` starts no run after this number of minutes. At
 * the end it lists every test that ever failed. The exit code is 0 only if all runs are finished and no test failed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bounded, bounded, Stop } from './bounded.ts'
import { hashOf, openProofs, type Proof } from './proof.ts'
import { filesIn } from './reach.ts'
import type { Counts } from './report.ts'

interface Run {
  seed: number
  passed: number
  failed: number
  skipped: number
  /** names of the tests that failed */
  red: string[]
  minutes: number
}

/** Everything that the suite reads; lint and types read all of it. */
const SOURCES = ['{src,db,test,scripts,public}/**', 'bench/*.ts', '*.{json,ts}']
const MAX_RUNS = 1000
const RUN_MS = 60 * 60_000
/** The suite gives its tools ten seconds to stop, and then stops its databases. */
const STOP_TIMEOUT_MS = 30_000

async function again(bounds: Bounded): Promise<number> {
  const { times, words, fresh, limit } = ordered()
  const proofs = openProofs<Run>('again')
  const sources = stateOfSources()
  // the same seeds for the same sources, so that a second call knows which runs are missing
  const first = (Number.parseInt(sources.slice(0, 6), 16) % 900_000) + 100_000
  const seeds = Array.from({ length: times }, (_, n) => first + n)
  const nameOf = (seed: number) => `${words.join(' ') || 'everything'}, seed ${seed}`
  if (fresh) proofs.forget(seeds.map(nameOf))
  const from = performance.now()
  for (const [n, seed] of seeds.entries()) {
    if (proofs.recall(nameOf(seed), sources)) continue
    if (bounds.isStopped() || performance.now() - from >= limit * 60_000) break
    console.log(`\n#### run ${n + 1} of ${times}, seed ${seed}`)
    const run = await once(bounds, seed, words)
    if (!run) break
    if (stateOfSources() === sources) proofs.remember(nameOf(seed), sources, run)
    else throw new Stop('The sources have changed meanwhile: this run counts for none.')
  }
  const done = seeds.flatMap((seed) => proofs.recall(nameOf(seed), sources) ?? [])
  print(done)
  if (done.length < times)
    console.log(`${times - done.length} of ${times} runs are left; the same call goes on with them.`)
  return done.length === times && done.every(({ result }) => result.failed === 0) ? 0 : 1
}

const stateOfSources = () => hashOf(filesIn(SOURCES))

/** Returns null if the run did not finish: it was interrupted, took longer than an hour, or reported why it could not start. */
async function once(bounds: Bounded, seed: number, words: string[]): Promise<Run | null> {
  const report = join(bounds.temporary, `${seed}.json`)
  const from = performance.now()
  const { isLate } = await bounds.run(['test/run.ts', ...words], {
    env: { TEST_SEED: `${seed}`, TEST_LOOKS: 'all', TEST_REPORT_TO: report },
    limitMs: RUN_MS,
    patienceMs: STOP_TIMEOUT_MS,
  })
  if (isLate) console.log(`This run took longer than ${RUN_MS / 60_000} minutes: stopped.`)
  if (!existsSync(report)) return null
  const { passed, failed, skipped, red } = JSON.parse(readFileSync(report, 'utf8')) as Counts
  return { seed, passed, failed, skipped: skipped.length, red, minutes: (performance.now() - from) / 60_000 }
}

function print(done: Proof<Run>[]): void {
  console.log(`\n${'seed'.padStart(9)}  passed  failed  skipped  minutes  at`)
  for (const { result, commit } of done) {
    const { seed, passed, failed, skipped, minutes } = result
    const numbers = [`${passed}`.padStart(6), `${failed}`.padStart(6), `${skipped}`.padStart(7)]
    console.log(`${`${seed}`.padStart(9)}  ${numbers.join('  ')}  ${minutes.toFixed(1).padStart(7)}  ${commit}`)
  }
  const seeds = new Map<string, number[]>()
  for (const { result } of done)
    for (const name of new Set(result.red)) seeds.set(name, [...(seeds.get(name) ?? []), result.seed])
  if (seeds.size) console.log('\nEver red:')
  for (const [name, red] of [...seeds].sort(([, a], [, b]) => b.length - a.length))
    console.log(`${red.length} of ${done.length}  ${name} (seeds ${red.join(', ')})`)
  console.log(`\n${done.filter(({ result }) => !result.failed).length} of ${done.length} runs were green.`)
}

function ordered(): { times: number; words: string[]; fresh: boolean; limit: number } {
  const { values, positionals } = argumentsOf()
  const [count, ...words] = positionals
  const [times, limit] = [Number(count), Number(values.limit ?? Number.POSITIVE_INFINITY)]
  if (!Number.isInteger(times) || times < 1 || times > MAX_RUNS || !(limit >= 0))
    throw new Stop(
      `Usage: npm run test:again -- N [--fresh] [--limit MINUTES] [what npm test takes], N from 1 to ${MAX_RUNS}`,
    )
  return { times, words, fresh: values.fresh ?? false, limit }
}

function argumentsOf() {
  try {
    const options = { fresh: { type: 'boolean' }, limit: { type: 'string' } } as const
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new Stop((error as Error).message)
  }
}

await bounded('fk-a-', [], again)
