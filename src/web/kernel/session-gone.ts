/** What this tab knows of the end of the session that it was drawn for. */
import { isLeaving } from './leaving.ts'

let isGone = false

/** The server has said that nobody is signed in here any more, or somebody is signing out, in this tab or in another one. */
export const isSessionGone = () => isGone || isLeaving()

/** What the server says when it is asked who is here. */
export const heardOfSession = (isThere: boolean) => {
  isGone = !isThere
}
