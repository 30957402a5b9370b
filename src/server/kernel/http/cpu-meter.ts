/**
 * Measures how much CPU time of the main thread each request uses. Requests run in turns on one thread, so the time between
 * two events (a request begins, ends, or waits for its body) is divided equally among the requests that run.
 */

/** Returns the CPU time of this thread, in ms. */
const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export interface Measured {
  /** The request waits for its body, whose sender decides how long: it has no part of the time. */
  pause(): void
  resume(): void
  /** Ends the request. Returns the ms that it used. */
  end(): number
}

/** Call it when a request begins. */
export type CpuMeter = () => Measured

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
    let [used, from, isRunning, isOver] = [0, 0, false, false]
    const resume = () => {
      if (isRunning || isOver) return
      advance()
      running++
      from = share
      isRunning = true
    }
    const pause = () => {
      if (!isRunning) return
      advance()
      running--
      used += share - from
      isRunning = false
    }
    const end = () => {
      pause()
      isOver = true
      return used
    }
    resume()
    return { pause, resume, end }
  }
}
