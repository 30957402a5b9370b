import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { evaluate } from './evaluation.ts'
import { ndcg, recall, success } from './measures.ts'
import { BadSet, readSet } from './set.ts'

const folder = mkdtempSync(join(tmpdir(), 'fk-set-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const log = { debug() {}, info() {}, warn() {}, error() {} }
const written = (...lines: unknown[]) => {
  const file = join(folder, 'set.jsonl')
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}
const document = {
  kind: 'document',
  id: 'd',
  title: 'Kites',
  text: 'Ours flew.',
  comments: ['So did ours: our kites flew all day.', { text: 'Not mine.' }],
}
const question = { kind: 'question', id: 'q', text: 'Which kites flew?' }

test('the measures are those of trec_eval', () => {
  const grades = new Map([
    ['a', 3],
    ['b', 1],
    ['c', 0],
  ])
  const found = ['c', 'a', 'x', 'b']
  expect(ndcg({ found, grades }, 10)).toBeCloseTo((3 / Math.log2(3) + 1 / Math.log2(5)) / (3 + 1 / Math.log2(3)), 10)
  expect(recall({ found, grades }, 3)).toBe(0.5)
  expect([success({ found, grades }, 1), success({ found, grades }, 2)]).toEqual([0, 1])
})

test.each([
  ['Line 2 is not JSON.', [document, '{"kind":']],
  ['Line 1 is neither a document, a question nor a judgement (kind: "thread").', [{ kind: 'thread' }]],
  ['Line 2: there is a document with the id d already.', [document, document]],
  [
    'Line 2: "grade" of this judgement is missing or is not what it should be.',
    [question, { kind: 'judgement', question: 'q', document: 'd', grade: 7 }],
  ],
  ['There is no question in this file.', [document]],
  [
    'A judgement is about the document x, which is not in this file.',
    [document, question, { kind: 'judgement', question: 'q', document: 'x', grade: 1 }],
  ],
])('an invalid file is refused with one sentence: %s', async (sentence, lines) => {
  await expect(readSet(written(...lines), async () => {})).rejects.toThrow(new BadSet(sentence))
})

test('a set is loaded, asked and deleted; the last line contains its figures, and a picture is written beside the set', async () => {
  const others = ['Tents', 'Boats', 'Trains'].map((title, nth) => ({
    ...document,
    id: `o${nth}`,
    title,
    text: 'Rain.',
    comments: [],
  }))
  const file = written(
    document,
    ...others,
    question,
    { ...question, id: 'u', text: 'Which submarine?' },
    {
      ...{ kind: 'judgement', question: 'q', document: 'd', grade: 3 },
    },
  )
  const said: string[] = []
  await evaluate(file, { log, say: (line) => void said.push(line), embeddings: null })
  const figures = JSON.parse(said.at(-1)!)
  expect(figures).toEqual({
    ...{ 'ndcg@10': 1, 'recall@10': 1, 'success@5': 1, nothing_found: 0 },
    ...{ refused_answerable: 0, unsure_answerable: 0, refused_unanswerable: 1, unsure_unanswerable: 0 },
    ...{ refused_one_error: 0, refused_two_errors: 0, gaps_not_answered: null, p95_ms: expect.any(Number) },
    counts: {
      answerable: { asked: 1, refused: 0, unsure: 0 },
      unanswerable: { asked: 1, refused: 1, unsure: 0 },
      ...{ one_error: { asked: 1, refused: 0 }, two_errors: { asked: 1, refused: 0 } },
      gaps: { asked: 0, refused: 0, unsure: 0 },
    },
  })
  expect(readFileSync(file.replace('.jsonl', '.svg'), 'utf8')).toMatch(/^<svg /)
}, 60_000)
