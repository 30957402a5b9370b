/**
 * The kinds of files that phones, cameras and broken transfers make of a JPEG, PNG or WebP: which are drawn, and which
 * are refused with a sentence. Without HTTP, through the process that decodes.
 */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SAY_IMAGE } from '#contract/media-words.ts'
import { chunk, corners, cornersOf, flatPng, grainy, headOfPng } from '#test/images.ts'
import { makeEncoder } from './encoder.ts'

const encoder = makeEncoder()
/** Returns the largest stored image, or the sentence of the refusal. */
const stored = (bytes: Buffer): Promise<Buffer | string> =>
  encoder.encode('avatar', bytes, 'ana').then(
    (pictures) => Buffer.from(pictures.at(-1)!.bytes),
    (thrown: Error) => thrown.message,
  )
async function drawn(bytes: Buffer): Promise<Buffer> {
  const picture = await stored(bytes)
  if (typeof picture === 'string') throw new Error(picture)
  return picture
}

const UPRIGHT = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight']
const SIDE = 600

const noisy = () => grainy(SIDE, SIDE)
const phone = await (await noisy()).jpeg().toBuffer()
const progressive = await (await noisy()).jpeg({ progressive: true }).toBuffer()
const png = await (await noisy()).png().toBuffer()
const interlaced = await (await noisy()).png({ progressive: true }).toBuffer()
const webp = await (await noisy()).webp().toBuffer()

const without = (bytes: Buffer, last: number) => bytes.subarray(0, bytes.length - last)
const share = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part))
const END_OF_PNG = 12

/** A segment of a JPEG: its marker, its length and its data. */
function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const afterStart = (jpeg: Buffer, ...more: Buffer[]) => Buffer.concat([jpeg.subarray(0, 2), ...more, jpeg.subarray(2)])
/** An EXIF block that states only the orientation. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}
/** A second picture in another file, of which no corner is like one of the first. */
const other = await corners(80, 80).rotate(180).jpeg().toBuffer()
const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(40_000, 7)])
/** Changes one bit in the middle, as a broken memory card does. */
function broken(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[Math.floor(copy.length / 2)]! ^= 0x10
  return copy
}
/** Changes the frame header of a JPEG: a byte of depth, two of height, two of width. */
function reframed(jpeg: Buffer, change: (frame: Buffer) => void): Buffer {
  const copy = Buffer.from(jpeg)
  change(copy.subarray(copy.indexOf(Buffer.from([0xff, 0xc0])) + 4))
  return copy
}
const afterHead = (bytes: Buffer, ...more: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, 33), ...more, bytes.subarray(33)])
const badSum = (type: string) => {
  const whole = chunk(type, Buffer.from('Title\0a beach'))
  whole[whole.length - 1]! ^= 1
  return whole
}

