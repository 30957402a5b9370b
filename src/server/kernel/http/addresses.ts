/** The client's address, and the host name that a request used. */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Config } from '#config'
import { plainAddress } from './limits.ts'

/** In the answer of `/readyz`: the caller's own address, as the limits count it. The doctor looks whether the proxy passes it on. */
export const CALLER_HEADER = 'x-caller-address'

/** Returns the peer's address, or behind a trusted proxy the last forwarded address that is not a trusted proxy. */
export const addressOf = (config: Pick<Config, 'trustProxy'>) => (context: Context) => {
  const peer = plainAddress(getConnInfo(context).remote.address ?? '')
  if (!config.trustProxy.includes(peer)) return peer
  const hops = (context.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => plainAddress(hop.trim()))
    .filter(Boolean)
  return hops.reverse().find((hop) => !config.trustProxy.includes(hop)) ?? peer
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

/** Makes a redirect relative, so that it stays on this site whatever the Host header says. */
export function withoutHost(location: string, from: string): string {
  const { origin, pathname, search, hash } = new URL(location, from)
  return origin === new URL(from).origin ? pathname.replace(/^\/{2,}/, '/') + search + hash : location
}

/** A path that cannot be decoded becomes a path without a page, which is a 404. */
export function decodable(request: Request): Request {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    return request
  } catch {
    return new Request(new URL('/-', request.url), request)
  }
}
