/** Converts uploaded bytes into images of ours. Runs in its own process, which holds no secret of the program. */
import sharp, { type Metadata } from 'sharp'
import { IMAGES, type ImageKind, PAPER } from '#contract/media-words.ts'

export interface Picture {
  /** in px */
  width: number
  /** WebP */
  bytes: Uint8Array
}
export type Refusal = 'type' | 'pixels' | 'deep' | 'sides' | 'damaged'
export type Encoded = { pictures: Picture[] } | { refused: Refusal }

const MAX_PIXELS = 24_000_000
/** The limit for 16-bit images is half as many pixels: interlaced ones would take seconds and too much memory. */
const MAX_DEEP_PIXELS = MAX_PIXELS / 2
/** The maximum memory of one decoding, in bytes: a progressive photograph of 24 megapixels. */
const MAX_MEMORY_BYTES = 150_000_000
/** in px: WebP's limit is only slightly higher */
const MAX_SIDE_PX = 16_000
const QUALITY = 82
/** Of a file whose end is missing: the share of the rows that must be there, from the top. */
const MIN_SHARE = 0.75
/**
 * Of a progressive JPEG whose end is missing: the number of scans that must have begun. Each one before covers the whole
 * picture.
 */
const MIN_SCANS = 3
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

// only the image formats below are read, whatever the file claims to be
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// one image at a time, and nothing is cached for the next one
sharp.cache(false)
sharp.concurrency(1)

/** Checks type and size in the header before it decodes a pixel. Of an animation it takes the first frame. */
export async function encode(kind: ImageKind, bytes: Uint8Array): Promise<Encoded> {
  if (!isKnown(bytes)) return { refused: 'type' }
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head) return { refused: 'damaged' }
  // libvips reports the height of an animation's frame separately
  const height = head.pageHeight ?? head.height
  const pixels = head.width * height
  const isDeep = head.depth === 'ushort'
  const bytesEach = isDeep || (head.format === 'jpeg' && head.isProgressive) ? 2 : 1
  if (pixels > MAX_PIXELS) return { refused: 'pixels' }
  if (isDeep && pixels > MAX_DEEP_PIXELS) return { refused: 'deep' }
  if (pixels * head.channels * bytesEach > MAX_MEMORY_BYTES) return { refused: 'pixels' }
  if (Math.max(head.width, height) > MAX_SIDE_PX) return { refused: 'sides' }
  try {
    return { pictures: await drawn(kind, bytes, 'error').catch((error) => drawnInPart(kind, bytes, head, error)) }
  } catch {
    // the library's message describes its internals
    return { refused: 'damaged' }
  }
}

/**
 * Draws a file whose end is missing, as a broken transfer leaves it. The rows that are missing stay as the decoder leaves
 * them: grey in a JPEG. Throws if more than a quarter of the rows is missing: such a picture helps nobody. All attempts at a
 * file share the time limit of an image (encoder.ts).
 */
async function drawnInPart(kind: ImageKind, bytes: Uint8Array, head: Metadata, error: unknown): Promise<Picture[]> {
  // the decoder draws nothing of others
  if (head.format !== 'jpeg' && (head.format !== 'png' || head.isProgressive)) throw error
  if (head.format === 'jpeg' && head.isProgressive) {
    if (countScans(bytes) < MIN_SCANS) throw new Error('Less than an outline is there')
  } else {
    const upper = { left: 0, top: 0, width: head.width, height: Math.ceil(head.height * MIN_SHARE) }
    await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .extract(upper)
      .resize(1, 1, { fit: 'fill' })
      .raw()
      .toBuffer()
  }
  return drawn(kind, bytes, 'none')
}

/** Returns how many scans of a JPEG have begun. Thumbnails within its metadata are skipped. */
function countScans(bytes: Uint8Array): number {
  let scans = 0
  for (let at = 2; at < bytes.length - 3; ) {
    const marker = bytes[at] === 0xff ? bytes[at + 1]! : 0
    // pixels, or markers within them that have no length
    if (marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) at += 1
    else if (marker === END_OF_IMAGE) return scans
    else {
      if (marker === START_OF_SCAN) scans += 1
      at += 2 + bytes[at + 2]! * 256 + bytes[at + 3]!
    }
  }
  return scans
}

/** Decodes once, in the largest width, and makes the smaller ones from that. Only pixels are kept. */
async function drawn(kind: ImageKind, bytes: Uint8Array, failOn: 'error' | 'none'): Promise<Picture[]> {
  const { widths, ratio } = IMAGES[kind]
  const largest = Math.max(...widths)
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn, pages: 1 })
    .autoOrient()
    .resize(largest, largest / ratio, { fit: 'cover' })
    .flatten({ background: PAPER })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const pictures: Picture[] = []
  for (const width of widths) {
    const bytes = await sharp(data, { raw })
      .resize(width, width / ratio)
      .webp({ quality: QUALITY })
      .toBuffer()
    pictures.push({ width, bytes })
  }
  return pictures
}

const starts = (bytes: Uint8Array, at: number, with_: number[]) =>
  with_.every((byte, index) => bytes[at + index] === byte)
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

/** Judges by the first bytes, as browsers do. The sender's content type is ignored. */
function isKnown(bytes: Uint8Array): boolean {
  const isJpeg = starts(bytes, 0, [0xff, 0xd8, 0xff])
  const isPng = starts(bytes, 0, [0x89, ...letters('PNG\r\n\x1a\n')])
  const isWebp = starts(bytes, 0, letters('RIFF')) && starts(bytes, 8, letters('WEBP'))
  return isJpeg || isPng || isWebp
}
