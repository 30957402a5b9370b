/** Where the key of the backup lies, and who can read it. */
import { existsSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'

/** Sentences for the operator. A file that cannot be read is reported when the key is. */
export function keyWarnings(file: string, dataDir: string): string[] {
  if (!existsSync(file)) return []
  const { mode } = statSync(file)
  const isInside = existsSync(dataDir) && realpathSync(file).startsWith(realpathSync(dataDir) + sep)
  const readers = mode & 0o004 ? 'Every user of this machine' : mode & 0o040 ? 'The group of the file' : null
  return [
    ...(readers
      ? [
          `${readers} can read the key of the backup, ${file}. Let it belong to the user of the program, and to nobody else: chmod 400.`,
        ]
      : []),
    ...(isInside
      ? [
          `The key of the backup, ${file}, is in DATA_DIR, which the loss that the backup is for would take with it. Keep it elsewhere, and a copy on another machine or on paper.`,
        ]
      : []),
  ]
}
