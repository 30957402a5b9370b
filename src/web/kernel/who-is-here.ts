import type { Viewer } from '#contract/account.ts'
import { api } from './api.ts'
import { answered, isLeaving } from './leaving.ts'
import { heardOfSession } from './session-gone.ts'

/** in ms */
const RENEWED_WITHIN = 1000

/**
 * Who is signed in here, when there is reason to think that nobody is any more. Switching the second step or choosing a new
 * password replaces the session: the end of the old one may be heard, here and in the other tabs, before the answer that
 * brings the cookie of the new one. So calls under way are awaited, and "nobody" is believed when it is heard twice. While he
 * signs out nothing is asked. Throws where nobody answers.
 */
export async function askWhoIsHere(): Promise<Viewer | null> {
  await answered({ patiently: true })
  const viewer = (await ask()) ?? (await pause().then(ask))
  heardOfSession(viewer !== null)
  return viewer
}

async function ask(): Promise<Viewer | null> {
  // it may fail, and then he is still here
  while (isLeaving()) await pause()
  return api.account.getViewer()
}

const pause = () => new Promise((go) => setTimeout(go, RENEWED_WITHIN))
