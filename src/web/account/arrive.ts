/** Signing in and out end with a fresh page, since everything on the old one may be another's. This is the way there. */
import { dropDraft } from './draft.ts'
import { ownPath } from './next.ts'
import { announce, type SessionEvent } from './session.ts'

const WORDS = 'fatherkin.words'

/** Leaves for `path`, which is told `words` to say. Never resolves: what was busy stays busy until the page is gone. */
export function arrive(path: string | null, words: string | null, event: SessionEvent): Promise<never> {
  if (words) leaveWords(words)
  dropDraft()
  announce(event)
  // replaced, so that Back does not lead into a form that has done its work
  window.location.replace(ownPath(path) ?? '/')
  return new Promise(() => {})
}

/** For the page after this one in this tab to say. */
export function leaveWords(words: string) {
  try {
    sessionStorage.setItem(WORDS, words)
  } catch {
    // then it goes without saying
  }
}

/** What the page before this one left to say, once. */
export function takeWords(): string | null {
  try {
    const words = sessionStorage.getItem(WORDS)
    sessionStorage.removeItem(WORDS)
    return words
  } catch {
    return null
  }
}
