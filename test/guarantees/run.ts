/**
 * `npm run test:guarantees`: the tests that have a number of docs/guarantees.md, in their full size, one file after the other,
 * so that times are meaningful. Each file is a part of at most ten minutes. A passed result is stored for the sources that the
 * file depends on: a second call continues where the first ended. A word selects files, e.g. `-- crash`; `--fresh` deletes
 * their stored results, `--limit MINUTES` starts no part after this number of minutes.
 *
 * Prints a table. The exit code is 0 only if every line holds and none is left. A file with a test that cannot run on this
 * machine is named; its result is not stored, and the table in docs/guarantees.md stays as it was.
 */
import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bounded, bounded, mustHaveBrowser, root, Stop } from '../bounded.ts'
import { postgres15 } from '../postgres15.ts'
import { hashOf, openProofs, type Proof, writeBetween } from '../proof.ts'
import { filesIn, PAGES } from '../reach.ts'
import { isSkipped, type Line, linesOf, NUMBERED, type Report, written } from './lines.ts'
import { type Part, partsOf, partsOn15 } from './parts.ts'

/** The result of a part. */
interface PartResult {
  lines: Line[]
  /** the time of the whole file, with its database */
  seconds: number
}

type Outcome =
  | { part: Part; state: 'held'; proof: Proof<PartResult> }
  | { part: Part; state: 'failed'; said: PartResult }
  | { part: Part; state: 'late' | 'left' | 'skipped' }

const LIMIT_MS = 10 * 60_000
/** Of files with several tests that take minutes each. */
const LONGER_MS: Record<string, number> = {
  'test/backup-risk.test.ts': 50 * 60_000,
  'test/visitor-beside.test.ts': 80 * 60_000,
}
const limitOf = (file: string) => LONGER_MS[file] ?? LIMIT_MS

async function guarantees(bounds: Bounded): Promise<number> {
  const { words, fresh, limit } = ordered()
  const binDir = postgres15()
  const parts = [...partsOf(words), ...(binDir ? partsOn15(words) : [])]
  if (!binDir) console.log('There is no PostgreSQL 15 on this machine: nothing is shown on it.')
  if (!parts.length) throw new Stop(`No file with a numbered test is called like ${words.join(' or ')}.`)
  const proofs = openProofs<PartResult>('guarantees')
  if (fresh) proofs.forget(parts.map(({ file }) => file))
  if (parts.some((part) => part.needsBrowser && !proofs.recall(part.file, part.hash()))) mustHaveBrowser()

  // the pages were built before this process started
  const pages = stateOfPages()
  const until = performance.now() + limit * 60_000
  const outcomes: Outcome[] = []
  for (const part of parts) {
    const hash = part.hash()
    const proof = proofs.recall(part.file, hash)
    if (proof) outcomes.push({ part, state: 'held', proof })
    else if (bounds.isStopped() || performance.now() >= until) outcomes.push({ part, state: 'left' })
    else {
      console.log(`\n== ${part.file}, ${parts.indexOf(part) + 1} of ${parts.length} ==`)
      const said = await runPart(bounds, part)
      if (said === 'late' || said === 'left' || said === 'skipped') outcomes.push({ part, state: said })
      else if (!said.holds) outcomes.push({ part, state: 'failed', said })
      else if (part.hash() !== hash || (part.looksAtPages && stateOfPages() !== pages))
        throw new Stop(`What ${part.file} depends on has changed while it ran.`)
      else outcomes.push({ part, state: 'held', proof: proofs.remember(part.file, hash, said) })
    }
  }
  return tell(outcomes, words.length === 0)
}

const stateOfPages = () => hashOf(filesIn(PAGES))

/**
 * 'left' if the run was interrupted, 'skipped' if its tests cannot run on this machine and have reported why. A failure without
 * a failed line has printed its reason above.
 */
async function runPart(
  bounds: Bounded,
  { file, on15 }: Part,
): Promise<(PartResult & { holds: boolean }) | 'late' | 'left' | 'skipped'> {
  const report = join(bounds.temporary, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const choice = on15
    ? ['--project', 'rooms', ...on15.map((one) => join(root, one))]
    : ['--no-file-parallelism', '--passWithNoTests', '-t', NUMBERED.source, join(root, file)]
  const env = on15 ? { TEST_PG_BIN: postgres15()! } : { GUARANTEES: 'full' }
  const from = performance.now()
  const { code, isLate } = await bounds.run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...choice], {
    env,
    limitMs: limitOf(file),
  })
  if (isLate) return 'late'
  if (bounds.isStopped()) return 'left'
  const said = !on15 && existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : null
  const lines = said ? linesOf(said, file) : []
  if (code === 0 && said && isSkipped(said)) return 'skipped'
  return {
    holds: code === 0 && (on15 !== undefined || lines.length > 0),
    lines,
    seconds: (performance.now() - from) / 1000,
  }
}

