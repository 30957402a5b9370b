/** The form for a new comment. */
import type { Comment } from '#contract/comments.ts'
import { COMMENT_MAX, SAY } from '#contract/words.ts'
import { FormHelpLines } from '../care/care.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { BaseCommentForm } from '../kernel/comment-form.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'

const WORDS = { blank: SAY.commentBlank, failed: SAY.commentFailed, sent: 'Comment posted successfully!' }

interface CommentFormProps {
  postId: string
  memberId: string
  onPosted: (comment: Comment) => void
}

export const CommentForm = ({ postId, memberId, onPosted }: CommentFormProps) => (
  <BaseCommentForm
    draftKey={`comment.${memberId}.${postId}`}
    limit={COMMENT_MAX}
    placeholder="What worked in your house?"
    say={WORDS}
    send={(said) =>
      asMember(SAY.signInToComment, () => api.comments.createComment({ ...said, post_id: postId }, withTimeout()))
    }
    onPosted={onPosted}
    beside={(text) => <FormHelpLines text={text} />}
  />
)
