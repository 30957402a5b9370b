/** Many images at once: members take turns, so that no few of them hold it up for everybody. */
import { expect, test } from 'vitest'
import { corners, flatPng } from '#test/images.ts'
import { makeEncoder } from './encoder.ts'

const small = await corners(40, 40).png().toBuffer()
const slow = flatPng(4000, 4000)

test('whoever has sent little comes before those who have sent much, however many of theirs wait', async () => {
  const encoder = makeEncoder()
  const order: string[] = []
  const send = (sender: string, bytes: Buffer) =>
    encoder.encode('avatar', bytes, sender).then(() => void order.push(sender))
  await Promise.all(['one', 'two'].map((sender) => send(sender, slow)))
  order.length = 0
  const crowd = Array.from({ length: 8 }, (_, n) => send(n % 2 ? 'one' : 'two', slow))
  await Promise.all([...crowd, send('ana', small), send('ben', small)])
  // one of theirs was under way already
  expect(order.slice(1, 3)).toEqual(['ana', 'ben'])
  expect(order).toHaveLength(10)
}, 60_000)

test('when too many wait, one who has sent much is told to come back, and not one who comes for the first time', async () => {
  const encoder = makeEncoder({ queue: 2 })
  await encoder.encode('avatar', slow, 'one')
  const send = (sender: string) => encoder.encode('avatar', slow, sender).then((pictures) => pictures.length)
  const answers = await Promise.allSettled([send('one'), send('one'), send('one'), send('ana')])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.status))).toEqual([
    ...[2, 2, 503, 2],
  ])
  const again = await Promise.allSettled([send('x'), send('y'), send('z'), send('x')])
  expect(again.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { status: 503 } }])
}, 60_000)
