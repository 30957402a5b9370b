/** Requests that cannot be read. Node and the adapter would answer them with an empty page; here they get a sentence. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from '@hono/node-server'
import { faults } from '#contract/kernel.ts'

const UNREADABLE = 'The address that was requested cannot be read. Check how it is written.'
const TYPE = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** Node counts the address and the headers together. */
const TOO_LARGE =
  'The address that was requested is too long, or your browser sent too much with it. If the address is short, delete the cookies of this site.'

/** By the code of the error. */
const REFUSALS: Record<string, [status: string, text: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', TOO_LARGE],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The request that was sent is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

/** Answers what Node's parser refuses. */
export function answerUnparsed(server: Server): void {
  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse | null }) => {
      // bytes in the middle of another answer would look like a part of it
      if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy()
      const [status, text] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', UNREADABLE]
      const headers = { ...TYPE, 'Content-Length': text.length, Connection: 'close' }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
    },
  )
}

/** The answer if the adapter refuses a request, for example because of its Host header, or if the program itself threw. */
export const answerUnhandled = (error: unknown): Response =>
  error instanceof RequestError
    ? new Response(UNREADABLE, { status: 400, headers: TYPE })
    : new Response(faults.unexpected.message, { status: 500, headers: TYPE })

/** A backslash in a path is encoded, because the adapter refuses it. A browser reads one as a slash and sends none. */
export function encodeBackslashes(request: IncomingMessage): void {
  const [path = '', ...query] = (request.url ?? '').split('?')
  if (path.includes('\\')) request.url = [path.replaceAll('\\', '%5C'), ...query].join('?')
}
