import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { latestHeader, noteEvent } from './last-event.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what a tab reads within six seconds after an event is the latest state', () => {
  expect(latestHeader()).toEqual({})
  noteEvent()
  vi.advanceTimersByTime(5900)
  expect(latestHeader()).toEqual({ 'x-latest': '1' })
  vi.advanceTimersByTime(200)
  expect(latestHeader()).toEqual({})
})
