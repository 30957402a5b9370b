/**
 * Combines the CRC-32 checksums of parts into the checksum of the whole, for gzip. A CRC is the remainder of a polynomial
 * division over GF(2); bytes that follow a part multiply its remainder by a power of x. Bits are reversed, with x^0 highest,
 * as in crc32_combine of zlib.
 */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

/** Returns the product of two remainders. */
export function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = ONE, shifted = other; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1
  }
  return product >>> 0
}

/** x to the power of 8 · 2^n, at n */
const powers = [0x00800000]
for (let n = 1; n < 48; n++) powers[n] = multiply(powers[n - 1]!, powers[n - 1]!)

/** Returns the factor for the checksum of a part that is followed by this number of bytes. */
export function shiftFactor(bytes: number): number {
  let factor = ONE
  for (let rest = bytes, n = 0; rest > 0; rest = Math.floor(rest / 2), n++)
    if (rest % 2 === 1) factor = multiply(powers[n]!, factor)
  return factor >>> 0
}
