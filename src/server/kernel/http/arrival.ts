/** Whether the body of a request is still on its way. The sender may take up to a minute. */
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/** The body of a GET is never read. */
export function isArriving({ complete, method = '', headers }: IncomingMessage): boolean {
  if (complete || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return false
  return Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers
}

/** Returns the request of a context whose body is still on its way, or null: also for one that came over no connection. */
export function arrivingIn(context: Context): IncomingMessage | null {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage }
  return incoming && isArriving(incoming) ? incoming : null
}
