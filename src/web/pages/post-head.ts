/** The metadata of a post's page. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Viewer } from '#contract/account.ts'
import type { Comment } from '#contract/comments.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { Post } from '#contract/posts.ts'
import { queries } from '../kernel/api.ts'
import { type About, headOf } from '../kernel/head.ts'
import type { CommunityInfo } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { categoryPath, postData, previewPath } from './structured-data.ts'

interface PostMatch {
  status: string
  context: { queryClient: QueryClient; place: CommunityInfo; viewer: Viewer | null }
  params: { postId: string }
  search: { after?: string | undefined; comment?: string | undefined }
}

/** `loaded` is false if the post does not exist or is not visible to the viewer. */
export function postHead({ status, context, params, search }: PostMatch, loaded: boolean) {
  const { queryClient, place, viewer } = context
  const post = loaded ? heldPost(queryClient, params.postId) : undefined
  if (!post)
    return headOf(place, { title: status === 'error' ? 'Something went wrong' : 'Post not found', hidden: true })
  const about: About = { title: post.title, description: post.excerpt || undefined, type: 'article' }
  // later pages of comments are not indexed; the first page of the post is
  if (search.after || search.comment) return headOf(place, { ...about, hidden: true })
  const { category } = post
  return headOf(place, {
    ...about,
    canonical: `/post/${post.id}`,
    details: {
      'article:published_time': post.created_at.toISOString(),
      'article:modified_time': post.updated_at > post.created_at ? post.updated_at.toISOString() : undefined,
      'article:author': nameOf(post.author),
      'article:section': category.name,
    },
    picture: { path: previewPath(post), alt: `${post.title} - ${nameOf(post.author)} in ${category.name}` },
    feed: { path: `${categoryPath(category.slug)}/feed.xml`, title: `${category.name} - ${place.brand.name}` },
    // search engines have no account, and members do not need structured data
    structured: viewer ? undefined : postData(post, heldComments(queryClient, post.id), place),
  })
}

// Reads the cache by query key, because this file is in the first load of every page, and importing the modules of posts
// and comments would add them to it.
const heldPost = (client: QueryClient, id: string) =>
  client.getQueryData<Post>(queries.posts.getPost.key({ type: 'query', input: { id } }))

const heldComments = (client: QueryClient, id: string) => {
  const key = queries.comments.listComments.key({ type: 'infinite', input: { post_id: id } })
  return client.getQueryData<InfiniteData<PageOf<Comment>>>(key)?.pages[0]?.items ?? []
}
