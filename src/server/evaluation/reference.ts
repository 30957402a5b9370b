/** BM25 as its authors defined it, over all words of a question: the reference for the index. */

const K1 = 1.2
const B = 0.75

/** The words of each document, in any order, by its id. */
export type Documents = Map<string, string[]>

export interface Reference {
  /** The documents that contain at least one of these words, the best first. */
  rank(words: string[]): { id: string; score: number }[]
}

export function makeReference(documents: Documents): Reference {
  const postings = new Map<string, Map<string, number>>()
  let length = 0
  for (const [id, words] of documents) {
    length += words.length
    for (const word of words) {
      const of = postings.get(word) ?? new Map<string, number>()
      postings.set(word, of.set(id, (of.get(id) ?? 0) + 1))
    }
  }
  const average = length / documents.size
  const idf = (among: number) => Math.log(1 + (documents.size - among + 0.5) / (among + 0.5))
  return {
    rank(words) {
      const scores = new Map<string, number>()
      for (const word of new Set(words)) {
        const of = postings.get(word) ?? new Map<string, number>()
        for (const [id, tf] of of) {
          const norm = 1 - B + (B * documents.get(id)!.length) / average
          scores.set(id, (scores.get(id) ?? 0) + (idf(of.size) * tf * (K1 + 1)) / (tf + K1 * norm))
        }
      }
      return [...scores].map(([id, score]) => ({ id, score })).sort((one, other) => other.score - one.score)
    },
  }
}
