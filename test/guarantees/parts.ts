/** The parts of the full run: each test file with a numbered test is one, with all its dependencies. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bounded.ts'
import { version15 } from '../postgres15.ts'
import { hashOf } from '../proof.ts'
import { filesIn, makeReach, PAGES } from '../reach.ts'

export interface Part {
  /** the path from the root; for a part on PostgreSQL 15 its name */
  file: string
  /** for a part on PostgreSQL 15: the tests that it runs there, in their short size */
  on15?: string[]
  /** the hash of the present sources, computed again each time */
  hash(): string
  needsBrowser: boolean
  /** needs built pages: then it depends on their sources as well */
  looksAtPages: boolean
}

const TESTS = ['src/**/*.test.{ts,tsx}', 'test/*.test.ts']
/** As written in a source: a name that begins with a number, or the number that `guarantee` is given. */
const NUMBERED = /['"`]\d{1,2}: |\bguarantee\(\s*['"`]\d{1,2}['"`]/
/** The file that creates the databases. */
const RUNNER = ['test/cluster.ts', 'test/guarantees/guarantee.ts']
/** The configuration of the runner. It names test files without depending on their contents. */
const SETTINGS = ['vitest.config.ts', 'test/order.ts', 'package-lock.json']

/** The files whose path contains one of the words; all of them without a word. */
export function partsOf(words: string[]): Part[] {
  const files = filesIn(TESTS).filter(
    (file) => (!words.length || words.some((word) => file.includes(word))) && NUMBERED.test(textOf(file)),
  )
  const reach = makeReach()
  return files.map((file) => {
    const reached = [...new Set([...reach([file, ...RUNNER]), ...SETTINGS])]
    const isOfPages = looksAtPages(textOf(file))
    return {
      file,
      needsBrowser: reached.includes('test/browser.ts'),
      looksAtPages: isOfPages,
      hash: () => hashOf(isOfPages ? [...reached, ...filesIn(PAGES)] : reached),
    }
  })
}

const PARTS_ON_15 = 4

/** The tests of all rooms once more, on the oldest supported PostgreSQL. */
export function partsOn15(words: string[]): Part[] {
  const files = filesIn(['src/server/**/*.test.ts', 'src/town/**/*.test.ts', 'bench/**/*.test.ts', 'test/*.test.ts'])
  const all = [
    ...files,
    ...filesIn([
      'src/server/**',
      'src/town/**',
      'bench/**',
      'src/contract/**',
      'db/**',
      'test/*.ts',
      'test/fixtures/**',
    ]),
    ...SETTINGS,
  ]
  const parts = Array.from({ length: PARTS_ON_15 }, (_, nth) => ({
    file: `postgresql-15, part ${nth + 1} of ${PARTS_ON_15}`,
    on15: files.filter((_, at) => at % PARTS_ON_15 === nth),
    needsBrowser: false,
    looksAtPages: true,
    hash: () => `${hashOf([...all, ...filesIn(PAGES)])} ${version15()}`,
  }))
  return parts.filter(({ file }) => !words.length || words.some((word) => file.includes(word)))
}

/** The program of a test serves built pages unless the test says otherwise. */
function looksAtPages(text: string): boolean {
  const isStub = ([, options = '']: RegExpMatchArray) => options.includes("'stub'")
  return /PAGES_DIR|@playwright/.test(text) || ![...text.matchAll(/\bserve\(([^)]*)\)/g)].every(isStub)
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
