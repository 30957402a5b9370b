/** A process that decodes images: it is started, gets an image, is watched while it works, and is ended. */
import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Answer, Question, Report } from './encoding-process.ts'

export interface Decoder {
  /** Decodes one image at a time. Rejects if the process ends before it has answered. */
  draw(question: Question, bytes: Uint8Array): Promise<Answer>
  /** processor time that it has used since it was started, in ms */
  used(): number
  /** whether the process runs at low priority; otherwise at normal priority */
  readonly isPatient: boolean
  /** Lowers its priority from now on. */
  giveWay(): void
  readonly hasEnded: boolean
  end(): void
}

export interface DecoderOptions {
  file?: string
  /** returns the processor time of a process in ms, or null if the system does not report it */
  cpuTime?: (pid: number) => number | null
}

export const PROCESS_FILE = fileURLToPath(new URL('./encoding-process.ts', import.meta.url))
const LOW_PRIORITY = 10
const LOWEST_PRIORITY = 19
/** Linux counts in ticks of this many ms on every platform of Node. */
const TICK_MS = 10
const USER_TICKS = 11
const SYSTEM_TICKS = 12

/** A process can lower its priority at any time; only the superuser can raise it again. */
export function startDecoder(
  isPatient: boolean,
  { file = PROCESS_FILE, cpuTime = cpuTimeOf }: DecoderOptions = {},
): Decoder {
  const started = fork(file, [], {
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=2'],
    // an allocator with one arena returns unused memory
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    // its own scheduling group, which can get a lower weight than the others
    detached: true,
  })
  let isLow = false
  let hasEnded = false
  let reported = 0
  let underWay: PromiseWithResolvers<Answer> | null = null

  const gone = () => {
    hasEnded = true
    underWay?.reject(new Error('The decoder ended before it answered'))
    underWay = null
  }
  const giveWay = () => {
    if (isLow || !started.pid || hasEnded) return
    isLow = true
    lowerPriority(started.pid)
  }
  // the bytes are piped: packing megabytes into a message would block the event loop
  started.stdin?.on('error', () => {}) // the 'exit' event reports the loss
  started.on('message', (said: Answer | Report) => {
    if ('used' in said) {
      reported = said.used
      return
    }
    underWay?.resolve(said)
    underWay = null
  })
  started.once('exit', gone)
  // a process that did not start may emit both events
  started.on('error', gone)
  if (isPatient) giveWay()
  // the program may exit while it runs
  started.unref()
  started.channel?.unref()
  if (started.stdin instanceof Socket) started.stdin.unref()

  return {
    draw(question, bytes) {
      const now = Promise.withResolvers<Answer>()
      underWay = now
      if (hasEnded) gone()
      else {
        started.send(question)
        started.stdin?.write(bytes)
      }
      return now.promise
    },
    used: () => (started.pid && cpuTime(started.pid)) ?? reported,
    get isPatient() {
      return isLow
    },
    giveWay,
    get hasEnded() {
      return hasEnded
    },
    end() {
      hasEnded = true
      underWay = null
      started.kill('SIGKILL')
    },
  }
}

/** Returns the time of all its threads. Without /proc (macOS) it returns null, and the process reports its own time. */
export function cpuTimeOf(pid: number): number | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // the second field is a name in brackets, which may contain anything
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS
  } catch {
    return null
  }
}

/** Linux first weighs groups of processes, if they are enabled; otherwise only the priority counts. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY)
    writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST_PRIORITY), { flag: 'r+' })
  } catch {} // the process has just ended, there are no groups, or the system refuses changes for a tenth of a second
}
