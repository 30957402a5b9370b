/** What went wrong, in the words that a member reads. */

export interface Fault {
  /** for programs: UNAUTHENTICATED, INVALID, POST_NOT_FOUND, … or FAILED for whatever nobody foresaw */
  code: string
  /** the HTTP status, 0 when no answer came */
  status: number
  /** one sentence for the whole */
  sentence: string
  /** a sentence per field, by the field's name in the contract */
  fields: Record<string, string>
  /** seconds after which to come back */
  retryAfter: number | undefined
  /** it was changed elsewhere: what stands there by now */
  newer: Newer | undefined
  /** he has to sign in first */
  signIn: boolean
}

export interface Newer {
  title?: string
  content: string
  updated_at: Date
}

/** Answers that say nothing about what was asked; the caller's own sentence is better. */
const MUTE = new Set([
  'INTERNAL_SERVER_ERROR',
  'BAD_GATEWAY',
  'GATEWAY_TIMEOUT',
  'NOT_FOUND',
  'MALFORMED_ORPC_ERROR_RESPONSE',
])

/** Reads any thrown value: errors of the contract, of the accounts' endpoints, a lost network. Says `otherwise` for the unforeseen. */
export function readFault(error: unknown, otherwise: string): Fault {
  const it = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const data = (typeof it.data === 'object' && it.data !== null ? it.data : it) as Record<string, unknown>
  const code = typeof it.code === 'string' && typeof it.status === 'number' ? it.code : 'FAILED'
  // an error that came without a sentence has its code in that place
  const isSaid = typeof it.message === 'string' && it.message !== '' && it.message !== code
  const known = code !== 'FAILED' && !MUTE.has(code) && isSaid
  return {
    code,
    status: typeof it.status === 'number' ? it.status : 0,
    sentence: known ? (it.message as string) : otherwise,
    fields: known && isTexts(data.fields) ? data.fields : {},
    retryAfter: typeof data.retry_after === 'number' ? data.retry_after : undefined,
    newer: isNewer(data.newer) ? data.newer : undefined,
    signIn: code === 'UNAUTHENTICATED',
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')

const isNewer = (value: unknown): value is Newer =>
  typeof value === 'object' && value !== null && 'content' in value && 'updated_at' in value

/** A thing that is not there, or not for this reader; the server answers both alike. */
export const isMissing = (error: unknown) => readFault(error, '').status === 404
