/** The client's address, and the host name that a request used. */
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Config } from '#config'
import { plainAddress } from './limits.ts'

/**
 * In the answer of `/readyz`: the caller's own address, and where it comes from. `npm run doctor` sees there whether the proxy
 * passes on the addresses of callers.
 */
export const CALLER_HEADER = 'x-caller-address'
export const CALLER_SOURCE_HEADER = 'x-caller-source'

/**
 * `connection`: that of the connection, which is not from a trusted proxy; `forwarded`: passed on by a trusted proxy; `proxy`:
 * that of a trusted proxy which passed on no other address
 */
export type CallerSource = 'connection' | 'forwarded' | 'proxy'

interface CallerAddress {
  address: string
  source: CallerSource
}

/** Proxies add their addresses at the end. What stands before these came from the client, and may be as long as it likes. */
const MAX_HOPS = 10
const MAX_CHARACTERS = 500

function lastHops(forwarded: string): string[] {
  const hops = forwarded.slice(-MAX_CHARACTERS).split(',')
  // the first one may be cut
  if (forwarded.length > MAX_CHARACTERS) hops.shift()
  return hops
    .slice(-MAX_HOPS)
    .map((hop) => plainAddress(hop.trim()))
    .filter(Boolean)
}

/** Returns the peer's address, or behind a trusted proxy the last forwarded address that is not a trusted proxy. */
function callerBehind(trustProxy: string[], remote: string | undefined, forwarded: string | undefined): CallerAddress {
  const peer = plainAddress(remote ?? '')
  if (!trustProxy.includes(peer)) return { address: peer, source: 'connection' }
  const address = lastHops(forwarded ?? '')
    .reverse()
    .find((hop) => !trustProxy.includes(hop))
  return address ? { address, source: 'forwarded' } : { address: peer, source: 'proxy' }
}

export const callerAt =
  ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  (context: Context): CallerAddress => {
    // undefined: a request that came over no connection
    const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage }
    return callerBehind(trustProxy, incoming?.socket.remoteAddress, context.req.header('x-forwarded-for'))
  }

/** The same for a request that has not reached the router. */
export const addressOfRequest =
  ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  ({ socket, headers }: IncomingMessage): string => {
    const forwarded = headers['x-forwarded-for']
    const hops = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
    return callerBehind(trustProxy, socket.remoteAddress, hops).address
  }

export const addressOf = (config: Pick<Config, 'trustProxy'>) => {
  const at = callerAt(config)
  return (context: Context): string => at(context).address
}

/** Mails link to the public name. A member signs in under that name; otherwise the link would open without his cookie. */
export function publicLocation(
  context: Context,
  { origins, baseUrl }: { origins: string[]; baseUrl: string },
): string | null {
  const { origin, pathname, search } = new URL(context.req.url)
  const isSigningIn = pathname === '/auth' || pathname === '/login'
  return isSigningIn && origins.includes(origin) && origin !== baseUrl ? `${baseUrl}${pathname}${search}` : null
}

/**
 * Makes a redirect relative, so that it stays on this site whatever the Host header says. One that nobody can read, such as
 * "//", leads to the front page.
 */
export function withoutHost(location: string, from: string): string {
  const target = URL.parse(location, from)
  if (!target) return '/'
  const { origin, pathname, search, hash } = target
  return origin === new URL(from).origin ? pathname.replace(/^\/{2,}/, '/') + search + hash : location
}

/** There is no page at this path. */
const NO_PAGE = '/-'

/** A path that cannot be decoded becomes a path without a page, which is a 404. */
export function decodable(request: Request): Request {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    return request
  } catch {
    return withoutPage(request)
  }
}

export const withoutPage = (request: Request) => new Request(new URL(NO_PAGE, request.url), request)

/** Whether this is a redirect to the address that was requested. A browser would follow it twenty times and give up. */
export function leadsToItself({ headers }: Response, requested: string): boolean {
  const to = headers.get('Location')
  // null: an address that nobody can read, such as "//"
  const target = to === null ? null : URL.parse(to, requested)
  const isSame = target !== null && withoutHash(target) === withoutHash(new URL(requested))
  return isSame && new URL(requested).pathname !== NO_PAGE
}

const withoutHash = ({ origin, pathname, search }: URL) => origin + pathname + search
