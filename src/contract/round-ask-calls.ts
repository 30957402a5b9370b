/** Procedures of the rounds room: taking the ask of another member, and what became of it. */
import * as z from 'zod'
import { ASK_ANSWERS, ASK_WORDS_MAX, SAY_ASKS } from './ask-words.ts'
import { Id, Line, memberOnly, refuses } from './kernel.ts'
import { CheckIn, roundFaults } from './rounds.ts'

const tags = ['rounds']

export const askCalls = {
  takeAsk: memberOnly('chat:write', SAY_ASKS.signIn, 'chat')
    .route({
      method: 'PUT',
      path: '/check-ins/{id}/taking',
      operationId: 'takeAsk',
      tags,
      summary: 'Take the ask of another member of your pod, with a word to him if you like',
    })
    .errors(refuses(roundFaults.noCheckIn, roundFaults.askTaken, roundFaults.askNotOpen))
    .input(
      z.strictObject({
        id: Id,
        words: Line({ name: 'Your word to him', max: ASK_WORDS_MAX, blank: 'Leave it empty, or say something' })
          .nullable()
          .default(null),
      }),
    )
    .output(CheckIn),
  giveBackAsk: memberOnly('chat:write', SAY_ASKS.signIn, 'chat')
    .route({
      method: 'DELETE',
      path: '/check-ins/{id}/taking',
      operationId: 'giveBackAsk',
      tags,
      summary: 'Give back an ask that you have taken, or open your own ask again',
    })
    .errors(refuses(roundFaults.noCheckIn))
    .input(z.strictObject({ id: Id }))
    .output(CheckIn),
  settleAsk: memberOnly('chat:write', SAY_ASKS.signIn, 'chat')
    .route({
      method: 'PUT',
      path: '/me/check-ins/{id}/ask',
      operationId: 'settleAsk',
      tags,
      summary: 'Say what became of your ask: it happened, or it is still open',
    })
    .errors(refuses(roundFaults.noCheckIn))
    .input(z.strictObject({ id: Id, answer: z.enum(ASK_ANSWERS, 'Choose one') }))
    .output(CheckIn),
}
