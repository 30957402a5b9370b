/**
 * A text with holes that are filled anew for each answer, plain or gzipped. What lies between the holes is deflated
 * once: gzip is a row of blocks, so a filling goes in as a block of its own, stored as it is (RFC 1951 and 1952).
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { behind, times } from './crc.ts'

/** The longest filling: a stored block counts its bytes in 16 bits. */
const MOST = 65_535
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** the last block, empty */
const END = Buffer.from([3, 0])

export interface GzipTemplate {
  /** held in memory, in bytes */
  size: number
  plain(filling: string): Buffer
  gzipped(filling: string): Buffer
}

/** `hole` is what marks the holes in `text`. */
export function gzipTemplate(text: string, hole: string): GzipTemplate {
  const pieces = compact(text.split(hole).map((piece) => Buffer.from(piece)))
  // each ends at a whole byte and refers to nothing before it
  const deflated = compact(
    pieces.map((piece) =>
      piece.length === 0 ? piece : deflateRawSync(piece, { level: 6, finishFlush: constants.Z_FULL_FLUSH }),
    ),
  )
  const checksum = checksumOf(pieces)
  return {
    size: [...pieces, ...deflated].reduce((sum, { length }) => sum + length, 0),
    plain: (filling) => Buffer.concat(between(pieces, bytesOf(filling))),
    gzipped(filling) {
      const bytes = bytesOf(filling)
      const { sum, length } = checksum(bytes)
      const foot = Buffer.alloc(8)
      foot.writeUInt32LE(sum)
      foot.writeUInt32LE(length % 2 ** 32, 4)
      return Buffer.concat([HEAD, ...between(deflated, stored(bytes)), END, foot])
    },
  }
}

/** The same pieces in memory of their own: each short one would hold on to a whole block of what made it, 16 KB from zlib. */
function compact(pieces: Buffer[]): Buffer[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const all = Buffer.allocUnsafeSlow(length)
  let at = 0
  return pieces.map((piece) => {
    piece.copy(all, at)
    at += piece.length
    return all.subarray(at - piece.length, at)
  })
}

/**
 * Checksum and length of the whole with a filling, at a cost that does not grow with the pieces: fillings of one length
 * leave everything else where it is, so what the pieces add and what all holes make of a filling is found once.
 */
function checksumOf(pieces: Buffer[]) {
  const sums = pieces.map((piece) => crc32(piece))
  let known = { filling: -1, length: 0, ofPieces: 0, ofHoles: 0 }
  const find = (filling: number) => {
    const found = { filling, length: 0, ofPieces: 0, ofHoles: 0 }
    for (let index = pieces.length - 1; index >= 0; index--) {
      found.ofPieces ^= times(behind(found.length), sums[index]!)
      found.length += pieces[index]!.length
      if (index === 0) break
      found.ofHoles ^= behind(found.length)
      found.length += filling
    }
    return found
  }
  return (filling: Buffer) => {
    if (known.filling !== filling.length) known = find(filling.length)
    return { sum: (known.ofPieces ^ times(known.ofHoles, crc32(filling))) >>> 0, length: known.length }
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
