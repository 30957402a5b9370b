/** One process that decodes: started, handed an image, looked at while it works, ended. */
import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Answer, Question, Report } from './encoding-process.ts'

export interface Decoder {
  /** One image at a time. Rejects when the process ends before it has answered. */
  draw(question: Question, bytes: Uint8Array): Promise<Answer>
  /** processor time that it has used since it was started, in ms */
  used(): number
  /** whether everybody else comes first; otherwise it has its fair share of the machine */
  readonly isPatient: boolean
  /** From now on everybody else comes first. */
  giveWay(): void
  readonly hasEnded: boolean
  end(): void
}

export interface DecoderOptions {
  file?: string
  /** processor time of a process in ms, or null where the system does not tell */
  cpuTime?: (pid: number) => number | null
}

export const FILE = fileURLToPath(new URL('./encoding-process.ts', import.meta.url))
const LOW_PRIORITY = 10
const LOWEST_PRIORITY = 19
/** Linux counts in ticks of this many ms wherever Node runs. */
const TICK_MS = 10
const USER_TICKS = 11
const SYSTEM_TICKS = 12

/** A process can give way at any time; only the superuser can take that back. */
export function startDecoder(isPatient: boolean, { file = FILE, cpuTime = cpuTimeOf }: DecoderOptions = {}): Decoder {
  const started = fork(file, [], {
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=2'],
    // an allocator with one arena gives back what it does not need
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    // a group of its own for the scheduler, in which it can wait for those of the others
    detached: true,
  })
  let isLow = false
  let hasEnded = false
  let reported = 0
  let underWay: PromiseWithResolvers<Answer> | null = null

  const gone = () => {
    hasEnded = true
    underWay?.reject(new Error('The image broke what decodes it'))
    underWay = null
  }
  const giveWay = () => {
    if (isLow || !started.pid || hasEnded) return
    isLow = true
    lowerPriority(started.pid)
  }
  // the bytes go this way as they are: to pack megabytes as a message would hold up everybody
  started.stdin?.on('error', () => {}) // that it is gone is said below
  started.on('message', (said: Answer | Report) => {
    if ('used' in said) {
      reported = said.used
      return
    }
    underWay?.resolve(said)
    underWay = null
  })
  started.once('exit', gone)
  // one that did not start may say so more than once
  started.on('error', gone)
  if (isPatient) giveWay()
  // the program does not stay for its sake
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

/** Of all its threads. Without /proc (macOS) there is none: the process tells of itself, as long as it can. */
export function cpuTimeOf(pid: number): number | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // the second field is a name in brackets, which may hold anything
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS
  } catch {
    return null
  }
}

/** Linux weighs groups of processes against each other first, where it has them; elsewhere the priority alone says it. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY)
    writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST_PRIORITY), { flag: 'r+' })
  } catch {} // it has just ended, or there are no groups here, or the system takes no more wishes for a tenth of a second
}
