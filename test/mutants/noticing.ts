/** The tests that a mutant names: finds them, runs them unchanged once, and runs them with the mutant. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Mutant } from './mutant.ts'
import {
  type Journey,
  journeysIn,
  ofPlaywright,
  ofVitest,
  type PlaywrightReport,
  passedFiles,
  type Verdict,
  type VitestReport,
} from './reports.ts'
import { type Ended, type Place, runNode } from './tool.ts'

const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
const SCREENS = ['--config', 'vitest.screens.config.ts']
/** timeouts in ms: for the tests of a mutant, and for a batch of unchanged ones */
const TIMEOUT_MS = 210_000
const BATCH_TIMEOUT_MS = 10 * 60_000

interface WebTest {
  file: string
  title: string
}

/** Every test of the web layer. */
export interface WebTests {
  journeys: WebTest[]
  /** unit tests of functions and hooks, beside their sources */
  parts: WebTest[]
  screens: WebTest[]
}

/** The tests of a run. */
export interface Chosen {
  /** files for vitest, run completely */
  rooms: string[]
  parts: WebTest[]
  screens: WebTest[]
  journeys: WebTest[]
}

export async function findWebTests(place: Place, pages: string): Promise<WebTests> {
  const report = await playwright(place, { pages, args: ['--list'], limit: TIMEOUT_MS })
  if (!report.read) throw new Error(`The journeys could not be listed.\n${report.ended.said}`)
  return {
    journeys: journeysIn(report.read),
    parts: await listed(place, ['src/web/']),
    screens: await listed(place, SCREENS),
  }
}

async function listed(place: Place, which: string[]): Promise<WebTest[]> {
  const list = join(place.temporary, 'list.json')
  rmSync(list, { force: true })
  const asked = await runNode(place, { args: [VITEST, 'list', `--json=${list}`, ...which], limit: TIMEOUT_MS })
  if (!existsSync(list)) throw new Error(`The tests of ${which.join(' ')} could not be listed.\n${asked.said}`)
  const found = JSON.parse(readFileSync(list, 'utf8')) as { name: string; file: string }[]
  return found.map(({ name, file }) => ({ file: relative(place.copy, file), title: name.replaceAll(' > ', ' ') }))
}

export function choose({ tests: { rooms = [], web } }: Mutant, all: WebTests): Chosen {
  const matching = (tests: WebTest[]) => (web ? tests.filter(({ title }) => web.test(title)) : [])
  return {
    rooms: [...rooms],
    parts: matching(all.parts),
    screens: matching(all.screens),
    journeys: matching(all.journeys),
  }
}

/** The names under which it is stored that tests passed unchanged. */
export const namesOf = ({ rooms, parts, screens, journeys }: Chosen): string[] => [
  ...rooms,
  ...filesOf(parts),
  ...filesOf(screens),
  ...journeys.map(({ title }) => title),
]

/** Returns the names of the tests that passed on the unchanged copy. */
export async function runUnchanged(place: Place, chosen: Chosen, pages: string): Promise<string[]> {
  const passed: string[] = []
  const [files, screens] = [unique([...chosen.rooms, ...filesOf(chosen.parts)]), filesOf(chosen.screens)]
  for (const args of [files, screens.length > 0 ? [...SCREENS, ...screens] : []]) {
    if (args.length === 0) continue
    const { read, ended } = await vitest(place, { pages, args, limit: BATCH_TIMEOUT_MS })
    if (!read) console.log(lastOf(ended.said))
    passed.push(...(read ? passedFiles(read).map((file) => relative(place.copy, file)) : []))
  }
  if (chosen.journeys.length > 0) {
    const { read, ended } = await playwright(place, { pages, args: argsFor(chosen.journeys), limit: BATCH_TIMEOUT_MS })
    if (!read || read.errors.length > 0) console.log(lastOf(ended.said))
    const isGood = ({ status }: Journey) => status === 'expected'
    if (read && read.errors.length === 0)
      passed.push(
        ...journeysIn(read)
          .filter(isGood)
          .map(({ title }) => title),
      )
  }
  return passed
}

/** Runs them with the mutant in the copy, until the first test fails. */
export async function runMutated(place: Place, chosen: Chosen, pages: string, web?: RegExp): Promise<Verdict> {
  const until = performance.now() + TIMEOUT_MS
  const left = () => Math.max(1000, until - performance.now())
  const titled = (files: string[], how: string[]) =>
    files.length > 0 && byVitest(place, { pages, args: [...how, ...files, '-t', web?.source ?? ''], limit: left() })
  const tries = [
    () => chosen.rooms.length > 0 && byVitest(place, { pages, args: chosen.rooms, limit: left() }),
    () => titled(filesOf(chosen.parts), []),
    () => titled(filesOf(chosen.screens), SCREENS),
    () => chosen.journeys.length > 0 && byPlaywright(place, { pages, args: argsFor(chosen.journeys), limit: left() }),
  ]
  let verdict: Verdict = { is: 'broken', why: 'it names no test that there is' }
  for (const run of tries) {
    verdict = (await run()) || verdict
    if (verdict.is === 'failed') return verdict
  }
  return verdict
}

interface Asked {
  pages: string
  args: string[]
  limit: number
}

async function byVitest(place: Place, { args, ...asked }: Asked): Promise<Verdict> {
  const { read, ended } = await vitest(place, { ...asked, args: ['--bail=1', ...args] })
  // an error that belongs to no test, such as a page that reloads itself, shows only in the exit code
  return read ? ofVitest({ ...read, success: read.success && ended.code === 0 }) : unread(ended)
}

async function byPlaywright(place: Place, { args, ...asked }: Asked): Promise<Verdict> {
  const { read, ended } = await playwright(place, { ...asked, args: ['-x', ...args] })
  return read ? ofPlaywright(read) : unread(ended)
}

const unread = ({ isLate, said }: Ended): Verdict => ({
  is: 'broken',
  why: isLate ? `it took longer than ${TIMEOUT_MS / 1000} seconds` : `it came to no result\n${lastOf(said)}`,
})

const lastOf = (said: string) => said.trim().split('\n').slice(-15).join('\n')
const filesOf = (tests: WebTest[]) => unique(tests.map(({ file }) => file))
const unique = (names: string[]) => [...new Set(names)]

async function vitest(place: Place, { pages, args, limit }: Asked) {
  const file = join(place.temporary, 'vitest.json')
  const how = ['run', '--reporter=json', `--outputFile.json=${file}`]
  return reported<VitestReport>(place, file, {
    args: [VITEST, ...how, ...args],
    env: { PAGES_DIR: pages, TEST_LOOKS: 'all' },
    limit,
  })
}

async function playwright(place: Place, { pages, args, limit }: Asked) {
  const file = join(place.temporary, 'playwright.json')
  return reported<PlaywrightReport>(place, file, {
    args: [PLAYWRIGHT, 'test', '--reporter=json', ...args],
    env: { PAGES_DIR: pages, TEST_LOOKS: 'all', PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    limit,
  })
}

/** Returns null if the run was interrupted, or wrote no report. */
async function reported<Report>(place: Place, file: string, asked: Parameters<typeof runNode>[1]) {
  rmSync(file, { force: true })
  const ended = await runNode(place, asked)
  const read = !ended.isLate && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
  return { read, ended }
}

/** Their files, and their exact titles. */
const argsFor = (journeys: WebTest[]) => [
  ...unique(journeys.map(({ file }) => file)),
  `--grep=/${unique(journeys.map(({ title }) => literally(title))).join('|')}/`,
]
const literally = (words: string) => words.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&')
