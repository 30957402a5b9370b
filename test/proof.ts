/**
 * The results that hold for a state of the sources, stored in the ignored folder .proof, so that a second call of a long
 * command continues where the first ended. A part is identified by its name; its result counts as long as the hash of its
 * dependencies is the same.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './bounded.ts'

export interface Proof<Result> {
  hash: string
  result: Result
  /** the short hash, with a + if there were uncommitted changes */
  commit: string
  /** ISO 8601 */
  at: string
}

export interface Proofs<Result> {
  /** The result of this part for exactly these sources; null if there is none. */
  recall(part: string, hash: string): Proof<Result> | null
  remember(part: string, hash: string, result: Result): Proof<Result>
  forget(parts: string[]): void
}

type StoredProofs<Result> = Record<string, Proof<Result>>

/** `name` is that of the command: the file is .proof/NAME.json. `say` is called if a file cannot be read. */
export function openProofs<Result>(
  name: string,
  { folder = join(root, '.proof'), say = console.log as (line: string) => void } = {},
): Proofs<Result> {
  const file = join(folder, `${name}.json`)
  let hasComplained = false

  function kept(): StoredProofs<Result> {
    const text = textOf(file)
    if (text === null) return {}
    try {
      return parsed(text)
    } catch {
      if (!hasComplained) say(`${file} cannot be read; what it remembered has to be shown again.`)
      hasComplained = true
      return {}
    }
  }

  const change = (edit: (kept: StoredProofs<Result>) => void) => changeFile(file, kept, edit)

  return {
    recall(part, hash) {
      const proof = kept()[part]
      return proof?.hash === hash ? proof : null
    },
    remember(part, hash, result) {
      const proof = { hash, result, commit: commitNow(), at: new Date().toISOString() }
      change((now) => {
        now[part] = proof
      })
      return proof
    },
    forget: (parts) =>
      change((now) => {
        for (const part of parts) delete now[part]
      }),
  }
}

function parsed<Result>(text: string): StoredProofs<Result> {
  const kept = JSON.parse(text) as StoredProofs<Result> | null
  const isWhole = (proof: Partial<Proof<Result>> | null) =>
    typeof proof?.hash === 'string' && typeof proof.commit === 'string' && 'result' in proof
  if (!kept || Array.isArray(kept) || !Object.values(kept).every(isWhole)) throw new Error('not what was written')
  return kept
}

/** Reads a JSON file again and replaces it atomically: two calls at the same time keep each other's results. */
export function changeFile<StoredProofs>(
  file: string,
  read: () => StoredProofs,
  edit: (kept: StoredProofs) => void,
): void {
  mkdirSync(dirname(file), { recursive: true })
  alone(`${file}.lock`, () => {
    const kept = read()
    edit(kept)
    const aside = `${file}.${process.pid}`
    try {
      writeFileSync(aside, `${JSON.stringify(kept, null, 1)}\n`)
      renameSync(aside, file)
    } finally {
      rmSync(aside, { force: true })
    }
  })
}

const LOCK_MS = 10_000

/** One process at a time. The lock is a folder; it is held for a few milliseconds, unless its holder was killed. */
function alone(lock: string, work: () => void): void {
  while (!made(lock)) {
    if (ageOf(lock) > LOCK_MS) rmSync(lock, { recursive: true, force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  }
  try {
    work()
  } finally {
    rmdirSync(lock)
  }
}

function made(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

function ageOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? Date.now() - stat.mtimeMs : 0
}

/**
 * Hashes the contents of these files with their names, and the browser that CHROMIUM names; times do not count. A missing file
 * counts as missing.
 */
export function hashOf(paths: Iterable<string>, folder = root): string {
  const hash = createHash('sha256')
  for (const path of [...new Set(paths)].sort()) hash.update(`${path}\0${digestOf(join(folder, path))}\0`)
  if (process.env.CHROMIUM) hash.update(`CHROMIUM ${process.env.CHROMIUM}`)
  return hash.digest('hex').slice(0, 16)
}

const digests = new Map<string, { state: string; digest: string }>()

/** Parts share most files: within one process each is read once, and again after it has been written. */
function digestOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  if (!stat) return 'missing'
  const state = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
  const known = digests.get(file)
  if (known?.state === state) return known.digest
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  digests.set(file, { state, digest })
  return digest
}

/** Replaces the text between the two comments of this name in a document. Throws if they are missing. */
export function writeBetween(file: string, name: string, text: string): void {
  const [from, to] = [`<!-- ${name}: written by the run -->`, `<!-- end of ${name} -->`]
  const before = readFileSync(file, 'utf8')
  const [start, end] = [before.indexOf(from), before.indexOf(to)]
  if (start < 0 || end < start) throw new Error(`${file} has no comments "${from}" and "${to}"`)
  const after = `${before.slice(0, start + from.length)}\n${text.trim()}\n${before.slice(end)}`
  if (after === before) return
  const aside = join(dirname(file), `.${process.pid}.md`)
  try {
    writeFileSync(aside, after)
    renameSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}

function commitNow(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') ? '+' : ''}`
  } catch {
    return 'no commit' // unpacked from an archive, or no git on this machine
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
