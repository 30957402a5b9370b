/** The account calls that a browser may make, each with the fields it takes. What is not in this table does not exist. */
import * as z from 'zod'
import { USERNAME } from '#contract/members.ts'

const Email = z
  .string('Please enter your email address')
  .trim()
  .max(254, 'This address is too long')
  .pipe(z.email('Please enter an email address such as sam@example.org'))
  .transform((email) => email.toLowerCase())
const Password = z
  .string('Please enter a password')
  .min(1, 'Please enter a password')
  .max(2000, 'Use at most 128 characters.')
/** PostgreSQL keeps every character but this one */
const storable = (text: string) => !text.includes('\0')
const Token = z.string('The link is not complete').max(2000, 'The link is not complete')
const Code = z.string('Please enter the code').trim().min(1, 'Please enter the code').max(40, 'This is no code')

const RESERVED = new Set([
  'unknown',
  'admin',
  'administrator',
  'moderator',
  'support',
  'fatherkin',
  'pop',
  'me',
  'root',
  'system',
])
export const isUsableName = (name: string) => USERNAME.test(name) && !RESERVED.has(name.toLowerCase())
const Username = z
  .string('Username is required')
  .trim()
  .min(1, { message: 'Username is required', abort: true })
  .regex(USERNAME, { message: 'Use 3 to 30 letters, digits, dots, dashes or underscores', abort: true })
  .refine(isUsableName, 'This username cannot be used. Please try another.')

const rememberMe = z.boolean().optional()
/** accepted because the accounts library's own clients send it; never acted upon */
const nowhere = z.string().max(2000).optional()

export const CALLS = {
  '/sign-up/email': z.strictObject({
    email: Email,
    password: Password,
    username: Username,
    name: z
      .string()
      .trim()
      .max(80, 'Use at most 80 characters')
      .refine(storable, 'The name holds a character that cannot be kept')
      .optional(),
    rememberMe,
    callbackURL: nowhere,
  }),
  '/sign-in/email': z.strictObject({ email: Email, password: Password, rememberMe, callbackURL: nowhere }),
  '/sign-in/username': z.strictObject({
    username: z
      .string('Please enter your email or username')
      .trim()
      .min(1, 'Please enter your email or username')
      .max(254, 'This is no username')
      .refine(storable, 'This is no username'),
    password: Password,
    rememberMe,
    callbackURL: nowhere,
  }),
  '/sign-out': z.strictObject({}),
  '/send-verification-email': z.strictObject({ email: Email, callbackURL: nowhere }),
  '/verify/confirm': z.strictObject({ token: Token }),
  '/verify/disown': z.strictObject({ token: Token }),
  '/request-password-reset': z.strictObject({ email: Email, redirectTo: nowhere }),
  '/reset-password': z.strictObject({ token: Token, newPassword: Password }),
  '/change-password': z.strictObject({ currentPassword: Password, newPassword: Password }),
  '/two-factor/enable': z.strictObject({ password: Password }),
  '/two-factor/disable': z.strictObject({ password: Password }),
  '/two-factor/generate-backup-codes': z.strictObject({ password: Password }),
  '/two-factor/verify-totp': z.strictObject({ code: Code }),
  '/two-factor/verify-backup-code': z.strictObject({ code: Code }),
} as const

export type Call = keyof typeof CALLS
export type BodyOf<Name extends Call> = z.output<(typeof CALLS)[Name]>

export const isCall = (path: string): path is Call => Object.hasOwn(CALLS, path)

interface Sentence {
  message: string
  field?: string
  /** seconds */
  retry_after?: number
}

/** The library's refusals in our words. What is not here is shown as it says it. */
export const SENTENCES: Record<string, Sentence> = {
  INVALID_EMAIL_OR_PASSWORD: {
    message: 'That email and password do not go together. Nothing was changed.',
    field: 'password',
  },
  INVALID_USERNAME_OR_PASSWORD: {
    message: 'That username and password do not go together. Nothing was changed.',
    field: 'password',
  },
  EMAIL_NOT_VERIFIED: { message: 'Please verify your email first. We can send the mail again.' },
  USERNAME_IS_ALREADY_TAKEN: { message: 'Username is already taken. Please try another.', field: 'username' },
  USERNAME_TOO_SHORT: { message: 'Use 3 to 30 letters, digits, dots, dashes or underscores', field: 'username' },
  USERNAME_TOO_LONG: { message: 'Use 3 to 30 letters, digits, dots, dashes or underscores', field: 'username' },
  INVALID_USERNAME: { message: 'This username cannot be used. Please try another.', field: 'username' },
  INVALID_PASSWORD: { message: 'This is not your password. Nothing was changed.', field: 'password' },
  INVALID_CODE: {
    message: 'That code is not right. Codes change every 30 seconds; try the newest one.',
    field: 'code',
  },
  INVALID_BACKUP_CODE: { message: 'That recovery code is not right, or was used before.', field: 'code' },
  INVALID_TWO_FACTOR_COOKIE: { message: 'That took a little long. Please sign in again.' },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { message: 'These were too many tries. Please sign in again.' },
  ACCOUNT_TEMPORARILY_LOCKED: {
    message: 'Too many codes were wrong. Please try again in 15 minutes.',
    retry_after: 900, // the library's lock
  },
  INVALID_TOKEN: { message: 'This link is no longer valid. Ask for a new mail and use the newest one.' },
  UNAUTHORIZED: { message: 'Please sign in' },
}
