/** The four ways in which a call of a screen can fail, and the message that the member must read. */
import { faults } from '#contract/kernel.ts'
import type { Trouble } from './standin.ts'

export interface Case {
  name: string
  trouble: Trouble
  /** the message on the screen; `otherwise` is the screen's own message for unexpected failures */
  says(otherwise: string): string
}

const TOO_FAST = 'That was a little fast. Please try again in 40 seconds.'

export const TROUBLES: Case[] = [
  { name: 'the network is gone', trouble: 'unreached', says: (otherwise) => otherwise },
  { name: 'the server has a bug', trouble: 'bug', says: (otherwise) => otherwise },
  {
    name: 'it was too fast',
    trouble: { fault: { ...faults.tooFast, message: TOO_FAST }, data: { retry_after: 40 } },
    says: () => TOO_FAST,
  },
  {
    name: 'the database is away',
    trouble: { fault: faults.unavailable, data: { retry_after: 60 } },
    says: () => faults.unavailable.message,
  },
]
