/** What several rooms say of the things that are written, read and voted on: not there, or not for him, which is the same. */
import { fault } from './kernel.ts'

export const missing = {
  post: fault('POST_NOT_FOUND', 404, 'Post not found'),
  comment: fault('COMMENT_NOT_FOUND', 404, 'Comment not found'),
}
