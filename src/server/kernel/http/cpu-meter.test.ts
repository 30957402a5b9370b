import { expect, test } from 'vitest'
import { makeCpuMeter } from './cpu-meter.ts'

test('the time of the thread is divided among the requests that run', () => {
  let now = 100
  const begin = makeCpuMeter(() => now)
  now = 200
  const first = begin()
  now = 210
  const second = begin()
  now = 230
  expect(first.end()).toBe(10 + 10)
  now = 235
  expect(second.end()).toBe(10 + 5)
  now = 300
  const third = begin()
  now = 301
  expect(third.end()).toBe(1)
})

test('a request that waits has no part of the time', () => {
  let now = 0
  const begin = makeCpuMeter(() => now)
  const [one, other] = [begin(), begin()]
  now = 4
  other.pause()
  other.pause()
  now = 10
  other.resume()
  other.resume()
  now = 12
  expect(one.end()).toBe(2 + 6 + 1)
  expect(other.end()).toBe(2 + 1)
  other.resume()
  const last = begin()
  now = 20
  expect(last.end()).toBe(8)
})

test('by default it measures the CPU time of this thread, not the time on the clock', async () => {
  const measured = makeCpuMeter()()
  const from = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(measured.end()).toBeLessThan(performance.now() - from)
})
