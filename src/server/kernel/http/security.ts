/** Security of every request and response: headers and origins. */
import type { MiddlewareHandler } from 'hono'
import { faults } from '#contract/kernel.ts'
import type { Log } from '../log.ts'

const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
}
/** For data: if a browser displays it anyway, not even a style applies. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** `'unsafe-inline'` is for styles only, because the dialog and toast libraries write some. Scripts need the nonce of this response. */
export const pagePolicy = (nonce: string, dev: boolean) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export function secured(secure: boolean): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(COMMON_HEADERS)) if (!headers.has(name)) headers.set(name, value)
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', DATA_POLICY)
    if (secure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}

/** No address of ours has more parameters. A parser takes milliseconds for the thousands that fit into an address. */
const MAX_PARAMETERS = 100

/** Refuses an address with too many parameters, or with parameters that are nested too deep. */
export function fewParameters(): MiddlewareHandler {
  return async (context, next) => {
    const { url } = context.req
    const isLong = url.length > MAX_PARAMETERS && url.split(/[&[]/, MAX_PARAMETERS + 2).length > MAX_PARAMETERS + 1
    return isLong ? context.json({ code: faults.invalid.code, message: faults.invalid.message }, 400) : next()
  }
}

/** Strangers can cause the line, so it is written once in this time. */
const LOG_PAUSE_MS = 60_000

/** Of what a stranger has sent, nothing but an origin. */
const originOf = (text: string): string => {
  const url = URL.parse(text)
  return url?.host ? url.origin.slice(0, 200) : 'unreadable'
}

/**
 * Refuses requests of other sites. A request that may change data comes from one of our own pages, or from a program
 * without a cookie. Browsers send Origin and Sec-Fetch-Site with every such request.
 *
 * A wrong PUBLIC_URL has the same effect for all members, so the log names the origin that came.
 */
export function sameOrigin(origins: string[], log: Log, now = () => performance.now()): MiddlewareHandler {
  let loggedAt = Number.NEGATIVE_INFINITY
  const logRefused = (origin: string) => {
    if (now() - loggedAt < LOG_PAUSE_MS) return
    loggedAt = now()
    const came = originOf(origin)
    log.warn(
      { origin: came, expected: origins.join(' or ') },
      'a request from another origin than that of PUBLIC_URL was refused: if members use the site there, correct PUBLIC_URL and restart',
    )
  }
  return async (context, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(context.req.method)) return next()
    const origin = context.req.header('origin')
    const site = context.req.header('sec-fetch-site')
    const isOurs = origin !== undefined && origins.includes(origin)
    const isProgram = origin === undefined && context.req.header('cookie') === undefined
    if ((isOurs || isProgram) && (!site || site === 'same-origin' || site === 'none')) return next()
    if (origin !== undefined && !isOurs) logRefused(origin)
    return context.json({ code: faults.crossSite.code, message: faults.crossSite.message }, 403)
  }
}
