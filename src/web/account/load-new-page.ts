/** Signing in and out load a new page, because everything on the old one may belong to another member. */
import { dropDraft } from './draft.ts'
import { ownPath } from './return-path.ts'
import { announce, type SessionEvent } from './session.ts'

const MESSAGE_KEY = 'fatherkin.words'

/** Goes to `path`, which shows `words`. Never resolves, so that the button stays busy until the page is left. */
export function loadNewPage(path: string | null, words: string | null, event: SessionEvent): Promise<never> {
  if (words) leaveMessage(words)
  dropDraft()
  announce(event)
  // replaces the history entry, so that Back does not lead to a form that was already sent
  window.location.replace(ownPath(path) ?? '/')
  return new Promise(() => {})
}

/** Leaves a message that the next page in this tab shows. */
export function leaveMessage(words: string) {
  try {
    sessionStorage.setItem(MESSAGE_KEY, words)
  } catch {
    // without storage the message is not shown
  }
}

/** Returns the message that the previous page left, and removes it. */
export function takeMessage(): string | null {
  try {
    const words = sessionStorage.getItem(MESSAGE_KEY)
    sessionStorage.removeItem(MESSAGE_KEY)
    return words
  } catch {
    return null
  }
}
