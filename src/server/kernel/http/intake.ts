/** Bytes that somebody sends us as they are: counted while they come in, for a limited time, and never too many at once. */
import type { Readable } from 'node:stream'
import { type Fault, faults } from '#contract/kernel.ts'
import { refusal, refuse } from '../refuse.ts'

interface IntakeOptions {
  /** bytes that the whole process holds of bodies that are still coming in or being worked on */
  most?: number
  /** bodies of one sender at once */
  each?: number
  /** for a body to arrive, in ms; shorter than the server's own patience, so that whoever is slow is told */
  patience?: number
}

interface Bounds {
  /** who sends it */
  sender: string
  /** in bytes */
  max: number
  tooLarge: Fault
  tooSlow: Fault
  /** he sends so many already */
  tooMany: Fault
  /** all together send more than the process may hold */
  crowded: Fault
}

/** In bytes: what is read of a body before everybody else has his turn. */
const PIECE = 65_536
/** In ms, of that turn. So a body comes in at 30 MB/s at most; no phone sends faster, and a page need not wait for one. */
const TURN = 2
/** In seconds: by then the process has worked on what it holds. */
const COME_BACK = 60

/**
 * Reads the body and hands it to `work`; what it takes counts until that has ended, and the bytes are the next one's afterwards:
 * `work` must not keep them.
 */
export function makeIntake({ most = 128_000_000, each = 2, patience = 60_000 }: IntakeOptions = {}) {
  let held = 0
  /** Megabytes that are thrown away with each image stop the whole program while they are cleared up. */
  let spare = Buffer.alloc(0)
  const under = new Map<string, number>()

  /** Heard as the socket gives it: a web stream between would copy every piece once more. */
  function read(
    body: Readable,
    { max, tooLarge, tooSlow, crowded }: Bounds,
    hold: (by: number) => void,
  ): Promise<Buffer<ArrayBuffer>> {
    let bytes = spare
    spare = Buffer.alloc(0)
    let [size, unturned] = [0, 0]
    let turn: NodeJS.Timeout | undefined
    const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>()
    const stop = () => {
      clearTimeout(clock)
      clearTimeout(turn)
      body.off('data', take).off('end', end).off('close', gone)
      // not read any further, whatever he still sends: the line is closed after the answer
      body.pause()
    }
    const fail = (...why: Parameters<typeof refusal>) => {
      stop()
      reject(refusal(...why))
    }
    const take = (piece: Buffer) => {
      if (size + piece.length > max) return fail(tooLarge)
      hold(piece.length)
      if (held > most) return fail(crowded, { retry_after: COME_BACK })
      if (size + piece.length > bytes.length) bytes = grown(bytes, size, size + piece.length, max)
      size += piece.copy(bytes, size)
      unturned += piece.length
      if (unturned < PIECE) return
      unturned = 0
      body.pause()
      turn = setTimeout(() => body.resume(), TURN)
    }
    const end = () => {
      stop()
      resolve(bytes.subarray(0, size))
    }
    // he went away in the middle and hears nothing of this; nothing of ours failed
    const gone = () => fail(faults.invalid)
    const clock = setTimeout(() => fail(tooSlow), patience)
    body.on('data', take).on('end', end).on('error', gone).on('close', gone)
    if (body.destroyed) gone()
    return promise
  }

  return async <Result>(
    body: Readable,
    bounds: Bounds,
    work: (bytes: Uint8Array<ArrayBuffer>) => Promise<Result>,
  ): Promise<Result> => {
    const { sender, tooMany } = bounds
    const here = under.get(sender) ?? 0
    if (here >= each) refuse(tooMany, { retry_after: 3 })
    under.set(sender, here + 1)
    let mine = 0
    const hold = (by: number) => {
      mine += by
      held += by
    }
    try {
      const bytes = await read(body, bounds, hold)
      const result = await work(bytes)
      if (bytes.buffer.byteLength > spare.length) spare = Buffer.from(bytes.buffer)
      return result
    } finally {
      held -= mine
      const left = (under.get(sender) ?? 1) - 1
      if (left) under.set(sender, left)
      else under.delete(sender)
    }
  }
}

/** Twice as long as it was, or as long as it must be: who sends a little holds a little, whatever he announces. */
function grown(bytes: Buffer<ArrayBuffer>, size: number, least: number, max: number): Buffer<ArrayBuffer> {
  const more = Buffer.from(new ArrayBuffer(Math.max(least, Math.min(max, Math.max(bytes.length * 2, PIECE)))))
  bytes.copy(more, 0, 0, size)
  return more
}
