/**
 * One typed client of the contract. While a page is rendered on the server a call is a function call in the same
 * process, as the viewer of that request; in the browser it is a fetch to /rpc with the session cookie.
 */
import type { ClientLink } from '@orpc/client'
import { createIsomorphicFn } from '@tanstack/react-start'
import { underWay } from './leaving.ts'
import { type ApiClient, page } from './page.ts'
import { type Queries, queriesOf } from './queries.ts'

type Link = ClientLink<Record<never, never>>
/** A client is a tree of rooms whose leaves are procedures. */
interface Room {
  [name: string]: Room & ((input: unknown, options: unknown) => Promise<unknown>)
}

const link = createIsomorphicFn()
  .server(
    (): Link => ({
      async call(path, input, options) {
        const api = page()?.api
        if (!api) throw new Error('The contract was called outside a request')
        // the link is made once, the client anew for each request: walk down to the procedure at the time of the call
        const rooms = path.slice(0, -1).reduce((room, name) => room[name] as Room, api as unknown as Room)
        return rooms[path[path.length - 1] as string]?.(input, options)
      },
    }),
  )
  .client((): Link => {
    let transport: Link | undefined
    return {
      call: (path, input, options) =>
        underWay(
          (async () => {
            transport ??= await fetchTransport()
            return transport.call(path, input, options)
          })(),
        ),
    }
  })

/** Comes with the transport, before there is anything to ask again. */
const fetchAgain = () => import('./again.ts')

/** What is read came with the page; the transport is a piece of its own. */
async function fetchTransport(): Promise<Link> {
  const [{ RPCLink }, { orAway }] = await Promise.all([import('@orpc/client/fetch'), fetchAgain()])
  return new RPCLink({
    url: () => `${window.location.origin}/rpc`,
    // a vote is counted, a message sent, and an achievement told, even if he is gone from the page before it is answered;
    // only small bodies may be sent like that
    fetch: (request, init, _options, path) =>
      orAway(fetch(request, { ...init, keepalive: /^(votes|polls|chat|karma)$/.test(path[0] ?? '') })),
  })
}

/**
 * Fetches the transport before anything is asked: a browser that has once failed to fetch a piece does not try again
 * while the page lives, and so a father who was in a tunnel with his first press would stay there.
 */
export const fetchAhead = () => void fetchTransport().catch(() => {})

const made = link()

/** What the library's own client does, without what it brings along for streams and errors: those come with the transport. */
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
  // a page that is drawn on the server is not held back: the browser asks for it again
  if (once || typeof window === 'undefined') return ask()
  const { again } = await fetchAgain()
  return again(ask, signal)
})
