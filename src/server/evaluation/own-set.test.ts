/** Our own set: 120 questions, 30 of them without an answer, through the same index and gate as a member's question. */
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { makeLog } from '../kernel/log.ts'
import { type Answer, type Asked, askAll } from './evaluation.ts'
import { hasAnswer, mean, ndcg, success } from './measures.ts'

let answers: Answer[]
let again: Asked['again']
beforeAll(async () => {
  const file = fileURLToPath(new URL('../../../test/sets/questions.jsonl', import.meta.url))
  ;({ answers, again } = await askAll(file, { log: makeLog('silent'), say: () => {}, embeddings: null }))
}, 120_000)

const answerable = () => answers.filter(hasAnswer)
const others = () => answers.filter((answer) => !hasAnswer(answer))

test('the set has 90 questions with an answer and 30 without one', () => {
  expect([answerable().length, others().length]).toEqual([90, 30])
})

test('the order of threads is as good as with plain BM25, to 0.01 nDCG@10', () => {
  const ours = mean(answerable().map((answer) => ndcg(answer, 10)))!
  const reference = mean(answerable().map(({ reference, grades }) => ndcg({ found: reference!, grades }, 10)))!
  expect(ours).toBeGreaterThanOrEqual(reference - 0.01)
})

test('every question with an answer finds something, and nearly all have an answer among the first five', () => {
  expect(answerable().filter(({ found }) => found.length === 0)).toEqual([])
  expect(mean(answerable().map((answer) => success(answer, 5)))).toBeGreaterThan(0.95)
})

test('of 30 questions without an answer at most 3 are answered in full, and of 90 with an answer at most 4 are refused', () => {
  expect(others().filter(({ certainty }) => certainty === 'sure').length).toBeLessThanOrEqual(3)
  expect(answerable().filter(({ is_answerable }) => !is_answerable).length).toBeLessThanOrEqual(4)
})

test('a typing error has few questions refused, and a question whose threads were taken out is seldom answered in full', () => {
  const refused = (levels: string[]) => levels.filter((level) => level === 'none').length
  expect([refused(again.errors[1]) <= 18, refused(again.errors[2]) <= 24]).toEqual([true, true])
  expect(again.gaps.filter((level) => level !== 'sure').length / again.gaps.length).toBeGreaterThanOrEqual(0.6)
})
