/** One post and what was answered. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import type { Post } from '#contract/posts.ts'
import { categoriesQuery, discussions } from '../categories/categories.ts'
import { commentsQuery } from '../comments/comments.ts'
import { Comments } from '../comments/comments.tsx'
import { isMissing } from '../kernel/fault.ts'
import { headOf } from '../kernel/head.ts'
import { together } from '../kernel/together.ts'
import { changeViewer, type Place, useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { patchPost, postQuery } from '../posts/posts.ts'
import { PostArticle } from '../posts/posts.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { Missing } from '../shell/missing.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { pageSearch, toFirstPage } from './feed-search.ts'

export const Route = createFileRoute('/post/$postId')({
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, place }, params, deps, location }) => {
    const tags = queryClient.prefetchQuery(categoriesQuery())
    try {
      const [post] = await together(
        queryClient.ensureQueryData(postQuery(params.postId)),
        queryClient.ensureInfiniteQueryData(commentsQuery(params.postId, deps.after)),
        tags,
      )
      return { title: post.title, excerpt: post.excerpt, structured: structuredData(post, place) }
    } catch (error) {
      throw isMissing(error) ? notFound() : toFirstPage(error, deps, location.pathname)
    }
  },
  head: ({ match, loaderData, params }) =>
    headOf(match.context.place, {
      title: loaderData?.title ?? (match.status === 'error' ? 'Something went wrong' : 'Post not found'),
      description: loaderData?.excerpt,
      canonical: loaderData && `/post/${params.postId}`,
      type: 'article',
      hidden: !loaderData,
      structured: loaderData?.structured,
    }),
  component: Page,
  pendingComponent: Pending,
  notFoundComponent: Gone,
  errorComponent: (failure) => <PageFailed {...failure} title="This post did not load" />,
})

function Page() {
  const { postId } = Route.useParams()
  const { after } = Route.useSearch()
  const client = useQueryClient()
  const viewer = useViewer()
  const post = useQuery(postQuery(postId)).data
  const category = useQuery(categoriesQuery()).data?.find(({ id }) => id === post?.category.id)
  if (!post) return null
  const onPosted = () => {
    patchPost(client, post.id, ({ comment_count }) => ({ comment_count: comment_count + 1 }))
    if (viewer) changeViewer(client, { comment_count: viewer.comment_count + 1 })
  }
  return (
    <div className="page cols">
      <div>
        <BackLink parent="/categories" />
        <PostArticle post={post} />
        <Comments key={post.id} postId={post.id} authorId={post.author?.id} after={after} onPosted={onPosted} />
      </div>
      <aside className="side" aria-label="Category">
        {category && (
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

/** For search engines: a discussion, who began it and how it was received. */
function structuredData(post: Post, place: Place) {
  const url = `${place.publicUrl}/post/${post.id}`
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: post.title,
    text: post.excerpt,
    url,
    datePublished: post.created_at.toISOString(),
    ...(post.updated_at > post.created_at ? { dateModified: post.updated_at.toISOString() } : {}),
    author: {
      '@type': 'Person',
      name: nameOf(post.author),
      ...(post.author ? { url: `${place.publicUrl}/user/${encodeURIComponent(post.author.username)}` } : {}),
    },
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/LikeAction',
        userInteractionCount: post.upvotes,
      },
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/CommentAction',
        userInteractionCount: post.comment_count,
      },
    ],
  }
}
