/**
 * `npm run evaluate -- FILE`: measures how well the assistant finds the answers to the questions of a set, and how well
 * it refuses.
 */
import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import type { Log } from '../kernel/log.ts'
import type { Embeddings } from '../kernel/model/model.ts'
import { type Certainty, type Evidence, likelihoodOf, retrieve, THRESHOLD } from '../retrieval/retrieval.ts'
import { hasAnswer, mean, ndcg, quantile, type Ranking, recall, success } from './measures.ts'
import { draw } from './picture.ts'
import { makeReference } from './reference.ts'
import { type AskedAgain, againFigures, askAgain } from './repeated.ts'
import { makeScratch, type Scratch } from './scratch.ts'
import { readSet } from './set.ts'

export { BadSet } from './set.ts'

/** As many results as a member's question reads. */
const MAX_RESULTS = { threads: 10, passages: 8 }
/** The reference reads all documents into memory. */
const MAX_REFERENCE_DOCUMENTS = 20_000

export interface Answer extends Ranking {
  evidence: Evidence
  is_answerable: boolean
  certainty: Certainty
  ms: number
  /** by plain BM25 */
  reference: string[] | null
  /** by words alone, if there is a second retrieval pass by meaning */
  byWords: string[] | null
}

interface Options {
  log: Log
  say(line: string): void
  /** null: no second retrieval pass */
  embeddings: Embeddings | null
}

export interface Asked {
  answers: Answer[]
  again: AskedAgain
}

/** Loads the set into a database of its own, asks every question, and deletes the database. */
export async function askAll(file: string, { log, say, embeddings }: Options): Promise<Asked> {
  const scratch = await makeScratch(log, embeddings)
  try {
    let documents = 0
    const { texts, grades } = await readSet(file, async (thread) => {
      documents++
      await scratch.add(thread)
    })
    say(`${documents.toLocaleString('en')} documents and ${texts.size.toLocaleString('en')} questions are read.`)
    const since = performance.now()
    await scratch.index()
    say(`The index is filled in ${((performance.now() - since) / 1000).toFixed(1)} s.`)
    const reference = documents <= MAX_REFERENCE_DOCUMENTS ? await referenceOf(scratch) : null
    const answers: Answer[] = []
    for (const [id, text] of texts) {
      const answer = { ...(await ask(scratch, text)), grades: grades.get(id) ?? new Map() }
      const byWords = embeddings && (await ask({ ...scratch, ctx: { ...scratch.ctx, embeddings: null } }, text)).found
      answers.push({ ...answer, byWords, reference: reference && (await reference(text)) })
    }
    const again = await askAgain(scratch, { texts, grades }, async (text) => (await ask(scratch, text)).certainty)
    return { answers, again }
  } finally {
    await scratch.stop()
  }
}

async function ask({ ctx, threadOf }: Scratch, question: string) {
  const since = performance.now()
  const { threads, evidence, is_answerable, certainty } = await retrieve(ctx, question, MAX_RESULTS)
  const ms = performance.now() - since
  return { found: threads.map(({ post_id }) => threadOf(post_id)), evidence, is_answerable, certainty, ms }
}

async function referenceOf({ db, threadOf }: Scratch): Promise<(question: string) => Promise<string[]>> {
  const { rows } = await sql<{ id: string; words: string[] }>`
    select p.id, retrieval_words(p.title || ' ' || p.content || ' ' || coalesce((select string_agg(k.content, ' ')
      from comments k where k.post_id = p.id), '')) as words from posts p`.execute(db)
  const reference = makeReference(new Map(rows.map(({ id, words }) => [threadOf(id), words])))
  return async (question) => reference.rank(await wordsOf(db, question)).map(({ id }) => id)
}

async function wordsOf(db: Ctx['db'], question: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`select retrieval_words(${question}) as words`.execute(db)
  return rows[0]!.words
}

