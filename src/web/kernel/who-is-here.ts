import type { Viewer } from '#contract/account.ts'
import { api } from './api.ts'
import { answered, isLeaving } from './leaving.ts'
import { heardOfSession } from './session-gone.ts'

/** in ms */
const RENEWED_WITHIN = 1000

/**
 * Asks the server who is signed in, if the session may have ended. Changing the second factor or the password replaces
 * the session, and tabs may learn of the end of the old one before the cookie of the new one arrives. So pending calls
 * are awaited, and "nobody" is believed only after two answers. Nothing is asked while the member signs out. Throws if
 * there is no answer.
 */
export async function askWhoIsHere(): Promise<Viewer | null> {
  await answered({ patiently: true })
  const viewer = (await ask()) ?? (await pause().then(ask))
  heardOfSession(viewer !== null)
  return viewer
}

async function ask(): Promise<Viewer | null> {
  // signing out may fail, and then the member is still signed in
  while (isLeaving()) await pause()
  return api.account.getViewer()
}

const pause = () => new Promise((go) => setTimeout(go, RENEWED_WITHIN))
