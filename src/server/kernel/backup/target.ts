/** Where backups are stored: a folder, or a bucket of an S3-compatible store. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#config'
import { writeDurably } from '../files/files.ts'
import { makeBucket, type Patience } from './bucket.ts'
import { explained, explainedWrite, faultOfFolder } from './faults.ts'
import { type BackupTarget, isObjectName, namesOf } from './objects.ts'

export const openTarget = ({ to }: NonNullable<Config['backup']>, patience?: Patience): BackupTarget =>
  'folder' in to ? makeFolder(to.folder) : makeBucket(to, patience)

/** Begins with a dot, so that a file that is being written is no object. */
const temporaryName = () => `.${randomBytes(8).toString('hex')}`

function makeFolder(root: string): BackupTarget {
  const pathOf = (name: string) => {
    if (!isObjectName(name)) throw new Error(`${name} is no name of an object`)
    return join(root, name)
  }
  const told = <T>(work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      throw await explained(root, error)
    })
  async function* entries(folder: string) {
    const all = readdir(join(root, folder), { recursive: true, withFileTypes: true })
    for (const entry of await told(unlessMissing(all, []))) {
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(join(root, '/').length)
      if (!entry.isFile() || !isObjectName(name)) continue
      const found = await unlessMissing(stat(path), null)
      // removed meanwhile
      if (found) yield { name, bytes: found.size, at: found.mtime }
    }
  }
  return {
    description: root,
    entries,
    async put(name, bytes) {
      const path = pathOf(name)
      const temporary = join(dirname(path), temporaryName())
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeDurably(temporary, bytes)
        await rename(temporary, path)
        await syncFolder(dirname(path))
      } catch (error) {
        // the first failure is the one to tell
        await rm(temporary, { force: true }).catch(() => {})
        throw await explainedWrite(root, error)
      }
    },
    get: (name) => told(unlessMissing(readFile(pathOf(name)), null)),
    list: (folder) => namesOf(entries(folder)),
    remove: (name) => told(rm(pathOf(name), { force: true })),
    fault: () => faultOfFolder(root),
  }
}

async function unlessMissing<T, U>(reading: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
