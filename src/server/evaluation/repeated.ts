/** The questions of a set once more: with typing errors, and after the threads that answer them were taken out. */
import type { Certainty } from '../retrieval/retrieval.ts'
import { hasAnswer, mean } from './measures.ts'
import type { Scratch } from './scratch.ts'
import type { Questions } from './set.ts'
import { mistyped } from './typing-errors.ts'

/** What was said to each question. */
export interface AskedAgain {
  /** with one and with two typing errors, the questions that have an answer */
  errors: Record<1 | 2, Certainty[]>
  /** questions whose threads were taken out: others about similar things are left */
  gaps: Certainty[]
}

/** At most this many questions lose their threads, and at most a quarter, so that a community is left. */
const MAX_GAPS = 200

/** Takes threads out of the community for good, so it comes last. */
export async function askAgain(
  scratch: Pick<Scratch, 'remove'>,
  { texts, grades }: Questions,
  ask: (text: string) => Promise<Certainty>,
): Promise<AskedAgain> {
  const answerable = [...texts].filter(([id]) => hasAnswer({ grades: grades.get(id) ?? new Map() }))
  const again: AskedAgain = { errors: { 1: [], 2: [] }, gaps: [] }
  for (const [, text] of answerable)
    for (const errors of [1, 2] as const) again.errors[errors].push(await ask(mistyped(text, errors)))
  const gaps = spread(answerable, Math.min(MAX_GAPS, Math.floor(answerable.length / 4)))
  const answers = gaps.flatMap(([id]) =>
    [...grades.get(id)!].filter(([, grade]) => grade > 0).map(([thread]) => thread),
  )
  await scratch.remove(new Set(answers))
  for (const [, text] of gaps) again.gaps.push(await ask(text))
  return again
}

/** So many of a list, at equal distances. */
const spread = <One>(all: One[], count: number): One[] =>
  Array.from({ length: count }, (_, nth) => all[Math.floor((nth * all.length) / count)]!)

export const againFigures = ({ errors, gaps }: AskedAgain) => ({
  refused_one_error: shareOf(errors[1], 'none'),
  refused_two_errors: shareOf(errors[2], 'none'),
  gaps_not_answered: mean(gaps.map((level) => (level === 'sure' ? 0 : 1))),
})

const shareOf = (levels: Certainty[], one: Certainty) => mean(levels.map((level) => (level === one ? 1 : 0)))
