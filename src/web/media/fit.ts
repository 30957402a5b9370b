/** Computes how large a picture is kept in memory while its part is selected. Units: pixels. */
import type { Size } from './crop-area.ts'

/** Below the 16.7 megapixels that a canvas of an iPhone may have. A bitmap of this size takes 64 MB. */
const MAX_PIXELS = 16_000_000
const MAX_SIDE_PX = 8192
/** The largest photographs of phones have 200 megapixels. Decoding more could end the tab. */
const MAX_DECODED_PIXELS = 220_000_000

export const isTooLargeToDecode = ({ width, height }: Size): boolean => width * height > MAX_DECODED_PIXELS

/** Returns the picture's own size, or if it is too large the largest one of the same shape. */
export function fittedSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}
