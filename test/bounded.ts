/**
 * Shared by every long run: one temporary folder, tools in process groups of their own, a Ctrl-C that reaches each of them
 * once, a time limit, and no process, database or folder left behind, however the run ends.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { browserName } from './browser.ts'
import { endDatabases, unmountAll } from './leftovers.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

const PRELOAD = new URL('../scripts/stop-with-parent.mjs', import.meta.url).href
const STOP_TIMEOUT_MS = 10_000
const MEGABYTE = 1024 ** 2
/** The browser alone is unpacked to 200 MB, and a test database needs as much. */
const ROOM_MB = 500
/** With less free space than this, a failure counts as a failure for lack of space. */
const FULL_MB = 16
const ROOM_EVERY_MS = 500

/** An error that the user can fix; the message is the one sentence that is printed. */
export class Stop extends Error {}

export interface Ended {
  /** the exit code; 1 if a signal ended it */
  code: number
  /** it was ended because it timed out */
  isLate: boolean
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv
  limitMs?: number
  /** how long it may take to stop after the signal; 10 s by default */
  patienceMs?: number
}

export interface Bounded {
  /** contains all temporary files of the run, also those of its tools */
  temporary: string
  /** true after a signal, or if the disk is full: no further tool is started */
  isStopped(): boolean
  /** Runs a program on this Node, without input, from the repository's root. Throws a Stop when the disk is full. */
  run(args: string[], options?: RunOptions): Promise<Ended>
  /** Ends the remaining databases and unmounts the remaining disks, then removes the temporary folder. */
  clear(): Promise<void>
}

/**
 * `prefix` names the temporary folder; databases may also be in `folders`, which are kept. Throws a Stop if there is too little
 * space.
 */
export function openBounded(prefix: string, folders: string[] = []): Bounded {
  mustHaveRoom(tmpdir())
  const temporary = mkdtempSync(join(tmpdir(), prefix))
  let child: ChildProcess | undefined
  let patience = STOP_TIMEOUT_MS
  let stopped = false

  // one Ctrl-C arrives here two or three times
  const stop = () => {
    if (stopped) return
    stopped = true
    if (child) end(child, patience)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

  async function clearDatabases() {
    for (const folder of [temporary, ...folders]) await endDatabases(folder)
  }

  return {
    temporary,
    isStopped: () => stopped,
    async run(args, { env = {}, limitMs, patienceMs = STOP_TIMEOUT_MS } = {}) {
      if (stopped) return { code: 1, isLate: false }
      const started = start(args, { ...process.env, TMPDIR: temporary, ...env })
      child = started
      patience = patienceMs
      let isLate = false
      const late = () => {
        isLate = true
        end(started, patienceMs)
      }
      const timer = limitMs ? setTimeout(late, limitMs) : undefined
      const leastRoom = watchRoom(temporary)
      let room = 0
      const code = await exitCode(started).finally(() => {
        clearTimeout(timer)
        room = leastRoom()
      })
      started.stdio[3]?.destroy()
      // its child processes also stop by themselves, but may need a moment longer
      if (stopped || isLate) await emptied(started, patienceMs)
      // what remains of its process group has been left behind
      signalGroup(started, 'SIGKILL')
      child = undefined
      if (code !== 0 || isLate) await clearDatabases()
      if (code !== 0 && !stopped && room < FULL_MB) {
        stopped = true
        throw new Stop(`The disk of ${tmpdir()} was full.`)
      }
      return { code, isLate }
    },
    async clear() {
      await clearDatabases()
      unmountAll(temporary)
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/**
 * Runs a whole command: `work` returns its exit code. An error that the user can fix is printed as one sentence, any other
 * error is printed as thrown; the code is 1 then.
 */
export async function bounded(
  prefix: string,
  folders: string[],
  work: (run: Bounded) => Promise<number>,
): Promise<void> {
  let opened: Bounded | undefined
  try {
    opened = openBounded(prefix, folders)
    process.exitCode = await work(opened)
  } catch (error) {
    console.error(sentenceOf(error) ?? error)
    process.exitCode = 1
  } finally {
    await opened?.clear()
  }
}

/** Returns the sentence for an error that the user can fix, or null for an error of ours. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof Stop) return error.message
  const { code, path } = error as { code?: string; path?: string }
  // the last one is from PostgreSQL
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '')) return `The disk is full${path ? `: ${path}` : ''}.`
  return null
}

/** Throws a Stop when the named browser does not exist. */
export function mustHaveBrowser(): void {
  try {
    browserName()
  } catch (error) {
    throw new Stop((error as Error).message)
  }
}

function mustHaveRoom(folder: string): void {
  const free = freeMegabytes(folder)
  if (free < ROOM_MB) throw new Stop(`The disk of ${folder} has ${free} MB left; this needs at least ${ROOM_MB}.`)
}

/**
 * Watches the free space of a folder's disk, because a tool that fails for lack of space deletes its files before it ends. The
 * returned function stops watching and returns the smallest free space in MB.
 */
export function watchRoom(folder: string, measure = freeMegabytes): () => number {
  let least = Number.POSITIVE_INFINITY
  const look = () => {
    try {
      least = Math.min(least, measure(folder))
    } catch {} // the folder was deleted: there is nothing more to read
  }
  look()
  const timer = setInterval(look, ROOM_EVERY_MS)
  return () => {
    clearInterval(timer)
    look()
    return least
  }
}

function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / MEGABYTE)
}

/** The child also stops when this process is killed: this process holds the other end of the child's fourth pipe. */
function start(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['--import', PRELOAD, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    detached: true,
    env: { ...env, FATHERKIN_PARENT_FD: '3' },
  })
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function end(child: ChildProcess, patienceMs: number): void {
  signalGroup(child, 'SIGINT')
  setTimeout(() => signalGroup(child, 'SIGKILL'), patienceMs).unref()
}

async function emptied(child: ChildProcess, patienceMs: number): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(20)) if (!signalGroup(child, 0)) return
}

/** Returns false if no process is left in the group. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    if (!pid) return false
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}
