/**
 * `npm test`: types, lint, walls and rooms, the rooms again on PostgreSQL 15, screens and journeys in a browser.
 * `npm test -- changed` runs what the last commit and everything after it concern (test/changed.ts).
 * `npm test -- rooms` runs a part; what follows goes to its runner, e.g. `npm test -- rooms votes`.
 * The last line is `N passed, N failed, N skipped`; the exit code tells as well.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserName } from './browser.ts'
import { changedFiles, choose, sourcesOf } from './changed.ts'
import { endDatabases } from './leftovers.ts'
import { type Counts, nothingYet, type Time } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const SCREENS = ['--config', 'vitest.screens.config.ts']
const REPORTER = join(root, 'test/report.ts')
const PARTS = ['types', 'lint', 'walls', 'rooms', 'screens', 'e2e', 'changed']
const [part, ...filters] = process.argv.slice(2)
if (part && !PARTS.includes(part)) {
  console.error(`There is no part "${part}". The parts are ${PARTS.join(', ')}.`)
  process.exit(1)
}

/** Everything temporary of this run lies in here, whoever makes it, and goes at the end, however the run ends. */
const temporary = mkdtempSync(join(tmpdir(), 'fk-run-'))
const total = nothingYet()
let child: ChildProcess | undefined
let interrupted = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
await runAll()
await endDatabases(temporary)
rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
for (const { name, reason } of total.skipped) console.log(`skipped: ${name} (${reason})`)
// again at the end, where whoever sees only the last lines finds them
for (const name of total.failures) console.log(`failed: ${name}`)
if (interrupted) console.log('The run was stopped before its end.')
process.exitCode = total.failed || interrupted ? 1 : 0
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped`)

async function runAll(): Promise<void> {
  const wants = (name: string) => !part || part === name
  if (!sayWhatIsUsed(wants)) return
  if (part === 'changed') return runChanged()
  if (wants('types')) await step('types', () => one(areTypesGood()))
  if (wants('lint')) await step('lint', () => one(succeeds('@biomejs/biome/bin/biome', ['check', ...filters])))
  if (!part) await step('walls and rooms, on the packaged PostgreSQL', () => vitest([]))
  if (part === 'walls') await step('walls', () => vitest(['--project', 'plain']))
  if (part === 'rooms') await step('rooms, on the packaged PostgreSQL', () => vitest(['--project', 'rooms']))
  if (wants('rooms')) await step('rooms, on PostgreSQL 15', onPostgres15)
  if (wants('screens')) await step('screens in a browser', () => vitest(SCREENS))
  if (wants('e2e')) await step('journeys in a browser', () => journeys())
}

/** What the last commit and everything after it concern: types, lint and walls of the whole house, then the tests chosen. */
async function runChanged(): Promise<void> {
  const changed = changedFiles(root)
  const { rooms, tests, screens, journeys: specs, leftOut } = choose(changed, sourcesOf(root))
  console.log(`Changed: ${changed.length} files${rooms.length ? `, in the rooms ${rooms.join(', ')}` : ''}`)
  await step('types', () => one(areTypesGood()))
  await step('lint', () => one(succeeds('@biomejs/biome/bin/biome', ['check'])))
  await step('walls and rooms', () => vitest(['test/walls.test.ts', ...tests]))
  if (screens.length) await step('screens in a browser', () => vitest([...SCREENS, ...screens]))
  if (specs.length) await step('journeys in a browser', () => journeys(specs))
  if (leftOut.length) console.log(`Not run, though they call these rooms too: ${leftOut.join(', ')}`)
}

/** Which browser and which PostgreSQLs; false, and a failure, when one that was named does not exist. */
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
    return false
  }
}

/** A heading, the work, its counts and its time. What a step throws counts as one failure. */
async function step(title: string, work: () => Promise<Counts>): Promise<void> {
  if (interrupted) return
  console.log(`\n== ${title} ==`)
  const from = performance.now()
  const counts = await work().catch((error: unknown): Counts => {
    console.error(error)
    return { ...nothingYet(), failed: 1 }
  })
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped.push(...counts.skipped)
  total.failures.push(...(counts.failed && !counts.failures.length ? [title] : counts.failures))
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(
    `${title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped.length} skipped in ${seconds} s`,
  )
  tellSlowest(counts.times)
}

/** Where the time of a step goes. A file's seconds are those of its tests and imports; files run beside each other. */
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
  let isGood = true
  for (const project of ['server', 'web', 'e2e']) {
    if (project === 'e2e' && !hasJourneys()) continue
    isGood = (await succeeds('typescript/bin/tsc', ['-p', `tsconfig.${project}.json`])) && isGood
  }
  return isGood
}

async function succeeds(tool: string, args: string[]): Promise<boolean> {
  return (await run(tool, args)) === 0
}

function hasJourneys(): boolean {
  return existsSync(join(root, 'playwright.config.ts'))
}

function vitest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`]
  return reported('vitest/vitest.mjs', ['run', ...reporters, ...args, ...filters], env)
}

async function onPostgres15(): Promise<Counts> {
  const binDir = postgres15()
  // files that are asked for by name run on it as well, except those that never do
  const more = filters.length ? { TEST_PG15: 'all' } : {}
  if (binDir) return vitest(['--project', 'rooms', '--passWithNoTests'], { TEST_PG_BIN: binDir, ...more })
  const skipped = { name: 'rooms on PostgreSQL 15', reason: 'its programs are not on this machine' }
  return { ...nothingYet(), skipped: [skipped] }
}

async function journeys(chosen = filters): Promise<Counts> {
  if (hasJourneys()) return reported('@playwright/test/cli.js', ['test', `--reporter=list,${REPORTER}`, ...chosen])
  console.log('0 journeys')
  return nothingYet()
}

/** A runner with our reporter beside its own. It counts only if it came to its end and says the same by its exit code. */
async function reported(tool: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const TEST_REPORT = join(temporary, `report-${performance.now()}.json`)
  const code = await run(tool, args, { ...env, TEST_REPORT })
  if (!existsSync(TEST_REPORT)) throw new Error(`${tool} ended with ${code} and without a result`)
  const counts = JSON.parse(readFileSync(TEST_REPORT, 'utf8')) as Counts
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

/** A tool of node_modules on this Node, without input, in a process group of its own: a Ctrl-C reaches it only by us. */
function run(tool: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  if (interrupted) return Promise.resolve(1)
  const started = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, TMPDIR: temporary, ...env },
  })
  child = started
  return new Promise((resolve, reject) => {
    started.once('error', reject)
    started.once('exit', (code) => {
      // whatever of its group is still there has been left behind
      signalGroup(started, 'SIGKILL')
      resolve(code ?? 1)
    })
  })
}

/** A Ctrl-C arrives here two or three times; the tool hears it once, and has ten seconds. */
function interrupt(): void {
  if (interrupted) return
  interrupted = true
  const stopping = child
  if (!stopping) return
  signalGroup(stopping, 'SIGINT')
  setTimeout(() => signalGroup(stopping, 'SIGKILL'), 10_000).unref()
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {} // it is gone
}

/** The folder with the programs of PostgreSQL 15, or null. */
function postgres15(): string | null {
  const places = ['/usr/lib/postgresql/15/bin', output('pg_config', '--bindir')]
  const isComplete = (place: string) =>
    existsSync(join(place, 'initdb')) && / 15\./.test(output(join(place, 'postgres'), '--version') ?? '')
  return places.find((place) => place && isComplete(place)) ?? null
}

function output(program: string, ...args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
