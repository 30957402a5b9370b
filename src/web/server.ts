/** Where the Node program hands in a page's request. */
import entry from '@tanstack/react-start/server-entry'
import { brokenPage } from './kernel/broken.ts'
import type { PageContext } from './kernel/page.ts'

export type { PageContext }

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext }
  }
}

/** React's mark for a part that threw while it was drawn on the server; the page would arrive with status 200 and a hole. */
const HOLE = '<!--$!-->'
/** The router's mark at the end of what is drawn at once. Should it ever be renamed, pages are held back to their end. */
const DRAWN = '$tsr-stream-boundary'

async function fetch(request: Request, context: PageContext): Promise<Response> {
  try {
    const response = await entry.fetch(request, { context })
    return response.status === 200 && response.body ? await refuseHoles(response, response.body, context) : response
  } catch (error) {
    if (request.signal.aborted) throw error
    console.error(error)
    return brokenPage(context.brand)
  }
}

/** Holds the page back until everything that is not deferred is drawn (milliseconds: its data is there), then decides. */
async function refuseHoles(response: Response, body: ReadableStream<Uint8Array>, context: PageContext) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const held: Uint8Array[] = []
  let isDrawn = false
  let hasHole = false
  // the last piece behind the end of the one before it, where a mark may have been cut in two
  for (let seen = ''; !isDrawn; ) {
    const { done, value } = await reader.read()
    if (done) break
    held.push(value)
    seen = seen.slice(-DRAWN.length) + decoder.decode(value, { stream: true })
    isDrawn = seen.includes(DRAWN)
    hasHole ||= seen.includes(HOLE)
  }
  if (hasHole) {
    await reader.cancel()
    return brokenPage(context.brand)
  }
  const page = new ReadableStream<Uint8Array>({
    start(controller) {
      if (held.length) controller.enqueue(joined(held))
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(page, response)
}

/** One piece is passed on, compressed and sent at once; fifty would be fifty times. */
function joined(pieces: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((size, piece) => size + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.byteLength
  }
  return all
}

export default { fetch }
