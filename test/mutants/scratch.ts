/** The scratch copy in which the mutants are applied one after the other: the repository itself is never changed. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Mutant } from './mutant.ts'
import { type Place, runNode, Stop } from './tool.ts'

/** Folders that are neither sources nor read by a test. */
const ASIDE = new Set([
  ...['.git', '.proof', '.tanstack', '.vitest', 'bench', 'data', 'data-demo', 'dist', 'node_modules'],
  ...['playwright-report', 'test-results'],
])
/** in ms; together with the tests a mutant has five minutes */
const BUILD_TIMEOUT_MS = 90_000

/** `folder` is the run's own: it contains the copy, and beside it all temporary files. */
export function copyOf(root: string, folder: string): Place {
  const place = { copy: join(folder, 'copy'), temporary: join(folder, 'tmp') }
  mkdirSync(place.temporary)
  cpSync(root, place.copy, {
    recursive: true,
    filter: (file) => dirname(file) !== root || !ASIDE.has(basename(file)),
  })
  symlinkSync(join(root, 'node_modules'), join(place.copy, 'node_modules'))
  return place
}

/** Applies the edit to the copy while `work` runs. */
export async function withMutant<Result>(
  { copy }: Place,
  { file, from, to }: Mutant,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  const [before, after, ...more] = original.split(from)
  if (after === undefined || more.length > 0) throw new Stop(`What is to be replaced does not stand once in ${file}.`)
  try {
    writeFileSync(path, before + to + after)
    return await work()
  } finally {
    writeFileSync(path, original)
  }
}

const BUILD = `import { buildPages, builtPages, holdPages } from './scripts/pages.mjs'
import { alone } from './scripts/processes.mjs'
if (!builtPages()) await alone(buildPages)
console.log(holdPages())`

/** Builds the pages of the copy in its present state. Returns null, and the reason, if they cannot be built. */
export async function pagesOf(place: Place): Promise<{ folder: string | null; why: string }> {
  const { code, said } = await runNode(place, { args: ['--input-type=module', '-e', BUILD], limit: BUILD_TIMEOUT_MS })
  const folder = said.trim().split('\n').at(-1) ?? ''
  return code === 0 ? { folder, why: '' } : { folder: null, why: `the pages could not be built\n${said}` }
}

export const dropPages = (folder: string) => rmSync(folder, { recursive: true, force: true })