describe('drawn upright:', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a JPEG without its last byte', () => without(phone, 1)],
    ['a JPEG without its end marker', () => without(phone, 2)],
    ['a JPEG without its last twenty bytes', () => without(phone, 20)],
    ['a JPEG without its last tenth', () => share(phone, 0.9)],
    [
      'a JPEG without its last bytes, on its side',
      async () =>
        without(
          await sharp(await sharp(png).rotate(270).toBuffer())
            .jpeg()
            .withMetadata({ orientation: 6 })
            .toBuffer(),
          9,
        ),
    ],
    ['a progressive JPEG without its last bytes', () => without(progressive, 9)],
    ['half a progressive JPEG, which is only less sharp', () => share(progressive, 0.5)],
    ['a PNG without its end', () => without(png, END_OF_PNG)],
    ['a PNG without the end of its pixels', () => without(png, END_OF_PNG + 9)],
    ['a PNG without its last tenth', () => share(png, 0.9)],
    ['a JPEG of four inks', async () => (await noisy()).toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG of 16 bits a colour', async () => (await noisy()).toColourspace('rgb16').png().toBuffer()],
    ['a PNG with a palette', async () => (await noisy()).png({ palette: true, colours: 64 }).toBuffer()],
    ['a photograph with a film after it, as phones take them', () => Buffer.concat([phone, mp4])],
    ['a file of two photographs, or with a map of brightness after it', () => Buffer.concat([phone, other, other])],
    ['a photograph without its end marker and with a film', () => Buffer.concat([without(phone, 2), mp4])],
    ['a JPEG with a second EXIF block', () => afterStart(phone, exif(1), exif(6))],
    ['a JPEG with an empty EXIF block', () => afterStart(phone, segment(0xe1, Buffer.from('Exif\0\0', 'latin1')))],
    ['a JPEG whose EXIF block is cut off', () => afterStart(phone, segment(0xe1, exif(6).subarray(4, 22)))],
    ['a PNG with a wrong sum in a chunk of words', () => afterHead(png, badSum('tEXt'))],
    ['a PNG with bytes after its end', () => Buffer.concat([png, mp4])],
    ['a WebP with bytes after its end', () => Buffer.concat([webp, mp4])],
  ])('%s', async (_, make) => {
    expect(await cornersOf(await drawn(await make()))).toEqual(UPRIGHT)
  })

  test.each<[string, () => Promise<Buffer>]>([
    ['a grey JPEG', () => sharp(png).greyscale().jpeg().toBuffer()],
    ['a grey PNG with transparency', () => sharp(png).greyscale().ensureAlpha(0.5).png().toBuffer()],
    [
      'a black PNG of one bit a pixel',
      () => sharp(png).greyscale().threshold().png({ palette: true, colours: 2 }).toBuffer(),
    ],
    // the colours after it are wrong
    ['a JPEG with one wrong byte in the middle', async () => broken(phone)],
    ['one pixel', () => corners(8, 8).resize(1, 1).png().toBuffer()],
    ['a panorama of 16,000 by 1', async () => flatPng(16_000, 1)],
    ['a tower of 1 by 16,000', async () => flatPng(1, 16_000)],
  ])('%s', async (_, make) => {
    expect(await sharp(await drawn(await make())).metadata()).toMatchObject({ format: 'webp', width: 288, height: 288 })
  })

  test('what is missing of a JPEG is grey, and the rest is there', async () => {
    const picture = await drawn(share(phone, 0.8))
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
    const lowest = data.subarray((info.height - 3) * info.width * 3)
    expect(Math.max(...lowest) - Math.min(...lowest)).toBeLessThan(8)
  })

  test('the largest allowed JPEG without its last bytes stays within the memory limit', async () => {
    const large = sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#e02020' } })
    for (const options of [{}, { progressive: true, chromaSubsampling: '4:4:4' }]) {
      const whole = await large.clone().jpeg(options).withMetadata({ orientation: 8 }).toBuffer()
      await drawn(without(whole, 9))
    }
  }, 60_000)

  test('the colours of a wide gamut are converted to those of screens', async () => {
    // this green of Display P3 lies within sRGB, with other numbers
    const wide = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'rgb(120, 200, 90)' } })
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const seen = await sharp(await drawn(wide))
      .raw()
      .toBuffer()
    const numbers = await sharp(wide, { ignoreIcc: true }).raw().toBuffer()
    expect(Math.abs(seen[0]! - 120), 'red').toBeLessThan(5)
    expect(Math.abs(numbers[0]! - 120), 'the file has other numbers').toBeGreaterThan(10)
  })
})

describe('refused with a sentence:', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a JPEG of which more than a quarter is missing', () => share(phone, 0.6), SAY_IMAGE.damaged],
    ['the first rows of a JPEG', () => share(phone, 0.1), SAY_IMAGE.damaged],
    ['the header of a JPEG', () => phone.subarray(0, phone.indexOf(Buffer.from([0xff, 0xda])) + 16), SAY_IMAGE.damaged],
    ['the first outline of a progressive JPEG', () => share(progressive, 0.02), SAY_IMAGE.damaged],
    ['two thirds of a PNG', () => share(png, 0.66), SAY_IMAGE.damaged],
    ['the header of a PNG', () => png.subarray(0, 33), SAY_IMAGE.damaged],
    // the decoder draws nothing of these
    ['an interlaced PNG without its end', () => share(interlaced, 0.9), SAY_IMAGE.damaged],
    ['a WebP without its end', () => without(webp, 9), SAY_IMAGE.damaged],
    ['a JPEG of 12 bits a colour', () => reframed(phone, (frame) => frame.writeUInt8(12, 0)), SAY_IMAGE.damaged],
    ['a JPEG of no height', () => reframed(phone, (frame) => frame.writeUInt16BE(0, 1)), SAY_IMAGE.damaged],
    ['a JPEG of no width', () => reframed(phone, (frame) => frame.writeUInt16BE(0, 3)), SAY_IMAGE.damaged],
    ['a PNG of no height', () => headOfPng(40, 0), SAY_IMAGE.damaged],
    [
      'a small JPEG that states 400 megapixels',
      () => reframed(phone, (frame) => frame.writeUInt32BE(20_000 * 65_537, 1)),
      SAY_IMAGE.pixels,
    ],
    ['a PNG with a wrong sum in its pixels', () => broken(png), SAY_IMAGE.damaged],
    [
      'a photograph of 24.5 megapixels',
      () =>
        reframed(phone, (frame) => {
          frame.writeUInt16BE(4284, 1)
          frame.writeUInt16BE(5712, 3)
        }),
      SAY_IMAGE.pixels,
    ],
  ])('%s', async (_, make, sentence) => {
    expect(await stored(await make())).toBe(sentence)
  })
})
