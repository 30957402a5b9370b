/** Whether the session of this tab has ended. */
import { isSigningOut } from './signing-out.ts'

let isGone = false

/** True if the server reported that nobody is signed in, or if this or another tab is signing out. */
export const isSessionEnded = () => isGone || isSigningOut()

/** Records the server's answer about the session. */
export const noteSession = (isThere: boolean) => {
  isGone = !isThere
}
