/** The answer of a geocoding service, whichever it is. */

export interface Located {
  /** town or region, never the street; null if the service gave no parts that are certainly general */
  label: string | null
  latitude: number
  longitude: number
}

export type Answer =
  | { located: Located }
  /** the service knows no such place */
  | 'unknown'
  /** no service is configured, or it does not answer now */
  | 'none'
  | 'away'
  /** an error that the service reports: one line */
  | { said: string }

/** Asks once; may throw any error. `isDown`: do not ask the service again for a while. */
export type Service = (address: string, signal: AbortSignal) => Promise<{ answer: Answer; isDown: boolean }>
