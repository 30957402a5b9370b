/** A list of what a member wrote, and its entries. The list has a fixed height and scrolls by itself. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowBigUp, MessageSquare } from 'lucide'
import { type ReactNode, useRef } from 'react'
import type { MemberComment } from '#contract/comments.ts'
import type { PostCard, PostType } from '#contract/posts.ts'
import { CategoryPlace } from '../categories/categories.tsx'
import { useNow } from '../kernel/clock.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { RemovedNote, Stamp } from '../ui/badge.tsx'
import { Failed } from '../ui/failed.tsx'
import { Icon } from '../ui/icon.tsx'
import { grouped } from '../ui/number.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Time } from '../ui/time.tsx'

const types: Record<PostType, string> = { question: 'Question', poll: 'Poll', text: 'Text' }

export function WrittenPost({ post }: { post: PostCard }) {
  return (
    <li className="wrote">
      <Where thing={post}>
        <Stamp>{types[post.type]}</Stamp>
      </Where>
      <h3 dir="auto">{post.title}</h3>
      <p className="ui soft c3" dir="auto">
        {post.excerpt}
      </p>
      {post.removed && <RemovedNote reason={post.removed.reason} />}
      <div className="row between wrap">
        <span className="row soft ui num">
          <Score of={post} />
          <span className="row xs">
            <Icon of={MessageSquare} size="s" />
            {grouped(post.comment_count)}
            <span className="sr">{post.comment_count === 1 ? ' comment' : ' comments'}</span>
          </span>
        </span>
        <ViewPost id={post.id} title={post.title} />
      </div>
    </li>
  )
}

export function WrittenComment({ comment }: { comment: MemberComment }) {
  return (
    <li className="wrote">
      <Where thing={comment} />
      <p className="ui c3" dir="auto">
        {comment.excerpt}
      </p>
      <p className="ui soft wrote-on">
        On{' '}
        <b dir="auto" className="strong">
          {comment.post.title}
        </b>
      </p>
      {comment.removed && <RemovedNote reason={comment.removed.reason} />}
      <div className="row between wrap">
        <span className="row soft ui num">
          <Score of={comment} />
        </span>
        <ViewPost id={comment.post.id} title={comment.post.title} />
      </div>
    </li>
  )
}

function Where({ thing, children }: { thing: PostCard | MemberComment; children?: ReactNode }) {
  const now = useNow()
  return (
    <div className="meta parts sm soft">
      {thing.group && (
        <Link className="place" dir="auto" to="/group/$groupName" params={{ groupName: thing.group.slug }} search={{}}>
          f/{thing.group.name}
        </Link>
      )}
      <CategoryPlace category={thing.category} />
      <Time value={thing.created_at} now={now} className="num" />
      {children && <span className="wrote-type">{children}</span>}
    </div>
  )
}

function Score({ of }: { of: { upvotes: number; downvotes: number } }) {
  return (
    <span className="row xs">
      <Icon of={ArrowBigUp} size="s" />
      <span className="sr">Score </span>
      {grouped(of.upvotes - of.downvotes)}
    </span>
  )
}

const ViewPost = ({ id, title }: { id: string; title: string }) => (
  <Link className="more" to="/post/$postId" params={{ postId: id }} search={{}}>
    View Post
    <span className="sr"> {title}</span>
  </Link>
)

interface WrittenProps {
  /** the label of the scrolling region */
  label: string
  list: Pick<
    UseInfiniteQueryResult,
    'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
  > & {
    fetchNextPage: () => Promise<unknown>
    refetch: () => Promise<unknown>
  }
  /** the entries; undefined while they are loading */
  lines: ReactNode[] | undefined
  failed: boolean
  /** the next page, for readers without JavaScript */
  href: string
  empty: ReactNode
}

export function WrittenList({ label, list, lines, failed, href, empty }: WrittenProps) {
  const box = useRef<HTMLElement>(null)
  if (!lines && failed)
    return (
      <Failed title="This list did not load" level="h3" onRetry={() => void list.refetch()} retrying={list.isFetching}>
        Check your connection and try again.
      </Failed>
    )
  if (!lines) return <Waiting label={label} />
  if (lines.length === 0) return empty
  const toFirstNew = (before: number) =>
    box.current?.querySelectorAll<HTMLElement>('.wrote > .row > .more')[before]?.focus()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
    <section className="wrote-box" aria-label={label} tabIndex={0} ref={box}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="rule" role="list">
        {lines}
      </ul>
      <NextPage list={list} count={lines.length} href={href} onMore={toFirstNew}>
        Load more
      </NextPage>
    </section>
  )
}

const Waiting = ({ label }: { label: string }) => (
  <div className="wrote-box rule" role="status">
    <span className="sr">Loading: {label}</span>
    {[1, 2, 3].map((line) => (
      <div key={line} className="wrote stack-s" aria-hidden="true">
        <Skeleton width="w40" />
        <Skeleton width="w80" />
        <Skeleton width="w60" />
      </div>
    ))}
  </div>
)