/** Prints a table, writes a picture beside the file, and ends with one line of JSON. */
export async function evaluate(file: string, options: Options): Promise<void> {
  const { say } = options
  const { answers, again } = await askAll(file, options)
  const [answerable, others] = [answers.filter(hasAnswer), answers.filter((answer) => !hasAnswer(answer))]
  const refused = (some: Answer[]) => mean(some.map(({ is_answerable }) => (is_answerable ? 0 : 1)))
  const unsure = (some: Answer[]) => mean(some.map(({ certainty }) => (certainty === 'unsure' ? 1 : 0)))
  const figures = {
    'ndcg@10': mean(answerable.map((answer) => ndcg(answer, 10))),
    'recall@10': mean(answerable.map((answer) => recall(answer, 10))),
    'success@5': mean(answerable.map((answer) => success(answer, 5))),
    nothing_found: mean(answerable.map(({ found }) => (found.length === 0 ? 1 : 0))),
    refused_answerable: refused(answerable),
    unsure_answerable: unsure(answerable),
    refused_unanswerable: refused(others),
    unsure_unanswerable: unsure(others),
    ...againFigures(again),
    p95_ms: quantile(
      answers.map(({ ms }) => ms),
      0.95,
    ),
  }
  const beside = (by: 'reference' | 'byWords') =>
    mean(answerable.flatMap(({ [by]: found, grades }) => (found ? [ndcg({ found, grades }, 10)] : [])))
  const [reference, byWords] = [beside('reference'), beside('byWords')]
  const rows: [string, number | null][] = [
    ['nDCG@10 (the gain is the grade)', figures['ndcg@10']],
    ...(reference === null ? [] : [row('the same by plain BM25 over all words', reference)]),
    ...(byWords === null ? [] : [row('the same without the second look', byWords)]),
    ['recall@10', figures['recall@10']],
    ['an answer among the first five', figures['success@5']],
    ['nothing found, of those with an answer', figures.nothing_found],
    [`refused, of ${answerable.length} with an answer`, figures.refused_answerable],
    [`"I am not sure", of the same`, figures.unsure_answerable],
    [`refused, of ${others.length} without one`, figures.refused_unanswerable],
    [`"I am not sure", of the same`, figures.unsure_unanswerable],
    ['refused with one typing error', figures.refused_one_error],
    ['refused with two typing errors', figures.refused_two_errors],
    [`not answered in full, of ${again.gaps.length} taken out`, figures.gaps_not_answered],
    ['95 of 100 are found within, ms', figures.p95_ms],
  ]
  for (const [name, value] of rows) say(`${name.padEnd(42)}${value === null ? '–' : value.toFixed(3)}`)
  const picture = `${file.replace(/\.jsonl$/, '')}.svg`
  await writeFile(picture, draw(answers.map(judged), THRESHOLD))
  say(`Precision against refusal is drawn in ${picture}.`)
  const counts = countsOf(answers, again)
  say(
    JSON.stringify({ ...figures, counts }, (_, value) =>
      typeof value === 'number' ? Number(value.toFixed(4)) : value,
    ),
  )
}

/** Numbers of questions; a share of few questions says little. */
function countsOf(answers: Answer[], { errors, gaps }: AskedAgain) {
  const count = <One>(some: One[], is: (one: One) => boolean) => some.filter(is).length
  const answerable = answers.filter(hasAnswer)
  const others = answers.filter((answer) => !hasAnswer(answer))
  const of = (some: { certainty: Certainty }[], level: Certainty) => count(some, ({ certainty }) => certainty === level)
  const levels = (some: Certainty[]) => ({ asked: some.length, refused: count(some, (level) => level === 'none') })
  return {
    answerable: { asked: answerable.length, refused: of(answerable, 'none'), unsure: of(answerable, 'unsure') },
    unanswerable: { asked: others.length, refused: of(others, 'none'), unsure: of(others, 'unsure') },
    ...{ one_error: levels(errors[1]), two_errors: levels(errors[2]) },
    gaps: { ...levels(gaps), unsure: count(gaps, (level) => level === 'unsure') },
  }
}

const row = (name: string, value: number): [string, number] => [name, value]

const judged = (answer: Answer) => ({
  likelihood: likelihoodOf(answer.evidence),
  isRight: success(answer, 5) === 1,
})
