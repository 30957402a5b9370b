/** A button that has just become another one rests for a moment. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useRest } from '#web/kernel/rest.ts'

const REST = 600

test('a rest that begins in the moment in which another ends has an end as well', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { result, act } = await renderHook(() => useRest())
  await act(() => result.current.rest())
  expect(result.current.resting).toBe(true)
  // both before the button is drawn again
  await act(() => {
    vi.advanceTimersByTime(REST)
    result.current.rest()
  })
  expect(result.current.resting).toBe(true)
  await act(() => void vi.advanceTimersByTime(REST))
  expect(result.current.resting).toBe(false)
})
