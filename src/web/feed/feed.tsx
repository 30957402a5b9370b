/** Lists of posts on the screen, and the two cards that stand above the feed. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Activity, type ReactNode, Suspense, useRef } from 'react'
import type { Viewer } from '#contract/account.ts'
import { More } from '../kernel/more.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { PostCard } from '../posts/posts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Failed } from '../ui/failed.tsx'
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

/**
 * The card of the first seven days (FEEDD-02) stands in the page from its first byte, but its script is not carried by all
 * who never see it: the loader waits for it where it shows, and the browser takes it over a little later than the rest.
 */
const Card = lazyRouteComponent(() => import('./welcome.tsx').catch(() => NO_CARD), 'WelcomeCard')
/** a side dish: without it the feed is still the feed */
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
