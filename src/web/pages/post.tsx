/** One post and its comments. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { categoriesQuery, discussions } from '../categories/categories.ts'
import { openThread } from '../comments/comments.ts'
import { Comments, Quoted } from '../comments/comments.tsx'
import { isMissing } from '../kernel/fault.ts'
import { changeViewer, useViewer } from '../kernel/viewer.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import { patchPost, postQuery } from '../posts/posts.ts'
import { PostArticle } from '../posts/posts.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { Missing } from '../shell/missing.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Part } from '../ui/part.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { toFirstPage } from './feed-search.ts'
import { postHead } from './post-head.ts'
import { postSearch } from './post-search.ts'

export const Route = createFileRoute('/post/$postId')({
  validateSearch: postSearch,
  loaderDeps: ({ search }) => postSearch(search),
  loader: async ({ context: { queryClient }, params, deps, location }) => {
    const tags = queryClient.prefetchQuery(categoriesQuery())
    try {
      const where = { after: deps.after, around: deps.comment }
      const [opened] = await waitForAll(openThread(queryClient, params.postId, where), tags)
      return { id: params.postId, after: opened.after }
    } catch (error) {
      throw isMissing(error) ? notFound() : toFirstPage(error, { after: deps.after }, location.pathname)
    }
  },
  head: ({ match, loaderData }) => postHead(match, loaderData !== undefined),
  component: Page,
  pendingComponent: Pending,
  notFoundComponent: Gone,
  errorComponent: (failure) => (
    <PageFailed {...failure} title="This post did not load" back={<BackLink parent="/categories" />} />
  ),
})

function Page() {
  const { postId } = Route.useParams()
  const { comment, quote } = Route.useSearch()
  const { after } = Route.useLoaderData()
  const client = useQueryClient()
  const viewer = useViewer()
  const { data: post, error } = useQuery(postQuery(postId))
  const category = useQuery(categoriesQuery()).data?.find(({ id }) => id === post?.category.id)
  // the post became invisible to the viewer while the page was open
  if (isMissing(error)) return <Gone />
  if (!post) return null
  const countComment = (by: 1 | -1) => {
    patchPost(client, post.id, ({ comment_count }) => ({ comment_count: Math.max(0, comment_count + by) }))
    if (viewer) changeViewer(client, { comment_count: Math.max(0, viewer.comment_count + by) })
  }
  return (
    <div className="page cols">
      <div>
        <BackLink parent="/categories" />
        {(comment ?? quote) !== undefined && (
          <Part>
            <Quoted postId={post.id} after={after} comment={comment} words={quote} />
          </Part>
        )}
        <Part key={`post-${post.id}`}>
          <PostArticle post={post} />
        </Part>
        <Part key={post.id}>
          <Comments
            postId={post.id}
            authorId={post.author?.id}
            after={after}
            sought={comment}
            closed={post.removed !== undefined}
            onPosted={() => countComment(1)}
            onDeleted={() => countComment(-1)}
          />
        </Part>
      </div>
      <aside className="side" aria-label="Category">
        {category && (
          <Part>
            <Panel title={`f/${category.name}`}>
              <p className="sm soft">
                {category.description} <span className="num">{discussions(category.post_count)}.</span>
              </p>
              <Link
                className={buttonClass({ variant: 'quiet', wide: true })}
                to="/category/$categoryName"
                params={{ categoryName: category.slug }}
              >
                See all discussions
              </Link>
            </Panel>
          </Part>
        )}
      </aside>
    </div>
  )
}

function Gone() {
  return (
    <Missing title="Post not found" back={<BackLink parent="/categories" />}>
      This post does not exist or was removed.
    </Missing>
  )
}

function Pending() {
  return (
    <div className="page cols">
      <div>
        <BackLink parent="/categories" />
        <div className="sheet">
          <SkeletonPost label="Loading post..." />
        </div>
      </div>
    </div>
  )
}
