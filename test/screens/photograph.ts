/**
 * A worker that draws photographs. On the page itself, the browser encodes an image only when it is idle, and waits up
 * to seven seconds for that.
 */
import type { Wanted } from './uploads.ts'

self.onmessage = async ({ data: { width, height, corners } }: MessageEvent<Wanted>) => {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')!
  corners.forEach((colour, nth) => {
    pen.fillStyle = `rgb(${colour})`
    pen.fillRect((nth % 2) * (width / 2), Math.floor(nth / 2) * (height / 2), width / 2, height / 2)
  })
  self.postMessage(await canvas.convertToBlob({ type: 'image/jpeg' }))
}
