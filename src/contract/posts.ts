/**
 * Posts: a text, a question or a poll, in one category, by one author. Everyone sees a post unless its network is
 * private.
 */
import * as z from 'zod'
import { categoryFaults } from './categories.ts'
import { fault, Id, Line, lineOf, memberOnly, open, refuses, SentTime, Sought, Text, When } from './kernel.ts'
import { Author } from './members.ts'
import { missing } from './missing.ts'
import { Poll, PollOptionText } from './polls.ts'
import { Body } from './text.ts'
import { Vote } from './votes.ts'
import { CONTENT_MAX, isBlank, POLL_OPTIONS, SAY, TITLE_MAX } from './words.ts'

export const postFaults = {
  notFound: missing.post,
  signIn: SAY.signInToPost,
  idTaken: fault('ID_TAKEN', 409, SAY.postFailed),
  deleted: fault('POST_DELETED', 410, SAY.postDeleted),
  changed: fault('POST_CHANGED', 409, SAY.postChanged),
  groupNotFound: fault('GROUP_NOT_FOUND', 404, 'Group not found.'),
  notInGroup: fault('NOT_IN_GROUP', 403, 'Join this network to post in it'),
  notAuthor: fault('NOT_AUTHOR', 403, 'Only its author can change this post'),
  removed: fault('POST_REMOVED', 409, 'The administrators have removed this post'),
}

export { CONTENT_MAX, TITLE_MAX }

export const PostType = z.enum(['text', 'question', 'poll'])
export type PostType = z.infer<typeof PostType>

/** A text in parts, in order: matches of a search and the text between them. */
const Pieces = z.array(z.object({ text: z.string(), marked: z.boolean() }))
export type Pieces = z.infer<typeof Pieces>

/** A post as a list shows it. `excerpt` is the beginning of the content as plain text. */
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
  /** removed by the administrators: only they and the author still see it */
  removed: z.object({ reason: z.string() }).optional(),
  /** in a search: the title, and plain text of the content, with matches marked; null if there is no match in it */
  found: z.object({ title: Pieces.nullable(), passage: Pieces.nullable() }).optional(),
})
export type PostCard = z.infer<typeof PostCard>

/** A post on its own page: the card, the content as written and as a parsed tree, the poll, and what the viewer may do. */
export const Post = PostCard.extend({
  content: z.string(),
  body: Body,
  poll: Poll.nullable(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
})
export type Post = z.infer<typeof Post>

const Title = Line({ name: 'The title', max: TITLE_MAX, blank: SAY.titleBlank })
const Content = Text({ name: 'The post', max: CONTENT_MAX, blank: SAY.contentBlank })

/** Blank options are left out; two options that differ only in case are refused. */
const PollOptions = z
  .array(lineOf().max(1000))
  .max(50, SAY.pollTooMany)
  .transform((options) => options.filter((option) => !isBlank(option)))
  .pipe(z.array(PollOptionText).min(POLL_OPTIONS.min, SAY.pollTooFew).max(POLL_OPTIONS.max, SAY.pollTooMany))
  .refine((options) => new Set(options.map((option) => option.toLowerCase())).size === options.length, SAY.pollTwice)

export const NewPost = z
  .strictObject({
    /** made by the client as an idempotency key: a repeated request creates one post */
    id: Id.optional(),
    type: z.enum(PostType.options, 'Choose text, question or poll'),
    title: Title,
    content: Content,
    category_id: z.uuid('Please choose a category').toLowerCase(),
    /** a network that the author is a member of; without it the post is general */
    group_id: Id.optional(),
    /** for a poll, in the order in which they are shown */
    poll_options: PollOptions.optional(),
    /** the author asked the assistant first: he gets a mail when the first other father answers */
    handed_on: z.literal(true).optional(),
  })
  .refine(({ type, poll_options }) => type !== 'poll' || poll_options, {
    message: SAY.pollTooFew,
    path: ['poll_options'],
  })
  .refine(({ type, poll_options }) => type === 'poll' || !poll_options, {
    message: 'Only a poll has options',
    path: ['poll_options'],
  })
  .refine(({ type, handed_on }) => type === 'question' || !handed_on, {
    message: 'Only a question is handed on to the other dads',
    path: ['handed_on'],
  })

export const posts = {
  getPost: open('posts:read')
    .route({ method: 'GET', path: '/posts/{id}', operationId: 'getPost', tags: ['posts'], summary: 'One post' })
    .errors(refuses(postFaults.notFound))
    .input(z.strictObject({ id: Sought }))
    .output(Post),
  createPost: memberOnly('posts:write', postFaults.signIn, 'write')
    .route({
      method: 'POST',
      path: '/posts',
      operationId: 'createPost',
      tags: ['posts'],
      summary: 'Write a post, a question or a poll with its options',
      successStatus: 201,
    })
    .errors(
      refuses(
        ...[categoryFaults.notFound, postFaults.groupNotFound, postFaults.notInGroup],
        ...[postFaults.idTaken, postFaults.deleted],
      ),
    )
    .input(NewPost)
    .output(Post),
  editPost: memberOnly('posts:write', SAY.signInToEdit, 'write')
    .route({
      method: 'PATCH',
      path: '/posts/{id}',
      operationId: 'editPost',
      tags: ['posts'],
      summary: 'Change the title and the text of your post',
    })
    .errors(refuses(postFaults.notFound, postFaults.notAuthor, postFaults.changed, postFaults.removed))
    .input(
      z.strictObject({
        id: Sought,
        title: Title.optional(),
        content: Content.optional(),
        /**
         * the `updated_at` that the author has on screen; refused if the post was changed since. Without it the last
         * change wins.
         */
        seen_updated_at: SentTime.optional(),
      }),
    )
    .output(Post),
  deletePost: memberOnly('posts:write', SAY.signInToEdit, 'write')
    .route({
      method: 'DELETE',
      path: '/posts/{id}',
      operationId: 'deletePost',
      tags: ['posts'],
      summary: 'Delete your post with its comments and votes',
    })
    .errors(refuses(postFaults.notFound, postFaults.notAuthor))
    .input(z.strictObject({ id: Sought }))
    .output(z.object({ id: Id })),
}
