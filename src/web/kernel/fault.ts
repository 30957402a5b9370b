/** Converts thrown errors into messages for members. */

export interface Fault {
  /** for programs: UNAUTHENTICATED, INVALID, POST_NOT_FOUND, … or FAILED for anything unexpected */
  code: string
  /** the HTTP status, or 0 if there was no answer */
  status: number
  /** one message for the whole request */
  sentence: string
  /** a message per field, by the field's name in the contract */
  fields: Record<string, string>
  /** seconds after which the member may try again */
  retryAfter: number | undefined
  /** the version that was saved elsewhere in the meantime */
  newer: Newer | undefined
  /** the member must sign in first */
  signIn: boolean
}

export interface Newer {
  title?: string
  content: string
  updated_at: Date
}

/** Codes of answers that do not concern the request itself; the caller's own message is better. */
const WITHOUT_MESSAGE = new Set([
  'INTERNAL_SERVER_ERROR',
  'BAD_GATEWAY',
  'GATEWAY_TIMEOUT',
  'NOT_FOUND',
  'MALFORMED_ORPC_ERROR_RESPONSE',
])

/**
 * Reads any thrown value: faults of the contract, of the account endpoints, and network errors. Returns `otherwise` as
 * the message of an unexpected error.
 */
export function readFault(error: unknown, otherwise: string): Fault {
  const it = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const data = (typeof it.data === 'object' && it.data !== null ? it.data : it) as Record<string, unknown>
  const code = typeof it.code === 'string' && typeof it.status === 'number' ? it.code : 'FAILED'
  // an error that came without a message has its code in that place
  const hasMessage = typeof it.message === 'string' && it.message !== '' && it.message !== code
  const known = code !== 'FAILED' && !WITHOUT_MESSAGE.has(code) && hasMessage
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

/** Whether the item does not exist or is not visible to the viewer; the server answers both alike. */
export const isMissing = (error: unknown) => readFault(error, '').status === 404
