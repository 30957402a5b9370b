/** Switches this browser's network off and on, and advances timers, so that no test waits in real time. */
import { onTestFinished, vi } from 'vitest'

/** The browser reports that it is offline; an open connection closes. */
export function goOffline() {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  window.dispatchEvent(new Event('offline'))
  onTestFinished(goOnline)
}

export function goOnline() {
  if (!Object.hasOwn(navigator, 'onLine')) return
  Reflect.deleteProperty(navigator, 'onLine')
  window.dispatchEvent(new Event('online'))
}

/** Makes the page visible or hidden. */
export function look(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'visibilityState')
  })
}

/**
 * Timers keep running in real time, and `letPass` advances them. Call this before the screen is opened. `clock`: advances the
 * clock of this browser as well.
 */
export function holdTimers({ clock = false } = {}) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', ...(clock ? (['Date'] as const) : [])],
    shouldAdvanceTime: true,
  })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Timers run only when `letPass` advances them, until the returned function is called. Call `holdTimers` before. */
export function stopTimers(): () => void {
  vi.setTimerTickMode('manual')
  return () => {
    vi.setTimerTickMode('interval')
  }
}

/** Advances the timers by this many milliseconds. */
export const letPass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Stops the clock of this browser until it is advanced; timers keep running. Call this before the screen is opened. */
export function holdClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return (ms) => vi.setSystemTime(Date.now() + ms)
}
