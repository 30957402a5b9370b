/** Programs of a run: each in a process group of its own, bounded in time, and gone when the run is stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endDatabases } from '../leftovers.ts'

/** For the person at the terminal: one sentence, and no stack. */
export class Stop extends Error {}

export interface Place {
  /** the scratch copy of the clone */
  copy: string
  /** everything temporary of the programs lies in here, whoever makes it */
  temporary: string
}

/** What a program was asked to do, and how it came to its end. */
export interface Ended {
  /** null: a signal ended it, or it took too long */
  code: number | null
  isLate: boolean
  /** its last words, for whoever has to find out why it broke */
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

/** After a Ctrl-C, which arrives two or three times, a SIGTERM or a lost terminal: the program hears it once, and has ten seconds. */
export function stopAll(): void {
  if (isStopped) return
  isStopped = true
  if (child) end(child)
}

/** Node with these arguments in the scratch copy, without input. */
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
  // what is still there of its group, or of its databases, was left behind
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
  } catch {} // it is gone
}
