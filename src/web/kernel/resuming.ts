/** What a member was writing when he was sent to sign in: the page that he comes back to opens it again. */
const KEY = 'fatherkin.resume'

export function resumeLater(what: string) {
  try {
    sessionStorage.setItem(KEY, what)
  } catch {
    // then he opens it himself; the draft is kept
  }
}

/** Once, and only for what he was writing. */
export function takeUp(what: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== what) return false
    sessionStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}
