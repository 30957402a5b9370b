/**
 * Query options of every procedure, typed by @orpc/tanstack-query and with its keys. Its code is not taken along: four
 * fifths of it are streams, mutations and defaults that no page uses, and with the client it would be a thirtieth of what
 * a phone loads first.
 */
import type { RouterUtils } from '@orpc/tanstack-query'
import type { ApiClient } from './page.ts'

/**
 * How long a list outlives its screen, in milliseconds. On the server nothing outlives its page: a clock there would hold
 * the whole request in memory until it has run down.
 */
export const LIST_LIFE = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000

export type Queries = RouterUtils<ApiClient>

type Call = (path: readonly string[], input: unknown, options: CallOptions) => Promise<unknown>
interface CallOptions {
  signal: AbortSignal
  /** asked once, whatever the answer: there is something to show in its place */
  once: boolean
}
type Kind = 'query' | 'infinite'

const keyOf = (path: readonly string[], { input, type }: { input?: unknown; type?: Kind } = {}) => [
  path,
  { ...(input === undefined ? {} : { input }), ...(type === undefined ? {} : { type }) },
]

interface Asked {
  input?: unknown
}
interface AskedByPage {
  input: (pageParam: unknown) => unknown
  initialPageParam: unknown
}
interface Run {
  signal: AbortSignal
  pageParam?: unknown
  meta?: { once?: unknown } | undefined
}

function optionsAt(call: Call, path: readonly string[]) {
  return {
    key: (asked?: { input?: unknown; type?: Kind }) => keyOf(path, asked),
    queryOptions: ({ input, ...more }: Asked = {}) => ({
      queryFn: ({ signal, meta }: Run) => call(path, input, { signal, once: meta?.once === true }),
      ...more,
      queryKey: keyOf(path, { input, type: 'query' }),
    }),
    infiniteOptions: ({ input, ...more }: AskedByPage) => ({
      queryFn: ({ pageParam, signal, meta }: Run) =>
        call(path, input(pageParam), { signal, once: meta?.once === true }),
      ...more,
      queryKey: keyOf(path, { input: input(more.initialPageParam), type: 'infinite' }),
    }),
  }
}

/** Rooms, their procedures, and on each of them the options. Nothing else than what is above is there. */
export function queriesOf(call: Call, path: readonly string[] = []): Queries {
  return new Proxy(optionsAt(call, path), {
    get: (options, name) =>
      name in options || typeof name !== 'string' ? Reflect.get(options, name) : queriesOf(call, [...path, name]),
  }) as unknown as Queries
}
