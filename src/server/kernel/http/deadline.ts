/**
 * The deadline of a request. A request that is not done by then is refused and stores nothing afterwards. If its commit has
 * already begun, the response waits for it instead.
 */
import type { Context, Next } from 'hono'
import { fault } from '#contract/kernel.ts'
import { refusal } from '../refuse.ts'
import { arrivingIn } from './arrival.ts'

/**
 * In ms. A statement that has begun by then ends within three seconds (postgres/database.ts). An idle connection is closed
 * after thirty seconds (load-shedding.ts).
 */
const DEADLINE_MS = 20_000
const RETRY_AFTER_S = 5

const late = fault('UNAVAILABLE', 503, 'This took too long. Nothing was changed. Please try again shortly.')

export interface Deadline {
  /**
   * Runs `work`. `work` calls `mayCommit` before it sends a commit, or a statement that is its own transaction.
   * `mayCommit` throws if the request was refused; after it has returned, the request is not refused before `work` ends.
   */
  keep<Result>(work: (mayCommit: () => void) => Promise<Result>): Promise<Result>
}

interface Running extends Deadline {
  /** Rejects when the request is refused. */
  refused: Promise<never>
  begin(ms: number): void
  end(): void
}

export function makeDeadline(): Running {
  const { promise: refused, reject } = Promise.withResolvers<never>()
  // if nothing awaits it, its rejection must not count as unhandled
  refused.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  let [isEnded, isDue, isRefused, isKept, committing] = [false, false, false, false, 0]
  const refuseIfDue = () => {
    if (!isDue || isKept || committing > 0) return
    isRefused = true
    reject(refusal(late, { retry_after: RETRY_AFTER_S }))
  }
  return {
    refused,
    begin(ms) {
      // a request can be answered before its body has arrived
      if (isEnded) return
      timer = setTimeout(() => {
        isDue = true
        refuseIfDue()
      }, ms)
    },
    end() {
      isEnded = true
      clearTimeout(timer)
    },
    async keep(work) {
      let mine = 0
      try {
        const result = await work(() => {
          if (isRefused) throw refusal(late, { retry_after: RETRY_AFTER_S })
          mine++
          committing++
        })
        if (mine > 0) isKept = true
        return result
      } finally {
        committing -= mine
        refuseIfDue()
      }
    },
  }
}

const deadlines = new WeakMap<Context, Deadline>()

/** Returns undefined for a path without a deadline. */
export const deadlineOf = (context: Context): Deadline | undefined => deadlines.get(context)

/** Refuses a request that is not answered in time. The time starts when its body has arrived. `msFor` sets another limit. */
export const inTime =
  (msFor: (context: Context) => number | undefined = () => undefined) =>
  async (context: Context, next: Next): Promise<void> => {
    const deadline = makeDeadline()
    const ms = msFor(context) ?? DEADLINE_MS
    deadlines.set(context, deadline)
    const arriving = arrivingIn(context)
    if (arriving) arriving.once('end', () => deadline.begin(ms))
    else deadline.begin(ms)
    try {
      await Promise.race([next(), deadline.refused])
    } finally {
      deadline.end()
    }
  }
