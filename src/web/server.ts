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

/** Looks at the first chunk, which holds everything that is not deferred, before the status is sent. */
async function refuseHoles(response: Response, body: ReadableStream<Uint8Array>, context: PageContext) {
  const reader = body.getReader()
  const first = await reader.read()
  if (first.value && new TextDecoder().decode(first.value).includes(HOLE)) {
    await reader.cancel()
    return brokenPage(context.brand)
  }
  const rest = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.value) controller.enqueue(first.value)
      if (first.done) controller.close()
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(rest, response)
}

export default { fetch }
