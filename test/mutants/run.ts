/**
 * `npm run test:mutants`: small wrong edits of the product (test/mutants/list), each applied alone in a scratch copy; the tests
 * that it names must fail. A word, or several words separated by commas, selects mutants by name or file; `--limit MINUTES`
 * starts no new one after this number of minutes (default 10), `--fresh` deletes the stored results of the selected ones. A
 * judged mutant is not judged again until a source changes. The exit code is 0 only if all selected mutants are judged, at most
 * three are missed, and none of these was noticed before.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MUTANTS } from './list/index.ts'
import { type Memory, openMemory, type Result } from './memory.ts'
import type { Mutant, Outcome } from './mutant.ts'
import { type Chosen, choose, findWebTests, namesOf, runMutated, runUnchanged, type WebTests } from './noticing.ts'
import { copyOf, dropPages, pagesOf, withMutant } from './scratch.ts'
import { sourcesOf } from './sources.ts'
import { type Place, Stop, stopAll, wasStopped } from './tool.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
/** The maximum number of missed mutants among those that were run. */
const MAX_MISSED = 3
/** The tests of this many mutants are run unchanged together. */
const BATCH_SIZE = 8
/** in bytes: with less free space a failure counts as the disk's */
const MIN_FREE_BYTES = 100_000_000

interface Options {
  words: string[]
  minutes: number
  isFresh: boolean
}

/** The state that a run uses. */
interface Bench {
  place: Place
  memory: Memory
  web: WebTests
  /** the built pages of the unchanged copy; empty if no test needs them */
  pages: string
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll)
// a closed terminal accepts no more output
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const options = optionsOf(process.argv.slice(2))
const chosen = MUTANTS.filter(({ name, file }) =>
  options.words.every((word) => word.split(',').some((one) => name.includes(one) || file.includes(one))),
)
if (chosen.length === 0) {
  console.error(`No mutant is called like ${options.words.join(' and ')}.`)
  process.exit(1)
}
const sources = sourcesOf(root)
const memory = openMemory(root, sources)
if (options.isFresh) memory.forget(chosen)
const broken = new Map<string, string>()
await judgeAll().catch((error: unknown) => {
  process.exitCode = 1
  if (wasStopped()) return
  if (error instanceof Stop) console.error(error.message)
  else if ((error as { code?: string }).code === 'ENOSPC')
    console.error('The disk is full: the mutants need some room.')
  else throw error
})
tell()

function optionsOf(args: string[]): Options {
  const isFresh = args.includes('--fresh')
  const at = args.indexOf('--limit')
  const minutes = at === -1 ? 10 : Number(args[at + 1])
  if (!(minutes > 0)) {
    console.error('--limit takes a number of minutes.')
    process.exit(1)
  }
  const words = args.filter((arg, index) => arg !== '--fresh' && (at === -1 || (index !== at && index !== at + 1)))
  const strange = words.find((word) => word.startsWith('--'))
  if (strange) {
    console.error(`There is no ${strange}. Usage: npm run test:mutants -- [--fresh] [--limit MINUTES] [WORD[,WORD] …]`)
    process.exit(1)
  }
  return { words, minutes, isFresh }
}

