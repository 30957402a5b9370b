/** Decodes a file into a bitmap, and encodes the selected part of the bitmap as a file. */
import { IMAGES, type ImageKind } from '#contract/media-words.ts'
import { type Area, partOf } from './crop-area.ts'

/** Returns the bitmap with the camera's orientation applied, or null if this browser cannot decode it (the server may). */
export async function readPicture(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

/** Decides by the first bytes, not by the name: JPEG, PNG or WebP. */
export async function isPicture(file: Blob): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP/s.test(head)
}

/** Draws the selected part over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, ratio: number, area: Area): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { left, top, width, height } = partOf(picture, ratio, area)
  pen.imageSmoothingQuality = 'high'
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
}

/**
 * Returns the selected part as a file, at most twice as wide as the server's largest size. Null if this browser cannot do
 * it.
 */
export async function cut(picture: ImageBitmap, kind: ImageKind, area: Area): Promise<Blob | null> {
  const { widths, ratio } = IMAGES[kind]
  const part = partOf(picture, ratio, area)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(Math.min(part.width, Math.max(...widths) * 2))
  canvas.height = Math.max(1, Math.round(canvas.width / ratio))
  draw(canvas, picture, ratio, area)
  // a browser that cannot write WebP writes PNG, which is larger but still within the upload limit
  return new Promise((done) => canvas.toBlob(done, 'image/webp', 0.92))
}
