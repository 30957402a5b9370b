/** Random keys that a browser keeps; we keep their digests. */
import { createHash, randomBytes, randomInt } from 'node:crypto'

export const newSecret = () => randomBytes(32).toString('base64url')
export const digest = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Written on paper and typed from it: one case, and nothing that looks like something else. 48 bits each. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const COUNT = 10
const five = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
export const recoveryCodes = () => Array.from({ length: COUNT }, () => `${five()}-${five()}`)
/** As it was made, however it was typed. */
export const asRecoveryCode = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/^(.{5})(.+)$/, '$1-$2')
