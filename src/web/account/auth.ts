/**
 * Typed calls of the accounts endpoints under /api/auth. They set and clear an HttpOnly cookie. No code in this room stores
 * or logs a token, password or recovery code, or puts one into an address.
 */

import { withTimeout } from '../kernel/request-timeout.ts'
import { trackRequest } from '../kernel/signing-out.ts'

/** Request and response of each call. */
export interface Calls {
  'sign-up/email': { body: { email: string; password: string; username: string; name: string }; answer: object }
  'sign-in/email': { body: { email: string; password: string }; answer: { twoFactorRedirect?: boolean } }
  'sign-in/username': { body: { username: string; password: string }; answer: { twoFactorRedirect?: boolean } }
  'sign-out': { body: Record<never, never>; answer: object }
  'send-verification-email': { body: { email: string }; answer: object }
  'verify/confirm': {
    body: { token: string; password?: string }
    answer: { signed_in: boolean; needs_password?: boolean }
  }
  'verify/disown': { body: { token: string }; answer: object }
  'request-password-reset': { body: { email: string }; answer: object }
  'reset-password': { body: { token: string; newPassword: string }; answer: object }
  'delete-account': { body: { password: string; code?: string; removesPosts: boolean }; answer: object }
  'change-email': { body: { password: string; newEmail: string }; answer: object }
  'change-email/confirm': {
    body: { token: string; password?: string }
    answer: { signed_in: boolean; needs_password?: boolean }
  }
  'change-password': { body: { currentPassword: string; newPassword: string }; answer: object }
  'two-factor/enable': { body: { password: string }; answer: { totpURI: string; backupCodes: string[] } }
  'two-factor/disable': { body: { password: string }; answer: object }
  'two-factor/generate-backup-codes': { body: { password: string }; answer: { backupCodes: string[] } }
  'two-factor/verify-totp': { body: { code: string }; answer: object }
  'two-factor/verify-backup-code': { body: { code: string }; answer: object }
}
type Path = keyof Calls

/** A fault, or a call that got no response. `message` can be shown as it is. */
export class AuthFault extends Error {
  readonly code: string
  /** the HTTP status; 0 if there was no response */
  readonly status: number
  /** a message for each invalid field */
  readonly fields: Record<string, string>
  /** seconds until a retry is allowed */
  readonly retryAfter: number | undefined

  constructor(fault: {
    code: string
    status: number
    message: string
    fields?: Record<string, string>
    retryAfter?: number
  }) {
    super(fault.message)
    this.name = 'AuthFault'
    this.code = fault.code
    this.status = fault.status
    this.fields = fault.fields ?? {}
    this.retryAfter = fault.retryAfter
  }

  /** Returns true if the server was unreachable or not ready, so that the same call can be repeated. */
  get retryable() {
    return this.status === 0 || (this.status >= 502 && this.status <= 504)
  }
}

const UNEXPECTED = 'An unexpected error occurred. What you typed is still here. Please try again.'
const UNREACHED =
  'An unexpected error occurred. We could not be reached. What you typed is still here. Please try again.'
/** milliseconds before each retry, unless the server names a time */
const RETRY_PAUSES_MS = [400, 1200]
/** the maximum number of seconds that a retry may delay a message to the member */
const MAX_RETRY_WAIT_S = 5

/**
 * Idempotent calls. For the others a lost response (502, 504) may hide a success, such as a link or a code that is now used
 * up. A 503 means that nothing was done, so after a 503 every call is retried.
 */
const REPEATABLE: ReadonlySet<Path> = new Set<Path>(['sign-in/email', 'sign-in/username', 'sign-out'])

/** @throws only AuthFault */
export async function authCall<P extends Path>(path: P, body: Calls[P]['body']): Promise<Calls[P]['answer']> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await trackRequest(callOnce(path, body))
    } catch (thrown) {
      const fault = asFault(thrown)
      const pause = RETRY_PAUSES_MS[attempt]
      const again = fault.status === 503 || (fault.retryable && fault.status !== 0 && REPEATABLE.has(path))
      if (!again || pause === undefined || (fault.retryAfter ?? 0) > MAX_RETRY_WAIT_S) throw fault
      await new Promise((go) => setTimeout(go, Math.max(pause, (fault.retryAfter ?? 0) * 1000)))
    }
  }
}

/** Returns anything that was thrown as a fault that can be shown. */
export const asFault = (thrown: unknown): AuthFault =>
  thrown instanceof AuthFault ? thrown : new AuthFault({ code: 'UNREACHED', status: 0, message: UNREACHED })

async function callOnce<P extends Path>(path: P, body: Calls[P]['body']): Promise<Calls[P]['answer']> {
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    redirect: 'error',
    ...withTimeout(),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return (answer ?? {}) as Calls[P]['answer']
  throw faultOf(response, answer)
}

export function faultOf(response: Response, answer: unknown): AuthFault {
  const said = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  const seconds = Number(said.retry_after ?? response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
  const sentence = typeof said.message === 'string' && said.message ? said.message : UNEXPECTED
  return new AuthFault({
    code: typeof said.code === 'string' ? said.code : 'UNKNOWN',
    status: response.status,
    message: response.status === 429 ? withReturn(sentence, retryAfter) : sentence,
    fields: sentences(said.fields),
    retryAfter,
  })
}

/** Returns only the entries whose value is a message. */
const sentences = (fields: unknown): Record<string, string> =>
  typeof fields === 'object' && fields !== null
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== ''))
    : {}

/** Adds the time of the next allowed attempt to the message of a rate limit, unless the message already names it. */
function withReturn(sentence: string, seconds: number | undefined) {
  if (seconds === undefined || /\d/.test(sentence)) return sentence
  return `${/[.!?]$/.test(sentence) ? sentence : `${sentence}.`} Try again ${inWords(seconds)}.`
}

/** "in 40 seconds", "in 12 minutes", "in 3 hours": rounded up, so that it is never too early. */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
}
