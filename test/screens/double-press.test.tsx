/** A button that has just turned into another one ignores presses for a moment. */
import { useEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useDoublePressGuard } from '#web/kernel/double-press.ts'

const REST = 600

test('a guard that starts at the moment in which another one ends also ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { result, act } = await renderHook(() => useDoublePressGuard())
  await act(() => result.current.guard())
  expect(result.current.isGuarded).toBe(true)
  // both before the next render
  await act(() => {
    vi.advanceTimersByTime(REST)
    result.current.guard()
  })
  expect(result.current.isGuarded).toBe(true)
  await act(() => void vi.advanceTimersByTime(REST))
  expect(result.current.isGuarded).toBe(false)
})

test('presses are ignored from the render with another step on, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const drawn: string[] = []
  const draw = (step = 'join') => {
    const { isGuarded } = useDoublePressGuard(step)
    useEffect(() => void drawn.push(`${step}${isGuarded ? ', guarded' : ''}`))
    return isGuarded
  }
  const { rerender, act } = await renderHook(draw, { initialProps: 'join' })
  await rerender('leave')
  expect(drawn).toEqual(['join', 'leave, guarded'])
  await act(() => void vi.advanceTimersByTime(REST))
  expect(drawn.at(-1)).toBe('leave')
})
