/** What happens to posts, and who is notified at once. */
import { VISITORS_TOPIC } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

/** What one author loses when the post above his comments is deleted. */
interface Loss {
  author_id: string
  comments: number
  score: number
}

interface Deleted {
  post_id: string
  author_id: string | null
  score: number
  comments: Loss[]
}

export const postFacts = {
  /** Written by the statement of `createPost`. */
  created: (post_id: string) => fact({ kind: 'post.created', data: { post_id }, notifies: [`new-post:${post_id}`] }),
  edited: (post_id: string) => fact({ kind: 'post.edited', data: { post_id } }),
  deleted: (data: Deleted) => fact({ kind: 'post.deleted', data: { ...data } }),
  /** Done by an administrator. Pages that were cached for visitors are dropped. */
  removed: (post_id: string, author_id: string | null, reason: string) =>
    fact({ kind: 'post.removed', data: { post_id, author_id }, words: reason, notifies: [VISITORS_TOPIC] }),
  restored: (post_id: string, author_id: string | null) =>
    fact({ kind: 'post.restored', data: { post_id, author_id }, notifies: [VISITORS_TOPIC] }),
}

export type PostFact = KindsOf<typeof postFacts>
