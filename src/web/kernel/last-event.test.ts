import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what a tab reads within six seconds after an event is the latest state', async () => {
  // another test of this process may have heard of an event
  vi.resetModules()
  const { latestHeader, noteEvent } = await import('./last-event.ts')
  expect(latestHeader()).toEqual({})
  noteEvent()
  vi.advanceTimersByTime(5900)
  expect(latestHeader()).toEqual({ 'x-latest': '1' })
  vi.advanceTimersByTime(200)
  expect(latestHeader()).toEqual({})
})
