/**
 * Decoding for the whole program: one image at a time in a process of its own, which may break, hang or grow without harm to
 * anybody else, and which is given neither the program's environment nor its connections. The process is kept for the next
 * image. What counts against an image is the processor time that it takes: on a busy machine it takes longer by the clock, and
 * an image is as good as ever.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { mediaFaults } from '#contract/media.ts'
import type { ImageKind } from '#contract/media-words.ts'
import { refuse } from '../kernel/refuse.ts'
import { type Decoder, type DecoderOptions, startDecoder } from './decoder.ts'
import type { Picture } from './encode.ts'
import type { Answer } from './encoding-process.ts'

export interface Encoder {
  /** Starts the process while the bytes are still on their way, if there is none. */
  warm(): void
  /**
   * Whoever has taken the least of it lately comes first. Refuses with the sentence for what is wrong with the image, or with
   * 503 when too many wait (him who has taken the most) or when it waits for too long.
   */
  encode(kind: ImageKind, bytes: Uint8Array, sender: string): Promise<Picture[]>
}

interface EncoderOptions extends DecoderOptions {
  /** images that wait; one takes from a twentieth of a second to two */
  queue?: number
  /** processor time for one image, in ms */
  patience?: number
  /** by the clock, in ms: for an image that waits, and for one whose turn it is; a proxy in front of us must wait as long */
  longestWait?: number
  longestTurn?: number
}

/** Of no fault of the image: it waited for too long; the process broke. Of its own: it takes too much to draw. */
type Failure = 'crowded' | 'failed' | 'heavy'

interface Waiting {
  sender: string
  kind: ImageKind
  bytes: Uint8Array
  settle(outcome: Answer | Failure): void
}

/** What somebody took of it is forgotten in ten times the time. */
const FORGETS = 10
/** in ms, between two looks at an image under way */
const LOOK_MS = 200
/** A process that gives way and gets less than this share of a processor for so long (in ms) would never be done. */
const LEAST_SHARE = 0.2
const STARVED_MS = 1000
/** After so long without an image it gives way again, in ms. */
const REST_MS = 60_000
/** In seconds: a crowd of pictures is drawn in a minute. */
const COME_BACK = { crowded: { retry_after: 60 }, failed: { retry_after: 5 }, heavy: undefined }

export function makeEncoder(options: EncoderOptions = {}): Encoder {
  const { queue = 24, patience = 10_000, longestWait = 60_000, longestTurn = 30_000 } = options
  const waiting: Waiting[] = []
  const taken = makeTaken()
  let decoder: Decoder | null = null
  let isWorking = false
  let rest: NodeJS.Timeout | undefined

  /** The one that is there, or a new one. */
  function ready(isPatient: boolean): Decoder {
    if (!decoder || decoder.hasEnded) decoder = startDecoder(isPatient, options)
    return decoder
  }

  /** Those who wait for a page come first, unless that leaves nothing for those who wait for a picture. */
  async function draw(one: Waiting): Promise<Answer | Failure> {
    const from = performance.now()
    const first = await attempt(ready(true), one, from)
    if (first !== 'starved') return first
    const second = await attempt(ready(false), one, from)
    return second === 'starved' ? 'crowded' : second
  }

  /** Ends the process when it is at fault or gets nowhere. */
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

  /** What is wrong, as soon as something is. */
  async function watched(by: Decoder, usedBefore: number, from: number, signal: AbortSignal) {
    const began = performance.now()
    for (;;) {
      await wait(LOOK_MS, undefined, { signal })
      const used = by.used() - usedBefore
      const now = performance.now()
      if (used > patience) return 'heavy'
      if (now - from > longestTurn) return 'crowded'
      const isStarved = now - began > STARVED_MS && used < (now - began) * LEAST_SHARE
      if (isStarved && by.isPatient) return 'starved'
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    clearTimeout(rest)
    for (let one = next(); one; one = next()) {
      const began = performance.now()
      // the process broke, or there is no memory for another one: this one fails, and the next one tries again
      one.settle(await draw(one).catch(() => 'failed' as const))
      taken.add(one.sender, performance.now() - began)
    }
    isWorking = false
    rest = setTimeout(() => decoder?.giveWay(), REST_MS).unref()
  }

  function next(): Waiting | undefined {
    const one = inOrder()[0]
    if (one) leave(one)
    return one
  }

  const inOrder = () => waiting.toSorted((a, b) => taken.of(a.sender) - taken.of(b.sender))
  const leave = (one: Waiting) => waiting.splice(waiting.indexOf(one), 1)

  /** The one who must go for him; nobody has taken more than he: he goes himself. */
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
      } catch {} // no memory for another process, say: the image will find that out
    },
    async encode(kind, bytes, sender) {
      const outcome = await inTurn(kind, bytes, sender)
      if (typeof outcome === 'string') refuse(mediaFaults[outcome], COME_BACK[outcome])
      return 'refused' in outcome ? refuse(mediaFaults[outcome.refused]) : outcome.pictures
    },
  }
}

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
