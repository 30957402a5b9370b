/** What is found for a question. */

/** A paragraph, or a part of one, as plain words; letter by letter a part of its source's plain text. */
export interface Passage {
  id: number
  post_id: string
  /** null: it stands in the post itself */
  comment_id: string | null
  author_id: string | null
  group_id: string | null
  /** at most 600 UTF-16 units */
  text: string
  /** where it begins in the plain text of its source, in UTF-16 units */
  from: number
  /** `updated_at` of the source when it was indexed; it is the same now */
  revision: Date
  /** of the source */
  created_at: Date
  post_type: 'text' | 'question' | 'poll'
  /** the better the higher; only compared within one question */
  score: number
}

/** A thread by its BM25 score, the best first. */
export interface FoundThread {
  post_id: string
  title: string
  score: number
}

/** What the gate decides by. Each from 0 to 1, whatever the size of the community. */
export interface Evidence {
  /** share of the question's words, by their rarity and without those that only ask, that the best thread holds */
  coverage: number
  /** the first score, of the highest that this question could have */
  first: number
  /** how far the second score is behind the first */
  margin: number
  /** of the nearest passage; null: without a second look by meaning */
  cosine: number | null
}

export interface Found {
  threads: FoundThread[]
  /** of these threads, the best first, different authors first */
  passages: Passage[]
  evidence: Evidence
  /** false: no thread answers this; nothing is said */
  is_answerable: boolean
}
