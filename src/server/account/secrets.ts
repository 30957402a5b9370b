/** Random keys that a browser keeps; we keep their digests. */
import { createHash, randomBytes } from 'node:crypto'

export const newSecret = () => randomBytes(32).toString('base64url')
export const digest = (secret: string) => createHash('sha256').update(secret).digest('base64url')
