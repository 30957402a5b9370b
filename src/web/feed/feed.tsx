/** Lists of posts on the screen, and the two cards that stand above the feed. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, MapPin, Network, UsersRound } from 'lucide'
import { Activity, type ReactNode, useRef } from 'react'
import { More } from '../kernel/more.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { usePlace, useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { PostCard } from '../posts/posts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Failed } from '../ui/failed.tsx'
import { Icon } from '../ui/icon.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import type { ListQuery, Posts } from './feed.ts'
import { useStaying } from './staying.ts'

export { AskAnything } from './ask.tsx'
export { TagsButton } from './tags-button.tsx'

interface PostListProps {
  list: UseInfiniteQueryResult<Posts>
  /** what the list was asked with */
  query: ListQuery
  /** the address of the page after `cursor`, for readers without JavaScript */
  hrefOf: (cursor: string) => string
  /** shown where there is nothing */
  empty: ReactNode
  /** what it is called that did not load */
  failure: string
  /** the list shows an older answer while the one asked for is on its way */
  old?: boolean
}

/** More cards than this are drawn only when they come near the window. */
const LONG = 60

export function PostList({ list, query, hrefOf, empty, failure, old }: PostListProps) {
  const sheet = useRef<HTMLElement>(null)
  const { settled, restoring } = useStaying(query, old ? undefined : list.data, sheet)
  const posts = list.data?.pages.flatMap((page) => page.items) ?? []
  const next = list.data?.pages.at(-1)?.next
  if (list.isPending) return <ListPending />
  if (!list.data)
    return (
      <section className="sheet">
        <Failed title={failure} onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    )
  if (posts.length === 0) return <section className="sheet">{empty}</section>
  // the first of those that came, so that keyboard and screen reader go on reading there
  const toFirstNew = (before: number) =>
    sheet.current?.querySelectorAll<HTMLElement>('.post > h2 > a')[before]?.focus({ preventScroll: true })

  return (
    <section
      className={posts.length > LONG ? 'sheet rule long' : 'sheet rule'}
      aria-label="Posts"
      aria-busy={old || undefined}
      ref={sheet}
    >
      {posts.map((post) => (
        // each is taken over by itself: a press on any of them waits for none of the others
        <Activity key={post.id}>
          <PostCard post={post} />
        </Activity>
      ))}
      <More
        list={list}
        count={posts.length}
        href={hrefOf(next ?? '')}
        endless={settled}
        held={restoring || old}
        onMore={toFirstNew}
      >
        Load more
      </More>
    </section>
  )
}

/** The place of a list that is on its way: "Loading posts..." at a desk, "Loading..." on a phone (AMB-19). */
export function ListPending() {
  return (
    <div className="sheet">
      <SkeletonPost
        count={4}
        label={
          <>
            <span className="hide-phone">Loading posts...</span>
            <span className="hide-desk">Loading...</span>
          </>
        }
      />
    </div>
  )
}

const WEEK = 7 * 24 * 60 * 60 * 1000

/** For the first seven days: three places to go (FEEDD-02). */
export function Welcome() {
  const viewer = useViewer()
  const { now } = usePlace()
  if (!viewer || now.getTime() - viewer.created_at.getTime() > WEEK) return null
  return (
    <section className="sheet pad welcome" aria-labelledby="welcome">
      <h2 id="welcome" dir="auto">
        Good to have you here, {nameOf(viewer).split(/\s/)[0]}
      </h2>
      <p className="ui soft">Three places to put your hands first.</p>
      <ul className="picks">
        <li>
          <Link className="chip wide" to="/pods">
            <Icon of={UsersRound} />
            <span className="grow">Browse Pods</span>
            <Icon of={ChevronRight} flip />
          </Link>
        </li>
        <li>
          <Link className="chip wide" to="/groups">
            <Icon of={Network} />
            <span className="grow">Join Communities</span>
            <Icon of={ChevronRight} flip />
          </Link>
        </li>
        <li>
          <Link className="chip wide" to="/local">
            <Icon of={MapPin} />
            <span className="grow">Local Events</span>
            <Icon of={ChevronRight} flip />
          </Link>
        </li>
      </ul>
    </section>
  )
}

/** In place of the composer, for visitors (FEEDD-08). */
export function VisitorCard() {
  return (
    <section className="sheet pad visitor" aria-labelledby="visitor">
      <div className="grow">
        <h2 id="visitor">Sign in to create posts</h2>
        <p className="sm soft">Reading is open to everyone. Writing takes an account.</p>
      </div>
      <div className="btn-row">
        <SignInLink up className={buttonClass()}>
          Sign Up
        </SignInLink>
        <SignInLink className={buttonClass({ variant: 'quiet' })}>Sign In</SignInLink>
      </div>
    </section>
  )
}
