/** Sends what only a member may do, while there is a session. */

import { checkSession } from './check-session.ts'
import { readFault } from './fault.ts'
import { isSessionEnded } from './session-state.ts'

/**
 * If the session is known to have ended, nothing is sent and the call throws the contract's message. If the server
 * refuses a call for that reason, asks whether the session has ended or was only renewed, so that the next press knows.
 */
export async function asMember<Answer>(sentence: string, send: () => Promise<Answer>): Promise<Answer> {
  // the same error as the server's
  if (isSessionEnded()) throw Object.assign(new Error(sentence), { code: 'UNAUTHENTICATED', status: 401 })
  try {
    return await send()
  } catch (error) {
    // without an answer the next press sends its request, as this one did
    if (readFault(error, '').signIn) void checkSession().catch(() => {})
    throw error
  }
}
