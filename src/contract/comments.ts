/** Comments: answers below a post, oldest first. A viewer who can see the post can see them. */
import * as z from 'zod'
import { Cursor, fault, Id, memberOnly, open, Page, refuses, SentTime, Sought, Text, When } from './kernel.ts'
import { Author, memberFaults } from './members.ts'
import { missing } from './missing.ts'
import { Post, PostCard, postFaults } from './posts.ts'
import { Body } from './text.ts'
import { Vote } from './votes.ts'
import { COMMENT_MAX, SAY } from './words.ts'

export const commentFaults = {
  signIn: SAY.signInToComment,
  blank: SAY.commentBlank,
  notFound: missing.comment,
  idTaken: fault('ID_TAKEN', 409, SAY.commentFailed),
  deleted: fault('COMMENT_DELETED', 410, SAY.commentDeleted),
  changed: fault('COMMENT_CHANGED', 409, SAY.commentChanged),
  notAuthor: fault('NOT_AUTHOR', 403, 'Only its author can change this comment'),
  removed: fault('COMMENT_REMOVED', 409, 'The administrators have removed this comment'),
}

export { COMMENT_MAX }

export const Comment = z.object({
  id: Id,
  post_id: Id,
  content: z.string(),
  body: Body,
  upvotes: z.number(),
  downvotes: z.number(),
  created_at: When,
  updated_at: When,
  author: Author.nullable(),
  my_vote: Vote,
  can_edit: z.boolean(),
  /** removed by the administrators: shown without text and author, but the author still sees both and the reason */
  removed: z.object({ reason: z.string().nullable() }).optional(),
})
export type Comment = z.infer<typeof Comment>

/** A comment in a list of what a member wrote: the beginning of its text, and the post that it belongs to. */
export const MemberComment = z.object({
  id: Id,
  excerpt: z.string(),
  upvotes: z.number(),
  downvotes: z.number(),
  created_at: When,
  updated_at: When,
  post: z.object({ id: Id, title: z.string() }),
  category: PostCard.shape.category,
  group: PostCard.shape.group,
  /** removed by the administrators: only the author still sees it in this list */
  removed: PostCard.shape.removed,
})
export type MemberComment = z.infer<typeof MemberComment>

/** A post with a page of its comments. */
export const Thread = z.object({
  post: Post,
  comments: Page(Comment),
  /** where this page begins, if it was requested by a comment and is not the first page */
  after: Cursor.optional(),
})
export type Thread = z.infer<typeof Thread>

const Content = Text({ name: 'The comment', max: COMMENT_MAX, blank: commentFaults.blank })

export const comments = {
  getThread: open('posts:read')
    .route({
      method: 'GET',
      path: '/posts/{post_id}/thread',
      operationId: 'getThread',
      tags: ['comments'],
      summary: 'A post with its first comments, with those after a cursor, or with the page that contains one comment',
    })
    .errors(refuses(postFaults.notFound))
    .input(
      z.strictObject({
        post_id: Sought,
        after: Cursor.optional(),
        /** a comment that the page must contain; if it does not exist, the first page is returned */
        around: Sought.optional(),
      }),
    )
    .output(Thread),
  listComments: open('posts:read')
    .route({
      method: 'GET',
      path: '/posts/{post_id}/comments',
      operationId: 'listComments',
      tags: ['comments'],
      summary: 'The comments of a post, oldest first',
    })
    .errors(refuses(postFaults.notFound))
    .input(z.strictObject({ post_id: Sought, after: Cursor.optional() }))
    .output(Page(Comment)),
  listMemberComments: open('posts:read')
    .route({
      method: 'GET',
      path: '/members/{username}/comments',
      operationId: 'listMemberComments',
      tags: ['comments'],
      summary: "A member's latest comments, below posts that you may see",
    })
    .errors(refuses(memberFaults.notFound))
    .input(z.strictObject({ username: Sought, after: Cursor.optional() }))
    .output(Page(MemberComment)),
  createComment: memberOnly('posts:write', commentFaults.signIn, 'write')
    .route({
      method: 'POST',
      path: '/posts/{post_id}/comments',
      operationId: 'createComment',
      tags: ['comments'],
      summary: 'Comment on a post',
      successStatus: 201,
    })
    .errors(refuses(postFaults.notFound, commentFaults.idTaken, commentFaults.deleted))
    .input(
      z.strictObject({
        post_id: Sought,
        id: Id.optional(),
        content: Content,
      }),
    )
    .output(Comment),
  editComment: memberOnly('posts:write', SAY.signInToEdit, 'write')
    .route({
      method: 'PATCH',
      path: '/comments/{id}',
      operationId: 'editComment',
      tags: ['comments'],
      summary: 'Change the text of your comment',
    })
    .errors(refuses(commentFaults.notFound, commentFaults.notAuthor, commentFaults.changed, commentFaults.removed))
    .input(
      z.strictObject({
        id: Sought,
        content: Content,
        /** as for a post */
        seen_updated_at: SentTime.optional(),
      }),
    )
    .output(Comment),
  deleteComment: memberOnly('posts:write', SAY.signInToEdit, 'write')
    .route({
      method: 'DELETE',
      path: '/comments/{id}',
      operationId: 'deleteComment',
      tags: ['comments'],
      summary: 'Delete your comment',
    })
    .errors(refuses(commentFaults.notFound, commentFaults.notAuthor))
    .input(z.strictObject({ id: Sought }))
    .output(z.object({ id: Id })),
}
