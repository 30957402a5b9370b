/** A browser that says where it is, or why it does not, in the place of the real one until the test ends. */
import { onTestFinished } from 'vitest'

type Says = { latitude: number; longitude: number } | { code: number }

/** Undefined: this browser knows no positions. Answers with what the browser was asked for, once it was. */
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
