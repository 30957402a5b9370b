/**
 * The headers that we and the libraries split into lists. A list of 15,000 commas takes a parser milliseconds, also in front of
 * the visitors' budget, so only the start of such a header is read. Cookie is not among them: a cut cookie would sign out a member.
 */
import type { MiddlewareHandler } from 'hono'

const LISTS = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'if-none-match', 'range'] as const
/** In characters: eleven ETags of ours, and twice what any browser sends. */
const MAX_CHARACTERS = 300

export function shortHeaders(): MiddlewareHandler {
  return async ({ req }, next) => {
    for (const name of LISTS) {
      const value = req.header(name)
      if (value !== undefined && value.length > MAX_CHARACTERS)
        req.raw.headers.set(name, value.slice(0, MAX_CHARACTERS))
    }
    await next()
  }
}
