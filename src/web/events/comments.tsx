/** The comments on an event, oldest first, with the form at the end. New comments of others arrive live. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Event, EventComment } from '#contract/events.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { readSoon } from '../kernel/live.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Part } from '../ui/part.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { EventCommentArticle } from './comment.tsx'
import { addEventComment, dropEventComment } from './comment-cache.ts'
import { EventCommentForm } from './comment-form.tsx'
import { useLiveEvent } from './live-event.ts'
import { eventCommentsQuery } from './queries.ts'

/** The maximum number of new comments that are announced; if more arrive together, only their number is. */
const MAX_ANNOUNCED = 3

export function EventComments({ event, after }: { event: Event; after: string | undefined }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const list = useInfiniteQuery(eventCommentsQuery(event.id, after))
  // the viewer's new comments, until the list is loaded that far
  const [own, setOwn] = useState<EventComment[]>([])
  const [said, setSaid] = useState<{ id: string; words: string }[]>([])
  useLiveEvent(event, (comments) => {
    if (comments.length > 0) setSaid((before) => [...before, ...linesOf(comments)].slice(-6))
  })

  const loaded = list.data?.pages.flatMap((page) => page.items) ?? []
  const known = new Set(loaded.map(({ id }) => id))
  const ahead = own.filter(({ id }) => !known.has(id))
  const all = [...loaded, ...ahead]
  const next = list.data?.pages.at(-1)?.next
  const isWhole = next === null && !after

  const posted = (comment: EventComment) => {
    addEventComment(client, comment)
    // the answer of another member may be there already
    readSoon()
    setOwn((before) => [...before, comment])
  }
  const { place, moveFocus } = useMoveFocus<HTMLElement>()
  const deleted = ({ id }: EventComment) => {
    const at = all.findIndex((one) => one.id === id)
    const beside = all[at + 1] ?? all[at - 1]
    moveFocus(beside ? `#comment-${beside.id}` : 'textarea')
    dropEventComment(client, event.id, id)
    setOwn((before) => before.filter((one) => one.id !== id))
  }
  const toFirstNew = (before: number) =>
    place.current?.querySelectorAll<HTMLElement>('.cmt[tabindex]')[before]?.focus({ preventScroll: true })
  const drawn = (comment: EventComment) => (
    <Part key={comment.id}>
      <EventCommentArticle
        comment={comment}
        byHost={comment.author !== null && comment.author.id === event.creator?.id}
        onDeleted={deleted}
      />
    </Part>
  )
  return (
    <section className="gap" id="comments" aria-labelledby="comments-title" ref={place}>
      <div className="sheet rule">
        <h2 className="cmt" id="comments-title">
          Comments {isWhole && all.length > 0 && <span className="soft num">{all.length}</span>}
        </h2>
        {after && (
          <p className="pad ui">
            <a href="?#comments">Show the first comments</a>
          </p>
        )}
        {list.isPending && <SkeletonPost label="Loading comments..." />}
        {list.isError && !list.data && (
          <Failed
            title="The comments did not load"
            level="h3"
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          >
            Check your connection and try again.
          </Failed>
        )}
        <Part>{loaded.map(drawn)}</Part>
        {isWhole && all.length === 0 && (
          <Empty title="No comments yet" art="none" level="h3">
            Questions about the way, what to bring, who comes along: here is the place.
          </Empty>
        )}
        <NextPage list={list} count={loaded.length} href={`?after=${next}#comments`} onMore={toFirstNew}>
          Show more comments
        </NextPage>
        <Part>{ahead.map(drawn)}</Part>
        {viewer ? (
          <Part>
            <EventCommentForm eventId={event.id} memberId={viewer.id} onPosted={posted} />
          </Part>
        ) : (
          <SignInToComment />
        )}
      </div>
      <div className="sr" role="log" aria-live="polite" aria-label="New comments">
        {said.map(({ id, words }) => (
          <p key={id}>{words}</p>
        ))}
      </div>
    </section>
  )
}

const linesOf = (comments: readonly EventComment[]) =>
  comments.length > MAX_ANNOUNCED
    ? [{ id: comments.at(-1)!.id, words: `${comments.length} new comments` }]
    : comments.map(({ id, author, content }) => ({ id, words: `${nameOf(author)}: ${content}` }))

function SignInToComment() {
  return (
    <div className="cmt">
      <p className="strong">{SAY_LOCAL.signInToComment}</p>
      <p className="sm soft">Reading is open to everyone. Writing takes an account.</p>
      <div className="btn-row gap">
        <SignInLink up className={buttonClass()}>
          Sign Up
        </SignInLink>
        <SignInLink className={buttonClass({ variant: 'quiet' })}>Sign In</SignInLink>
      </div>
    </div>
  )
}
