import { describe, expect, test } from 'vitest'
import { fault } from '#contract/kernel.ts'
import { makeIntake } from './intake.ts'

const bounds = {
  sender: 'ana',
  max: 100,
  tooLarge: fault('TOO_LARGE', 413, 'Too large'),
  tooSlow: fault('SLOW', 408, 'Slow'),
  tooMany: fault('BUSY', 429, 'Two are enough'),
}
const all = async (bytes: Uint8Array) => bytes.byteLength

/** A body of these many bytes in pieces of ten; it ends, goes on in silence, or breaks. */
function body(bytes: number, end: 'ends' | 'hangs' | 'breaks' = 'ends') {
  let [left, cancelled] = [bytes, false]
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left > 0) controller.enqueue(new Uint8Array(Math.min(10, left)))
      else if (end === 'ends') controller.close()
      else if (end === 'breaks') controller.error(new Error('gone'))
      else return new Promise(() => {})
      left -= 10
    },
    cancel: () => {
      cancelled = true
    },
  })
  return { stream, wasCancelled: () => cancelled, left: () => left }
}

describe('39: bytes that come in', () => {
  test('are handed on whole, up to the last that is allowed, and not one more', async () => {
    const take = makeIntake()
    expect(await take(body(100).stream, bounds, all)).toBe(100)
    expect(await take(null, bounds, all)).toBe(0)
    const more = body(1_000_000)
    await expect(take(more.stream, bounds, all)).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 })
    expect(more.wasCancelled()).toBe(true)
    expect(more.left()).toBeGreaterThan(900_000)
  })

  test('are not waited for when they stop coming', async () => {
    const take = makeIntake({ patience: 40 })
    const slow = body(50, 'hangs')
    await expect(take(slow.stream, bounds, all)).rejects.toMatchObject({ code: 'SLOW', status: 408 })
    expect(slow.wasCancelled()).toBe(true)
  })

  test('that break off are no error of ours, and are forgotten', async () => {
    const take = makeIntake({ each: 1, most: 60 })
    for (let n = 0; n < 5; n++)
      await expect(take(body(50, 'breaks').stream, bounds, all)).rejects.toMatchObject({ code: 'INVALID' })
    expect(await take(body(60).stream, bounds, all)).toBe(60)
  })

  test('are never held in any number: two bodies of one man, and so many bytes of all', async () => {
    const take = makeIntake({ each: 2, most: 150, patience: 5000 })
    const [work, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let working = 0
    const slowly = async (bytes: Uint8Array) => {
      if (++working === 2) work.resolve()
      await go.promise
      return bytes.byteLength
    }
    const two = [take(body(50).stream, bounds, slowly), take(body(50).stream, bounds, slowly)]
    await work.promise
    await expect(take(body(1).stream, bounds, all)).rejects.toMatchObject({
      code: 'BUSY',
      status: 429,
      data: { retry_after: 3 },
    })
    const ben = { ...bounds, sender: 'ben' }
    expect(await take(body(50).stream, ben, all)).toBe(50)
    await expect(take(body(60).stream, ben, all)).rejects.toMatchObject({ status: 503, data: { retry_after: 5 } })
    go.resolve()
    expect(await Promise.all(two)).toEqual([50, 50])
    expect(await take(body(100).stream, ben, all)).toBe(100)
    expect(await take(body(100).stream, bounds, all)).toBe(100)
  })
})
