/**
 * The endpoints under /api/auth: the responses and refusals of each. test/account-stand-in.test.ts sends every row of these tables
 * to the real endpoints, so that no screen is tested against a response that the server never sends.
 */
import { faults } from '#contract/kernel.ts'

type Nothing = Record<never, never>
type Status = { status: true }
type Confirmed = { signed_in: boolean; needs_password?: never } | { signed_in: false; needs_password: true }

/** The response of an endpoint that succeeded, with status 200. */
export interface Done {
  'sign-up/email': { token: null; user: { email: string; name: string; username: string; emailVerified: false } }
  'sign-in/email': Nothing | { twoFactorRedirect: true }
  'sign-in/username': Nothing | { twoFactorRedirect: true }
  'sign-out': { success: true }
  'send-verification-email': Status
  'verify/confirm': Confirmed
  'verify/disown': { removed: true }
  'request-password-reset': Status
  'reset-password': Status
  'change-password': Status
  'delete-account': { deleted: true }
  'change-email': Status
  'change-email/confirm': Confirmed
  'two-factor/enable': { method: 'totp'; totpURI: string; backupCodes: string[] }
  'two-factor/disable': Status
  'two-factor/generate-backup-codes': Status & { backupCodes: string[] }
  'two-factor/verify-totp': Nothing
  'two-factor/verify-backup-code': Nothing
  /** the file with this name; here as an object */
  'own-data': object
}
export type EndpointPath = keyof Done

interface Refusal {
  status: number
  code: string
  message: string
  /** the field that shows the message */
  field?: string
  /** in seconds */
  retry_after?: number
}

const refusal = (status: number, code: string, message: string, more: Pick<Refusal, 'field' | 'retry_after'> = {}) => ({
  status,
  code,
  message,
  ...more,
})
const password = refusal(400, 'INVALID_PASSWORD', 'This is not your password. Nothing was changed.', {
  field: 'password',
})
const token = refusal(400, 'INVALID_TOKEN', 'This link is no longer valid. Ask for a new mail and use its link.')
const gone = refusal(401, 'UNAUTHENTICATED', 'Please sign in')
const unverified = refusal(403, 'EMAIL_NOT_VERIFIED', 'Please verify your email first. We can send the mail again.')
const suspended = refusal(
  403,
  'MEMBER_SUSPENDED',
  'Your account is suspended. The administrators say: "Threats in messages".',
)
/** The refusal of "password1234"; other passwords are refused for other reasons. */
const weak = (field: string) =>
  refusal(400, 'WEAK_PASSWORD', 'This is similar to a commonly used password. Add more words that are less common.', {
    field,
  })
const late = refusal(401, 'INVALID_TWO_FACTOR_COOKIE', 'That took a little long. Please sign in again.')

/** The refusals of each endpoint, by the word that tests use for them. */
export const REFUSALS = {
  'sign-up/email': {
    weak: weak('password'),
    taken: refusal(400, 'USERNAME_IS_ALREADY_TAKEN', 'Username is already taken. Please try another.', {
      field: 'username',
    }),
  },
  'sign-in/email': {
    wrong: refusal(
      401,
      'INVALID_EMAIL_OR_PASSWORD',
      'That email and password do not go together. Nothing was changed.',
      { field: 'password' },
    ),
    unverified,
    suspended,
  },
  'sign-in/username': {
    wrong: refusal(
      401,
      'INVALID_USERNAME_OR_PASSWORD',
      'That username and password do not go together. Nothing was changed.',
      { field: 'password' },
    ),
    unverified,
    suspended,
  },
  'sign-out': {},
  'send-verification-email': {},
  'verify/confirm': { token, password },
  'verify/disown': {
    token,
    verified: refusal(
      409,
      'ALREADY_VERIFIED',
      'This address has been verified since. If that was not you, choose a new password.',
    ),
  },
  'request-password-reset': {},
  'reset-password': { token, weak: weak('newPassword') },
  'change-password': { gone, weak: weak('newPassword'), password: { ...password, field: 'currentPassword' } },
  'delete-account': {
    gone,
    password,
    code: refusal(400, 'CODE_NEEDED', 'Please enter the code from your authenticator app, or a recovery code.', {
      field: 'code',
    }),
  },
  'change-email': {
    gone,
    password,
    same: refusal(400, 'SAME_EMAIL', 'This is your address already.', { field: 'newEmail' }),
  },
  'change-email/confirm': { token, password },
  'two-factor/enable': { password },
  'two-factor/disable': { password },
  'two-factor/generate-backup-codes': { password },
  'two-factor/verify-totp': {
    late,
    wrong: refusal(401, 'INVALID_CODE', 'That code is not right. Codes change every 30 seconds; try the newest one.', {
      field: 'code',
    }),
  },
  'two-factor/verify-backup-code': {
    late,
    wrong: refusal(401, 'INVALID_BACKUP_CODE', 'That recovery code is not right, or was used before.', {
      field: 'code',
    }),
  },
  'own-data': { gone, password },
} as const satisfies Record<EndpointPath, Record<string, Refusal>>

/** Responses that every endpoint can give, whatever was requested. */
export const COMMON_REFUSALS = {
  'too fast': refusal(429, faults.tooFast.code, 'That was a little fast. Please try again in 15 minutes.', {
    retry_after: 900,
  }),
  away: refusal(503, faults.unavailable.code, faults.unavailable.message, { retry_after: 5 }),
  /** too many passwords wait to be hashed (src/server/account/password.ts) */
  busy: refusal(503, faults.unavailable.code, faults.unavailable.message, { retry_after: 3 }),
  bug: refusal(500, faults.unexpected.code, 'An unexpected error occurred'),
} as const
type CommonRefusal = keyof typeof COMMON_REFUSALS

/** Either the body of a success, or the word of a refusal in the tables. "unreached" means that no response arrives. */
export type EndpointAnswer<Path extends EndpointPath> =
  | { done: Done[Path] }
  | { refused: keyof (typeof REFUSALS)[Path] | CommonRefusal | 'unreached' }

/** Status and body, as the endpoint sends them. */
export function wordsOf(path: EndpointPath, word: string): { status: number; body: object } {
  const lines: Record<string, Refusal> = { ...REFUSALS[path], ...COMMON_REFUSALS }
  const found = lines[word]
  if (!found) throw new Error(`/api/auth/${path} never refuses with "${word}"`)
  const { status, field, ...body } = found
  return { status, body: field ? { ...body, fields: { [field]: body.message } } : body }
}
