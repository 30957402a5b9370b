/**
 * The Files port: bytes under a key, in a folder or in an S3-compatible store. This file makes the keys, and refuses
 * every text that is not such a key before it is used as a path or an object name.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config'
import { makeStore } from './files-s3.ts'

export interface Files {
  /** Writes the whole file or nothing. A key is written once. `type` is its exact media type. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Returns null if there is nothing under this key. Throws if the store cannot be asked. */
  get(key: string): Promise<Uint8Array | null>
  /** Succeeds also if there is nothing under this key. */
  remove(key: string): Promise<void>
  /**
   * Throws, with a sentence for the operator, if everybody may read the store or if the store rejects our credentials.
   * Returns false if the store could not be asked.
   */
  mustBePrivate(): Promise<boolean>
  /** Removes what interrupted writes have left. */
  tidy(): Promise<void>
  /** where files are, for the line that the start prints */
  description: string
}

/** 32 random hexadecimal digits, which nobody can guess, and a suffix: "…-96.webp". */
const KEY = /^[0-9a-f]{32}-[a-z0-9]{1,16}\.[a-z0-9]{2,5}$/
export const isKey = (text: string) => KEY.test(text)
export const newName = () => randomBytes(16).toString('hex')

export const makeFiles = (config: Pick<Config, 'filesDir' | 's3'>): Files =>
  checked(config.s3 ? makeStore(config.s3) : makeFolder(config.filesDir))

/** Whether the files are in the data directory, so that no other instance has the same store. */
export const areInDataDir = ({ filesDir, s3, dataDir }: Pick<Config, 'filesDir' | 's3' | 'dataDir'>): boolean =>
  !s3 && filesDir === join(dataDir, 'files')

/** Wraps either store: refuses every key that this program did not make. */
function checked(files: Files): Files {
  const known = (key: string) => {
    if (!isKey(key)) throw new Error('This is no key of ours')
    return key
  }
  return {
    ...files,
    put: async (key, bytes, type) => files.put(known(key), bytes, type),
    get: async (key) => files.get(known(key)),
    remove: async (key) => files.remove(known(key)),
  }
}

/** For a copy of a community beside its original: both have one store. */
export function readOnly(files: Files): Files {
  const refuse = async () => {
    throw new Error('This is a look at a copy: no file is changed')
  }
  return { ...files, put: refuse, remove: refuse, tidy: async () => {} }
}

/**
 * For an instance whose backups another one stores: it may be a copy beside its original, and what it removes from the store of
 * both would be missing there.
 */
export function withoutRemoving(files: Files): Files {
  return { ...files, remove: async () => {}, tidy: async () => {} }
}

const TEMPORARY_FOLDER = 'aside'
/** Longer than any write takes, in ms. */
const ABANDONED_AFTER_MS = 3600_000

function makeFolder(root: string): Files {
  // subfolders, because a folder with millions of files is slow
  const folderOf = (key: string) => join(root, key.slice(0, 2))
  const pathOf = (key: string) => join(folderOf(key), key)
  const made = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    description: `in ${root}`,
    async put(key, bytes) {
      await made(join(root, TEMPORARY_FOLDER))
      await made(folderOf(key))
      const aside = join(root, TEMPORARY_FOLDER, newName())
      try {
        await writeDurably(aside, bytes)
        await rename(aside, pathOf(key))
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async mustBePrivate() {
      await made(root)
      const { mode } = await stat(root)
      if (mode & 0o007) throw new Error(`FILES_DIR=${root} is open to everybody on this machine: chmod o-rwx it.`)
      return true
    },
    async tidy() {
      const names = await readdir(join(root, TEMPORARY_FOLDER)).catch(() => [])
      for (const name of names) {
        const file = join(root, TEMPORARY_FOLDER, name)
        const found = await stat(file).catch(() => null)
        if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true })
      }
    },
  }
}

/** Returns when the bytes are on the disk (fsync). */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
