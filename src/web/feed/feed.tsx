/** Lists of posts on the screen, and the two cards that stand above the feed. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, MapPin, Network, UsersRound } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard as Card } from '#contract/posts.ts'
import { More } from '../kernel/more.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { usePlace, useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { PostCard } from '../posts/posts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface PostListProps {
  list: UseInfiniteQueryResult<InfiniteData<PageOf<Card>>>
  /** the address of the page after `cursor`, for readers without JavaScript */
  hrefOf: (cursor: string) => string
  /** shown where there is nothing */
  empty: ReactNode
}

export function PostList({ list, hrefOf, empty }: PostListProps) {
  const sheet = useRef<HTMLElement>(null)
  const posts = list.data?.pages.flatMap((page) => page.items) ?? []
  const next = list.data?.pages.at(-1)?.next
  if (posts.length === 0) return <section className="sheet">{empty}</section>
  // the first of those that came, so that keyboard and screen reader go on reading there
  const toFirstNew = (before: number) =>
    sheet.current?.querySelectorAll<HTMLElement>('.post > h2 > a')[before]?.focus({ preventScroll: true })

  return (
    <section className="sheet rule" aria-label="Posts" ref={sheet}>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
      <More list={list} count={posts.length} href={hrefOf(next ?? '')} onMore={toFirstNew}>
        Load more
      </More>
    </section>
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
