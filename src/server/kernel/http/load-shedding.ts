/** Load shedding. Limits the requests that the process handles at once, in total, per address and per connection, and answers 503 beyond that. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isArriving } from './arrival.ts'
import { addressKey } from './limits.ts'

export interface LoadOptions {
  /** running requests in the whole process; beyond them 503. A page takes some milliseconds, so this is a queue of seconds. */
  atOnce?: number
  /**
   * running requests from one address, also those whose bodies have not arrived. A request runs until its answer is sent, and
   * a client that does not read holds its answer until the connection is closed.
   */
  ofAddress?: number
  /** Default: that of the connection. */
  addressOf?(request: IncomingMessage): string
  /** in ms; a connection that neither sends nor reads for that long is closed */
  idle?: number
}

/** The most requests at once on one connection. No browser sends a second one before the first is answered. */
const MAX_PER_CONNECTION = 4

/** Sets the limits of the server. Returns a function that answers a request with 503 and returns true if there are too many. */
export function shedLoad(server: Server, options: LoadOptions = {}) {
  const { atOnce = 300, ofAddress = 100, idle = 30_000 } = options
  const { addressOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '' } = options
  server.headersTimeout = 15_000
  // an image may take a minute to arrive; it is refused with a message before the connection is closed
  server.requestTimeout = 75_000
  server.timeout = idle
  const on = new WeakMap<Socket, number>()
  const running = countByName()
  let all = 0
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request
    const here = (on.get(socket) ?? 0) + 1
    on.set(socket, here)
    response.once('close', () => on.set(socket, (on.get(socket) ?? 1) - 1))
    const address = addressKey(addressOf(request))
    const isFull = all >= atOnce || running.of(address) >= ofAddress
    running.add(address)
    response.once('close', () => running.remove(address))
    const begin = () => {
      // answered before its body arrived
      if (response.closed) return
      all++
      response.once('close', () => all--)
    }
    // in total a request counts only once its body has arrived, so slow bodies do not block other addresses
    if (isArriving(request)) request.once('end', begin)
    else begin()
    if (here > MAX_PER_CONNECTION) {
      socket.destroy()
      return true
    }
    // always answer the health check: otherwise a supervisor restarts a process that is only busy
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

/** Counts what runs for each name, and forgets names for which nothing runs. */
function countByName() {
  const counts = new Map<string, number>()
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    remove(name: string) {
      const left = (counts.get(name) ?? 1) - 1
      if (left > 0) counts.set(name, left)
      else counts.delete(name)
    },
  }
}
