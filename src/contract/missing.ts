/** What several rooms say of the things that are written, read and voted on: not there, or not for him, which is the same. */
import { fault } from './kernel.ts'

export const missing = {
  post: fault('POST_NOT_FOUND', 404, 'Post not found'),
  comment: fault('COMMENT_NOT_FOUND', 404, 'Comment not found'),
  group: fault('GROUP_NOT_FOUND', 404, 'Group not found.'),
  insideGroup: fault('MEMBERS_ONLY', 403, 'Only its members see what is in this network'),
}
