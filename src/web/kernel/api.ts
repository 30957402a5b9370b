/**
 * The typed client of the contract. While a page is rendered on the server, a call is a function call in the same
 * process, as the viewer of that request. In the browser it is a request to /rpc with the session cookie.
 */
import type { ClientLink } from '@orpc/client'
import { createIsomorphicFn } from '@tanstack/react-start'
import { latestHeader } from './last-event.ts'
import { type ApiClient, page } from './page.ts'
import { type Queries, queriesOf } from './queries.ts'
import { trackRequest } from './signing-out.ts'

type Link = ClientLink<Record<never, never>>
/** A client is a tree of modules whose leaves are procedures. */
interface ClientNode {
  [name: string]: ClientNode & ((input: unknown, options: unknown) => Promise<unknown>)
}

const link = createIsomorphicFn()
  .server(
    (): Link => ({
      async call(path, input, options) {
        const api = page()?.api
        if (!api) throw new Error('The contract was called outside a request')
        // the link is created once and the client for each request, so the procedure is looked up at the time of the call
        const rooms = path.slice(0, -1).reduce((room, name) => room[name] as ClientNode, api as unknown as ClientNode)
        return rooms[path[path.length - 1] as string]?.(input, options)
      },
    }),
  )
  .client((): Link => {
    let transport: Link | undefined
    return {
      call: (path, input, options) =>
        trackRequest(
          (async () => {
            transport ??= await fetchTransport()
            return transport.call(path, input, options)
          })(),
        ),
    }
  })

/** It is in the chunk of the transport, so it is available before the first retry. */
const fetchRetry = () => import('./retry-read.ts')

/** Data that is read came with the page, so the transport is a chunk of its own. */
async function fetchTransport(): Promise<Link> {
  const [{ RPCLink }, { failIfUnavailable }] = await Promise.all([import('@orpc/client/fetch'), fetchRetry()])
  return new RPCLink({
    url: () => `${window.location.origin}/rpc`,
    headers: latestHeader,
    // A mutation is sent even if the member leaves the page before it is answered. Browsers limit the size of such a
    // body.
    fetch: (request, init, _options, path) =>
      failIfUnavailable(
        fetch(request, { ...init, keepalive: /^(votes|polls|chat|karma|rounds)$/.test(path[0] ?? '') }),
      ),
  })
}

/**
 * Loads the transport before the first request. A browser that failed once to load a module does not try again while the
 * page lives, so a member who was offline at his first press could not send anything.
 */
export const fetchAhead = () => void fetchTransport().catch(() => {})

const made = link()

/** The same as the library's own client, without its code for streams and errors, which is in the chunk of the transport. */
function clientAt(path: readonly string[]): unknown {
  const call = (input: unknown, options: { signal?: AbortSignal } = {}) =>
    made.call(path, input, { ...options, context: {} })
  return new Proxy(call, {
    get: (_, name) => (typeof name === 'string' ? clientAt([...path, name]) : undefined),
  })
}

export const api = clientAt([]) as ApiClient

/** Query options for every procedure: `queries.posts.getPost.queryOptions({ input })`. */
export const queries: Queries = queriesOf(async (path, input, { signal, once }) => {
  const ask = () => made.call(path, input, { signal, context: {} })
  // on the server there is no retry, because it would delay the page; the browser requests the data again
  if (once || typeof window === 'undefined') return ask()
  const { retryRead } = await fetchRetry()
  return retryRead(ask, signal)
})
