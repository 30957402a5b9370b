/** Lists of posts, and the two cards above the feed. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Activity, type ReactNode, Suspense, useRef } from 'react'
import type { Viewer } from '#contract/account.ts'

import { CachedFragment } from '../kernel/cached-fragment.tsx'
import { NextPage } from '../kernel/next-page.tsx'

import { SignInLink } from '../kernel/sign-in.tsx'
import { useCommunity, useViewer } from '../kernel/viewer.ts'
import { PostCard } from '../posts/posts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Failed } from '../ui/failed.tsx'
import { Part } from '../ui/part.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { shortWords } from '../ui/time.tsx'
import type { ListQuery, Posts } from './feed.ts'
import { useRestoredPosition } from './restore-position.ts'

export { AskAnything } from './ask.tsx'
export { TagsButton } from './tags-button.tsx'

interface PostListProps {
  list: UseInfiniteQueryResult<Posts>
  /** the query of the list */
  query: ListQuery
  /** the address of the page after `cursor`, for readers without JavaScript */
  hrefOf: (cursor: string) => string
  /** shown if the list is empty */
  empty: ReactNode
  /** the title of the error if the list did not load */
  failure: string
  /** the list shows an earlier answer while the current one loads */
  old?: boolean
}

/** In a longer list, cards are rendered only near the viewport. */
const LONG_LIST = 60

export function PostList({ list, query, hrefOf, empty, failure, old }: PostListProps) {
  const sheet = useRef<HTMLElement>(null)
  const { settled, restoring } = useRestoredPosition(query, old ? undefined : list.data, sheet)
  const { now } = useCommunity()
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
  // the first of the new posts gets the focus, so that keyboard and screen reader continue there
  const toFirstNew = (before: number) =>
    sheet.current?.querySelectorAll<HTMLElement>('.post > h2 > a')[before]?.focus({ preventScroll: true })

  return (
    <section
      className={posts.length > LONG_LIST ? 'sheet rule long' : 'sheet rule'}
      aria-label="Posts"
      aria-busy={old || undefined}
      ref={sheet}
    >
      <CachedFragment by={() => ['cards', posts, posts.map(({ created_at }) => shortWords(created_at, now.getTime()))]}>
        {posts.map((post) => (
          // each card hydrates separately, so that a press on one does not wait for the others
          <Activity key={post.id}>
            <Part>
              <PostCard post={post} />
            </Part>
          </Activity>
        ))}
      </CachedFragment>
      <NextPage
        list={list}
        count={posts.length}
        href={hrefOf(next ?? '')}
        endless={settled}
        held={restoring || old}
        onMore={toFirstNew}
      >
        Load more
      </NextPage>
    </section>
  )
}

/** The placeholder of a list that is loading: "Loading posts..." on a desktop, "Loading..." on a phone. */
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

/**
 * The card of the first seven days. It is in the page from its first byte, but its script is not in the first load. The
 * loader waits for the script only if the card is shown; the card hydrates a little later than the rest.
 */
const Card = lazyRouteComponent(() => import('./welcome.tsx').catch(() => NO_CARD), 'WelcomeCard')
/** optional content: without it the feed still works */
const NO_CARD = { WelcomeCard: () => null }
export const fetchWelcome = async (viewer: Viewer | null) => viewer?.shows_welcome && Card.preload?.()

export function Welcome() {
  const viewer = useViewer()
  return (
    viewer?.shows_welcome && (
      <Suspense>
        <Card viewer={viewer} />
      </Suspense>
    )
  )
}

/** Shown to visitors in place of the composer. */
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
