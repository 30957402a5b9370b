/**
 * Query options of every procedure, typed by @orpc/tanstack-query and with the same keys. Its code is not used: four
 * fifths of it are streams, mutations and defaults that no page needs, and with the client it would be a thirtieth of
 * what a phone loads first.
 */
import type { RouterUtils } from '@orpc/tanstack-query'
import type { ApiClient } from './page.ts'

/**
 * How long a list stays cached after its screen was left, in milliseconds. Infinite on the server, where the cache ends
 * with the page: a timer would keep the whole request in memory until it fires.
 */
export const LIST_LIFE = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000

export type Queries = RouterUtils<ApiClient>

type Call = (path: readonly string[], input: unknown, options: CallOptions) => Promise<unknown>
interface CallOptions {
  signal: AbortSignal
  /** not retried, because there is something to show instead */
  once: boolean
}
type Kind = 'query' | 'infinite'

const keyOf = (path: readonly string[], { input, type }: { input?: unknown; type?: Kind } = {}) => [
  path,
  { ...(input === undefined ? {} : { input }), ...(type === undefined ? {} : { type }) },
]

interface QueryInput {
  input?: unknown
}
interface PagedQueryInput {
  input: (pageParam: unknown) => unknown
  initialPageParam: unknown
}
interface QueryFnContext {
  signal: AbortSignal
  pageParam?: unknown
  meta?: { once?: unknown } | undefined
}

function optionsAt(call: Call, path: readonly string[]) {
  return {
    key: (asked?: { input?: unknown; type?: Kind }) => keyOf(path, asked),
    queryOptions: ({ input, ...more }: QueryInput = {}) => ({
      queryFn: ({ signal, meta }: QueryFnContext) => call(path, input, { signal, once: meta?.once === true }),
      ...more,
      queryKey: keyOf(path, { input, type: 'query' }),
    }),
    infiniteOptions: ({ input, ...more }: PagedQueryInput) => ({
      queryFn: ({ pageParam, signal, meta }: QueryFnContext) =>
        call(path, input(pageParam), { signal, once: meta?.once === true }),
      ...more,
      queryKey: keyOf(path, { input: input(more.initialPageParam), type: 'infinite' }),
    }),
  }
}

/** A tree of modules and procedures with their options. Only what is listed above exists. */
export function queriesOf(call: Call, path: readonly string[] = []): Queries {
  return new Proxy(optionsAt(call, path), {
    get: (options, name) =>
      name in options || typeof name !== 'string' ? Reflect.get(options, name) : queriesOf(call, [...path, name]),
  }) as unknown as Queries
}
