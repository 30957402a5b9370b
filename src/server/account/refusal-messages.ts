/** Refusals of the accounts library, in our words. */

import type { Config } from '#config'

/** The code of a refused sign-in whose sentence is made for the member. */
export const SUSPENDED_CODE = 'MEMBER_SUSPENDED'

/** Contains the reason and the contact address, the first of ADMIN_EMAILS: nobody reads replies to our mails. */
export function suspendedMessage({ adminEmails: [address] }: Pick<Config, 'adminEmails'>, reason: string): string {
  const said = `Your account is suspended. The administrators say: "${reason}"${/[.!?…]$/u.test(reason) ? '' : '.'}`
  return address ? `${said} If you think this is a mistake, write to ${address}.` : said
}

interface Sentence {
  message: string
  field?: string
  /** seconds */
  retry_after?: number
}

/** The library's refusals in our words. Others are shown in the library's words. */
export const REFUSAL_MESSAGES: Record<string, Sentence> = {
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
  CODE_NEEDED: { message: 'Please enter the code from your authenticator app, or a recovery code.', field: 'code' },
  INVALID_CODE: {
    message: 'That code is not right. Codes change every 30 seconds; try the newest one.',
    field: 'code',
  },
  INVALID_BACKUP_CODE: { message: 'That recovery code is not right, or was used before.', field: 'code' },
  INVALID_TWO_FACTOR_COOKIE: { message: 'That took a little long. Please sign in again.' },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { message: 'These were too many tries. Please sign in again.' },
  ACCOUNT_TEMPORARILY_LOCKED: {
    message: 'Too many codes were wrong. Please try again in 15 minutes.',
    retry_after: 900, // how long the library locks the second step
  },
  INVALID_TOKEN: { message: 'This link is no longer valid. Ask for a new mail and use its link.' },
  UNAUTHORIZED: { message: 'Please sign in' },
}
