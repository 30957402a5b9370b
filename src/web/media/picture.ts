/** A file as a picture that can be drawn, and the part of it that is kept as a file again. */
import { IMAGES, type ImageKind } from '#contract/media-words.ts'
import { type Area, partOf } from './area.ts'

/** Upright, whatever the camera says. Null where this browser cannot read it: the server may. */
export async function readPicture(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

/** By its first bytes, whatever it is called: JPEG, PNG or WebP. */
export async function isPicture(file: Blob): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP/s.test(head)
}

/** Onto all of the canvas. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, ratio: number, area: Area): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { left, top, width, height } = partOf(picture, ratio, area)
  pen.imageSmoothingQuality = 'high'
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
}

/** Never wider than twice of what the server keeps. Null when this browser cannot do it. */
export async function cut(picture: ImageBitmap, kind: ImageKind, area: Area): Promise<Blob | null> {
  const { widths, ratio } = IMAGES[kind]
  const part = partOf(picture, ratio, area)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(Math.min(part.width, Math.max(...widths) * 2))
  canvas.height = Math.max(1, Math.round(canvas.width / ratio))
  draw(canvas, picture, ratio, area)
  // a browser that cannot write WebP writes PNG: larger, and still within bounds
  return new Promise((done) => canvas.toBlob(done, 'image/webp', 0.92))
}
