/** Votes: one per member and target. The caller sends the desired state, so a repeated call changes nothing. */
import * as z from 'zod'
import { Id, memberOnly, refuses, Sought } from './kernel.ts'
import { missing } from './missing.ts'
import { SAY } from './words.ts'

export const Vote = z.enum(['up', 'down']).nullable()
export type Vote = z.infer<typeof Vote>

export const Direction = z.enum(['up', 'down', 'none'], 'Choose up, down or none')
export type Direction = z.infer<typeof Direction>

export const voteFaults = {
  signIn: SAY.signInToVote,
  postNotFound: missing.post,
  commentNotFound: missing.comment,
}

/** The totals after the vote, and the viewer's current vote. */
export const Tally = z.object({ id: Id, upvotes: z.number(), downvotes: z.number(), my_vote: Vote })
export type Tally = z.infer<typeof Tally>

export const votes = {
  castPostVote: memberOnly('posts:write', voteFaults.signIn, 'vote')
    .route({
      method: 'PUT',
      path: '/posts/{post_id}/vote',
      operationId: 'castPostVote',
      tags: ['votes'],
      summary: 'Vote on a post, or withdraw the vote',
    })
    .errors(refuses(voteFaults.postNotFound))
    .input(z.strictObject({ post_id: Sought, direction: Direction }))
    .output(Tally),
  castCommentVote: memberOnly('posts:write', voteFaults.signIn, 'vote')
    .route({
      method: 'PUT',
      path: '/comments/{comment_id}/vote',
      operationId: 'castCommentVote',
      tags: ['votes'],
      summary: 'Vote on a comment, or withdraw the vote',
    })
    .errors(refuses(voteFaults.commentNotFound))
    .input(z.strictObject({ comment_id: Sought, direction: Direction }))
    .output(Tally),
}
