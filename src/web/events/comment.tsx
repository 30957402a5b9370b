/** One comment on an event. Its author may delete it. */
import { Trash2 } from 'lucide'
import { useState } from 'react'
import type { EventComment } from '#contract/events.ts'
import { useNow } from '../kernel/clock.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { MoreActions } from '../more/more.tsx'
import { Prose } from '../text/text.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { Time } from '../ui/time.tsx'

interface CommentProps {
  comment: EventComment
  byHost: boolean
  onDeleted: (comment: EventComment) => void
}

export function EventCommentArticle({ comment, byHost, onDeleted }: CommentProps) {
  const now = useNow()
  return (
    <article
      className="cmt"
      tabIndex={-1}
      aria-label={`Comment by ${nameOf(comment.author)}`}
      id={`comment-${comment.id}`}
    >
      <AuthorLine author={comment.author} at size="s" end={byHost && <Stamp variant="standing">Host</Stamp>}>
        <Time value={comment.created_at} now={now} />
      </AuthorLine>
      <Prose className="body" body={comment.body} />
      {comment.is_own ? (
        <Own comment={comment} onDeleted={onDeleted} />
      ) : (
        <div className="acts">
          <MoreActions of={comment} kind="event_comment" about={`the comment by ${nameOf(comment.author)}`} />
        </div>
      )}
    </article>
  )
}

const fetchQuestion = () => import('./delete-comment.tsx')

function Own({ comment, onDeleted }: Omit<CommentProps, 'byHost'>) {
  const { piece, ask } = useLazyPart(fetchQuestion)
  const [asking, setAsking] = useState(false)
  const warm = () => void fetchQuestion().catch(() => {})
  return (
    <div className="acts">
      <button
        type="button"
        className="act needs-script"
        onClick={async () => setAsking((await ask()) !== undefined)}
        onPointerEnter={warm}
        onFocus={warm}
      >
        <Icon of={Trash2} size="s" />
        Delete<span className="sr"> your comment</span>
      </button>
      {piece && (
        <piece.DeleteEventComment
          comment={comment}
          open={asking}
          onClose={() => setAsking(false)}
          onDeleted={() => onDeleted(comment)}
        />
      )}
    </div>
  )
}
