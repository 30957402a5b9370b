/** The upload endpoint for images, for one screen: it stores what is sent, and gives the test's response. */
import { onTestFinished, vi } from 'vitest'
import type { Fault } from '#contract/kernel.ts'
import type { Stored } from '#contract/media.ts'

type Answer = Stored | Fault | 'unreached' | 'never'

export interface Uploads {
  /** the uploads in order, including cancelled ones */
  sent: Blob[]
  /** how many uploads were cancelled */
  givenUp(): number
}

/** `answer` is called for each uploaded image; "never" leaves the upload pending. */
export function takeUploads(answer: () => Answer): Uploads {
  const sent: Blob[] = []
  let givenUp = 0

  class StandinUpload extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    response: unknown = null
    responseType = ''
    timeout = 0
    open() {}
    setRequestHeader() {}
    send(image: Blob) {
      sent.push(image)
      const given = answer()
      if (given === 'never') return
      queueMicrotask(() => {
        if (given === 'unreached') return this.dispatchEvent(new Event('error'))
        this.status = 'url' in given ? 200 : given.status
        this.response = 'url' in given ? given : { code: given.code, message: given.message }
        return this.dispatchEvent(new Event('load'))
      })
    }
    abort() {
      givenUp++
      this.dispatchEvent(new Event('abort'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', StandinUpload)
  onTestFinished(() => void vi.unstubAllGlobals())
  return { sent, givenUp: () => givenUp }
}

/** What the worker draws. */
export interface Wanted {
  width: number
  height: number
  corners: string[]
}

/** A photograph of this size in px, whose four corners have different colours. */
export async function aPhotograph(width = 900, height = 600, name = 'me.jpg'): Promise<File> {
  const drawer = new Worker(new URL('./photograph.ts', import.meta.url), { type: 'module' })
  const drawn = new Promise<Blob>((resolve, reject) => {
    drawer.onmessage = ({ data }) => resolve(data)
    drawer.onerror = ({ message }) => reject(new Error(message))
  })
  drawer.postMessage({ width, height, corners: CORNERS } satisfies Wanted)
  const image = await drawn.finally(() => drawer.terminate())
  return new File([image], name, { type: 'image/jpeg' })
}

/** From the top left to the bottom right, row by row. */
const CORNERS = ['224 32 32', '32 160 32', '32 48 208', '224 208 32']
const NAMES = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight']

/** Which corner of the photograph is at each corner of this picture. */
export async function cornersOf(image: Blob): Promise<string[]> {
  const picture = await createImageBitmap(image)
  const pen = new OffscreenCanvas(8, 8).getContext('2d')!
  pen.drawImage(picture, 0, 0, 8, 8)
  picture.close()
  return [
    [0, 0],
    [7, 0],
    [0, 7],
    [7, 7],
  ].map(([x, y]) => {
    const seen = pen.getImageData(x!, y!, 1, 1).data
    const far = CORNERS.map((colour) => {
      const parts = colour.split(' ').map(Number)
      return parts.reduce((sum, part, at) => sum + (part - seen[at]!) ** 2, 0)
    })
    return NAMES[far.indexOf(Math.min(...far))]!
  })
}
