/**
 * One typed client of the contract. While a page is rendered on the server a call is a function call in the same
 * process, as the viewer of that request; in the browser it is a fetch to /rpc with the session cookie.
 */
import { type ClientLink, createORPCClient } from '@orpc/client'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ApiClient, page } from './page.ts'

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
    // What is read came with the page; the transport is fetched with the first thing that is asked from here.
    let transport: Promise<Link> | undefined
    const fetchTransport = async () => {
      const { RPCLink } = await import('@orpc/client/fetch')
      return new RPCLink({ url: () => `${window.location.origin}/rpc` })
    }
    return {
      async call(path, input, options) {
        transport ??= fetchTransport()
        const link = await transport.catch((error) => {
          // it did not come (offline): the next call asks for it again
          transport = undefined
          throw error
        })
        return link.call(path, input, options)
      },
    }
  })

export const api: ApiClient = createORPCClient(link())

/** Query and mutation options for every procedure: `queries.posts.getPost.queryOptions({ input })`. */
export const queries = createTanstackQueryUtils(api)
