/** gzip for pages and JSON, which all come in one piece. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
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
    if (!acceptsGzip(context) || context.req.method === 'HEAD' || res.headers.has('content-encoding')) return
    const bytes = Buffer.from(await res.arrayBuffer())
    if (bytes.length < WORTH_IT) {
      context.res = new Response(bytes.length ? bytes : null, res)
      return
    }
    context.res = new Response(await zip(bytes, { level: 5 }), res)
    context.res.headers.set('Content-Encoding', 'gzip')
    context.res.headers.delete('Content-Length')
  }
}
