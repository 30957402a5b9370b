/** The feed, as /categories and /feed show it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { categoriesQuery } from '../categories/categories.ts'
import { TagList } from '../categories/categories.tsx'
import { feedQuery } from '../feed/feed.ts'
import { PostList, VisitorCard, Welcome } from '../feed/feed.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { NewPost } from '../posts/posts.tsx'
import { FeedBar } from '../shell/feed-bar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'

export function FeedPage({ after }: { after: string | undefined }) {
  const viewer = useViewer()
  const list = useInfiniteQuery(feedQuery(after))
  const categories = useQuery(categoriesQuery())
  return (
    <>
      <FeedBar />
      <div className={viewer ? 'page cols has-fab' : 'page cols'}>
        <div className="stack-feed">
          <FeedHeading />
          <Welcome />
          {viewer ? <NewPost look="row" label="New Post" /> : <VisitorCard />}
          {after && (
            <p className="pad-x ui">
              <Link to="/categories">Show the newest posts</Link>
            </p>
          )}
          <PostList list={list} hrefOf={(cursor) => `?after=${cursor}`} empty={<NoPosts />} />
        </div>
        <aside className="side" aria-label="Tags">
          {categories.data && <TagList categories={categories.data} />}
        </aside>
        {viewer && <NewPost look="fab" />}
      </div>
    </>
  )
}

function NoPosts() {
  const viewer = useViewer()
  return (
    <Empty
      title="No posts available."
      action={
        viewer ? (
          <NewPost look="button" />
        ) : (
          <SignInLink up className={buttonClass()}>
            Sign Up
          </SignInLink>
        )
      }
    >
      This is where dads ask and tell. The light is on and the bench is clear; yours can be the first.
    </Empty>
  )
}

/** Seen at a desk; on a phone the bar above says it, and the heading is only spoken. */
function FeedHeading() {
  return (
    <div className="page-h feed-h">
      <h1>Feed</h1>
    </div>
  )
}

export function FeedPending() {
  return (
    <>
      <FeedBar />
      <div className="page cols">
        <div className="stack-feed">
          <FeedHeading />
          <div className="sheet">
            <SkeletonPost count={4} label="Loading posts..." />
          </div>
        </div>
      </div>
    </>
  )
}
