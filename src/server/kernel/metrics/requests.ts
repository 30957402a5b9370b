/** Counts requests and calls of procedures. */
import { ORPCError } from '@orpc/server'
import type { Context } from 'hono'
import type { Metrics, RequestKind } from './ports.ts'

/** Middleware: the kind of a request, its status and how long it took. */
export const countRequests = (metrics: Metrics) => async (context: Context, next: () => Promise<void>) => {
  const from = performance.now()
  await next()
  metrics.request(kindOf(context.req.path), context.res.status, performance.now() - from)
}

const KINDS: [RegExp, RequestKind][] = [
  [/^\/rpc\//, 'rpc'],
  [/^\/api\/auth\//, 'account'],
  [/^\/api\//, 'api'],
  [/^\/(?:healthz|readyz)$/, 'other'],
  [/^\/(?:assets|files|calendar|pod-text)\/|\.[a-z0-9]{2,5}$/, 'file'],
]

export const kindOf = (path: string): RequestKind => KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'page'

/** An interceptor around `asFaults`: a refusal is an answer, and only what the program could not do has failed. */
export const countCalls =
  (metrics: Metrics) =>
  async <Result>({ next, path }: { next(): Promise<Result>; path: readonly string[] }): Promise<Result> => {
    const from = performance.now()
    const done = (outcome: 'ok' | 'refused' | 'failed') =>
      metrics.call(path.join('.'), outcome, performance.now() - from)
    try {
      const result = await next()
      done('ok')
      return result
    } catch (error) {
      done(error instanceof ORPCError && error.status < 500 ? 'refused' : 'failed')
      throw error
    }
  }
