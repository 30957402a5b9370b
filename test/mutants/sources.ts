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
/** What the tests of the web floor stand on besides, and these tests. A mutant chooses them by their titles. */
const WEB = [
  ...['test/e2e/**', 'test/screens/**', 'src/web/**/*.test.{ts,tsx}'],
  ...['vitest.screens.config.ts', 'playwright.config.ts'],
]
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
  const common = hashOfFiles(
    root,
    namesIn(root, COMMON).filter((name) => !TEST.test(name)),
  )
  const web = digest([common, hashOfFiles(root, namesIn(root, WEB))])
  const ofFile = (name: string) => digest([common, hashOfFiles(root, [name])])
  const isRoom = (name: string) => !/^(test\/screens|src\/web)\//.test(name) && isFile(root, name)
  return {
    all: digest([web, hashOfFiles(root, namesIn(root, COMMON))]),
    ofMutant: ({ tests: { rooms = [], web: titles }, ...edit }) =>
      digest([JSON.stringify(edit), ...rooms.map(ofFile), ...(titles ? [titles.source, web] : [common])]),
    ofTest: (name) => (isRoom(name) ? ofFile(name) : web),
  }
}

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
