/** The files on which the result of a mutant depends: the result counts as long as none of them has changed. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** The product, and the files that all tests depend on. */
const COMMON = [
  ...['src/**', 'db/**', 'test/*', 'test/fixtures/**', 'package-lock.json'],
  ...['vite.config.ts', 'vitest.config.ts'],
]
/** Further files that the tests of the web layer depend on. */
const WEB = ['test/e2e/**', 'test/screens/**', 'vitest.screens.config.ts', 'playwright.config.ts']
/** The folders of these tests. A mutant selects among them by their titles. */
const WEB_TESTS = ['test/e2e/*.spec.ts', 'test/screens/*.test.tsx', 'src/web/**/*.test.{ts,tsx}']
const TEST = /\.(test|spec)\.tsx?$/

export interface Sources {
  /** the hash of everything: two folders with the same hash are equal */
  all: string
  /** the hash of a mutant, and of all that its result depends on */
  ofMutant: (mutant: Mutant) => string
  /** the hash of a test and of all its dependencies, by its file or, for a journey, its title */
  ofTest: (name: string) => string
}

export function sourcesOf(root: string): Sources {
  // read once: later changes of the files do not affect the tests of this run
  const texts = new Map(
    namesIn(root, [...COMMON, ...WEB, ...WEB_TESTS]).map((name) => [name, readFileSync(join(root, name))]),
  )
  const named = (patterns: string[]) => namesIn(root, patterns).filter((name) => texts.has(name))
  const hashOfFiles = (names: string[]) => digest(names.flatMap((name) => [name, texts.get(name) ?? 'missing']))
  const withoutTests = (patterns: string[]) => named(patterns).filter((name) => !TEST.test(name))
  const common = hashOfFiles(withoutTests(COMMON))
  const web = digest([common, hashOfFiles(withoutTests(WEB))])
  const webTests = named(WEB_TESTS)
  const allOfWeb = digest([web, hashOfFiles(webTests)])
  const ofRoom = (name: string) => digest([common, hashOfFiles([name])])
  const ofTitles = (titles: RegExp) => {
    const files = webTests.filter((name) => titles.test(titlesIn(texts.get(name)!.toString())))
    return digest([web, titles.source, hashOfFiles(files)])
  }
  return {
    all: digest([allOfWeb, hashOfFiles(named(COMMON))]),
    ofMutant: ({ tests: { rooms = [], web: titles }, ...edit }) =>
      digest([JSON.stringify(edit), ...rooms.map(ofRoom), titles ? ofTitles(titles) : common]),
    ofTest(name) {
      if (!texts.has(name)) return allOfWeb
      return webTests.includes(name) ? digest([web, hashOfFiles([name])]) : ofRoom(name)
    },
  }
}

/** A step within a test is not a test of its own. */
export const titlesIn = (source: string) => source.replaceAll(/test\.step\(.*/g, '')

function namesIn(root: string, patterns: string[]): string[] {
  const names = new Set(globSync(patterns, { cwd: root }))
  return [...names].filter((name) => !name.endsWith('.gen.ts') && isFile(root, name)).sort()
}

const isFile = (root: string, name: string) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile() ?? false

function digest(parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}\0`).update(part)
  return hash.digest('hex')
}