async function judgeAll(): Promise<void> {
  const open = chosen.filter((mutant) => !memory.resultOf(mutant))
  if (open.length === 0) return
  const until = performance.now() + options.minutes * 60_000
  const isOver = () => performance.now() > until
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fk-mutants-')))
  try {
    const bench = await prepare(folder, open)
    for (let at = 0; at < open.length && !isOver(); at += BATCH_SIZE) {
      const batch = open.slice(at, at + BATCH_SIZE)
      await proveUnchanged(bench, batch)
      for (const mutant of batch) if (!isOver()) await judge(bench, mutant)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function prepare(folder: string, open: Mutant[]): Promise<Bench> {
  const place = copyOf(root, folder)
  if (sourcesOf(place.copy).all !== sources.all)
    throw new Stop('The sources were changed while they were copied: run it again.')
  const pages = open.some((mutant) => isServed(place, mutant)) ? await pagesOfAll(place) : ''
  const hasWeb = open.some(({ tests }) => tests.web)
  const web = hasWeb ? await findWebTests(place, pages) : { journeys: [], parts: [], screens: [] }
  return { place, memory, pages, web }
}

async function pagesOfAll(place: Place): Promise<string> {
  console.log('Building the pages …')
  const { folder, why } = await pagesOf(place)
  if (!folder) throw new Stop(`Of the unchanged sources ${why}`)
  return folder
}

/** Tests that serve the program also serve its pages. */
function isServed({ copy }: Place, { tests: { rooms = [], web } }: Mutant): boolean {
  return web !== undefined || rooms.some((file) => /\bserve\(|PAGES_DIR/.test(readFileSync(join(copy, file), 'utf8')))
}

/** A test that fails without a mutant proves nothing with one. */
async function proveUnchanged({ place, memory, web, pages }: Bench, mutants: Mutant[]): Promise<void> {
  const open = mutants.map((mutant) => choose(mutant, web)).map(unproven)
  const all: Chosen = {
    rooms: open.flatMap(({ rooms }) => rooms),
    parts: open.flatMap(({ parts }) => parts),
    screens: open.flatMap(({ screens }) => screens),
    journeys: open.flatMap(({ journeys }) => journeys),
  }
  const count = new Set(namesOf(all)).size
  if (count === 0) return
  console.log(`Running ${count} test ${count === 1 ? 'file or journey' : 'files and journeys'} unchanged …`)
  memory.keepPassed(await runUnchanged(place, all, pages))
}

function unproven({ rooms, parts, screens, journeys }: Chosen): Chosen {
  return {
    rooms: rooms.filter((file) => !memory.hasPassed(file)),
    parts: parts.filter(({ file }) => !memory.hasPassed(file)),
    screens: screens.filter(({ file }) => !memory.hasPassed(file)),
    journeys: journeys.filter(({ title }) => !memory.hasPassed(title)),
  }
}

async function judge(bench: Bench, mutant: Mutant): Promise<void> {
  const from = performance.now()
  const { outcome, why } = await outcomeOf(bench, mutant)
  // without free space every test fails, and none has noticed anything
  if (outcome !== 'missed') mustHaveRoom(bench.place)
  const seconds = Math.round((performance.now() - from) / 100) / 10
  memory.keep(mutant, { outcome, why, seconds })
  if (outcome === 'broken') broken.set(mutant.name, why)
  const words = outcome === 'broken' ? why : why.split('\n', 1)[0]!.slice(0, 160)
  console.log(`${outcome.padEnd(6)} ${seconds.toFixed(1).padStart(6)} s  ${mutant.name}${words ? `: ${words}` : ''}`)
}

interface Judged {
  outcome: Outcome
  why: string
}

async function outcomeOf({ place, memory, web, pages }: Bench, mutant: Mutant): Promise<Judged> {
  const tests = choose(mutant, web)
  const unfit = namesOf(tests).find((test) => !memory.hasPassed(test))
  if (unfit) return { outcome: 'broken', why: `does not pass on the unchanged sources: ${unfit}` }
  return withMutant(place, mutant, async () => {
    const built = needsPages(mutant, tests) ? await pagesOf(place) : { folder: pages, why: '' }
    if (built.folder === null) return { outcome: 'broken', why: built.why }
    const { is, why } = await runMutated(place, tests, built.folder, mutant.tests.web)
    if (built.folder !== pages) dropPages(built.folder)
    return { outcome: ({ passed: 'missed', failed: 'caught', broken: 'broken' } as const)[is], why }
  })
}

/** Only tests in a browser, or of the whole server, depend on built pages. */
function needsPages({ file }: Mutant, { rooms, journeys }: Chosen): boolean {
  const isOfPages = /^src\/(web|contract)\//.test(file)
  return isOfPages && (journeys.length > 0 || rooms.some((test) => test.startsWith('test/')))
}

function mustHaveRoom({ temporary }: Place): void {
  const { bavail, bsize } = statfsSync(temporary)
  if (bavail * bsize < MIN_FREE_BYTES) throw new Stop('The disk is full: the mutants need some room.')
}

/** Prints the table, and the figures in its last line. */
function tell(): void {
  const lines = chosen.map((mutant) => ({ mutant, result: memory.resultOf(mutant) }))
  console.log('')
  for (const { mutant, result } of lines) console.log(lineOf(mutant, result))
  const count = (outcome: Outcome) => lines.filter(({ result }) => result?.outcome === outcome).length
  const [caught, missed] = [count('caught'), count('missed')]
  const left = lines.length - caught - missed - broken.size
  if (wasStopped()) console.log('The run was stopped before its end.')
  const isLost = lines.some(({ result }) => isNowMissed(result))
  if (wasStopped() || broken.size > 0 || left > 0 || missed > MAX_MISSED || isLost) process.exitCode = 1
  console.log(`${caught} caught, ${missed} missed, ${broken.size} broken, ${left} not run`)
}

function isNowMissed(result?: Result): boolean {
  return result?.outcome === 'missed' && result.before === 'caught'
}

function lineOf({ name, promise }: Mutant, result: Result | undefined): string {
  const state = result?.outcome ?? (broken.has(name) ? 'broken' : 'not run')
  const before = isNowMissed(result) ? ' (WAS CAUGHT BEFORE)' : ''
  return `${state.padEnd(7)}  ${name.padEnd(34)}  ${promise}${before}`
}
