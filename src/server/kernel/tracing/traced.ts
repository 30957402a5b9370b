/** Parts of the program whose work is traced. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ORPCError } from '@orpc/server'
import type { Task } from 'graphile-worker'
import type { Config } from '#config'
import { plainAddress } from '../http/http.ts'
import { kindOf } from '../metrics/metrics.ts'
import type { Model } from '../model/model.ts'
import type { Database } from '../postgres/postgres.ts'
import type { Traces } from './ports.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * A request, until its response is sent. The name has the kind of the request instead of its path, because paths contain the
 * names of members and networks. A traceparent is taken only from a proxy that we trust: anybody else could join
 * requests of others to his own trace.
 */
export function tracedListener(
  traces: Traces,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  listener: Listener,
): Listener {
  return (request, response) => {
    const kind = kindOf((request.url ?? '').split('?')[0]!)
    const method = request.method ?? ''
    const isTrusted = trustProxy.includes(plainAddress(request.socket.remoteAddress ?? ''))
    const header = request.headers.traceparent
    const parent = isTrusted && typeof header === 'string' ? header : undefined
    const facts = { 'http.request.method': method, 'fatherkin.kind': kind }
    return traces.run({ name: `${method} ${kind}`, kind: 'request', facts, parent }, (span) => {
      response.once('close', () => {
        span.note({ 'http.response.status_code': response.statusCode })
        span.end(response.statusCode >= 500 ? response.statusCode : undefined)
      })
      return listener(request, response)
    })
  }
}

/** An interceptor: a call of a procedure. A refusal is an answer, so it is noted, but it is not an error. */
export const traceCalls =
  (traces: Traces) =>
  async <Result>({ next, path }: { next(): Promise<Result>; path: readonly string[] }): Promise<Result> => {
    let refusal: unknown
    const result = await traces.within(path.join('.'), async (span) => {
      try {
        return await next()
      } catch (error) {
        if (!(error instanceof ORPCError) || error.status >= 500) throw error
        span?.note({ 'fatherkin.refused': error.code })
        refusal = error
      }
    })
    if (refusal) throw refusal
    return result as Result
  }

/** Every statement that a request or a job sends: its text, which has no values. */
export function traceStatements(traces: Traces, database: Pick<Database, 'watch'>): void {
  database.watch.begin = (text) => {
    const [word = ''] = /\w+/.exec(text) ?? []
    return traces.begin(word.toUpperCase(), { 'db.system.name': 'postgresql', 'db.query.text': text })
  }
}

/** The tasks of the job runner; the payload of a job is not noted. */
export const tracedTasks = (traces: Traces, tasks: Record<string, Task>): Record<string, Task> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, helpers) =>
        traces.run(
          { name: `job ${name}`, kind: 'job', facts: { 'fatherkin.attempt': helpers.job.attempts } },
          async (span) => {
            try {
              await task(payload, helpers)
              span.end()
            } catch (error) {
              span.end(error)
              throw error
            }
          },
        ),
    ]),
  )

/** Calls of the model: how long they took and how many tokens, neither the question nor the answer. */
export const withModelTraced = (model: Model, traces: Traces): Model => ({
  ...model,
  async *ask(call) {
    const span = traces.begin('model')
    try {
      for await (const piece of model.ask(call)) {
        if ('tokens' in piece) span?.note({ 'fatherkin.tokens': piece.tokens })
        yield piece
      }
      span?.end()
    } catch (error) {
      span?.end(error)
      throw error
    } finally {
      // the caller has stopped reading; ending twice changes nothing
      span?.end()
    }
  },
})
