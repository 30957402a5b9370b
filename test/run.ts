/**
 * `npm test`: types, lint, walls and rooms, some rooms also on PostgreSQL 15, screens and journeys in a browser.
 * `npm test -- changed` runs what the last commit and everything after it affect (test/changed.ts).
 * `npm test -- rooms` runs a part; further arguments go to its runner, e.g. `npm test -- rooms votes`.
 * The last line is `N passed, N failed, N skipped`; the exit code says the same.
 *
 * `TEST_SEED=7 npm test` shuffles the files of rooms and the journeys, the same way each time. TEST_REPORT_TO names a file for
 * the counts of a completed run, as JSON (`Counts` of report.ts).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bounded, openBounded, root, sentenceOf } from './bounded.ts'
import { browserName } from './browser.ts'
import { type Chosen, changedFiles, choose, sourcesOf } from './changed.ts'
import { postgres15 } from './postgres15.ts'
import { type Counts, nothingYet, type Time } from './report.ts'

const SCREENS = ['--config', 'vitest.screens.config.ts']
/** The screens on which a member does something, once more while a translator replaces every text (foreign.ts). */
const USED = [
  ...['commenting', 'votes', 'polls', 'chat', 'composer', 'event.test', 'admin', 'calendar-feed'],
  ...['screens/care.test', 'care-panel'],
]
const TRANSLATED = { TEST_TRANSLATED: '1' }
/** files of screens */
const FEW = 4
const REPORTER = join(root, 'test/report.ts')
const PARTS = ['types', 'lint', 'walls', 'rooms', 'screens', 'e2e', 'changed']
const [part, ...filters] = process.argv.slice(2)
if (part && !PARTS.includes(part)) {
  console.error(`There is no part "${part}". The parts are ${PARTS.join(', ')}.`)
  process.exit(1)
}

const { TEST_SEED: seed, TEST_REPORT_TO: reportTo } = process.env
if (seed && !/^\d{1,9}$/.test(seed)) {
  console.error(`TEST_SEED is a number of at most nine digits, not "${seed}".`)
  process.exit(1)
}

