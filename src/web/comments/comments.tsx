/** The comments below a post: the form, the list, and loading more. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Activity, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { SAY } from '#contract/words.ts'

import { CachedFragment } from '../kernel/cached-fragment.tsx'

import { useMoveFocus } from '../kernel/move-focus.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useCommunity, useViewer } from '../kernel/viewer.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Part } from '../ui/part.tsx'
import { shortWords } from '../ui/time.tsx'
import { CommentArticle } from './comment.tsx'
import { addComment, commentsQuery, dropComment } from './comments.ts'
import { CommentForm } from './form.tsx'

export { Quoted } from './quoted.tsx'

interface CommentsProps {
  postId: string
  /** the author of the post, who is marked in the comments */
  authorId: string | undefined
  after: string | undefined
  /** the id of the comment in the address: it is loaded, or it does not exist any more */
  sought: string | undefined
  /** the post was removed, so no comment can be added */
  closed: boolean
  /** a comment was added; the page updates the post's count */
  onPosted: () => void
  /** a comment was deleted */
  onDeleted: () => void
}

export function Comments({ postId, authorId, after, sought, closed, onPosted, onDeleted }: CommentsProps) {
  const client = useQueryClient()
  const viewer = useViewer()
  const { now } = useCommunity()
  const list = useInfiniteQuery(commentsQuery(postId, after))
  // the viewer's new comments, until the list is loaded that far
  const [own, setOwn] = useState<Comment[]>([])

  const loaded = list.data?.pages.flatMap((page) => page.items) ?? []
  const known = new Set(loaded.map(({ id }) => id))
  const ahead = own.filter(({ id }) => !known.has(id))
  const next = list.data?.pages.at(-1)?.next

  const posted = (comment: Comment) => {
    addComment(client, comment)
    setOwn((before) => [...before, comment])
    onPosted()
  }
  const { place, moveFocus } = useMoveFocus<HTMLElement>()
  const deleted = ({ id }: Comment) => {
    const all = [...loaded, ...ahead]
    const at = all.findIndex((one) => one.id === id)
    const beside = all[at + 1] ?? all[at - 1]
    moveFocus(beside ? `#comment-${beside.id}` : 'textarea')
    dropComment(client, postId, id)
    setOwn((before) => before.filter((one) => one.id !== id))
    onDeleted()
  }
  const newest = own.at(-1)?.id
  useEffect(() => {
    // the new comment may be off screen, after comments that are not loaded; do not take the focus from a viewer who writes
    if (newest && !document.activeElement?.matches('textarea')) document.getElementById(`comment-${newest}`)?.focus()
  }, [newest])
  useSought(
    sought || list.isFetching || list.isFetchNextPageError ? undefined : loaded.length,
    () => list.hasNextPage && void list.fetchNextPage(),
  )
  const toFirstNew = (before: number) =>
    document.querySelectorAll<HTMLElement>('#comments .cmt[tabindex]')[before]?.focus({ preventScroll: true })

  return (
    <section className="gap" id="comments" aria-labelledby="comments-title" ref={place}>
      <h2 className="sr" id="comments-title">
        Comments
      </h2>
      <div className="sheet rule">
        {!closed && viewer && loaded.length > LONG_LIST && (
          <p className="pad ui needs-script">
            <button type="button" className="btn bare" onClick={toForm}>
              Add a comment
            </button>
          </p>
        )}
        {after && (
          <p className="pad ui">
            <a href="?#comments">Show the first comments</a>
          </p>
        )}
        <Part>
          <CachedFragment by={() => keyOf(loaded, authorId, viewer?.id, now.getTime())}>
            {loaded.map((comment) => (
              // each comment hydrates separately, as the cards of a list do
              <Activity key={comment.id}>
                <Part>
                  <CommentArticle comment={comment} byAuthor={comment.author?.id === authorId} onDeleted={deleted} />
                </Part>
              </Activity>
            ))}
          </CachedFragment>
        </Part>
        {list.isSuccess && loaded.length === 0 && ahead.length === 0 && !after && (
          <Empty title="No comments yet" art="none" level="h3">
            {closed
              ? 'This post was removed, so nothing can be added.'
              : 'If you have been there, yours can be the first.'}
          </Empty>
        )}
        <NextPage list={list} count={loaded.length} href={`?after=${next}#comments`} onMore={toFirstNew}>
          Show more comments
        </NextPage>
        <Part>
          {ahead.map((comment) => (
            <CommentArticle
              key={comment.id}
              comment={comment}
              byAuthor={comment.author?.id === authorId}
              onDeleted={deleted}
              onChange={(patch) =>
                setOwn((list) => list.map((one) => (one.id === comment.id ? { ...one, ...patch } : one)))
              }
            />
          ))}
        </Part>
        {!closed &&
          (viewer ? (
            <Part>
              <CommentForm postId={postId} memberId={viewer.id} onPosted={posted} />
            </Part>
          ) : (
            <SignInToComment />
          ))}
      </div>
    </section>
  )
}

/** What the HTML of the list depends on. Comments that the viewer can edit hold his draft, and are rendered each time. */
function keyOf(list: Comment[], postAuthor: string | undefined, viewerId: string | undefined, now: number) {
  if (list.some(({ can_edit }) => can_edit)) return null
  const seen = list.map(({ author, created_at }) => [
    author?.id !== undefined && author.id === viewerId,
    shortWords(created_at, now),
  ])
  return ['comments', list, postAuthor, seen]
}

/** With more comments than this, a button above them leads to the form. */
const LONG_LIST = 5

const toForm = () => document.querySelector<HTMLElement>('#comments .say-one textarea')?.focus()

/** The maximum number of pages loaded to reach a linked comment; beyond that the list starts at its first page. */
const MAX_PAGES = 10

/** Loads pages until the linked comment is there. `count` is undefined while a page is loading. */
function useSought(count: number | undefined, fetchMore: () => unknown) {
  const sought = useLocation({ select: ({ hash }) => (hash.startsWith('comment-') ? hash : undefined) })
  const asked = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link starts a new search
  useEffect(() => {
    asked.current = 0
  }, [sought])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when more comments are loaded
  useEffect(() => {
    if (!sought || count === undefined || asked.current > MAX_PAGES) return
    const found = document.getElementById(sought)
    if (!found) {
      asked.current++
      return void fetchMore()
    }
    // if the first page contained it, the browser has already scrolled to it
    if (asked.current > 0) found.scrollIntoView({ block: 'start' })
    asked.current = MAX_PAGES + 1
  }, [sought, count])
}

function SignInToComment() {
  return (
    <div className="cmt">
      <p className="strong">{SAY.signInToComment}</p>
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
