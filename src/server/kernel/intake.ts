/** Bytes that somebody sends us as they are: counted while they come in, for a limited time, and never too many at once. */
import { ORPCError } from '@orpc/server'
import { type Fault, faults } from '#contract/kernel.ts'
import { refuse } from './refuse.ts'

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
}

/** Reads the body and hands it to `work`; what it takes counts until that has ended. */
export function makeIntake({ most = 96_000_000, each = 2, patience = 25_000 }: IntakeOptions = {}) {
  let held = 0
  const under = new Map<string, number>()

  async function read(
    body: ReadableStream<Uint8Array>,
    { max, tooLarge, tooSlow }: Bounds,
    hold: (by: number) => void,
  ) {
    const reader = body.getReader()
    const late = Promise.withResolvers<never>()
    const clock = setTimeout(() => late.reject(new Late()), patience)
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      for (;;) {
        const { done, value } = await Promise.race([reader.read(), late.promise])
        if (done) return Buffer.concat(chunks)
        size += value.byteLength
        if (size > max) refuse(tooLarge)
        hold(value.byteLength)
        if (held > most) refuse(faults.unavailable, { retry_after: 5 })
        chunks.push(value)
      }
    } catch (error) {
      // not waited for: he may never send another byte
      void reader.cancel().catch(() => {})
      if (error instanceof Late) refuse(tooSlow)
      if (error instanceof ORPCError) throw error
      // he went away in the middle and hears nothing of this; nothing of ours failed
      refuse(faults.invalid)
    } finally {
      clearTimeout(clock)
    }
  }

  return async <Result>(
    body: ReadableStream<Uint8Array> | null,
    bounds: Bounds,
    work: (bytes: Uint8Array) => Promise<Result>,
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
      return await work(body ? await read(body, bounds, hold) : new Uint8Array())
    } finally {
      held -= mine
      const left = (under.get(sender) ?? 1) - 1
      if (left) under.set(sender, left)
      else under.delete(sender)
    }
  }
}

class Late extends Error {}
