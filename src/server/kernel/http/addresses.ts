/** Where a request comes from, and what it calls us. */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Config } from '#config'
import { bare } from './limits.ts'

/** The peer, or what a proxy that we were told to trust says of it: the last address that is no such proxy. */
export const addressOf = (config: Pick<Config, 'trustProxy'>) => (context: Context) => {
  const peer = bare(getConnInfo(context).remote.address ?? '')
  if (!config.trustProxy.includes(peer)) return peer
  const hops = (context.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => bare(hop.trim()))
    .filter(Boolean)
  return hops.reverse().find((hop) => !config.trustProxy.includes(hop)) ?? peer
}

/** Mails link to our own name: who signs in does it there, or the link would find a browser without his cookie. */
export function namedBetter(
  context: Context,
  { origins, baseUrl }: { origins: string[]; baseUrl: string },
): string | null {
  const { origin, pathname, search } = new URL(context.req.url)
  const isSigningIn = pathname === '/auth' || pathname === '/login'
  return isSigningIn && origins.includes(origin) && origin !== baseUrl ? `${baseUrl}${pathname}${search}` : null
}

/** A page sends on within this site, whatever the caller called it in Host. */
export function withoutHost(location: string, from: string): string {
  const { origin, pathname, search, hash } = new URL(location, from)
  return origin === new URL(from).origin ? pathname.replace(/^\/{2,}/, '/') + search + hash : location
}

/** An address that cannot be decoded leads nowhere, like any other without a page. */
export function legible(request: Request): Request {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    return request
  } catch {
    return new Request(new URL('/-', request.url), request)
  }
}
