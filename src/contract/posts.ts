/** Posts: a text or a question, in one category, by one member. Seen by everyone, unless its network is private. */
import * as z from 'zod'
import { categoryFaults } from './categories.ts'
import { fault, Id, memberOnly, open, refuses, Sought, Text, When } from './kernel.ts'
import { Author } from './members.ts'
import { Body } from './text.ts'
import { Vote } from './votes.ts'
import { CONTENT_MAX, SAY, TITLE_MAX } from './words.ts'

export const postFaults = {
  notFound: fault('POST_NOT_FOUND', 404, 'Post not found'),
  signIn: SAY.signInToPost,
  idTaken: fault('ID_TAKEN', 409, SAY.postFailed),
}

export { CONTENT_MAX, TITLE_MAX }

export const PostType = z.enum(['text', 'question', 'poll'])
export type PostType = z.infer<typeof PostType>

/** A post as a list shows it. `excerpt` is the beginning of the content as plain words. */
export const PostCard = z.object({
  id: Id,
  title: z.string(),
  excerpt: z.string(),
  type: PostType,
  upvotes: z.number(),
  downvotes: z.number(),
  comment_count: z.number(),
  created_at: When,
  updated_at: When,
  author: Author.nullable(),
  category: z.object({ id: Id, name: z.string(), slug: z.string(), color: z.string() }),
  group: z.object({ id: Id, name: z.string(), slug: z.string(), location: z.string().nullable() }).nullable(),
  my_vote: Vote,
})
export type PostCard = z.infer<typeof PostCard>

/** A post on its own page: the card, its content as written, and the parsed tree of it. */
export const Post = PostCard.extend({ content: z.string(), body: Body })
export type Post = z.infer<typeof Post>

export const NewPost = z.strictObject({
  /** made by the client, so that a repeated send is one post */
  id: Id.optional(),
  type: z.enum(['text', 'question'], 'Choose text or question'),
  title: Text({ name: 'The title', max: TITLE_MAX, blank: 'Please enter a title' }),
  content: Text({ name: 'The post', max: CONTENT_MAX, blank: 'Please enter what you want to say' }),
  category_id: z.uuid('Please choose a category'),
})

export const posts = {
  getPost: open
    .route({ method: 'GET', path: '/posts/{id}', operationId: 'getPost', tags: ['posts'], summary: 'One post' })
    .errors(refuses(postFaults.notFound))
    .input(z.strictObject({ id: Sought }))
    .output(Post),
  createPost: memberOnly(postFaults.signIn, 'write')
    .route({
      method: 'POST',
      path: '/posts',
      operationId: 'createPost',
      tags: ['posts'],
      summary: 'Write a post',
      successStatus: 201,
    })
    .errors(refuses(categoryFaults.notFound, postFaults.idTaken))
    .input(NewPost)
    .output(Post),
}
