/** Random keys that a browser keeps. The database holds their digests. */
import { createHash, randomBytes, randomInt } from 'node:crypto'

export const newSecret = () => randomBytes(32).toString('base64url')
export const digest = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * The alphabet of recovery codes, which are typed from paper: one case, no characters that look alike. 48 bits per
 * code.
 */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_COUNT = 10
const five = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
export const recoveryCodes = () => Array.from({ length: CODE_COUNT }, () => `${five()}-${five()}`)
/** Restores the code's form, however it was typed. */
export const asRecoveryCode = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/^(.{5})(.+)$/, '$1-$2')
