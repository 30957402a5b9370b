/**
 * Retries a read that the server cannot answer at the moment, with growing pauses, before the page reports a failure: a
 * restart of the program takes some seconds. Only reads are retried; a mutation is never sent twice without the member's
 * action.
 */

/** Statuses that mean that the server is unavailable. Any other error is reported immediately. */
const UNAVAILABLE: readonly unknown[] = [502, 503, 504]
/** In ms: the first pause, the longest pause, and the total time of the retries. */
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 4000
const RETRY_FOR_MS = 10_000
/** In ms. If the server asks for a longer pause, the page reports the failure immediately. */
const MAX_RETRY_AFTER_MS = 20_000
/** The random share that is added to a pause, so that clients do not all return at the same moment. */
const JITTER = 0.5

export async function retryRead<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const began = performance.now()
  let waited = 0
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await ask()
    } catch (error) {
      const wanted = requestedPause(error)
      const isOver = Math.max(waited, performance.now() - began) >= RETRY_FOR_MS
      if (wanted === null || isOver || signal.aborted) throw error
      const time = Math.max(pause, wanted) * (1 + Math.random() * JITTER)
      await pauseFor(time, signal)
      waited += time
    }
  }
}

/** Returns the pause in ms that the server asks for, or null if the request must not be retried. */
function requestedPause(error: unknown): number | null {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { retry_after?: number } | null }
  const wanted = (data?.retry_after ?? 0) * 1000
  return UNAVAILABLE.includes(status) && wanted <= MAX_RETRY_AFTER_MS ? wanted : null
}

/** Rejects early, with the signal's reason, if the caller no longer waits for the answer. */
function pauseFor(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, time)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/**
 * Throws a fault if a response does not come from the program: from a proxy, or from a program that is too busy to write
 * one.
 */
export async function failIfUnavailable(answering: Promise<Response>): Promise<Response> {
  const answer = await answering
  const isOurs = answer.headers.get('content-type')?.includes('json')
  if (isOurs || !UNAVAILABLE.includes(answer.status)) return answer
  const seconds = Number(answer.headers.get('retry-after'))
  const data = seconds > 0 ? { retry_after: seconds } : null
  throw Object.assign(new Error('The server is unavailable'), { code: 'BAD_GATEWAY', status: answer.status, data })
}
