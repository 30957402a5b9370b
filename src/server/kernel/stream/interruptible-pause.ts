/** A pause between two reads that a wake-up can end. */

/**
 * Delays, in ms, of the reads that follow a wake-up. A fact can be read when all transactions that began before it have
 * ended, which on a busy server is some milliseconds after its commit.
 */
const FIRST_PAUSES_MS = [10, 20, 40, 80, 160]

export interface Alarm {
  /** Ends the pause. If it is called between two pauses, the next one is shorter. */
  wake(): void
  /** Resolves after `ms`, at a wake-up, or when the signal is aborted. */
  rest(ms: number, signal: AbortSignal): Promise<void>
}

export function makeAlarm(): Alarm {
  let soon: number[] = []
  let end = () => {}
  return {
    wake() {
      soon = [...FIRST_PAUSES_MS]
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
