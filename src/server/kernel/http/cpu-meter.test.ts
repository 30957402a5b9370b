import { expect, test } from 'vitest'
import { makeCpuMeter } from './cpu-meter.ts'

test('the time of the thread is divided among the requests that run', () => {
  let now = 100
  const begin = makeCpuMeter(() => now)
  now = 200
  const endFirst = begin()
  now = 210
  const endSecond = begin()
  now = 230
  expect(endFirst()).toBe(10 + 10)
  now = 235
  expect(endSecond()).toBe(10 + 5)
  now = 300
  const endThird = begin()
  now = 301
  expect(endThird()).toBe(1)
})

test('by default it measures the CPU time of this thread, not the time on the clock', async () => {
  const end = makeCpuMeter()()
  const from = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(end()).toBeLessThan(performance.now() - from)
})
