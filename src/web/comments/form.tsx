/** The form for a new comment. */
import type { Comment } from '#contract/comments.ts'
import { COMMENT_MAX, SAY } from '#contract/words.ts'
import { CareBeside } from '../care/care.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { inTime } from '../kernel/in-time.ts'
import { SayForm } from '../kernel/say-form.tsx'

const WORDS = { blank: SAY.commentBlank, failed: SAY.commentFailed, sent: 'Comment posted successfully!' }

interface CommentFormProps {
  postId: string
  memberId: string
  onPosted: (comment: Comment) => void
}

export const CommentForm = ({ postId, memberId, onPosted }: CommentFormProps) => (
  <SayForm
    draftKey={`comment.${memberId}.${postId}`}
    limit={COMMENT_MAX}
    placeholder="What worked in your house?"
    say={WORDS}
    send={(said) =>
      asMember(SAY.signInToComment, () => api.comments.createComment({ ...said, post_id: postId }, inTime()))
    }
    onPosted={onPosted}
    beside={(text) => <CareBeside text={text} />}
  />
)
