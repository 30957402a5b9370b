/** One comment, with the actions of its author. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import type { Comment } from '#contract/comments.ts'
import type { Tally } from '#contract/votes.ts'
import { CachedFragment } from '../kernel/cached-fragment.tsx'
import { useNow } from '../kernel/clock.ts'
import { useDraft } from '../kernel/draft.ts'
import { OwnActions, UnsavedNote, useOwnContent } from '../kernel/own-content.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { MoreActions } from '../more/more.tsx'
import { Prose } from '../text/text.tsx'
import { RemovedNote, Stamp } from '../ui/badge.tsx'
import { Part } from '../ui/part.tsx'
import { shortWords, Time } from '../ui/time.tsx'
import { VoteControl } from '../votes/votes.tsx'
import { patchComment } from './comments.ts'

interface ArticleProps {
  comment: Comment
  byAuthor: boolean
  onDeleted: (comment: Comment) => void
  /** for a comment that is not in a cached list yet */
  onChange?: (patch: Partial<Comment>) => void
}

export function CommentArticle({ onChange, onDeleted, ...props }: ArticleProps) {
  const client = useQueryClient()
  const viewer = useViewer()
  const now = useNow()
  const { comment, byAuthor } = props
  const change = (patch: Partial<Comment>) => {
    patchComment(client, comment.post_id, comment.id, patch)
    onChange?.(patch)
  }
  if (comment.can_edit) return <OwnComment {...props} now={now} change={change} onDeleted={() => onDeleted(comment)} />
  const isAuthor = viewer !== null && viewer.id === comment.author?.id
  return (
    <CachedFragment by={() => ['comment', comment, byAuthor, isAuthor, shortWords(comment.created_at, now)]}>
      <CommentSheet {...props} now={now} change={change} actions={<MoreActions of={comment} kind="comment" />} />
    </CachedFragment>
  )
}

interface SheetProps {
  comment: Comment
  byAuthor: boolean
  now: number
  change: (patch: Partial<Comment>) => void
}

const fetchChange = () => import('./change-comment.tsx')

/** `content` null: not being edited; `seen`: `updated_at` of the version that the editing started from */
const UNCHANGED: { content: string | null; seen: string | null } = { content: null, seen: null }

/** A comment with the actions of its author. The edited text is kept on this device until it is saved. */
function OwnComment({ onDeleted, ...props }: SheetProps & { onDeleted: () => void }) {
  const { comment, change } = props
  const own = useOwnContent<Awaited<ReturnType<typeof fetchChange>>, HTMLElement>(fetchChange)
  const { draft, change: type, drop } = useDraft(`edit-comment.${comment.author?.id}.${comment.id}`, UNCHANGED)
  const { piece } = own
  const editing = own.doing === 'edit'
  const content = draft.content ?? comment.content
  const forget = (then: () => void) => () => {
    drop()
    then()
  }
  return (
    <CommentSheet
      {...props}
      place={own.place}
      actions={<OwnActions what="comment" own={own} />}
      editor={
        piece &&
        editing && (
          <piece.CommentEditor
            comment={comment}
            content={content}
            seen={draft.seen ?? undefined}
            onType={(content) => type(({ seen }) => ({ content, seen: seen ?? comment.updated_at.toISOString() }))}
            onLook={({ updated_at }) => type({ seen: updated_at.toISOString() })}
            onClose={(unchanged) => (unchanged ? forget(own.close)() : own.close())}
            onGone={forget(onDeleted)}
            onSaved={({ content, body, updated_at }) => {
              change({ content, body, updated_at })
              forget(own.close)()
            }}
          />
        )
      }
    >
      {!editing && content.trim() !== comment.content && <UnsavedNote onEdit={own.edit} onDiscard={drop} />}
      {piece && (
        <piece.DeleteComment
          comment={comment}
          open={own.doing === 'delete'}
          onClose={own.close}
          onDeleted={forget(onDeleted)}
        />
      )}
    </CommentSheet>
  )
}

interface CommentSheetProps extends SheetProps {
  place?: Ref<HTMLElement>
  actions?: ReactNode
  /** replaces the text while it is edited */
  editor?: ReactNode
  children?: ReactNode
}

function CommentSheet({ comment, byAuthor, now, change, place, actions, editor, children }: CommentSheetProps) {
  const name = nameOf(comment.author)
  return (
    <article className="cmt" tabIndex={-1} aria-label={`Comment by ${name}`} id={`comment-${comment.id}`} ref={place}>
      {comment.removed?.reason !== null && (
        <AuthorLine
          author={comment.author}
          at
          size="s"
          end={byAuthor && comment.author ? <Stamp variant="standing">Author</Stamp> : undefined}
        >
          <Time value={comment.created_at} now={now} />
          {comment.updated_at > comment.created_at && <span>Edited</span>}
        </AuthorLine>
      )}
      {editor ? (
        <Part>{editor}</Part>
      ) : (
        <>
          <Prose className="body" body={comment.body} />
          <Part>{children}</Part>
          {comment.removed ? (
            <RemovedNote reason={comment.removed.reason} />
          ) : (
            <div className="acts">
              <VoteControl
                on="comment"
                address={`/post/${comment.post_id}#comment-${comment.id}`}
                name={`the comment by ${name}`}
                tally={comment}
                onTally={({ id: _, ...tally }: Tally) => change(tally)}
              />
              <Part small>{actions}</Part>
            </div>
          )}
        </>
      )}
    </article>
  )
}
