/**
 * Decoding for the whole program: one image at a time in a child process, which may crash, hang or grow without harm to
 * others, and which gets neither the program's environment nor its connections. The process is kept for the next image.
 * The time limit of an image is processor time: on a busy machine it takes longer, but is not refused for that.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { mediaFaults } from '#contract/media.ts'
import type { ImageKind } from '#contract/media-words.ts'
import { refuse } from '../kernel/refuse.ts'
import { type Decoder, type DecoderOptions, startDecoder } from './decoder.ts'
import type { Picture } from './encode.ts'
import type { Answer } from './encoding-process.ts'

export interface Encoder {
  /** Starts the process, if there is none, while the bytes are still being received. */
  warm(): void
  /**
   * The sender who has used the least time lately comes first. Refuses with a sentence about the image, or with 503 if
   * the image waits too long or too many wait (then the sender who has used the most is refused).
   */
  encode(kind: ImageKind, bytes: Uint8Array, sender: string): Promise<Picture[]>
}

interface EncoderOptions extends DecoderOptions {
  /** the maximum number of images that wait; one takes 0.05 to 2 seconds */
  queue?: number
  /** maximum processor time of an image, in ms */
  patience?: number
  /** maximum time in ms for waiting, and for decoding; a proxy in front must wait as long */
  longestWait?: number
  longestTurn?: number
  /** in ms: how long the process may get little of a processor before it is replaced */
  starvedAfter?: number
}

/**
 * 'crowded' and 'failed' are not the image's fault: it waited too long, or the process crashed. 'heavy': it takes too
 * much time.
 */
type Failure = 'crowded' | 'failed' | 'heavy'

interface Waiting {
  sender: string
  kind: ImageKind
  bytes: Uint8Array
  settle(outcome: Answer | Failure): void
}

/** The used time of a sender is forgotten after ten times as long. */
const USAGE_DECAY = 10
/** in ms, interval of the checks of a running image */
const CHECK_INTERVAL_MS = 200
/** If a low-priority process gets less than this share of a processor for so long (in ms), it would never finish. */
const MIN_CPU_SHARE = 0.2
const STARVED_MS = 1000
/** After so many ms without an image the priority is lowered again. */
const IDLE_PRIORITY_AFTER_MS = 60_000
/** In seconds: a full queue of images is decoded within a minute. */
const RETRY_AFTER = { crowded: { retry_after: 60 }, failed: { retry_after: 5 }, heavy: undefined }

export function makeEncoder(options: EncoderOptions = {}): Encoder {
  const { queue = 24, patience = 10_000, longestWait = 60_000, longestTurn = 30_000 } = options
  const { starvedAfter = STARVED_MS } = options
  const waiting: Waiting[] = []
  const taken = makeTaken()
  let decoder: Decoder | null = null
  let isWorking = false
  let rest: NodeJS.Timeout | undefined

  /** Returns the running process or starts one. */
  function ready(isPatient: boolean): Decoder {
    if (!decoder || decoder.hasEnded) decoder = startDecoder(isPatient, options)
    return decoder
  }

  /** Decodes at low priority, so that pages come first, and at normal priority if that makes no progress. */
  async function draw(one: Waiting): Promise<Answer | Failure> {
    const from = performance.now()
    const first = await attempt(ready(true), one, from)
    if (first !== 'starved') return first
    const second = await attempt(ready(false), one, from)
    return second === 'starved' ? 'crowded' : second
  }

  /** Decodes, and ends the process if it takes too long or makes no progress. */
  async function attempt(by: Decoder, { kind, bytes }: Waiting, from: number): Promise<Answer | Failure | 'starved'> {
    const usedBefore = by.used()
    const watching = new AbortController()
    const drawing = by.draw({ kind, size: bytes.length }, bytes)
    try {
      const end = await Promise.race([drawing, watched(by, usedBefore, from, watching.signal)])
      if (typeof end === 'string') by.end()
      return end
    } finally {
      watching.abort()
    }
  }

  /** Resolves with the failure as soon as there is one. */
  async function watched(by: Decoder, usedBefore: number, from: number, signal: AbortSignal) {
    const began = performance.now()
    for (;;) {
      await wait(CHECK_INTERVAL_MS, undefined, { signal })
      const used = by.used() - usedBefore
      const now = performance.now()
      if (used > patience) return 'heavy'
      if (now - from > longestTurn) return 'crowded'
      const isStarved = now - began > starvedAfter && used < (now - began) * MIN_CPU_SHARE
      if (isStarved && by.isPatient) return 'starved'
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    clearTimeout(rest)
    for (let one = next(); one; one = next()) {
      const began = performance.now()
      // the process crashed, or there is no memory for another one: this image fails, and the next one tries again
      one.settle(await draw(one).catch(() => 'failed' as const))
      taken.add(one.sender, performance.now() - began)
    }
    isWorking = false
    rest = setTimeout(() => decoder?.giveWay(), IDLE_PRIORITY_AFTER_MS).unref()
  }

  function next(): Waiting | undefined {
    const one = inOrder()[0]
    if (one) leave(one)
    return one
  }

  const inOrder = () => waiting.toSorted((a, b) => taken.of(a.sender) - taken.of(b.sender))
  const leave = (one: Waiting) => waiting.splice(waiting.indexOf(one), 1)

  /** Returns false if no sender has used more than this one; otherwise refuses the one who has used the most. */
  function makesRoom(sender: string): boolean {
    if (waiting.length < queue) return true
    const last = inOrder().at(-1)
    if (!last || taken.of(last.sender) <= taken.of(sender)) return false
    leave(last)
    last.settle('crowded')
    return true
  }

  async function inTurn(kind: ImageKind, bytes: Uint8Array, sender: string): Promise<Answer | Failure> {
    if (!makesRoom(sender)) return 'crowded'
    const { promise, resolve: settle } = Promise.withResolvers<Answer | Failure>()
    const one = { sender, kind, bytes, settle }
    waiting.push(one)
    const clock = setTimeout(() => {
      if (!waiting.includes(one)) return
      leave(one)
      settle('crowded')
    }, longestWait)
    void work()
    return promise.finally(() => clearTimeout(clock))
  }

  return {
    warm() {
      try {
        ready(true)
      } catch {} // for example no memory for another process: the image will fail for that
    },
    async encode(kind, bytes, sender) {
      const outcome = await inTurn(kind, bytes, sender)
      if (typeof outcome === 'string') refuse(mediaFaults[outcome], RETRY_AFTER[outcome])
      return 'refused' in outcome ? refuse(mediaFaults[outcome.refused]) : outcome.pictures
    },
  }
}

/** The time, in ms, that each sender has used lately. */
function makeTaken() {
  const all = new Map<string, { ms: number; at: number }>()
  const of = (sender: string) => {
    const one = all.get(sender)
    return one ? Math.max(0, one.ms - (performance.now() - one.at) / USAGE_DECAY) : 0
  }
  return {
    of,
    add(sender: string, ms: number) {
      for (const known of all.keys()) if (of(known) === 0) all.delete(known)
      all.set(sender, { ms: of(sender) + ms, at: performance.now() })
    },
  }
}
