import { afterEach, expect, test, vi } from 'vitest'
import { sendImage } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

test('an upload without an answer fails after the timeout', async () => {
  class Silent extends EventTarget {
    upload = new EventTarget()
    timeout = 0
    open() {}
    setRequestHeader() {}
    abort() {}
    send() {
      if (this.timeout > 0) queueMicrotask(() => this.dispatchEvent(new Event('timeout')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Silent)
  const sending = sendImage({ kind: 'avatar' }, new Blob(['x']), () => {}, new AbortController().signal)
  await expect(sending).rejects.toThrow('No answer came')
}, 2000)
