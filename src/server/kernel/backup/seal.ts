/**
 * How an object of a backup is stored: compressed by Zstandard, then encrypted by AES-256-GCM with a key of its own.
 *
 * Layout: the four bytes `FKB1`, 16 random bytes (salt), the ciphertext, and 16 bytes (tag). The key of the object is derived
 * by HKDF-SHA-256 from the operator's key, with the salt and the object's name. So an object that was changed, or that was
 * stored under another name, cannot be opened.
 */
import { randomBytes, webcrypto } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { userName } from './faults.ts'

const { subtle } = webcrypto
const MAGIC = Buffer.from('FKB1')
const SALT_BYTES = 16
const KEY_BYTES = 32
/** Each object has a key of its own, so a fixed initialisation vector is never used twice with a key. */
const IV = new Uint8Array(12)

/** The operator's key. */
export type BackupKey = webcrypto.CryptoKey

const importKey = (bytes: Uint8Array<ArrayBuffer>): Promise<BackupKey> =>
  subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])

/** The file has 64 hexadecimal digits. Throws with a sentence for the operator. */
export function readKey(file: string): Promise<BackupKey> {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(unreadableKey(file, error as NodeJS.ErrnoException))
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(`BACKUP_KEY_FILE=${file} is no key: it must have 64 hexadecimal digits.`)
  return importKey(Uint8Array.from(Buffer.from(text, 'hex')))
}

function unreadableKey(file: string, { code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT')
    return `BACKUP_KEY_FILE=${file} does not exist. Put the key of your backup there. If you have none yet, make one: npm run backup -- --make-key ${file}`
  if (code !== 'EACCES' && code !== 'EPERM') return `BACKUP_KEY_FILE=${file} cannot be read (${code}).`
  const me = userName(process.getuid?.() ?? -1)
  return `BACKUP_KEY_FILE=${file} cannot be read by the program's user, who is ${me}. Give it to him: chown ${me} ${file} && chmod 400 ${file}. He must also be let through the folders above it.`
}

/** Never replaces a file: the backups of the old key could not be read again. Throws with a sentence for the operator. */
export function makeKey(file: string): void {
  try {
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new Error(unmadeKey(file, error as NodeJS.ErrnoException))
  }
}

function unmadeKey(file: string, { code }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST')
    return `${file} exists already and was not changed: a new key cannot read the backups of an old one. Choose another name if you want another key.`
  if (code === 'ENOENT') return `No key was made: the folder ${dirname(file)} does not exist. Make it first.`
  const me = userName(process.getuid?.() ?? -1)
  if (code === 'EACCES' || code === 'EPERM')
    return `No key was made: ${me} may not write in ${dirname(file)}. Make the key as root, and give it to the program's user with chown.`
  return `No key was made: ${file} cannot be written (${code}).`
}

async function keyOf(key: BackupKey, name: string, salt: Uint8Array<ArrayBuffer>) {
  const info = new TextEncoder().encode(`fatherkin backup ${name}`)
  const derived = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return subtle.deriveKey(derived, key, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Zstandard's level: 3 is its default. A segment of the log takes 20 ms, on a thread of its own. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

export async function seal(key: BackupKey, name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const salt = Uint8Array.from(randomBytes(SALT_BYTES))
  const packed = Uint8Array.from(await promisify(zstdCompress)(bytes, LEVEL))
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: IV }, await keyOf(key, name, salt), packed)
  return Buffer.concat([MAGIC, salt, new Uint8Array(sealed)])
}

/** An object cannot be used: it is missing, it is damaged, or the key is another one. Nobody can tell the last two apart. */
export class Damaged extends Error {}
/** An object does not open with this key. */
export class Unopened extends Damaged {}
/** The target answers, and cannot read this object: the disk has a bad sector, for example. */
export class Unreadable extends Damaged {}

/** Throws with a sentence for the operator if the key is another, or if the object is damaged. */
export async function unseal(key: BackupKey, name: string, sealed: Uint8Array): Promise<Uint8Array> {
  const start = MAGIC.length + SALT_BYTES
  if (sealed.length < start || !MAGIC.equals(sealed.subarray(0, MAGIC.length)))
    throw new Damaged(`${name} is no object of a backup, or it is damaged.`)
  const salt = Uint8Array.from(sealed.subarray(MAGIC.length, start))
  let packed: ArrayBuffer
  try {
    const ciphertext = Uint8Array.from(sealed.subarray(start))
    packed = await subtle.decrypt({ name: 'AES-GCM', iv: IV }, await keyOf(key, name, salt), ciphertext)
  } catch {
    throw new Unopened(
      `${name} cannot be opened: BACKUP_KEY_FILE is another key than that of this backup, or it is damaged.`,
    )
  }
  return promisify(zstdDecompress)(new Uint8Array(packed))
}
