/** Converts uploaded bytes into images of ours. Runs in its own process, which holds no secret of the program. */
import sharp from 'sharp'
import { IMAGES, type ImageKind } from '#contract/media-words.ts'

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
/** The background of transparent images: paper colour in both themes, because it is not known who will look. */
const BACKGROUND = '#F8F6F0'

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
    return { pictures: await drawn(kind, bytes) }
  } catch {
    // the library's message describes its internals
    return { refused: 'damaged' }
  }
}

/** Decodes once, in the largest width, and makes the smaller ones from that. Only pixels are kept. */
async function drawn(kind: ImageKind, bytes: Uint8Array): Promise<Picture[]> {
  const { widths, ratio } = IMAGES[kind]
  const largest = Math.max(...widths)
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(largest, largest / ratio, { fit: 'cover' })
    .flatten({ background: BACKGROUND })
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
