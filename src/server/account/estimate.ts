/**
 * Estimates how soon a password would be guessed. Runs in a thread: the word lists take 50 MB, and one estimate up to a
 * second of a core.
 */
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

export interface Question {
  password: string
  /** words that an attacker of this account would try first */
  own: string[]
}
export interface Estimate {
  /** 0 (guessed immediately) to 4 */
  score: number
  warning: string | null
  suggestion: string | undefined
}

// Wikipedia's words would add half of the memory and improve little
const { 'wikipedia-en': _left, ...words } = english.dictionary as Record<string, (string | number)[]>
const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...words },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
})

parentPort?.on('message', ({ password, own }: Question) => {
  const { score, feedback } = estimator.check(password, own)
  parentPort?.postMessage({ score, warning: feedback.warning, suggestion: feedback.suggestions[0] } satisfies Estimate)
})
