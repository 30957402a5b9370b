/** Statements that somebody watches while they run. Without a watcher they are sent as they are. */
import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'

/** Called with the text of a statement when it is sent; the result is told when it ends. Null: it is not watched. */
type Begin = (text: string) => { end(error?: unknown): void } | null

/** Shared by all connections of a database. */
export interface Watch {
  begin: Begin | null
}

/** Sends a statement in one of the driver's forms: with a callback, or with a promise. */
export function watched(watch: Watch | undefined, statement: unknown, rest: unknown[], send: Send): unknown {
  const span = watch?.begin?.(textOf(statement)) ?? null
  if (!span) return send(...rest)
  const at = rest.findIndex((one) => typeof one === 'function')
  if (at >= 0) {
    const done = rest[at] as (error: unknown, result: unknown) => void
    const told = (error: unknown, result: unknown) => {
      span.end(error ?? undefined)
      done(error, result)
    }
    return send(...rest.with(at, told))
  }
  const result = send(...rest)
  if (result instanceof Promise)
    result.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    )
  else span.end()
  return result
}

type Send = (...rest: unknown[]) => unknown

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text ?? '')

/**
 * A pool whose callbacks run in the context of their own request. The pool calls them from the request that has just returned
 * the connection.
 */
export function watchedPool(options: pg.PoolConfig, watch: Watch): pg.Pool {
  const pool = new pg.Pool(options)
  const connect = pool.connect.bind(pool) as (done?: (...given: unknown[]) => void) => unknown
  pool.connect = ((done?: (...given: unknown[]) => void) =>
    connect(done && watch.begin ? AsyncResource.bind(done) : done)) as pg.Pool['connect']
  return pool
}
