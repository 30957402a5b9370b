/** Embeddings: vectors of length 1, how they are stored in ordinary columns, and the similarity of two of them. */

export interface Embeddings {
  /** The index remembers which model made a vector; vectors of two models cannot be compared. */
  model: string
  /**
   * Returns one vector of length 1 per text, all with the same number of dimensions. Throws if the model does not
   * answer.
   */
  embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>
  stop(): Promise<void>
}

/** Scales a vector to length 1; a vector of zeros stays as it is. */
export function unit(vector: ArrayLike<number>): Float32Array {
  const scaled = Float32Array.from(vector)
  const length = Math.hypot(...scaled)
  return length === 0 ? scaled : scaled.map((value) => value / length)
}

export const SIGNATURE_BITS = 512

/**
 * Returns 512 signs as the text of a bit string: the nearer two vectors are, the fewer bits differ. With 512 dimensions
 * these are the signs of the vector; otherwise those of 512 random projections (Charikar, 2002), always the same ones.
 */
export function signatureOf(vector: Float32Array): string {
  if (vector.length === SIGNATURE_BITS) return Array.from(vector, sign).join('')
  const planes = planesOf(vector.length)
  return Array.from({ length: SIGNATURE_BITS }, (_, bit) => {
    let sum = 0
    for (let at = 0; at < vector.length; at++) sum += vector[at]! * planes[bit * vector.length + at]!
    return sign(sum)
  }).join('')
}

const sign = (value: number) => (value >= 0 ? '1' : '0')

const planes = new Map<number, Int8Array>()

/**
 * Projections of +1 and -1, from a generator with a fixed seed (mulberry32). They preserve angles as normal ones do.
 */
function planesOf(dimensions: number): Int8Array {
  const known = planes.get(dimensions)
  if (known) return known
  let state = 0x5eed ^ dimensions
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const made = Int8Array.from({ length: SIGNATURE_BITS * dimensions }, () => (next() & 1 ? 1 : -1))
  planes.set(dimensions, made)
  return made
}

/**
 * Returns one signed byte per dimension, scaled so that the largest is 127. The scale is lost: a cosine does not need
 * it.
 */
export function bytesOf(vector: Float32Array): Buffer {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / most) * 127)).buffer)
}

/** Returns the cosine, from -1 to 1, of a vector and a stored one; 0 if they cannot be compared. */
export function cosineOf(vector: Float32Array, bytes: Buffer): number {
  if (bytes.length !== vector.length) return 0
  const kept = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  let [dot, squares] = [0, 0]
  for (let at = 0; at < vector.length; at++) {
    dot += vector[at]! * kept[at]!
    squares += kept[at]! * kept[at]!
  }
  return squares === 0 ? 0 : dot / Math.sqrt(squares)
}
