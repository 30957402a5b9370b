/** Reads the bodies of calls: JSON, within the limits of the call, and only of callers who may make it. */
import type { Context, MiddlewareHandler } from 'hono'
import { faults } from '#contract/kernel.ts'
import { type BodyLimits, MAX_BODY_BYTES } from './body-limits.ts'
import { makeJsonCounter } from './json-limits.ts'

/** In bytes. A shorter body cannot hold enough values to matter, and most bodies are shorter. */
const MAX_UNCOUNTED_BYTES = 4096

interface BodyRules {
  /** true for the upload endpoints, which have limits of their own */
  isBytes(method: string, path: string): boolean
  /**
   * Returns the limits of the call at this address, or null if nobody reads its body: there is no such call, or the caller may
   * not make it.
   */
  limitsFor(context: Context): Promise<BodyLimits | null>
  /** Counts bytes that have arrived. Refuses with 429 if the caller has sent too many. */
  charge(context: Context, bytes: number): Promise<void>
  /** A body has arrived, which may have taken a minute. */
  hasWaited(context: Context): void
}

/**
 * A body that is too large is refused by its header, or as soon as too many bytes have arrived. One that is nested too deep or
 * has too many values is refused before it is parsed. A body that nobody reads is dropped, and the call gets the answer that it
 * would get without one.
 */
export function jsonOnly({ isBytes, limitsFor, charge, hasWaited }: BodyRules): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req
    if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return next()
    if (isBytes(method, path)) return next()
    const length = Number(context.req.header('content-length') ?? 0)
    if (length > MAX_BODY_BYTES) return tooLarge(context, MAX_BODY_BYTES)
    const hasBody = length > 0 || context.req.header('transfer-encoding') !== undefined
    if (!hasBody) return next()
    const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json')
      return context.json({ code: 'NOT_JSON', message: 'Send JSON, with its content type' }, 415)
    const limits = await limitsFor(context)
    if (!limits) {
      context.req.raw = withoutBody(context.req.raw)
      return next()
    }
    if (length > limits.bytes) return tooLarge(context, limits.bytes)
    if (length > 0 && length <= MAX_UNCOUNTED_BYTES) {
      await charge(context, length)
      return next()
    }
    const bytes = await readWithin(context.req.raw, limits, (size) => charge(context, size))
    if (bytes === 'too large') return tooLarge(context, limits.bytes)
    if (bytes === 'too much') return context.json({ code: faults.invalid.code, message: faults.invalid.message }, 400)
    context.req.raw = new Request(context.req.raw, { body: bytes })
    hasWaited(context)
    return next()
  }
}

const tooLarge = (context: Context, bytes: number) =>
  context.json({ code: 'TOO_LARGE', message: `This is too large: at most ${Math.floor(bytes / 1000)} KB` }, 413)

/** The server discards what still arrives on the connection. */
function withoutBody(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) headers.delete(name)
  return new Request(request.url, { method: request.method, headers, signal: request.signal })
}

async function readWithin(
  { body }: Request,
  limits: BodyLimits,
  charge: (bytes: number) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer> | 'too large' | 'too much'> {
  const isWithin = makeJsonCounter(limits)
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > limits.bytes) return 'too large'
    await charge(piece.byteLength)
    if (!isWithin(piece)) return 'too much'
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
