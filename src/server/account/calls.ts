/**
 * The account calls that a browser may make, with the fields of each. A call that is not in this table does not exist.
 */
import * as z from 'zod'
import { codePoints, isBlank, lineOf } from '#contract/kernel.ts'
import { mailAddressFault, mailAddressOf } from '#contract/mail-words.ts'
import { USERNAME } from '#contract/members.ts'
import { isUsableName } from './names.ts'

const Email = z
  .string('Please enter your email address')
  .max(1000, 'This address is too long')
  .transform((typed, { addIssue }) => {
    const fault = mailAddressFault(typed)
    if (fault) addIssue(fault)
    return fault ? z.NEVER : mailAddressOf(typed)!
  })
const Password = z
  .string('Please enter a password')
  .min(1, 'Please enter a password')
  .max(2000, 'Use at most 128 characters.')
/** PostgreSQL cannot store this one character */
const storable = (text: string) => !text.includes('\0')
const Token = z
  .string('The link is not complete')
  .max(2000, 'The link is not complete')
  .regex(/^[\w.-]*$/, 'The link is not complete')
const Code = z.string('Please enter the code').trim().min(1, 'Please enter the code').max(40, 'This is no code')

const Username = z
  .string('Username is required')
  .trim()
  .min(1, { message: 'Username is required', abort: true })
  .regex(USERNAME, { message: 'Use 3 to 30 letters, digits, dots, dashes or underscores', abort: true })
  .refine((name) => isUsableName(name), 'This username cannot be used. Please try another.')

const DisplayName = lineOf()
  .max(1000, 'Use at most 80 characters')
  .trim()
  .refine((name) => codePoints(name) <= 80, 'Use at most 80 characters')
  .refine((name) => name.isWellFormed(), 'The name holds a character that cannot be kept')
  .transform((name) => (isBlank(name) ? '' : name))

const rememberMe = z.boolean().optional()
/** accepted because the accounts library's own clients send it; never used */
const nowhere = z.string().max(2000).optional()

export const CALLS = {
  '/sign-up/email': z.strictObject({
    email: Email,
    password: Password,
    username: Username,
    name: DisplayName.optional(),
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
  '/verify/confirm': z.strictObject({ token: Token, password: Password.optional() }),
  '/verify/disown': z.strictObject({ token: Token }),
  '/request-password-reset': z.strictObject({ email: Email, redirectTo: nowhere }),
  '/reset-password': z.strictObject({ token: Token, newPassword: Password }),
  '/change-password': z.strictObject({ currentPassword: Password, newPassword: Password }),
  '/delete-account': z.strictObject({ password: Password, code: Code.optional(), removesPosts: z.boolean() }),
  '/own-data': z.strictObject({ password: Password }),
  '/change-email': z.strictObject({ password: Password, newEmail: Email }),
  '/change-email/confirm': z.strictObject({ token: Token, password: Password.optional() }),
  '/two-factor/enable': z.strictObject({ password: Password }),
  '/two-factor/disable': z.strictObject({ password: Password }),
  '/two-factor/generate-backup-codes': z.strictObject({ password: Password }),
  '/two-factor/verify-totp': z.strictObject({ code: Code }),
  '/two-factor/verify-backup-code': z.strictObject({ code: Code }),
} as const

export type Call = keyof typeof CALLS
export type BodyOf<Name extends Call> = z.output<(typeof CALLS)[Name]>

export const isCall = (path: string): path is Call => Object.hasOwn(CALLS, path)
