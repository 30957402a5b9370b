/** Why a folder does not take backups, in one sentence for the operator that says what to do. */
import { constants, readFileSync } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The target cannot be used. The message is for the operator; `code` is that of the system. */
export class TargetFault extends Error {
  readonly code: string
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

const MEGABYTE = 1e6
/** Less is full: a part of a base backup may take half of it, and files of the log are stored beside it. */
const FULL_BYTES = 64 * MEGABYTE

/** Looks whether the program can write there, and changes nothing. Null: nothing hinders it. */
export async function faultOfFolder(folder: string): Promise<TargetFault | null> {
  try {
    const { R_OK, W_OK, X_OK } = constants
    const there = await nearest(folder)
    if (!(await stat(there)).isDirectory()) return new TargetFault('ENOTDIR', noFolderSentence(folder))
    await access(there, R_OK | W_OK | X_OK)
    if (there === folder) for (const path of await partsOf(folder)) await access(path, R_OK | W_OK)
    const free = await freeIn(there)
    return free < FULL_BYTES ? new TargetFault('ENOSPC', fullSentence(folder, free)) : null
  } catch (error) {
    const fault = await explained(folder, error)
    if (fault instanceof TargetFault) return fault
    // removed meanwhile
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw fault
  }
}

/** The folders to which new objects go, and the small files beside them. */
async function partsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && name !== 'lost+found')
  const logs = names.includes('log') ? (await readdir(join(folder, 'log'))).map((name) => join('log', name)) : []
  return [...names, ...logs].map((name) => join(folder, name))
}

/** Returns a fault with a sentence, or the same error if there is nothing better to say about it. */
export async function explained(folder: string, error: unknown): Promise<unknown> {
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new TargetFault(code, fullSentence(folder, code === 'EDQUOT' ? 0 : await freeIn(await nearest(folder))))
  if (code === 'EROFS')
    return new TargetFault(
      code,
      `BACKUP_TO=${folder} cannot be written: its disk is mounted read-only. Mount it for writing, and with the service, name it in ReadWritePaths (docs/install.md). What waits is stored by itself.`,
    )
  if (code === 'ENOTDIR' || code === 'EEXIST') return new TargetFault(code, noFolderSentence(folder))
  if (code === 'EACCES' || code === 'EPERM') return new TargetFault(code, await forbidden(folder, path))
  return error
}

/** A disk that fails while it is written to. What cannot be read is another matter: it may be a single object. */
export async function explainedWrite(folder: string, error: unknown): Promise<unknown> {
  const fault = await explained(folder, error)
  const { code } = fault as NodeJS.ErrnoException
  if (fault instanceof TargetFault || code === undefined) return fault
  // to make a folder on a read-only disk fails with ENOENT
  const seen = await faultOfFolder(folder)
  return seen ?? new TargetFault(code, `BACKUP_TO=${folder} cannot be written (${code}). Look at its disk.`)
}

const noFolderSentence = (folder: string) => `BACKUP_TO=${folder} is no folder. Choose another one.`
const fullSentence = (folder: string, free: number) =>
  `The disk of BACKUP_TO=${folder} is full (${Math.floor(free / MEGABYTE)} MB free). Make room; what waits is stored by itself.`

async function forbidden(folder: string, path: string | undefined): Promise<string> {
  const me = userName(process.getuid?.() ?? -1)
  const there = await nearest(folder)
  if (there !== folder) {
    const isPassed = await access(there, constants.X_OK).then(
      () => true,
      () => false,
    )
    return isPassed
      ? `BACKUP_TO=${folder} does not exist, and the program's user, who is ${me}, cannot make it. Mount its disk, or make the folder: install -d -m 0700 -o ${me} ${folder}`
      : `BACKUP_TO=${folder} cannot be reached by the program's user, who is ${me}: he may not pass through ${there}. Choose another folder, or let him: chmod o+x ${there}`
  }
  const object = path?.startsWith(folder) ? await nearest(path) : folder
  const owner = userName((await stat(object)).uid)
  const what = object === folder ? 'it' : object
  return owner === me
    ? `BACKUP_TO=${folder} cannot be written by the program's user, who is ${me}: the mode of ${object} does not let him. Let him: chmod -R u+rwX ${folder}`
    : `BACKUP_TO=${folder} cannot be written by the program's user, who is ${me}: ${what} belongs to ${owner}. Give it to him: chown -R ${me} ${folder}`
}

/** The folder or file itself, or the nearest folder above it that can be seen. */
async function nearest(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const found = await stat(at).catch(() => null)
    if (found || at === dirname(at)) return at
  }
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** What is noted of a failure, in words that may be shown. `code`: why, if it is the target. */
export function failureOf(error: unknown, target: string): { code: string | null; sentence: string } {
  // the end of a quota is not seen by a look, so nobody knows when there is room again
  if (error instanceof TargetFault)
    return { code: error.code === 'EDQUOT' ? null : error.code, sentence: error.message }
  const silence = silenceOf(error)
  if (silence)
    return {
      code: silence,
      sentence: `${target} does not answer (${silence}). What waits is stored by itself when it does.`,
    }
  return { code: null, sentence: error instanceof Error ? error.message : String(error) }
}

/** Why a request got no answer; null: this is no failure of a request. */
function silenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (!(error instanceof TypeError) || !error.cause) return null
  return String((error.cause as { code?: unknown }).code ?? 'the connection failed')
}

/** As `ls -l` shows it. */
export function userName(uid: number): string {
  const known = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm'))
  return known?.[1] ?? String(uid)
}
