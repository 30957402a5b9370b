/** How much a text sounds like those that need help, by the model of care-weights.ts. */
import { featuresOf, normalized, windowsOf } from './care-features.ts'
import { CARE_WEIGHTS } from './care-weights.ts'

let weights: Map<number, number> | undefined

/** A window counts less the more there are, because each of them can be wrong. */
const PER_WINDOW = 0.4

/**
 * The logarithm of the odds: 0 is undecided. Of a long text, the highest score of its parts. Linear in the length of the
 * text.
 */
export function careScore(text: string): number {
  const words = normalized(text)
  if (words.every((word) => word === '.')) return -Infinity
  const windows = windowsOf(words)
  let highest = -Infinity
  for (const words of windows) highest = Math.max(highest, scoreOf(words))
  return highest - PER_WINDOW * Math.log(windows.length)
}

function scoreOf(words: string[]): number {
  weights ??= unpacked()
  const features = featuresOf(words)
  let sum = 0
  for (const [feature, weight] of features.weights) sum += (weights.get(feature) ?? 0) * weight
  return CARE_WEIGHTS.bias + sum * features.scale
}

/**
 * For each feature the distance to the one before (seven bits a byte, the lowest first; the eighth bit: more follows),
 * then its weight as a signed byte, in units of `unit`.
 */
function unpacked(): Map<number, number> {
  const bytes = Uint8Array.from(atob(CARE_WEIGHTS.packed), (letter) => letter.charCodeAt(0))
  const found = new Map<number, number>()
  let feature = 0
  for (let at = 0; at < bytes.length; ) {
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      feature += (byte & 127) << shift
      if (byte < 128) break
    }
    found.set(feature, ((bytes[at++]! << 24) >> 24) * CARE_WEIGHTS.unit)
  }
  return found
}
