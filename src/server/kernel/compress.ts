/** gzip for pages and JSON. Flushed chunk by chunk, so that a streamed page still arrives as it is made. */
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'

const WORTH_IT = 1024
const zip = promisify(gzip)

export const acceptsGzip = (context: Context): boolean =>
  /(^|,)\s*gzip\s*(;|,|$)/.test(context.req.header('accept-encoding') ?? '')

export function compressed(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { res } = context
    const type = res.headers.get('content-type') ?? ''
    if (!/^(text\/html|application\/json|text\/plain|application\/(atom\+)?xml)/.test(type)) return
    res.headers.append('Vary', 'Accept-Encoding')
    if (!acceptsGzip(context) || context.req.method === 'HEAD' || res.headers.has('content-encoding') || !res.body)
      return
    if (type.startsWith('text/html')) {
      const source = Readable.fromWeb(res.body as Parameters<typeof Readable.fromWeb>[0])
      const stream = createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 })
      // a page that breaks off, or a reader who goes, ends both; the break shows as a connection cut short
      pipeline(source, stream, () => {})
      context.res = new Response(Readable.toWeb(stream) as ReadableStream, res)
    } else {
      const bytes = Buffer.from(await res.arrayBuffer())
      context.res = new Response(bytes.length < WORTH_IT ? bytes : await zip(bytes, { level: 5 }), res)
      if (bytes.length < WORTH_IT) return
    }
    context.res.headers.set('Content-Encoding', 'gzip')
    context.res.headers.delete('Content-Length')
  }
}
