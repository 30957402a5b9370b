/**
 * The checksum of gzip (CRC-32) of a text put together from parts, out of the checksums of the parts. It is the remainder
 * of a division of polynomials over two elements: what stands behind a part only multiplies its remainder by a power of x.
 * Bits stand in reverse, x^0 highest, as in zlib's own crc32_combine.
 */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

/** The product of two remainders. */
export function times(one: number, other: number): number {
  let product = 0
  for (let bit = ONE, shifted = other; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1
  }
  return product >>> 0
}

/** x to the power of 8 · 2^n, at n */
const powers = [0x00800000]
for (let n = 1; n < 48; n++) powers[n] = times(powers[n - 1]!, powers[n - 1]!)

/** What the checksum of a part is multiplied by when so many bytes stand behind it. */
export function behind(bytes: number): number {
  let factor = ONE
  for (let rest = bytes, n = 0; rest > 0; rest = Math.floor(rest / 2), n++)
    if (rest % 2 === 1) factor = times(powers[n]!, factor)
  return factor >>> 0
}
