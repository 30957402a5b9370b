/** What happens to comments, and who is notified at once. */
import { VISITORS_TOPIC } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

interface Comment {
  comment_id: string
  post_id: string
}

interface Removed extends Comment {
  author_id: string | null
}

export const commentFacts = {
  /** Written by the statement of `createComment`. */
  created: ({ comment_id, post_id }: Comment) =>
    fact({ kind: 'comment.created', data: { comment_id, post_id }, notifies: [`new-comment:${comment_id}`] }),
  edited: ({ comment_id, post_id }: Comment) => fact({ kind: 'comment.edited', data: { comment_id, post_id } }),
  /** The comment may be new to the author of the post, so his tabs count again. */
  deleted: (
    { comment_id, post_id, author_id, score }: Removed & { score: number },
    { post_author_id }: { post_author_id: string | null },
  ) =>
    fact({
      kind: 'comment.deleted',
      data: { comment_id, post_id, author_id, score },
      notifies: post_author_id ? [`seen:${post_author_id}`] : [],
    }),
  /** Done by an administrator. Pages that were cached for visitors are dropped. */
  removed: ({ comment_id, post_id, author_id }: Removed, reason: string) =>
    fact({
      kind: 'comment.removed',
      data: { comment_id, post_id, author_id },
      words: reason,
      notifies: [VISITORS_TOPIC],
    }),
  restored: ({ comment_id, post_id, author_id }: Removed) =>
    fact({ kind: 'comment.restored', data: { comment_id, post_id, author_id }, notifies: [VISITORS_TOPIC] }),
}

export type CommentFact = KindsOf<typeof commentFacts>