/** Prints the table, and writes it to docs/guarantees.md if all of it holds. Returns the exit code. */
function tell(outcomes: Outcome[], isWhole: boolean): number {
  const lines = print(outcomes)
  const numbers = new Set(lines.map(({ number }) => number))
  const missing = [...numbers].filter((number) => !written().has(number))
  if (missing.length) console.log(`docs/guarantees.md has no line for ${missing.join(', ')}.`)
  const left = outcomes.filter(({ state }) => state === 'left')
  if (left.length) console.log(`Left, the same call goes on with: ${left.map(({ part }) => part.file).join(', ')}`)
  const idle = isWhole && !left.length ? [...written()].filter((number) => !numbers.has(number)) : []
  if (idle.length) console.log(`No test ran for ${idle.join(', ')} of docs/guarantees.md.`)
  const skipped = outcomes.filter(({ state }) => state === 'skipped')
  const unshown = skipped.map(({ part }) => part.file).join(', ')
  if (unshown) console.log(`Cannot be shown on this machine, so docs/guarantees.md stays as it was: ${unshown}`)
  const held = outcomes.flatMap((one) => (one.state === 'held' ? [one] : []))
  const isShown = lines.length > 0 || outcomes.every(({ part, state }) => part.on15 || state === 'skipped')
  const isGood = held.length + skipped.length === outcomes.length && isShown && !missing.length && !idle.length
  if (isGood && isWhole && !skipped.length)
    writeBetween(join(root, 'docs/guarantees.md'), 'last full run', lastFullRun(held))
  return isGood ? 0 : 1
}

function print(outcomes: Outcome[]): Line[] {
  const rows = outcomes.flatMap((one) => {
    if (one.state === 'held') return one.proof.result.lines.map((line) => ({ line, at: one.proof.commit }))
    return one.state === 'failed' ? one.said.lines.map((line) => ({ line, at: '' })) : []
  })
  console.log('\n no  trials     time  result  held at   what')
  for (const { line, at } of rows.toSorted((a, b) => a.line.number - b.line.number)) {
    const { number, what, trials, failed, seconds } = line
    const start = `${String(number).padStart(3)} ${String(trials).padStart(7)} ${seconds.toFixed(1).padStart(7)}s`
    console.log(`${start}  ${failed ? 'FAILED' : 'holds '}  ${at.padEnd(8)}  ${what}`)
  }
  const failed = rows.filter(({ line }) => line.failed).length
  console.log(`${rows.length - failed} hold, ${failed} failed`)
  for (const one of outcomes) {
    if (one.state === 'late')
      console.log(`took too long: ${one.part.file} (more than ${limitOf(one.part.file) / 60_000} minutes)`)
    if (one.state === 'failed' && one.said.lines.every((line) => !line.failed))
      console.log(`failed${one.part.on15 ? '' : ' beside its numbered tests'}: ${one.part.file}`)
  }
  return rows.map(({ line }) => line)
}

function lastFullRun(held: (Outcome & { state: 'held' })[]): string {
  const rows = held.filter(({ proof }) => proof.result.lines.length)
  const seconds = rows.reduce((sum, { proof }) => sum + proof.result.seconds, 0)
  const day = rows.map(({ proof }) => proof.at.slice(0, 10)).sort()
  const days = [...new Set([day.at(0), day.at(-1)])].join(' to ')
  const table = rows
    .toSorted((a, b) => b.proof.result.seconds - a.proof.result.seconds)
    .map(({ part, proof }) => {
      const numbers = [...new Set(proof.result.lines.map(({ number }) => number))].sort((a, b) => a - b)
      return `| \`${part.file}\` | ${numbers.join(', ')} | ${proof.result.seconds.toFixed(0)} | ${proof.commit} |`
    })
  return `Everything held, on ${cpus().length} cores (${days}), in ${Math.ceil(seconds / 60)} minutes for all parts, each with a database of its own in the packaged PostgreSQL.${on15(held)}

| file | numbers | seconds | held at |
|---|---|---|---|
${table.join('\n')}`
}

/** If this machine has no PostgreSQL 15, nothing is printed about it. */
function on15(held: (Outcome & { state: 'held' })[]): string {
  const parts = held.filter(({ part }) => part.on15)
  const at = [...new Set(parts.map(({ proof }) => proof.commit))].join(', ')
  return parts.length ? ` The tests of all rooms passed on PostgreSQL 15 as well (held at ${at}).` : ''
}

function ordered(): { words: string[]; fresh: boolean; limit: number } {
  try {
    const options = { fresh: { type: 'boolean' }, limit: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const limit = Number(values.limit ?? Number.POSITIVE_INFINITY)
    if (!(limit >= 0)) throw new Error(`--limit is a number of minutes, not "${values.limit}".`)
    return { words: positionals, fresh: values.fresh ?? false, limit }
  } catch (error) {
    throw new Stop(`${(error as Error).message} Usage: npm run test:guarantees -- [--fresh] [--limit MINUTES] [WORD …]`)
  }
}

await bounded('fk-g-', [], guarantees)
