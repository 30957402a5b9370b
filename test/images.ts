/** Images for tests, generated when needed: real ones, and ones that are made to do harm. */
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { Browser } from './client.ts'

export const OWN = '/api/v1/me/images/avatar'

export interface Sent {
  status: number
  url?: string
  message?: string
  retryAfter: string | null
}
/** Uploads as the page does: the bytes and nothing else. */
export async function sendImage(
  at: string,
  browser: Browser | undefined,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const answer = await fetch(at + path, {
    method: 'PUT',
    headers: {
      origin: at,
      'content-type': 'application/octet-stream',
      cookie: browser?.cookieHeader() ?? '',
      ...headers,
    },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit)
  const json = (await answer.json()) as { url?: string; message?: string }
  return { status: answer.status, url: json.url, message: json.message, retryAfter: answer.headers.get('retry-after') }
}

/** Four corners of different colours, so that the orientation of a picture can be checked. */
export const CORNERS = { topLeft: '#e02020', topRight: '#20a020', bottomLeft: '#2030d0', bottomRight: '#e0d020' }

/** `width` by `height` px, as the photographer saw it. */
export function corners(width: number, height: number): Sharp {
  const [w, h] = [Math.floor(width / 2), Math.floor(height / 2)]
  const block = (fill: string, x: number, y: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`
  const { topLeft, topRight, bottomLeft, bottomRight } = CORNERS
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${block(topLeft, 0, 0)}
${block(topRight, w, 0)}${block(bottomLeft, 0, h)}${block(bottomRight, w, h)}</svg>`),
  ).flatten()
}

/** The same with noise, as a camera adds it: each row has about as many bytes as the others, and the file is large. */
export async function grainy(width: number, height: number): Promise<Sharp> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = sharp({ create: { width, height, channels: 3, background: '#888', noise } }).ensureAlpha(0.2)
  const input = await grain.raw().toBuffer()
  const both = corners(width, height).composite([{ input, raw: { width, height, channels: 4 } }])
  const { data, info } = await both.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width, height, channels: info.channels } })
}

/** The colour in each corner of a picture, rounded to the nearest of the four. */
export async function cornersOf(bytes: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)]
  const [near, right, bottom] = [Math.floor(width / 8), width - Math.floor(width / 8), height - Math.floor(height / 8)]
  return [at(near, Math.floor(height / 8)), at(right, Math.floor(height / 8)), at(near, bottom), at(right, bottom)].map(
    nearest,
  )
}

function nearest(color: number[]): string {
  const far = (hex: string) =>
    [1, 3, 5].reduce((sum, at, index) => sum + (Number.parseInt(hex.slice(at, at + 2), 16) - color[index]!) ** 2, 0)
  const [best] = Object.entries(CORNERS).sort(([, one], [, other]) => far(one) - far(other))
  return best![0]
}

/** The metadata that a camera writes beside the pixels; each of these words must be gone afterwards. */
export const METADATA_WORDS = ['GPSLatitude', 'Kettle Camera', 'W7 Harbour Road', 'photoshop']
export function withPlace(picture: Sharp): Sharp {
  return picture
    .withExif({
      IFD0: { Make: 'Kettle Camera', ImageDescription: 'W7 Harbour Road', Artist: 'GPSLatitude' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '53/1 47/1 5976/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '1/1 32/1 4100/100',
      },
    })
    .withXmp(
      `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="W7 Harbour Road"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
    )
}

export const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A PNG that declares this size, in grey, with black pixels: a few kilobytes that decode to hundreds of megabytes. */
export function flatPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Only the beginning of such a file: generating the rest would take as long as decoding it. */
export function headOfPng(width: number, height: number, depth: 8 | 16 = 8): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, 6, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
