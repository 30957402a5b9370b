/** The feed: posts that the viewer may see, newest first, in pages by cursor. */
import * as z from 'zod'
import { categoryFaults } from './categories.ts'
import { Cursor, open, Page, refuses, Sought } from './kernel.ts'
import { memberFaults } from './members.ts'
import { missing } from './missing.ts'
import { PostCard, PostType } from './posts.ts'

export { PAGE_SIZE } from './words.ts'

export const feed = {
  listFeed: open('posts:read')
    .route({
      method: 'GET',
      path: '/feed',
      operationId: 'listFeed',
      tags: ['feed'],
      summary: 'General posts and those of your networks, newest first',
    })
    .input(z.strictObject({ after: Cursor.optional() }))
    .output(Page(PostCard)),
  listCategoryPosts: open('posts:read')
    .route({
      method: 'GET',
      path: '/categories/{slug}/posts',
      operationId: 'listCategoryPosts',
      tags: ['feed'],
      summary: 'The posts of a category, newest first',
    })
    .errors(refuses(categoryFaults.notFound))
    .input(z.strictObject({ slug: Sought, type: PostType.optional(), after: Cursor.optional() }))
    .output(Page(PostCard)),
  listGroupPosts: open('posts:read')
    .route({
      method: 'GET',
      path: '/groups/named/{slug}/posts',
      operationId: 'listGroupPosts',
      tags: ['feed'],
      summary: 'The posts of a network, newest first; for a private network, members only',
    })
    .errors(refuses(missing.group, missing.insideGroup))
    .input(z.strictObject({ slug: Sought, after: Cursor.optional() }))
    .output(Page(PostCard)),
  listMemberPosts: open('posts:read')
    .route({
      method: 'GET',
      path: '/members/{username}/posts',
      operationId: 'listMemberPosts',
      tags: ['feed'],
      summary: "A member's latest posts",
    })
    .errors(refuses(memberFaults.notFound))
    .input(z.strictObject({ username: Sought, after: Cursor.optional() }))
    .output(Page(PostCard)),
}
