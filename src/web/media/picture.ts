/** Decodes a file into a bitmap, and encodes the selected part of the bitmap as a file. */
import { IMAGES, type ImageKind, PAPER } from '#contract/media-words.ts'
import { type Area, partOf, type Size } from './crop-area.ts'
import { fittedSize, isTooLargeToDecode } from './fit.ts'

/** `stored`: the server accepts it. Of the others, a browser that decodes them makes a file that the server accepts. */
export type Format = 'stored' | 'heic' | 'converted' | null

const FORMATS: readonly [Format, RegExp][] = [
  ['stored', /^(\xff\xd8\xff|\x89PNG\r\n.\n|RIFF.{4}WEBP)/s],
  ['heic', /^.{4}ftyp(hei[cmsx]|hev[cmx]|mif1|msf1)/s],
  // AVIF, JPEG XL, BMP and TIFF
  ['converted', /^(.{4}ftypavi[fs]|.{4}JXL |\xff\n|BM|II\*|MM.\*)/s],
]

/** Decides by the first bytes, not by the name. Returns null if the file is no photograph. */
export async function formatOf(file: Blob): Promise<Format> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return FORMATS.find(([, start]) => start.test(head))?.[0] ?? null
}

/**
 * Returns the bitmap with the camera's orientation applied, or null if this browser cannot decode it (the server may).
 * Calls `onLarge` before it decodes a picture that does not fit into the memory of a phone: it is made smaller.
 */
export async function readPicture(file: Blob, onLarge: () => void): Promise<ImageBitmap | null> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    // only the header is read here
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
    })
    const size = { width: image.naturalWidth, height: image.naturalHeight }
    if (isTooLargeToDecode(size)) return null
    const fitting = fittedSize(size)
    if (fitting.width < size.width) onLarge()
    return await decode(file, fitting).catch(() => redraw(image, fitting))
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** Decodes beside the page, which stays responsive. */
const decode = (file: Blob, { width, height }: Size) =>
  createImageBitmap(file, {
    ...{ imageOrientation: 'from-image', resizeQuality: 'high' },
    ...{ resizeWidth: width, resizeHeight: height },
  })

/** Takes what the browser shows: also of a file without its last bytes, which is no bitmap. */
function redraw(image: HTMLImageElement, { width, height }: Size): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')!
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, 0, 0, width, height)
  return createImageBitmap(canvas)
}

/** Draws the selected part over the whole canvas, on the paper colour where the picture is transparent. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, ratio: number, area: Area): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { left, top, width, height } = partOf(picture, ratio, area)
  pen.imageSmoothingQuality = 'high'
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, canvas.width, canvas.height)
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
  canvas.width = Math.max(1, Math.round(Math.min(part.width, Math.max(...widths) * 2)))
  canvas.height = Math.max(1, Math.round(canvas.width / ratio))
  draw(canvas, picture, ratio, area)
  const encode = (type: string) => new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
  const encoded = await encode('image/webp')
  // a browser that cannot write WebP writes PNG, which may be larger than the upload limit
  return encoded?.type === 'image/webp' ? encoded : encode('image/jpeg')
}
