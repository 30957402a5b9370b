import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { fault } from '#contract/kernel.ts'
import { makeUploadLimits } from './upload-limits.ts'

const bounds = {
  sender: 'ana',
  max: 100,
  tooLarge: fault('TOO_LARGE', 413, 'Too large'),
  tooSlow: fault('SLOW', 408, 'Slow'),
  tooMany: fault('BUSY', 429, 'Two are enough'),
  crowded: fault('CROWDED', 503, 'So many at once'),
}
const all = async (bytes: Uint8Array) => bytes.byteLength

const SIZES = [1, 65_535, 65_536, 65_537, 3000, 7]

/** A body of this many bytes in chunks of ten. It ends, pauses without an end, or breaks off. */
function body(bytes: number, end: 'ends' | 'hangs' | 'breaks' = 'ends') {
  let left = bytes
  return Object.assign(
    new Readable({
      read() {
        if (left > 0) this.push(new Uint8Array(Math.min(10, left)).fill(left))
        else if (end === 'ends') this.push(null)
        else if (end === 'breaks') this.destroy(new Error('gone'))
        left -= 10
      },
    }),
    { left: () => left },
  )
}

describe('39: the body of an upload', () => {
  test('is passed on completely, up to the last allowed byte, and not one more', async () => {
    const take = makeUploadLimits()
    expect(await take(body(100), bounds, all)).toBe(100)
    expect(await take(body(0), bounds, all)).toBe(0)
    const more = body(1_000_000)
    await expect(take(more, bounds, all)).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 })
    expect(more.left()).toBeGreaterThan(900_000)
    expect(more.isPaused()).toBe(true)
  })

  test('equals what was sent, in chunks of any size, although the buffer is reused', async () => {
    const take = makeUploadLimits({ each: 9 })
    const large = { ...bounds, max: 1_000_000 }
    for (const length of [300_000, 1, 70_000, 999_999, 0, 150_000]) {
      const sent = randomBytes(length)
      const pieces: Buffer[] = []
      for (let [at, n] = [0, 0]; at < length; at += SIZES[n++ % SIZES.length]!)
        pieces.push(sent.subarray(at, at + SIZES[n % SIZES.length]!))
      await take(Readable.from(pieces, { objectMode: false }), large, async (bytes) => {
        expect(sent.equals(bytes)).toBe(true)
      })
    }
    // two bodies that arrive at the same time never share it
    const both = [randomBytes(200_000), randomBytes(200_000)]
    const equal = both.map((sent) =>
      take(Readable.from([sent.subarray(0, 90_000), sent.subarray(90_000)]), large, async (bytes) => {
        await setImmediate()
        return sent.equals(bytes)
      }),
    )
    expect(await Promise.all(equal)).toEqual([true, true])
  })

  test('is not awaited if the client has disconnected before it was read', async () => {
    const gone = body(50).destroy()
    await once(gone, 'close')
    await expect(makeUploadLimits()(gone, bounds, all)).rejects.toMatchObject({ code: 'INVALID' })
  })

  test('is not awaited when no more bytes arrive', async () => {
    const take = makeUploadLimits({ patience: 40 })
    const slow = body(50, 'hangs')
    await expect(take(slow, bounds, all)).rejects.toMatchObject({ code: 'SLOW', status: 408 })
    expect(slow.isPaused()).toBe(true)
  })

  test('that breaks off is no internal error, and is forgotten', async () => {
    const take = makeUploadLimits({ each: 1, most: 60 })
    for (let n = 0; n < 5; n++)
      await expect(take(body(50, 'breaks'), bounds, all)).rejects.toMatchObject({ code: 'INVALID' })
    expect(await take(body(60), bounds, all)).toBe(60)
  })

  test('is buffered within limits: two bodies per member, and a number of bytes in total', async () => {
    const take = makeUploadLimits({ each: 2, most: 150, patience: 5000 })
    const [work, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let working = 0
    const slowly = async (bytes: Uint8Array) => {
      if (++working === 2) work.resolve()
      await go.promise
      return bytes.byteLength
    }
    const two = [take(body(50), bounds, slowly), take(body(50), bounds, slowly)]
    await work.promise
    await expect(take(body(1), bounds, all)).rejects.toMatchObject({
      code: 'BUSY',
      status: 429,
      data: { retry_after: 3 },
    })
    const ben = { ...bounds, sender: 'ben' }
    expect(await take(body(50), ben, all)).toBe(50)
    await expect(take(body(60), ben, all)).rejects.toMatchObject({ code: 'CROWDED', data: { retry_after: 60 } })
    go.resolve()
    expect(await Promise.all(two)).toEqual([50, 50])
    expect(await take(body(100), ben, all)).toBe(100)
    expect(await take(body(100), bounds, all)).toBe(100)
  })
})
