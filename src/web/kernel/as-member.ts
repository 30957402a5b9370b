/** What only a member may do, sent while there is a session. */
import { readFault } from './fault.ts'
import { isSessionGone } from './session-gone.ts'
import { askWhoIsHere } from './who-is-here.ts'

/**
 * Where the session is known to be gone nothing is sent: it is refused here, with the sentence of the contract. Where the
 * server refuses it for that, it is asked whether the session has ended or was only renewed, and the next press knows.
 */
export async function asMember<Answer>(sentence: string, send: () => Promise<Answer>): Promise<Answer> {
  // as the server refuses it
  if (isSessionGone()) throw Object.assign(new Error(sentence), { code: 'UNAUTHENTICATED', status: 401 })
  try {
    return await send()
  } catch (error) {
    if (readFault(error, '').signIn) void askOnce()
    throw error
  }
}

let isAsking = false

async function askOnce() {
  if (isAsking) return
  isAsking = true
  // where nobody answers the next press is sent, as this one was
  await askWhoIsHere().catch(() => {})
  isAsking = false
}
