/** Upload limits: bytes are counted while they arrive, for a limited time, with limits per sender and for the process. */
import type { Readable } from 'node:stream'
import { type Fault, faults } from '#contract/kernel.ts'
import { refusal, refuse } from '../refuse.ts'

interface IntakeOptions {
  /** bytes of all bodies that are arriving or being processed */
  most?: number
  /** concurrent bodies of one sender */
  each?: number
  /** maximum time for a body to arrive, in ms; shorter than the server's own timeout, so that a slow sender gets a message */
  patience?: number
}

interface Bounds {
  /** the id of the sender */
  sender: string
  /** in bytes */
  max: number
  tooLarge: Fault
  tooSlow: Fault
  /** the sender has too many uploads running */
  tooMany: Fault
  /** all uploads together exceed the limit of the process */
  crowded: Fault
}

/** In bytes: the part of a body that is read before other requests are served. */
const CHUNK_BYTES = 65_536
/** In ms: the pause between parts. A body arrives at 30 MB/s at most. No phone sends faster, and pages do not wait. */
const PAUSE_MS = 2
/** In seconds: by then the process has finished what it holds. */
const RETRY_AFTER_S = 60

/**
 * Reads the body and passes it to `work`. Its bytes count until `work` ends. The buffer is reused afterwards, so `work` must
 * not keep it.
 */
export function makeUploadLimits({ most = 128_000_000, each = 2, patience = 60_000 }: IntakeOptions = {}) {
  let held = 0
  /** Reused: freeing megabytes after each image would pause the whole program for garbage collection. */
  let spare = Buffer.alloc(0)
  const under = new Map<string, number>()

  /** Reads from the socket directly: a web stream would copy every chunk once more. */
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
      // the rest is not kept: the HTTP adapter discards at most 64 MB of it within half a second, then closes the connection
      body.pause()
    }
    const fail = (...why: Parameters<typeof refusal>) => {
      stop()
      reject(refusal(...why))
    }
    const take = (piece: Buffer) => {
      if (size + piece.length > max) return fail(tooLarge)
      hold(piece.length)
      if (held > most) return fail(crowded, { retry_after: RETRY_AFTER_S })
      if (size + piece.length > bytes.length) bytes = grown(bytes, size, size + piece.length, max)
      size += piece.copy(bytes, size)
      unturned += piece.length
      if (unturned < CHUNK_BYTES) return
      unturned = 0
      body.pause()
      turn = setTimeout(() => body.resume(), PAUSE_MS)
    }
    const end = () => {
      stop()
      resolve(bytes.subarray(0, size))
    }
    // the sender closed the connection; this is not an error of the server
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

/** Doubles the buffer, or grows it to the needed size. Memory follows the bytes that arrive, not the announced length. */
function grown(bytes: Buffer<ArrayBuffer>, size: number, least: number, max: number): Buffer<ArrayBuffer> {
  const more = Buffer.from(new ArrayBuffer(Math.max(least, Math.min(max, Math.max(bytes.length * 2, CHUNK_BYTES)))))
  bytes.copy(more, 0, 0, size)
  return more
}
