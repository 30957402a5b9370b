/** The quality of a ranking, as trec_eval measures it. */

/** What was found for one question, the best first, and the grades of its documents: 0 to 3. */
export interface Ranking {
  found: string[]
  grades: Map<string, number>
}

/** A question has an answer if a document has a grade above 0. */
export const hasAnswer = ({ grades }: Pick<Ranking, 'grades'>) => [...grades.values()].some((grade) => grade > 0)

/**
 * nDCG at a cut, from 0 to 1. The gain of a document is its grade (trec_eval's ndcg_cut), divided by the logarithm of
 * its rank.
 */
export function ndcg({ found, grades }: Ranking, depth: number): number {
  const ideal = [...grades.values()].sort((one, other) => other - one)
  return gain(found.slice(0, depth).map((id) => grades.get(id) ?? 0)) / gain(ideal.slice(0, depth))
}

const gain = (grades: number[]) => grades.reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0)

/** The share of the answering documents that are among the first ones. */
export function recall({ found, grades }: Ranking, depth: number): number {
  const right = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id)
  const first = new Set(found.slice(0, depth))
  return right.filter((id) => first.has(id)).length / right.length
}

/** 1 if one of the first documents answers the question. */
export const success = ({ found, grades }: Ranking, depth: number): number =>
  found.slice(0, depth).some((id) => (grades.get(id) ?? 0) > 0) ? 1 : 0

/** null for an empty list. */
export const mean = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** The percentile of values in any order: the smallest value that is not below this share of them. */
export function quantile(values: number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
