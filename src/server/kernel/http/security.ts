/** Security of every request and response: headers, origins, sizes. */
import type { Context, MiddlewareHandler } from 'hono'
import { faults } from '#contract/kernel.ts'
import { isDeeper } from './json-depth.ts'

export const MAX_BODY_BYTES = 1_000_000
/** The deepest nesting of lists and objects. Requests of the contract have five levels at most. */
const MAX_DEPTH = 32
/** In bytes. A shorter body cannot be nested deep enough to matter, and most bodies are shorter. */
const MAX_UNCHECKED_BYTES = 4096

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

/**
 * Refuses requests of other sites. A request that may change data comes from one of our own pages, or from a program
 * without a cookie. Browsers send Origin and Sec-Fetch-Site with every such request.
 */
export function sameOrigin(origins: string[]): MiddlewareHandler {
  return async (context, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(context.req.method)) return next()
    const origin = context.req.header('origin')
    const site = context.req.header('sec-fetch-site')
    const isOurs = origin !== undefined && origins.includes(origin)
    const isProgram = origin === undefined && context.req.header('cookie') === undefined
    if ((isOurs || isProgram) && (!site || site === 'same-origin' || site === 'none')) return next()
    return context.json({ code: faults.crossSite.code, message: faults.crossSite.message }, 403)
  }
}

/**
 * Bodies are JSON of at most a megabyte. A larger one is refused by its header, or as soon as too many bytes have arrived. A
 * body that is nested too deep is refused before it is parsed. `isBytes` is true for the upload endpoints, which have limits
 * of their own.
 */
export function jsonOnly(isBytes: (method: string, path: string) => boolean): MiddlewareHandler {
  return async (context, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(context.req.method)) return next()
    if (isBytes(context.req.method, context.req.path)) return next()
    const length = Number(context.req.header('content-length') ?? 0)
    if (length > MAX_BODY_BYTES) return tooLarge(context)
    const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    const hasBody = length > 0 || context.req.header('transfer-encoding') !== undefined
    if (hasBody && type !== 'application/json') {
      return context.json({ code: 'NOT_JSON', message: 'Send JSON, with its content type' }, 415)
    }
    if (length > MAX_UNCHECKED_BYTES || context.req.header('transfer-encoding')) {
      const bytes = await readAtMost(context.req.raw, MAX_BODY_BYTES)
      if (!bytes) return tooLarge(context)
      if (isDeeper(bytes, MAX_DEPTH)) {
        return context.json({ code: faults.invalid.code, message: faults.invalid.message }, 400)
      }
      context.req.raw = new Request(context.req.raw, { body: bytes as Uint8Array<ArrayBuffer> })
    }
    return next()
  }
}

const tooLarge = (context: Context) => context.json({ code: 'TOO_LARGE', message: 'This is more than a megabyte' }, 413)

async function readAtMost(request: Request, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (!request.body) return new Uint8Array()
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
