/**
 * A gzip template: a text with placeholders that are filled for each response, plain or compressed. The text between the
 * placeholders is compressed once. Gzip is a sequence of blocks, so a value is inserted as an uncompressed block of its own
 * (RFC 1951 and 1952).
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { multiply, shiftFactor } from './crc.ts'

/** The longest value in bytes: an uncompressed block has a length of 16 bits. */
const MAX_VALUE_BYTES = 65_535
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** the last block, empty */
const END = Buffer.from([3, 0])

export interface GzipTemplate {
  /** the memory that it holds, in bytes */
  size: number
  plain(filling: string): Buffer
  gzipped(filling: string): Buffer
}

/** `hole` is the text that marks a placeholder. */
export function gzipTemplate(text: string, hole: string): GzipTemplate {
  const pieces = compact(text.split(hole).map((piece) => Buffer.from(piece)))
  // each ends at a byte boundary and does not refer to earlier data
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

/** Copies the pieces: each short one would otherwise keep a whole 16 KB buffer of zlib alive. */
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
 * Returns checksum and length of the whole with a value. The cost does not grow with the number of pieces: values of one
 * length leave all offsets alone, so the contribution of the pieces and the factor for the value are computed once.
 */
function checksumOf(pieces: Buffer[]) {
  const sums = pieces.map((piece) => crc32(piece))
  let known = { filling: -1, length: 0, ofPieces: 0, ofHoles: 0 }
  const find = (filling: number) => {
    const found = { filling, length: 0, ofPieces: 0, ofHoles: 0 }
    for (let index = pieces.length - 1; index >= 0; index--) {
      found.ofPieces ^= multiply(shiftFactor(found.length), sums[index]!)
      found.length += pieces[index]!.length
      if (index === 0) break
      found.ofHoles ^= shiftFactor(found.length)
      found.length += filling
    }
    return found
  }
  return (filling: Buffer) => {
    if (known.filling !== filling.length) known = find(filling.length)
    return { sum: (known.ofPieces ^ multiply(known.ofHoles, crc32(filling))) >>> 0, length: known.length }
  }
}

function bytesOf(filling: string): Buffer {
  const bytes = Buffer.from(filling)
  if (bytes.length > MAX_VALUE_BYTES) throw new Error(`A filling has at most ${MAX_VALUE_BYTES} bytes`)
  return bytes
}

function between(pieces: Buffer[], filling: Buffer): Buffer[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [filling, piece]))
}

/** An uncompressed block that is not the last one. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}
