/** The network of this browser, and time that passes: what no test waits for. */
import { onTestFinished, vi } from 'vitest'

/** The browser says that there is no network; a line that is open is lost. */
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

/** The page is looked at, or not. */
export function look(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'visibilityState')
  })
}

/** From now on timers run as always, and `letPass` lets them run ahead. To be called before the screen is opened. */
export function holdTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** So many milliseconds pass at once, for timers only. */
export const letPass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The clock of this browser stands still, and goes on when it is told to; timers run as always. Before the screen is opened. */
export function holdClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return (ms) => vi.setSystemTime(Date.now() + ms)
}
