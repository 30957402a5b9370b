/** What decides whether a test notices a mutant: a result counts for as long as nothing of it has changed. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** The product, and what all tests stand on. */
const COMMON = [
  ...['src/**', 'db/**', 'test/*', 'test/fixtures/**', 'package-lock.json'],
  ...['vite.config.ts', 'vitest.config.ts'],
]
/** What the tests of the web floor stand on besides. */
const WEB = ['test/e2e/**', 'test/screens/**', 'vitest.screens.config.ts', 'playwright.config.ts']
/** Where these tests are. A mutant chooses among them by their titles. */
const WEB_TESTS = ['test/e2e/*.spec.ts', 'test/screens/*.test.tsx', 'src/web/**/*.test.{ts,tsx}']
const TEST = /\.(test|spec)\.tsx?$/

export interface Sources {
  /** of everything there is: two folders with the same are alike */
  all: string
  /** of a mutant, and of all that its result depends on */
  ofMutant: (mutant: Mutant) => string
  /** of a test and of all that it depends on, by its file or, of a journey, its title */
  ofTest: (name: string) => string
}

export function sourcesOf(root: string): Sources {
  const withoutTests = (patterns: string[]) => namesIn(root, patterns).filter((name) => !TEST.test(name))
  const common = hashOfFiles(root, withoutTests(COMMON))
  const web = digest([common, hashOfFiles(root, withoutTests(WEB))])
  const webTests = namesIn(root, WEB_TESTS)
  const allOfWeb = digest([web, hashOfFiles(root, webTests)])
  const ofRoom = (name: string) => digest([common, hashOfFiles(root, [name])])
  const ofTitles = (titles: RegExp) => {
    const files = webTests.filter((name) => titles.test(titlesIn(readFileSync(join(root, name), 'utf8'))))
    return digest([web, titles.source, hashOfFiles(root, files)])
  }
  return {
    all: digest([allOfWeb, hashOfFiles(root, namesIn(root, COMMON))]),
    ofMutant: ({ tests: { rooms = [], web: titles }, ...edit }) =>
      digest([JSON.stringify(edit), ...rooms.map(ofRoom), titles ? ofTitles(titles) : common]),
    ofTest(name) {
      if (!isFile(root, name)) return allOfWeb
      return webTests.includes(name) ? digest([web, hashOfFiles(root, [name])]) : ofRoom(name)
    },
  }
}

/** A step within a test is no test of its own. */
export const titlesIn = (source: string) => source.replaceAll(/test\.step\(.*/g, '')

function namesIn(root: string, patterns: string[]): string[] {
  const names = new Set(globSync(patterns, { cwd: root }))
  return [...names].filter((name) => !name.endsWith('.gen.ts') && isFile(root, name)).sort()
}

const isFile = (root: string, name: string) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile() ?? false

const hashOfFiles = (root: string, names: string[]) =>
  digest(names.flatMap((name) => [name, readFileSync(join(root, name))]))

function digest(parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}\0`).update(part)
  return hash.digest('hex')
}
