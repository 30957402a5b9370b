/** What the doctor says: one sentence for each thing that it has looked at. */

export interface Finding {
  /** `look`: nothing is broken, and the operator should know it; `wrong`: something does not work, or will soon not work */
  level: 'good' | 'look' | 'wrong'
  sentence: string
}

export const good = (sentence: string): Finding => ({ level: 'good', sentence })
export const look = (sentence: string): Finding => ({ level: 'look', sentence })
export const wrong = (sentence: string): Finding => ({ level: 'wrong', sentence })

/** In ms: a service that does not respond in this time is away. */
export const PATIENCE_MS = 5000

/** The reason without the rest of a message, which may contain a URL with a password. */
export function reasonOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown }
  if (code === '42P01') return 'the database lacks a table of this version: start the program once'
  // before the code: that of a DOMException is a number that says nothing
  if (name === 'TimeoutError') return 'no answer in five seconds'
  const short = code ?? cause?.code ?? name
  return String(short ?? 'unknown reason').slice(0, 80)
}

/** "3 hours", "12 minutes", "40 seconds" */
export function durationWords(seconds: number): string {
  const [count, unit] =
    seconds >= 7200 ? [seconds / 3600, 'hours'] : seconds >= 120 ? [seconds / 60, 'minutes'] : [seconds, 'seconds']
  return `${Math.round(count)} ${unit}`
}
