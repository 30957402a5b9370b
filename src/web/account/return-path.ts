/** Where a member goes after signing in: back to the page that required it, or to the start page. */

const KEY = 'fatherkin.next'
/** A verification mail is valid for a day, so an older target is dropped. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000
/** Pages for signing in, and the first steps, are no valid target: they lead on by themselves. */
const WAYS_IN = /^\/(?:auth|login|verify|forgot|reset|welcome)(?:\/|$)/
const OWN_ORIGIN = 'http://here.invalid'

/**
 * Returns `wish`, normalized, if it is a path of this site, else null. Browsers remove tabs and line breaks and read "\" as
 * "/". "/..//elsewhere" becomes "//elsewhere" when the dots are resolved, which is another site.
 */
export function ownPath(wish: unknown): string | null {
  if (typeof wish !== 'string' || wish.length > 2000 || !wish.startsWith('/')) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are refused
  if (/[\\\u0000-\u0020\u007f]/.test(wish) || !URL.canParse(wish, OWN_ORIGIN)) return null
  const { origin, pathname, search, hash } = new URL(wish, OWN_ORIGIN)
  const leavesHere = origin !== OWN_ORIGIN || /^\/(?:\/|\\|%2f|%5c)/i.test(pathname)
  return leavesHere || WAYS_IN.test(pathname) ? null : pathname + search + hash
}

/** Saves the target in this browser, for the page that the link in the verification mail opens. */
export function rememberNext(next: string | null) {
  try {
    if (next) localStorage.setItem(KEY, JSON.stringify({ next, at: Date.now() }))
    else localStorage.removeItem(KEY)
  } catch {
    // without storage the member goes to the start page
  }
}

/** Returns the saved target and removes it. */
export function takeNext(): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { next?: unknown; at?: unknown } | null
    localStorage.removeItem(KEY)
    return kept && typeof kept.at === 'number' && Date.now() - kept.at < MAX_AGE_MS ? ownPath(kept.next) : null
  } catch {
    return null
  }
}
