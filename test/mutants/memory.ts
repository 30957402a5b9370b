/** What is known of the mutants, in a folder that git ignores: a run goes on where the one before it ended. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeFile } from '../proof.ts'
import type { Mutant, Outcome } from './mutant.ts'
import type { Sources } from './sources.ts'

export interface Result {
  outcome: Outcome
  /** the test that noticed, or why it could not be judged */
  why: string
  seconds: number
  /** of the mutant and all that it depends on: the result counts for as long as it is the same */
  hash: string
  /** what it was with other sources */
  before?: Outcome | undefined
}

interface Kept {
  results: Record<string, Result>
  /** tests that passed unchanged, each with the hash of all that it depends on */
  passed: Record<string, string>
}

export function openMemory(root: string, sources: Sources) {
  const file = join(root, '.proof/mutants.json')
  const change = (work: (kept: Kept) => void) => changeFile(file, () => read(file), work)
  return {
    /** What could not be judged is not remembered as judged. */
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
    /** What is known of these, and which tests pass unchanged. */
    forget: (mutants: Mutant[]) =>
      change((kept) => {
        for (const { name } of mutants) delete kept.results[name]
        kept.passed = {}
      }),
  }
}

export type Memory = ReturnType<typeof openMemory>

function read(file: string): Kept {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { results: {}, passed: {} }
    throw error
  }
}
