/** Polls: a post with two to eight options. Each member has one vote and can change it. */
import * as z from 'zod'
import { fault, Id, Line, memberOnly, refuses, Sought } from './kernel.ts'
import { missing } from './missing.ts'
import { POLL_OPTION, SAY } from './words.ts'

export const pollFaults = {
  signIn: SAY.signInToPoll,
  postNotFound: missing.post,
  optionNotFound: fault('OPTION_NOT_FOUND', 404, 'This poll has no such option'),
}

export const PollOptionText = Line({ ...POLL_OPTION, blank: 'Please enter an option' })

/** The options in the order of the author, and the option that the viewer chose. */
export const Poll = z.object({
  options: z.array(z.object({ id: Id, option_text: z.string(), vote_count: z.number() })),
  my_option: Id.nullable(),
})
export type Poll = z.infer<typeof Poll>

export const polls = {
  castPollVote: memberOnly('posts:write', pollFaults.signIn, 'vote')
    .route({
      method: 'PUT',
      path: '/posts/{post_id}/poll-vote',
      operationId: 'castPollVote',
      tags: ['polls'],
      summary: 'Vote in a poll, or change your vote',
    })
    .errors(refuses(pollFaults.postNotFound, pollFaults.optionNotFound))
    .input(z.strictObject({ post_id: Sought, option_id: Sought }))
    .output(Poll),
}
