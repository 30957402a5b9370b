/** The account calls that a browser may make, each with the fields it takes. What is not in this table does not exist. */
import * as z from 'zod'
import { USERNAME } from '#contract/members.ts'

const Email = z.string('Please enter your e-mail address').trim().max(254, 'This address is too long').pipe(z.email('Please enter an e-mail address such as sam@example.org')).transform((email) => email.toLowerCase())
const Password = z.string('Please enter a password').min(1, 'Please enter a password').max(2000, 'Use at most 128 characters.')
const Username = z
  .string('Username is required')
  .trim()
  .min(1, 'Username is required')
  .refine((name) => name === '' || USERNAME.test(name), 'Use 3 to 30 letters, digits, dots, dashes or underscores')
const Code = z.string('Please enter the code').trim().min(1, 'Please enter the code').max(40)
/** accepted because the accounts library's own clients send them; never acted upon */
const ignored = { callbackURL: z.string().max(2000).optional(), rememberMe: z.boolean().optional() }

export const CALLS = {
  '/sign-up/email': z.strictObject({
    email: Email,
    password: Password,
    username: Username,
    name: z.string().trim().max(80).optional(),
    ...ignored,
  }),
  '/sign-in/email': z.strictObject({ email: Email, password: Password, ...ignored }),
  '/sign-in/username': z.strictObject({ username: z.string().trim().min(1, 'Please enter your e-mail or username').max(254), password: Password, ...ignored }),
  '/sign-out': z.strictObject({}),
  '/send-verification-email': z.strictObject({ email: Email, ...ignored }),
  '/verify/confirm': z.strictObject({ token: z.string().max(2000) }),
  '/verify/disown': z.strictObject({ token: z.string().max(2000) }),
  '/request-password-reset': z.strictObject({ email: Email, redirectTo: z.string().max(2000).optional() }),
  '/reset-password': z.strictObject({ token: z.string().max(200), newPassword: Password }),
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

/** The library's refusals in our words. What is not here is shown as it says it. */
export const SENTENCES: Record<string, { message: string; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { message: 'That email and password do not go together. Nothing was changed.', field: 'password' },
  INVALID_USERNAME_OR_PASSWORD: { message: 'That username and password do not go together. Nothing was changed.', field: 'password' },
  EMAIL_NOT_VERIFIED: { message: 'Please verify your e-mail first. We can send the mail again.' },
  USERNAME_IS_ALREADY_TAKEN: { message: 'Username is already taken. Please try another.', field: 'username' },
  USERNAME_TOO_SHORT: { message: 'Use 3 to 30 letters, digits, dots, dashes or underscores', field: 'username' },
  USERNAME_TOO_LONG: { message: 'Use 3 to 30 letters, digits, dots, dashes or underscores', field: 'username' },
  INVALID_USERNAME: { message: 'This username cannot be used. Please try another.', field: 'username' },
  INVALID_PASSWORD: { message: 'This is not your password. Nothing was changed.', field: 'password' },
  INVALID_CODE: { message: 'That code is not right. Codes change every 30 seconds; try the newest one.', field: 'code' },
  INVALID_BACKUP_CODE: { message: 'That recovery code is not right, or was used before.', field: 'code' },
  INVALID_TWO_FACTOR_COOKIE: { message: 'That took a little long. Please sign in again.' },
  INVALID_TOKEN: { message: 'This link is no longer valid. Ask for a new mail and use the newest one.' },
  UNAUTHORIZED: { message: 'Please sign in' },
}
