/** Child processes of a run: each in a process group of its own, with a timeout, and ended when the run is stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endDatabases } from '../leftovers.ts'

/** An error for the user at the terminal: one sentence, without a stack trace. */
export class Stop extends Error {}

export interface Place {
  /** the scratch copy of the repository */
  copy: string
  /** contains all temporary files of the child processes */
  temporary: string
}

/** The command of a child process, and how it ended. */
export interface Ended {
  /** null: a signal ended it, or it timed out */
  code: number | null
  isLate: boolean
  /** the end of its output, to find out why it failed */
  said: string
}

interface Asked {
  args: string[]
  /** in ms */
  limit: number
  env?: NodeJS.ProcessEnv
}

let child: ChildProcess | undefined
let isStopped = false
export const wasStopped = () => isStopped

/**
 * After a Ctrl-C, which arrives two or three times, a SIGTERM or a closed terminal: the child gets the signal once, and has ten
 * seconds.
 */
export function stopAll(): void {
  if (isStopped) return
  isStopped = true
  if (child) end(child)
}

/** Runs Node with these arguments in the scratch copy, without input. */
export async function runNode({ copy, temporary }: Place, { args, limit, env = {} }: Asked): Promise<Ended> {
  if (isStopped) throw new Stop('The run was stopped.')
  const file = join(temporary, '..', 'said.txt')
  const out = openSync(file, 'w')
  const started = spawn(process.execPath, args, {
    cwd: copy,
    stdio: ['ignore', out, out],
    detached: true,
    env: { ...process.env, TMPDIR: temporary, ...env },
  })
  child = started
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end(started)
  }, limit)
  const code = await new Promise<number | null>((resolve, reject) => {
    started.once('error', reject)
    started.once('exit', resolve)
  }).finally(() => {
    clearTimeout(timer)
    closeSync(out)
    child = undefined
  })
  // what remains of its process group, or of its databases, was left behind
  signalGroup(started, 'SIGKILL')
  await endDatabases(temporary)
  if (isStopped) throw new Stop('The run was stopped.')
  return { code: isLate ? null : code, isLate, said: readFileSync(file, 'utf8') }
}

function end(started: ChildProcess): void {
  signalGroup(started, 'SIGINT')
  setTimeout(() => signalGroup(started, 'SIGKILL'), 10_000).unref()
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {} // the process does not exist
}
