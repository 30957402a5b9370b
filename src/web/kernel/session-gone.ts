/** Whether the session of this tab has ended. */
import { isLeaving } from './leaving.ts'

let isGone = false

/** True if the server reported that nobody is signed in, or if this or another tab is signing out. */
export const isSessionGone = () => isGone || isLeaving()

/** Records the server's answer about the session. */
export const heardOfSession = (isThere: boolean) => {
  isGone = !isThere
}
