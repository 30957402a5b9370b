/** Queries of posts, and the functions that write a change into every cached list. */
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { PageOf } from '#contract/kernel.ts'
import type { Post, PostCard } from '#contract/posts.ts'
import { queries } from '../kernel/api.ts'

/** The key under which the draft of a new post is stored: per author, and per network in which it will appear. */
export const draftKey = (member: { id: string }, group?: { id: string }) =>
  group ? `post.${member.id}.${group.id}` : `post.${member.id}`

/**
 * The key of a draft that asks the members a question that was put to the assistant first. It is separate, so that it
 * does not replace another draft.
 */
export const postedQuestionKey = (member: { id: string }) => `post.${member.id}.handed-on`

export const postQuery = (id: string) => queries.posts.getPost.queryOptions({ input: { id } })

type Pages = InfiniteData<PageOf<PostCard>>

/** All queries that contain cards of posts. */
const LISTS = [queries.feed.key(), queries.search.key()]

/** Changes a post in the cache: on its own page and in every loaded list. Nothing is refetched. */
export function patchPost(client: QueryClient, id: string, change: (post: PostCard) => Partial<PostCard>) {
  client.setQueryData(postQuery(id).queryKey, (post) => post && { ...post, ...change(post) })
  for (const queryKey of LISTS) client.setQueriesData<Pages>({ queryKey }, (list) => patched(list, id, change))
}

function patched(list: Pages | undefined, id: string, change: (post: PostCard) => Partial<PostCard>) {
  if (!list?.pages.some((page) => page.items.some((post) => post.id === id))) return list
  const items = (page: PageOf<PostCard>) =>
    page.items.map((post) => (post.id === id ? { ...post, ...change(post) } : post))
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: items(page) })) }
}

/** Adds a new post at the top of the lists that it belongs to, and stores it for its own page. */
export function addPost(client: QueryClient, post: Post) {
  client.setQueryData(postQuery(post.id).queryKey, post)
  for (const [key, list] of client.getQueriesData<Pages>({ queryKey: queries.feed.key() })) {
    if (list && belongs(key, list, post)) client.setQueryData<Pages>(key, withFirst(list, post))
  }
}

/** Writes the server's answer to a change into the cache, wherever the post is shown. */
export function putPost(client: QueryClient, post: Post) {
  client.setQueryData(postQuery(post.id).queryKey, post)
  const { title, excerpt, updated_at } = post
  // the highlighted passage of a search result is outdated
  patchPost(client, post.id, () => ({ title, excerpt, updated_at, found: undefined }))
}

/** Removes a deleted post from every loaded list. */
export function unlistPost(client: QueryClient, id: string) {
  for (const queryKey of LISTS)
    client.setQueriesData<Pages>({ queryKey }, (list) => {
      if (!list?.pages.some((page) => page.items.some((post) => post.id === id))) return list
      const pages = list.pages.map((page) => ({ ...page, items: page.items.filter((post) => post.id !== id) }))
      return { ...list, pages }
    })
}

/**
 * Whether the post belongs on the first page of the list. The filter of a list (category, type, author) is part of its
 * query key.
 */
function belongs(key: QueryKey, list: Pages, post: Post): boolean {
  if (list.pageParams[0] !== undefined) return false
  const [path, asked] = key as [string[], { input?: { slug?: string; type?: string; username?: string } }]
  const { slug, type, username } = asked.input ?? {}
  const place = path[1] === 'listGroupPosts' ? post.group?.slug : post.category.slug
  return (
    (slug === undefined || slug === place) &&
    (type === undefined || type === post.type) &&
    (username === undefined || username === post.author?.username)
  )
}

function withFirst(list: Pages, post: Post): Pages {
  const [first, ...rest] = list.pages
  if (!first || list.pages.some((page) => page.items.some(({ id }) => id === post.id))) return list
  return { ...list, pages: [{ ...first, items: [post, ...first.items] }, ...rest] }
}

/** Only a change of the title or the content updates `updated_at`. */
export const isEdited = (thing: { created_at: Date; updated_at: Date }) => thing.updated_at > thing.created_at

/** "1 comment", "1,204 comments" */
export const commentsWord = (count: number) => (count === 1 ? 'comment' : 'comments')
