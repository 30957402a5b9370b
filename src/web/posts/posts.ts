/** Posts in data: how they are asked for, and how a change is written into every list that shows them. */
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { PageOf } from '#contract/kernel.ts'
import type { Post, PostCard } from '#contract/posts.ts'
import { queries } from '../kernel/api.ts'

/** Under which a post that has been begun is kept: by its writer, and by the network that it is written into. */
export const draftKey = (member: { id: string }, group?: { id: string }) =>
  group ? `post.${member.id}.${group.id}` : `post.${member.id}`

/** Of a question that nobody has answered yet and that is put to the others: what else he was writing stays as it is. */
export const handedOnKey = (member: { id: string }) => `post.${member.id}.handed-on`

export const postQuery = (id: string) => queries.posts.getPost.queryOptions({ input: { id } })

type Pages = InfiniteData<PageOf<PostCard>>

/** Everything that shows cards of posts. */
const LISTS = [queries.feed.key(), queries.search.key()]

/** Changes a post where it is shown: on its own page and in every list that is loaded. Nothing is fetched again. */
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

/** Puts a new post on top of the lists that it belongs to, and keeps it for its own page. */
export function addPost(client: QueryClient, post: Post) {
  client.setQueryData(postQuery(post.id).queryKey, post)
  for (const [key, list] of client.getQueriesData<Pages>({ queryKey: queries.feed.key() })) {
    if (list && belongs(key, list, post)) client.setQueryData<Pages>(key, withFirst(list, post))
  }
}

/** What the server says of a post after a change, written wherever it is shown. */
export function putPost(client: QueryClient, post: Post) {
  client.setQueryData(postQuery(post.id).queryKey, post)
  const { title, excerpt, updated_at } = post
  // what a search found in it is no longer what it says
  patchPost(client, post.id, () => ({ title, excerpt, updated_at, found: undefined }))
}

/** Takes a post that is gone out of every list that is loaded. */
export function unlistPost(client: QueryClient, id: string) {
  for (const queryKey of LISTS)
    client.setQueriesData<Pages>({ queryKey }, (list) => {
      if (!list?.pages.some((page) => page.items.some((post) => post.id === id))) return list
      const pages = list.pages.map((page) => ({ ...page, items: page.items.filter((post) => post.id !== id) }))
      return { ...list, pages }
    })
}

/** A list's own question is part of its key: which category, which type, whose posts, and whether it is the first page. */
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

/** Only a change of title or content moves `updated_at` (POST-06, AMB-54). */
export const isEdited = (thing: { created_at: Date; updated_at: Date }) => thing.updated_at > thing.created_at

/** "1 comment", "1,204 comments" */
export const commentsWord = (count: number) => (count === 1 ? 'comment' : 'comments')
