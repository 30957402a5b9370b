/** Replaces the browser's geolocation until the test ends: it returns this position or this error. */
import { onTestFinished } from 'vitest'

type Says = { latitude: number; longitude: number } | { code: number }

/** With undefined, the browser has no geolocation. Resolves with the options of the first request. */
export function standAt(says: Says | undefined): { asked: unknown[] } {
  const asked: unknown[] = []
  const geolocation = says && {
    getCurrentPosition(tell: (position: object) => void, fail: (error: object) => void, options: unknown) {
      asked.push(options)
      if ('code' in says) fail(says)
      else tell({ coords: says })
    },
  }
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'))
  return { asked }
}
