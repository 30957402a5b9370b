/** From bytes that a stranger sent to pictures of ours. Runs in a process of its own, which holds no secret of the program. */
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

const MOST_PIXELS = 24_000_000
/** Of 16 bits a colour half as many: interlaced, they would take seconds of everybody's time, and more memory than there is. */
const MOST_DEEP_PIXELS = MOST_PIXELS / 2
/** In bytes, of what must be held at once to decode it: 24 megapixels of a progressive photograph. */
const MOST_HELD = 150_000_000
/** in px: a picture of one pixel's width is none, and WebP ends near here */
const LONGEST_SIDE = 16_000
const QUALITY = 82
/** Under what was transparent: paper, in both themes, since nobody knows who will look. */
const PAPER = '#F8F6F0'

// nothing else is ever read, whatever it calls itself
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// one after the other, and nothing of one is kept for the next
sharp.cache(false)
sharp.concurrency(1)

/** Type and measures are judged from the header, before a pixel is decoded. Of a film the first picture is taken. */
export async function encode(kind: ImageKind, bytes: Uint8Array): Promise<Encoded> {
  if (!isKnown(bytes)) return { refused: 'type' }
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head) return { refused: 'damaged' }
  // of a film libvips tells the height of one picture apart
  const height = head.pageHeight ?? head.height
  const pixels = head.width * height
  const isDeep = head.depth === 'ushort'
  const bytesEach = isDeep || (head.format === 'jpeg' && head.isProgressive) ? 2 : 1
  if (pixels > MOST_PIXELS) return { refused: 'pixels' }
  if (isDeep && pixels > MOST_DEEP_PIXELS) return { refused: 'deep' }
  if (pixels * head.channels * bytesEach > MOST_HELD) return { refused: 'pixels' }
  if (Math.max(head.width, height) > LONGEST_SIDE) return { refused: 'sides' }
  try {
    return { pictures: await drawn(kind, bytes) }
  } catch {
    // the library's words are about its own inside
    return { refused: 'damaged' }
  }
}

/** Decoded once, in the largest width; the smaller ones are made from that. Nothing but pixels is handed on. */
async function drawn(kind: ImageKind, bytes: Uint8Array): Promise<Picture[]> {
  const { widths, ratio } = IMAGES[kind]
  const largest = Math.max(...widths)
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
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

/** By the first bytes, as browsers judge it; what the sender calls it is not asked. */
function isKnown(bytes: Uint8Array): boolean {
  const isJpeg = starts(bytes, 0, [0xff, 0xd8, 0xff])
  const isPng = starts(bytes, 0, [0x89, ...letters('PNG\r\n\x1a\n')])
  const isWebp = starts(bytes, 0, letters('RIFF')) && starts(bytes, 8, letters('WEBP'))
  return isJpeg || isPng || isWebp
}
