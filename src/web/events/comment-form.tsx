/** The form for a new comment on an event. */
import type { EventComment } from '#contract/events.ts'
import { EVENT, SAY_LOCAL } from '#contract/local-words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { BaseCommentForm } from '../kernel/comment-form.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'

const WORDS = { blank: SAY_LOCAL.commentBlank, failed: SAY_LOCAL.commentFailed, sent: SAY_LOCAL.commented }

interface EventCommentFormProps {
  eventId: string
  memberId: string
  onPosted: (comment: EventComment) => void
}

export const EventCommentForm = ({ eventId, memberId, onPosted }: EventCommentFormProps) => (
  <BaseCommentForm
    draftKey={`event-comment.${memberId}.${eventId}`}
    limit={EVENT.comment}
    placeholder="What would you like to know, or bring?"
    say={WORDS}
    send={({ id, content }) =>
      asMember(SAY_LOCAL.signInToComment, () =>
        api.events.createEventComment({ id: eventId, comment_id: id, content }, withTimeout()),
      )
    }
    onPosted={onPosted}
  />
)
