/** Pauses between two looks, which a wake-up ends. */

/**
 * After a wake-up it is looked again so many ms later: a fact can be read when all transactions that began before it have
 * ended, and that is some milliseconds after its commit on a busy server.
 */
const SOON_MS = [10, 20, 40, 80, 160]

export interface Alarm {
  /** Ends the pause. What happens between two pauses shortens the next one. */
  wake(): void
  /** Until `ms` have passed, it is woken, or the signal says stop. */
  rest(ms: number, signal: AbortSignal): Promise<void>
}

export function makeAlarm(): Alarm {
  let soon: number[] = []
  let end = () => {}
  return {
    wake() {
      soon = [...SOON_MS]
      end()
    },
    rest: (ms, signal) =>
      new Promise((resolve) => {
        end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, Math.min(ms, soon.shift() ?? ms))
        signal.addEventListener('abort', end, { once: true })
        if (signal.aborted) end()
      }),
  }
}
