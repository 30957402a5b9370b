/** The results of a search for a question. */

/** A paragraph, or a part of one, in plain words: an exact part of the plain text of its source. */
export interface Passage {
  id: number
  post_id: string
  /** null: it is in the post itself */
  comment_id: string | null
  author_id: string | null
  group_id: string | null
  /** at most 600 UTF-16 units */
  text: string
  /** position in the plain text of its source, in UTF-16 units */
  from: number
  /** `updated_at` of the source when it was indexed, and still now */
  revision: Date
  /** of the source */
  created_at: Date
  post_type: 'text' | 'question' | 'poll'
  /** higher is better; comparable only within one question */
  score: number
}

/** A thread by its score, the best first: BM25, and more if words of the question are in the title or stand together. */
export interface FoundThread {
  post_id: string
  title: string
  score: number
}

/** The input of the gate. Each value is from 0 to 1 and does not depend on the size of the community. */
export interface Evidence {
  /** share of the question's words that the best thread contains, weighted by rarity, without words that only ask */
  coverage: number
  /** the best score as a share of the highest possible score of this question */
  first: number
  /** how far the second thread is behind the first, by the whole score */
  margin: number
  /** share of the question's words that the title of the best thread contains, weighted by rarity */
  title: number
  /** share of the question's words that no thread contains; a word that was corrected counts half */
  unknown: number
  /** of the nearest passage; null: without the second retrieval pass */
  cosine: number | null
}

/** Does a thread answer the question? `unsure`: one may, and `nearest` has it; the question is not answered in full. */
export type Certainty = 'sure' | 'unsure' | 'none'

export interface SearchResults {
  threads: FoundThread[]
  /** of these threads, the best first, different authors first */
  passages: Passage[]
  evidence: Evidence
  /** false: no thread answers the question, and the assistant says nothing; the same as `certainty` other than `none` */
  is_answerable: boolean
  certainty: Certainty
  /** unless it is sure, up to three threads that are really near, the best first */
  nearest: { post_id: string; title: string }[]
  /** misspelled words of the question and the words that were searched for instead, in their order */
  corrected: { from: string; to: string }[]
}
