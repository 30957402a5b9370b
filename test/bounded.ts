/**
 * What every long run has in common: one temporary folder, tools in process groups of their own, a Ctrl-C that reaches
 * each of them once, a bound in time, and no process, database or folder left behind, however the run ends.
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
const PATIENCE_MS = 10_000
const MEGABYTE = 1024 ** 2
/** The browser alone is unpacked to 200 MB, and a database of the tests needs as much. */
const ROOM_MB = 500
/** Less than this and whatever failed has failed for want of room. */
const FULL_MB = 16
const ROOM_EVERY_MS = 500

/** Something that a person has to mend; the message is the one sentence that is printed. */
export class Stop extends Error {}

export interface Ended {
  /** the exit code; 1 if a signal ended it */
  code: number
  /** it was ended, because its time was over */
  isLate: boolean
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv
  limitMs?: number
  /** how long it may take to stop when it is told to; 10 s unless told otherwise */
  patienceMs?: number
}

export interface Bounded {
  /** everything temporary of the run lies in here, whoever makes it */
  temporary: string
  /** by a signal, or because the disk is full: nothing more is started */
  isStopped(): boolean
  /** A program on this Node, without input, from the repository's root. Throws a Stop when the disk is full. */
  run(args: string[], options?: RunOptions): Promise<Ended>
  /** Ends what is left of databases and disks, and removes the temporary folder. */
  clear(): Promise<void>
}

/** `prefix` names the temporary folder; databases may also lie in `folders`, which are kept. Throws a Stop when there is no room. */
export function openBounded(prefix: string, folders: string[] = []): Bounded {
  mustHaveRoom(tmpdir())
  const temporary = mkdtempSync(join(tmpdir(), prefix))
  let child: ChildProcess | undefined
  let patience = PATIENCE_MS
  let stopped = false

  // a Ctrl-C arrives here two or three times
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
    async run(args, { env = {}, limitMs, patienceMs = PATIENCE_MS } = {}) {
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
      // what it has started stops by itself, too, but it may need a moment longer
      if (stopped || isLate) await emptied(started, patienceMs)
      // whatever of its group is still there has been left behind
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
 * A whole command: `work` gives its exit code. What a person can mend is printed as one sentence, anything else as it is
 * thrown, and the code is 1 then.
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

/** For what a person has to mend: the sentence. Null for an error of ours. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof Stop) return error.message
  const { code, path } = error as { code?: string; path?: string }
  // the last one is PostgreSQL's
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '')) return `The disk is full${path ? `: ${path}` : ''}.`
  return null
}

/** Throws a Stop when the browser that was named does not exist. */
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
 * Follows how much room a folder's disk has: a tool that fails for want of room tidies up before it ends. The function that
 * is returned ends this and answers with the least that there was, in MB.
 */
export function watchRoom(folder: string, measure = freeMegabytes): () => number {
  let least = Number.POSITIVE_INFINITY
  const look = () => {
    try {
      least = Math.min(least, measure(folder))
    } catch {} // the folder is gone: its disk has nothing more to tell
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

/** It stops as well when we are killed: we hold the other end of its fourth pipe. */
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

/** False when nobody is left in it. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    if (!pid) return false
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}
