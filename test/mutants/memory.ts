/** The stored results of the mutants, in a folder that git ignores: a run continues where the previous one ended. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeFile } from '../proof.ts'
import type { Mutant, Outcome } from './mutant.ts'
import type { Sources } from './sources.ts'

export interface Result {
  outcome: Outcome
  /** the test that failed, or why the mutant could not be judged */
  why: string
  seconds: number
  /** the hash of the mutant and all its dependencies: the result counts as long as it is the same */
  hash: string
  /** the result with other sources */
  before?: Outcome | undefined
}

interface StoredResults {
  results: Record<string, Result>
  /** tests that passed unchanged, each with the hash of all its dependencies */
  passed: Record<string, string>
}

export function openMemory(root: string, sources: Sources) {
  const file = join(root, '.proof/mutants.json')
  const change = (work: (kept: StoredResults) => void) => changeFile(file, () => read(file), work)
  return {
    /** A mutant that could not be judged is not stored as judged. */
    resultOf(mutant: Mutant): Result | undefined {
      const known = read(file).results[mutant.name]
      return known?.hash === sources.ofMutant(mutant) && known.outcome !== 'broken' ? known : undefined
    },
    keep(mutant: Mutant, { outcome, why, seconds }: Pick<Result, 'outcome' | 'why' | 'seconds'>): Result {
      const result: Result = { outcome, why: why.slice(0, 1000), seconds, hash: sources.ofMutant(mutant) }
      change(({ results }) => {
        const known = results[mutant.name]
        result.before = known?.outcome === 'broken' ? known.before : known?.outcome
        results[mutant.name] = result
      })
      return result
    },
    hasPassed: (test: string) => read(file).passed[test] === sources.ofTest(test),
    keepPassed: (tests: string[]) =>
      change(({ passed }) => {
        for (const test of tests) passed[test] = sources.ofTest(test)
      }),
    /** Returns the stored results of these mutants, and the tests that pass unchanged. */
    forget: (mutants: Mutant[]) =>
      change((kept) => {
        for (const { name } of mutants) delete kept.results[name]
        kept.passed = {}
      }),
  }
}

export type Memory = ReturnType<typeof openMemory>

function read(file: string): StoredResults {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredResults
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { results: {}, passed: {} }
    throw error
  }
}
