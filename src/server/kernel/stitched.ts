/**
 * A text with holes that are filled anew for each answer, plain or gzipped. What lies between the holes is deflated
 * once: gzip is a row of blocks, so a filling goes in as a block of its own, stored as it is (RFC 1951 and 1952).
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** The longest filling: a stored block counts its bytes in 16 bits. */
const MOST = 65_535
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** the last block, empty */
const END = Buffer.from([3, 0])

export interface Stitched {
  /** held in memory, in bytes */
  size: number
  plain(filling: string): Buffer
  gzipped(filling: string): Buffer
}

/** `hole` is what marks the holes in `text`. */
export function stitched(text: string, hole: string): Stitched {
  const pieces = text.split(hole).map((piece) => Buffer.from(piece))
  // each ends at a whole byte and refers to nothing before it
  const deflated = pieces.map((piece) =>
    piece.length === 0 ? piece : deflateRawSync(piece, { level: 6, finishFlush: constants.Z_FULL_FLUSH }),
  )
  return {
    size: [...pieces, ...deflated].reduce((sum, { length }) => sum + length, 0),
    plain: (filling) => Buffer.concat(between(pieces, bytesOf(filling))),
    gzipped(filling) {
      const bytes = bytesOf(filling)
      const whole = between(pieces, bytes)
      const foot = Buffer.alloc(8)
      foot.writeUInt32LE(whole.reduce((sum, part) => crc32(part, sum), 0))
      foot.writeUInt32LE(whole.reduce((sum, { length }) => sum + length, 0) % 2 ** 32, 4)
      return Buffer.concat([HEAD, ...between(deflated, stored(bytes)), END, foot])
    },
  }
}

function bytesOf(filling: string): Buffer {
  const bytes = Buffer.from(filling)
  if (bytes.length > MOST) throw new Error(`A filling has at most ${MOST} bytes`)
  return bytes
}

function between(pieces: Buffer[], filling: Buffer): Buffer[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [filling, piece]))
}

/** A block that is not compressed, and not the last one. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}
