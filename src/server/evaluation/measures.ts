/** How good a ranking is, as trec_eval counts it. */

/** What was found for one question, the best first, and how its documents were judged: 0 to 3. */
export interface Ranking {
  found: string[]
  grades: Map<string, number>
}

/** Without a document that was judged above 0 a question has no answer. */
export const hasAnswer = ({ grades }: Pick<Ranking, 'grades'>) => [...grades.values()].some((grade) => grade > 0)

/** Of 1: the gain of a document is its grade (trec_eval's ndcg_cut), halved and so on by the logarithm of its place. */
export function ndcg({ found, grades }: Ranking, depth: number): number {
  const ideal = [...grades.values()].sort((one, other) => other - one)
  return gain(found.slice(0, depth).map((id) => grades.get(id) ?? 0)) / gain(ideal.slice(0, depth))
}

const gain = (grades: number[]) => grades.reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0)

/** Which share of what answers the question is among the first. */
export function recall({ found, grades }: Ranking, depth: number): number {
  const right = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id)
  const first = new Set(found.slice(0, depth))
  return right.filter((id) => first.has(id)).length / right.length
}

/** 1 when one of the first answers the question. */
export const success = ({ found, grades }: Ranking, depth: number): number =>
  found.slice(0, depth).some((id) => (grades.get(id) ?? 0) > 0) ? 1 : 0

/** null: of nothing. */
export const mean = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Of values in any order; the smallest that is not below so many of them. */
export function quantile(values: number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
