/** The confirmation before a comment on an event is deleted. A chunk of its own, loaded on demand. */
import type { EventComment } from '#contract/events.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { SAY } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { DeleteDialog } from '../kernel/edit-form.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'
import { toast } from '../ui/toast.tsx'

interface DeleteCommentProps {
  comment: EventComment
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteEventComment({ comment, open, onClose, onDeleted }: DeleteCommentProps) {
  return (
    <DeleteDialog
      open={open}
      onClose={onClose}
      title="Delete comment"
      question={SAY.commentDelete}
      otherwise={SAY_LOCAL.commentDeleteFailed}
      missing={['COMMENT_NOT_FOUND', 'EVENT_NOT_FOUND']}
      send={() => api.events.deleteEventComment({ id: comment.id }, withTimeout())}
      onDeleted={(already) => {
        onDeleted()
        if (already) toast.plain('This comment had been deleted already.')
        else toast.good('Comment deleted successfully!')
      }}
    />
  )
}
