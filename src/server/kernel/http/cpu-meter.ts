/**
 * Measures how much CPU time of the main thread each request uses. Requests run in turns on one thread, so the time between
 * two events (a request begins or ends) is divided equally among the requests that run.
 */

/** Returns the CPU time of this thread, in ms. */
const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Call it when a request begins. The function that it returns ends the request, and returns the ms that it used. */
export type CpuMeter = () => () => number

export function makeCpuMeter(time: () => number = threadTime): CpuMeter {
  let running = 0
  let at = time()
  /** ms that a request which runs since the start of the process would have used */
  let share = 0
  const advance = () => {
    const now = time()
    if (running > 0) share += (now - at) / running
    at = now
  }
  return () => {
    advance()
    running++
    const from = share
    return () => {
      advance()
      running--
      return share - from
    }
  }
}
