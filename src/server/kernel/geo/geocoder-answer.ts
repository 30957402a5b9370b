/** What a service that finds addresses answers, whichever it is. */

export interface Located {
  /** general words, never the street; null: the service gave none that are certainly general */
  label: string | null
  latitude: number
  longitude: number
}

export type Answer =
  | { located: Located }
  /** it knows no such place */
  | 'unknown'
  /** there is no service, or it does not answer now */
  | 'none'
  | 'away'
  /** what the service itself says is wrong: one line */
  | { said: string }

/** Asks once; may fail in any way. `isDown`: the next question need not be asked for a while. */
export type Service = (address: string, signal: AbortSignal) => Promise<{ answer: Answer; isDown: boolean }>
