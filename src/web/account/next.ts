/** Where a member goes after he signed in: back to the action that sent him here, or to the start. */

const KEY = 'fatherkin.next'
/** A verification mail is good for a day; an older wish is no longer one. */
const KEPT_FOR = 24 * 60 * 60 * 1000
/** The screens on the way in are nowhere to go back to. */
const WAYS_IN = /^\/(?:auth|login|verify|forgot|reset)(?:\/|$)/
const HERE = 'http://here.invalid'

/**
 * `wish`, normalised, when it is a path of this site, else null. Browsers drop tabs and line breaks and read "\" as "/";
 * "/..//elsewhere" is "//elsewhere" once the dots are gone, and so another site.
 */
export function ownPath(wish: unknown): string | null {
  if (typeof wish !== 'string' || wish.length > 2000 || !wish.startsWith('/')) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
  if (/[\\\u0000-\u0020\u007f]/.test(wish) || !URL.canParse(wish, HERE)) return null
  const { origin, pathname, search, hash } = new URL(wish, HERE)
  const leavesHere = origin !== HERE || /^\/(?:\/|\\|%2f|%5c)/i.test(pathname)
  return leavesHere || WAYS_IN.test(pathname) ? null : pathname + search + hash
}

/** Kept while the mail is on its way, for the page that its link opens in this browser. */
export function rememberNext(next: string | null) {
  try {
    if (next) localStorage.setItem(KEY, JSON.stringify({ next, at: Date.now() }))
    else localStorage.removeItem(KEY)
  } catch {
    // without storage he arrives at the start
  }
}

/** The remembered wish, once. */
export function takeNext(): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { next?: unknown; at?: unknown } | null
    localStorage.removeItem(KEY)
    return kept && typeof kept.at === 'number' && Date.now() - kept.at < KEPT_FOR ? ownPath(kept.next) : null
  } catch {
    return null
  }
}
