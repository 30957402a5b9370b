/** What a crowd, or one caller who does not read his answers, may hold of the process: bounded, and said with 503. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface LoadOptions {
  /** requests under way in the whole process; beyond them 503. A page takes some milliseconds: this is a queue of seconds. */
  atOnce?: number
  /** a caller who neither sends nor reads is let go, in ms */
  idle?: number
}

/** No browser sends a second request before the answer to the first on the same connection. */
const ON_ONE_CONNECTION = 4

/** Bounds the server. Gives a listener that says whether a request was turned away, and answers it in that case. */
export function shedLoad(server: Server, { atOnce = 300, idle = 30_000 }: LoadOptions = {}) {
  server.headersTimeout = 15_000
  // an image may take a minute to arrive, and is refused with a sentence before it is cut off
  server.requestTimeout = 75_000
  server.timeout = idle
  const on = new WeakMap<Socket, number>()
  let all = 0
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request
    const here = (on.get(socket) ?? 0) + 1
    on.set(socket, here)
    response.once('close', () => on.set(socket, (on.get(socket) ?? 1) - 1))
    const isFull = all >= atOnce
    const begin = () => {
      // answered before its body had arrived
      if (response.closed) return
      all++
      response.once('close', () => all--)
    }
    // a body may take its time to arrive, or never do: until then it holds up nobody; that of a GET is never read
    const isRead = !['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '')
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers
    if (isRead && hasBody) request.once('end', begin)
    else begin()
    if (here > ON_ONE_CONNECTION) {
      socket.destroy()
      return true
    }
    // whoever asks whether the process lives is answered, or it would be ended for being busy
    if (!isFull || request.url === '/healthz') return false
    response.writeHead(503, {
      Connection: 'close',
      'Retry-After': '3',
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain',
    })
    response.end('Too many are asking at this moment. Please try again in some seconds.\n')
    return true
  }
}
