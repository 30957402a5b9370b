/** Faults that several rooms share: something does not exist, or the viewer may not see it. Both get the same answer. */
import { fault } from './kernel.ts'

export const missing = {
  post: fault('POST_NOT_FOUND', 404, 'Post not found'),
  comment: fault('COMMENT_NOT_FOUND', 404, 'Comment not found'),
  group: fault('GROUP_NOT_FOUND', 404, 'Group not found.'),
  insideGroup: fault('MEMBERS_ONLY', 403, 'Only its members see what is in this network'),
}
