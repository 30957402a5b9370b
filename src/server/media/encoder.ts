/**
 * Decoding for the whole program: one image at a time in a process of its own, which may break, hang or grow without harm to
 * anybody else, and which is given neither the program's environment nor its connections.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { faults } from '#contract/kernel.ts'
import { mediaFaults } from '#contract/media.ts'
import type { ImageKind } from '#contract/media-words.ts'
import { PIECE, TURN } from '../kernel/intake.ts'
import { refuse } from '../kernel/refuse.ts'
import type { Picture } from './encode.ts'
import type { Answer, Question } from './encoding-process.ts'

export interface Encoder {
  /**
   * Whoever has taken the least of it lately comes first. Refuses with the sentence for what is wrong with the image, or with
   * 503 when too many wait: him who has taken the most.
   */
  encode(kind: ImageKind, bytes: Uint8Array, sender: string): Promise<Picture[]>
}

interface EncoderOptions {
  /** images that wait; one takes from a tenth of a second to two */
  queue?: number
  /** for one image, in ms */
  patience?: number
  /** the process ends when nobody has asked for so long, in ms */
  idle?: number
}

interface Waiting {
  sender: string
  kind: ImageKind
  bytes: Uint8Array
  resolve(answer: Answer): void
  reject(error: Error): void
}

const FILE = fileURLToPath(new URL('./encoding-process.ts', import.meta.url))
/** The decoder may wait; who reads a page may not. */
const PATIENT = 10
const MOST_PATIENT = 19
/** What somebody took of it is forgotten in ten times the time. */
const FORGETS = 10

export function makeEncoder({ queue = 12, patience = 10_000, idle = 60_000 }: EncoderOptions = {}): Encoder {
  const waiting: Waiting[] = []
  const taken = makeTaken()
  let child: ChildProcess | null = null
  let current: Waiting | null = null
  let clock: NodeJS.Timeout | undefined
  let began = 0

  /** Ends what is under way, if anything is, and goes on with the next. */
  function end(settle: (one: Waiting) => void): void {
    const one = current
    current = null
    if (one) {
      taken.add(one.sender, performance.now() - began)
      settle(one)
    }
    next()
  }

  function start(): ChildProcess {
    const started = fork(FILE, [], {
      execArgv: ['--max-old-space-size=64', '--max-semi-space-size=2'],
      // an allocator with one arena gives back what it does not need
      env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      // a group of its own for the scheduler, in which it can wait for those of the others
      detached: true,
    })
    // the bytes go this way as they are: to pack megabytes as a message would hold up everybody
    started.stdin?.on('error', () => {}) // that it is gone is said below
    // what one says that was ended meanwhile is about an image that nobody waits for any more
    started.on('message', (answer: Answer) => {
      if (child === started) end((one) => one.resolve(answer))
    })
    const gone = () => {
      if (child !== started) return
      child = null
      end((one) => one.reject(new Error('The image broke what decodes it')))
    }
    started.once('exit', gone)
    // one that did not start may say so more than once
    started.on('error', gone)
    if (started.pid) makePatient(started.pid)
    // nobody stays for its sake
    started.unref()
    started.channel?.unref()
    if (started.stdin instanceof Socket) started.stdin.unref()
    return started
  }

  function stop(): void {
    const stopping = child
    child = null
    stopping?.kill('SIGKILL')
  }

  function next(): void {
    if (current) return
    clearTimeout(clock)
    const one = waiting.toSorted((a, b) => taken.of(a.sender) - taken.of(b.sender))[0]
    if (!one) {
      clock = setTimeout(stop, idle).unref()
      return
    }
    waiting.splice(waiting.indexOf(one), 1)
    current = one
    began = performance.now()
    clock = setTimeout(() => {
      stop()
      end(({ reject }) => reject(new Error('The image took too long')))
    }, patience)
    try {
      child ??= start()
      child.send({ kind: one.kind, size: one.bytes.length } satisfies Question)
      if (child.stdin) void hand(one.bytes, child.stdin)
    } catch (error) {
      // no memory for another process, say: this one fails, and the next one tries again
      stop()
      setImmediate(() => end(({ reject }) => reject(error as Error)))
    }
  }

  /** The one who must go for him; nobody has taken more than he: he goes himself. */
  function makeRoom(sender: string): void {
    if (waiting.length < queue) return
    const last = waiting.toSorted((a, b) => taken.of(a.sender) - taken.of(b.sender)).at(-1)
    if (!last || taken.of(last.sender) <= taken.of(sender)) refuse(faults.unavailable, { retry_after: 5 })
    waiting.splice(waiting.indexOf(last), 1)
    last.reject(new Crowded())
  }

  return {
    async encode(kind, bytes, sender) {
      makeRoom(sender)
      const answer = await new Promise<Answer>((resolve, reject) => {
        waiting.push({ sender, kind, bytes, resolve, reject })
        next()
      }).catch((error: unknown) =>
        refuse(error instanceof Crowded ? faults.unavailable : mediaFaults.failed, { retry_after: 5 }),
      )
      return 'refused' in answer ? refuse(mediaFaults[answer.refused]) : answer.pictures
    },
  }
}

/** A little at a time, for everybody else's sake; to one that is gone, no more. */
async function hand(bytes: Uint8Array, to: Writable): Promise<void> {
  for (let at = 0; at < bytes.length && !to.destroyed; at += PIECE) {
    to.write(bytes.subarray(at, at + PIECE))
    await wait(TURN)
  }
}

/** Linux weighs groups of processes against each other first, where it has them; elsewhere the priority alone says it. */
function makePatient(pid: number): void {
  setPriority(pid, PATIENT)
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(MOST_PATIENT), { flag: 'r+' })
  } catch {} // there are none here, or the system takes no more wishes for a tenth of a second
}

class Crowded extends Error {}

/** How much of it each sender has taken lately, in ms. */
function makeTaken() {
  const all = new Map<string, { ms: number; at: number }>()
  const of = (sender: string) => {
    const one = all.get(sender)
    return one ? Math.max(0, one.ms - (performance.now() - one.at) / FORGETS) : 0
  }
  return {
    of,
    add(sender: string, ms: number) {
      for (const known of all.keys()) if (of(known) === 0) all.delete(known)
      all.set(sender, { ms: of(sender) + ms, at: performance.now() })
    },
  }
}