const bounds = opened()
const total = nothingYet()
/** Returns false for a run that could not start because of this machine: it says nothing about the tests. */
let hasBegun = false
await runAll()
await bounds.clear()
for (const { name, reason } of total.skipped) console.log(`skipped: ${name} (${reason})`)
// printed again at the end, where a reader of the last lines finds them
for (const name of total.failures) console.log(`failed: ${name}`)
const isStopped = bounds.isStopped()
if (isStopped) console.log('The run was stopped before its end.')
process.exitCode = total.failed || isStopped ? 1 : 0
if (reportTo && hasBegun && !isStopped) writeFileSync(reportTo, JSON.stringify(total))
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped`)

/** A machine without free space gives one sentence. */
function opened(): Bounded {
  try {
    return openBounded('fk-run-')
  } catch (error) {
    console.error(sentenceOf(error) ?? error)
    process.exit(1)
  }
}

async function runAll(): Promise<void> {
  const wants = (name: string) => !part || part === name
  if (!sayWhatIsUsed(wants)) return
  hasBegun = true
  if (part === 'changed') return runChanged()
  if (wants('types')) await step('types', () => one(areTypesGood()))
  if (wants('lint')) await step('lint', () => one(succeeds('@biomejs/biome/bin/biome', ['check', ...filters])))
  if (!part) await step('walls and rooms', () => rooms([]))
  if (part === 'walls') await step('walls', () => vitest(['--project', 'plain']))
  if (part === 'rooms') await step('rooms', () => rooms(['--project', 'rooms', '--project', 'PostgreSQL 15']))
  if (wants('screens')) await step('screens in a browser', () => vitest(SCREENS))
  if (!part) await step('screens that the browser translates', () => vitest([...SCREENS, ...USED], TRANSLATED))
  if (wants('e2e')) await step('journeys in a browser', () => journeys())
}

/** The tests for the last commit and everything after it: types, lint and walls of all sources, then the selected tests. */
async function runChanged(): Promise<void> {
  await step('types', () => one(areTypesGood()))
  await step('lint', () => one(succeeds('@biomejs/biome/bin/biome', ['check'])))
  let chosen: Chosen | undefined
  await step('what has changed', async () => {
    chosen = tellChanged()
    return nothingYet()
  })
  if (!chosen) return
  const { tests, screens, journeys: specs, leftOut } = chosen
  await step('walls and rooms', () => vitest(['test/walls.test.ts', 'test/walls-tables.test.ts', ...tests]))
  // a second page costs more than it saves for so few tests
  const pages = screens.length > FEW ? [] : ['--maxWorkers=1']
  if (screens.length) await step('screens in a browser', () => vitest([...SCREENS, ...pages, ...screens]))
  if (specs.length) await step('journeys in a browser', () => journeys(specs))
  if (leftOut.length) console.log(`Not run, though they call these rooms too: ${leftOut.join(', ')}`)
}

function tellChanged(): Chosen {
  const changed = changedFiles(root)
  const chosen = choose(changed, sourcesOf(root))
  const { rooms, ofEverything } = chosen
  console.log(`Changed: ${changed.length} files${rooms.length ? `, in the rooms ${rooms.join(', ')}` : ''}`)
  if (ofEverything.length) console.log(`What everything stands on, so run npm test as well: ${ofEverything.join(', ')}`)
  return chosen
}

/** Prints which browser and which PostgreSQLs are used; returns false, and counts a failure, if a named one does not exist. */
function sayWhatIsUsed(wants: (name: string) => boolean): boolean {
  try {
    if (wants('rooms')) {
      const second = postgres15()
      console.log(
        `PostgreSQL: the packaged one${second ? `, and 15 in ${second}` : '; no PostgreSQL 15 on this machine'}`,
      )
    }
    if (['rooms', 'screens', 'e2e'].some(wants)) console.log(`Browser: ${browserName()}`)
    return true
  } catch (error) {
    total.failed++
    total.failures.push((error as Error).message)
    total.red.push((error as Error).message)
    return false
  }
}

/** Prints a heading, does the work, prints its counts and its time. An exception in a step counts as one failure. */
async function step(title: string, work: () => Promise<Counts>): Promise<void> {
  if (bounds.isStopped()) return
  console.log(`\n== ${title} ==`)
  const from = performance.now()
  const counts = await work().catch((error: unknown): Counts => {
    // an interrupted step has no result, and needs no message
    const sentence = sentenceOf(error)
    if (sentence || !bounds.isStopped()) console.error(sentence ?? error)
    return { ...nothingYet(), failed: 1 }
  })
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped.push(...counts.skipped)
  total.failures.push(...(counts.failed && !counts.failures.length ? [title] : counts.failures))
  total.red.push(...(counts.failed && !counts.red.length ? [title] : counts.red))
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(
    `${title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped.length} skipped in ${seconds} s`,
  )
  tellSlowest(counts.times)
}

/** The times of the files of a step. A file's seconds are those of its tests and imports; files run in parallel. */
function tellSlowest(times: Time[]): void {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  if (slowest.length) console.log('The slowest:')
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
}

/** Types and lint count one each. */
async function one(isGood: Promise<boolean>): Promise<Counts> {
  return (await isGood) ? { ...nothingYet(), passed: 1 } : { ...nothingYet(), failed: 1 }
}

async function areTypesGood(): Promise<boolean> {
  return (await bounds.run(['test/types.ts'])).code === 0
}

async function succeeds(tool: string, args: string[]): Promise<boolean> {
  return (await run(tool, args)) === 0
}

function vitest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`]
  // tests of one file depend on each other
  const order = seed ? ['--sequence.shuffle.files', `--sequence.seed=${seed}`] : []
  return reported('vitest/vitest.mjs', ['run', ...reporters, ...order, ...args, ...filters], env)
}

/** On the packaged PostgreSQL, and some on PostgreSQL 15: all tests that are named, except those that never run there. */
async function rooms(args: string[]): Promise<Counts> {
  const binDir = postgres15()
  if (!binDir) {
    const counts = await vitest(args)
    const skipped = { name: 'rooms on PostgreSQL 15', reason: 'its programs are not on this machine' }
    return { ...counts, skipped: [...counts.skipped, skipped] }
  }
  return vitest(args, { TEST_PG15: binDir, TEST_PG15_FILES: filters.length ? 'all' : '' })
}

async function journeys(chosen = filters): Promise<Counts> {
  const order = seed ? [`--shuffle=${seed}`] : []
  return reported('@playwright/test/cli.js', ['test', `--reporter=list,${REPORTER}`, ...order, ...chosen])
}

/** Runs a test runner with our reporter beside its own. Its counts are valid only if it finished and its exit code agrees. */
async function reported(tool: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const TEST_REPORT = join(bounds.temporary, `report-${performance.now()}.json`)
  const code = await run(tool, args, { ...env, TEST_REPORT })
  if (!existsSync(TEST_REPORT)) throw new Error(`${tool} ended with ${code} and without a result`)
  const counts = JSON.parse(readFileSync(TEST_REPORT, 'utf8')) as Counts
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

/** A tool of node_modules, limited by bounded.ts. */
async function run(tool: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return (await bounds.run([join('node_modules', tool), ...args], { env })).code
}
