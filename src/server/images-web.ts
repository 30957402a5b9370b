/** The endpoints of images: one receives the bytes of uploads, the other serves images. */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { faults } from '#contract/kernel.ts'
import { mediaFaults, SIGN_IN, type Stored, tooLarge } from '#contract/media.ts'
import { IMAGES } from '#contract/media-words.ts'
import type { CallContext } from './api.ts'
import type { CallerOf } from './callers.ts'
import { faultOf } from './kernel/faults.ts'
import type { Files } from './kernel/files/files.ts'
import { type Deadline, deadlineOf, makeUploadLimits } from './kernel/http/http.ts'
import { errorFacts, type Log } from './kernel/log.ts'
import { isId } from './kernel/page.ts'
import { mayUse, type Principal } from './kernel/principal.ts'
import { refuse } from './kernel/refuse.ts'
import { IMAGE_TYPE, type ImageSlot, makeEncoder, mustRunImage, readPicture, storeImage } from './media/media.ts'

interface ImageParts {
  files: Files
  log: Log
  callerOf: CallerOf
  ctxOf(member: Principal | null, address: null, deadline: Deadline | undefined): CallContext
}

const OWN_AVATAR_PATH = '/api/v1/me/images/avatar'
const GROUP_IMAGE_PATH = /^\/api\/v1\/groups\/([^/]*)\/images\/(avatar|banner)$/

/** Returns for whom an upload to this address is; null if it is not an upload address. */
function placeOf(path: string): ImageSlot | null {
  if (path === OWN_AVATAR_PATH) return { kind: 'avatar', group_id: null }
  const [, group_id, kind] = GROUP_IMAGE_PATH.exec(path) ?? []
  return kind === undefined ? null : { kind: kind as ImageSlot['kind'], group_id: group_id! }
}

/** The only endpoint that takes something else than JSON. */
export const acceptsBytes = (method: string, path: string) => method === 'PUT' && placeOf(path) !== null

/** Headers of an image. If a browser is made to show the image as a page, nothing in it can run. */
const PICTURE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/**
 * In ms, from when the body has arrived: longer than an image may wait for an encoder and be encoded
 * (media/encoder.ts).
 */
export const PROCESSING_TIMEOUT_MS = 100_000
/**
 * In ms: longer than a body may take to arrive and be processed. The next request on the connection has its own
 * timeout.
 */
const SOCKET_TIMEOUT_MS = 160_000

export function mountImages(app: Hono, { files, log, callerOf, ctxOf }: ImageParts): void {
  const encoder = makeEncoder()
  const intake = makeUploadLimits()

  async function take(context: Context, member: Principal | null, place: ImageSlot): Promise<Stored> {
    if (!member) return refuse({ code: 'UNAUTHENTICATED', status: 401, message: SIGN_IN })
    if (!mayUse(member, 'session')) return refuse(faults.notAllowed)
    if (place.group_id !== null && !place.group_id.trim()) return refuse(mediaFaults.noPath)
    const ctx = ctxOf(member, null, deadlineOf(context))
    await ctx.limits.draw('image', member.id)
    if (place.group_id !== null && !isId(place.group_id)) return refuse(mediaFaults.denied)
    await mustRunImage(ctx, place)
    const { max } = IMAGES[place.kind]
    if (Number(context.req.header('content-length') ?? 0) > max) return refuse(tooLarge(place.kind))
    const { slow: tooSlow, busy: tooMany, crowded } = mediaFaults
    const bounds = { sender: member.id, max, tooLarge: tooLarge(place.kind), tooSlow, tooMany, crowded }
    const { incoming } = context.env as HttpBindings
    // nothing is sent while the image waits for an encoder, and the server would close the silent connection
    incoming.socket.setTimeout(SOCKET_TIMEOUT_MS)
    encoder.warm()
    return intake(incoming, bounds, (bytes) => storeImage(ctx, { files, encoder }, place, bytes))
  }

  app.use('/api/v1/*', async (context, next) => {
    const place = acceptsBytes(context.req.method, context.req.path) ? placeOf(context.req.path) : null
    if (!place) return next()
    context.header('Cache-Control', 'no-store')
    const { member, cookies } = await callerOf(context)
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    try {
      return context.json(await take(context, member, place))
    } catch (error) {
      return refused(context, error, log)
    }
  })

  app.get('/files/:key', async (context) => {
    const key = context.req.param('key')
    try {
      const bytes = await readPicture(files, key)
      if (!bytes) return nothing(context, 404)
      return context.body(bytes as Uint8Array<ArrayBuffer>, 200, {
        'Content-Type': IMAGE_TYPE,
        'Content-Length': String(bytes.byteLength),
        'Content-Security-Policy': PICTURE_POLICY,
        'Cache-Control': CACHE_FOREVER,
      })
    } catch (error) {
      log.warn(errorFacts(error), 'the store could not be asked for an image')
      context.header('Retry-After', '5')
      return nothing(context, 503)
    }
  })
}

/** A 404 is not cached: the image may exist in a minute. */
function nothing(context: Context, status: 404 | 503): Response {
  context.header('Cache-Control', 'no-store')
  return context.text(status === 404 ? 'Not found' : faults.unavailable.message, status)
}

function refused(context: Context, error: unknown, log: Log): Response {
  const fault = faultOf(error, log)
  const seconds = (fault.data as { retry_after?: number } | undefined)?.retry_after
  if (seconds) context.header('Retry-After', String(seconds))
  return context.json(fault.toJSON(), fault.status as 400)
}
