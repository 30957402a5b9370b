/**
 * A question that the server cannot answer at the moment is asked again, with growing pauses, before the page says that it
 * failed: a restart of the program takes some seconds. Only what is read: what changes something is never sent twice unasked.
 */

/** The server is there and says that it cannot; whatever else goes wrong is said at once. */
const AWAY: readonly unknown[] = [502, 503, 504]
/** In ms: the first pause, the longest, and how long it is tried. */
const FIRST = 500
const LONGEST = 4000
const PATIENCE = 10_000
/** A server that wants to be left alone for longer (in ms) is: the page says so at once. */
const TOO_LONG = 20_000
/** Up to so much of a pause is added by chance, so that a crowd does not come back at the same moment. */
const SPREAD = 0.5

export async function again<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const began = performance.now()
  let waited = 0
  for (let pause = FIRST; ; pause = Math.min(pause * 2, LONGEST)) {
    try {
      return await ask()
    } catch (error) {
      const wanted = wantedPause(error)
      const isOver = Math.max(waited, performance.now() - began) >= PATIENCE
      if (wanted === null || isOver || signal.aborted) throw error
      const time = Math.max(pause, wanted) * (1 + Math.random() * SPREAD)
      await rest(time, signal)
      waited += time
    }
  }
}

/** In ms, as the server asks for it; null: it is not asked again. */
function wantedPause(error: unknown): number | null {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { retry_after?: number } | null }
  const wanted = (data?.retry_after ?? 0) * 1000
  return AWAY.includes(status) && wanted <= TOO_LONG ? wanted : null
}

/** Ends early, with the signal's reason, when nobody waits for the answer any more. */
function rest(time: number, signal: AbortSignal): Promise<void> {
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

/** An answer that is none of the program's own: of a proxy, or of a program that has no time to make one. */
export async function orAway(answering: Promise<Response>): Promise<Response> {
  const answer = await answering
  const isOurs = answer.headers.get('content-type')?.includes('json')
  if (isOurs || !AWAY.includes(answer.status)) return answer
  const seconds = Number(answer.headers.get('retry-after'))
  const data = seconds > 0 ? { retry_after: seconds } : null
  throw Object.assign(new Error('The server is away'), { code: 'BAD_GATEWAY', status: answer.status, data })
}
