import type { Viewer } from '#contract/account.ts'
import { api } from './api.ts'
import { noteSession } from './session-state.ts'
import { isSigningOut, pendingRequests } from './signing-out.ts'

/** in ms */
const RENEWAL_PAUSE_MS = 1000

let asking: Promise<Viewer | null> | undefined

/**
 * Asks the server who is signed in, if the session may have ended. Changing the second factor or the password replaces
 * the session, and tabs may learn of the end of the old one before the cookie of the new one arrives. So pending calls
 * are awaited, and "nobody" is believed only after two answers. Nothing is asked while the member signs out. Calls that
 * meet share one answer. Throws if there is no answer.
 */
export function checkSession(): Promise<Viewer | null> {
  asking ??= check().finally(() => {
    asking = undefined
  })
  return asking
}

async function check(): Promise<Viewer | null> {
  await pendingRequests({ patiently: true })
  const viewer = (await ask()) ?? (await pause().then(ask))
  noteSession(viewer !== null)
  return viewer
}

async function ask(): Promise<Viewer | null> {
  // signing out may fail, and then the member is still signed in
  while (isSigningOut()) await pause()
  return api.account.getViewer()
}

const pause = () => new Promise((go) => setTimeout(go, RENEWAL_PAUSE_MS))
