/** A button that has just become another one rests for a moment. */
import { useEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useDoublePressGuard } from '#web/kernel/double-press.ts'

const REST = 600

test('a rest that begins in the moment in which another ends has an end as well', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { result, act } = await renderHook(() => useDoublePressGuard())
  await act(() => result.current.guard())
  expect(result.current.isGuarded).toBe(true)
  // both before the button is drawn again
  await act(() => {
    vi.advanceTimersByTime(REST)
    result.current.guard()
  })
  expect(result.current.isGuarded).toBe(true)
  await act(() => void vi.advanceTimersByTime(REST))
  expect(result.current.isGuarded).toBe(false)
})

test('it rests from the moment in which it is drawn with another step, and not before', async () => {
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
