/** What a member was writing when he was sent to sign in. The page that he returns to opens it again. */
const KEY = 'fatherkin.resume'

export function resumeLater(what: string) {
  try {
    sessionStorage.setItem(KEY, what)
  } catch {
    // then the member opens it himself; the draft is stored
  }
}

/** Returns true once, and only for the draft that the member was writing. */
export function takeResumed(what: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== what) return false
    sessionStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}
