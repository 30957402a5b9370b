/** Validation in the browser before a request is sent. The server validates again and decides. */
import { mailAddressFault } from '#contract/mail-words.ts'
import { codePoints, PASSWORD, USERNAME } from '#contract/words.ts'
import type { Errors, Values } from './form.ts'

export const isEmail = (text: string) => text.includes('@')
/** Counts as the server does: in code points, after the NFKC normalization that passwords get. */
export const lengthOf = (password: string) => codePoints(password.normalize('NFKC'))

const some = (errors: Record<string, string | false | undefined>): Errors =>
  Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => Boolean(entry[1])))

const emailFault = (email: string) => (email ? (mailAddressFault(email) ?? false) : 'Email is required')

/** For a new password; an existing one only has to be present. */
const newPasswordFault = (password: string, { min, max }: { min: number; max: number }) => {
  const length = lengthOf(password)
  if (length === 0) return 'Password is required'
  if (length < min) return `Use at least ${min} characters. This one has ${length}.`
  return length > max && `Use at most ${max} characters. This one has ${length}.`
}

export const checkSignIn = ({ identity = '', password = '' }: Values) =>
  some({
    identity: !identity.trim() && 'Email or username is required',
    password: !password && 'Password is required',
  })

export const checkSignUp = ({ username = '', email = '', password = '' }: Values) =>
  some({
    username: !username.trim()
      ? 'Username is required'
      : !USERNAME.test(username.trim()) && 'Use 3 to 30 letters, digits, dots, dashes or underscores',
    email: emailFault(email.trim()),
    password: newPasswordFault(password, PASSWORD),
  })

export const checkEmail = ({ email = '' }: Values) => some({ email: emailFault(email.trim()) })

export const checkNewPassword = ({ newPassword = '' }: Values) =>
  some({ newPassword: newPasswordFault(newPassword, PASSWORD) })

export const checkPasswordChange = (values: Values) => ({
  ...some({ currentPassword: !values.currentPassword && 'Your current password is required' }),
  ...checkNewPassword(values),
})

export const checkPassword = ({ password = '' }: Values) => some({ password: !password && 'Password is required' })

/** Authenticator apps show "123 456". */
export const digitsOf = (code = '') => code.replace(/\s/g, '')
export const checkCode = ({ code }: Values) => some({ code: !/^\d{6}$/.test(digitsOf(code)) && 'Enter the 6 digits' })
export const checkRecoveryCode = ({ code = '' }: Values) =>
  some({ code: !code.trim() && 'Enter one of your recovery codes' })
