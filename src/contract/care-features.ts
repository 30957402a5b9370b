/**
 * What the care model looks at in a text (docs/decisions/062): its words, pairs and triples of neighbouring words, pairs
 * with one or two words between them, and parts of words of four letters. Each is a number by a hash. The training
 * (server/evaluation/care-training.ts) and the use (care-score.ts) share this file, so they cannot differ.
 */

const BITS = 18
/** The number of different features. */
export const FEATURES = 2 ** BITS

/** Weight of a part of a word; everything else weighs 1. Chosen on the training set, by cross-validation. */
const PART_WEIGHT = 0.7
const PART_LENGTH = 4
/** Weights are scaled so that the sum of their squares is this, so that long texts do not score higher. */
const LENGTH = 80
/** A sum below this is scaled as if it were this: a few words say less. */
const MIN_LENGTH = 50
/** In words: longer texts are scored in parts, because the model has learned from short ones. */
const WINDOW = 45

const LETTERS: Record<string, string> = { ł: 'l', ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', đ: 'd' }

/** Lower case without accents and apostrophes, and " . " at the end of a sentence; a letter occurs at most twice in a row. */
export function normalized(text: string): string[] {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘`´ʼ]+/gu, '')
    .replace(/[łßœæøđ]/g, (letter) => LETTERS[letter]!)
  const sentences = letters.replace(/[.!?;:\n\r…]+/g, ' . ').replace(/[^a-z0-9.]+/g, ' ')
  const words = sentences
    .replace(/([a-z])\1{2,}/g, '$1$1')
    .trim()
    .split(/ +/)
  return words.filter((word) => word !== '')
}

/** Parts of at most `WINDOW` words; each begins in the middle of the one before, so that no sentence is only cut. */
export function windowsOf(words: string[]): string[][] {
  if (words.length <= WINDOW) return [words]
  const step = Math.ceil(WINDOW / 2)
  const windows: string[][] = []
  for (let from = 0; from + step < words.length; from += step) windows.push(words.slice(from, from + WINDOW))
  return windows
}

/**
 * The features of some words, each once, with its weight; and the factor by which all weights are scaled. Nothing spans the end
 * of a sentence.
 */
export function featuresOf(words: string[]): { weights: Map<number, number>; scale: number } {
  const weights = new Map<number, number>()
  const add = (name: string, weight = 1) => weights.set(hashOf(name), weight)
  words.forEach((word, at) => {
    if (word === '.') return
    add(`u${word}`)
    const whole = `<${word}>`
    for (let from = 0; from + PART_LENGTH <= whole.length; from++)
      add(`c${whole.slice(from, from + PART_LENGTH)}`, PART_WEIGHT)
    const [second, third, fourth] = followersOf(words, at)
    if (second) add(`b${word} ${second}`)
    if (third) add(`t${word} ${second} ${third}`)
    if (third) add(`s${word} ${third}`)
    if (fourth) add(`k${word} ${fourth}`)
  })
  let squares = 0
  for (const weight of weights.values()) squares += weight * weight
  return { weights, scale: Math.sqrt(LENGTH / Math.max(squares, MIN_LENGTH)) }
}

/** The next three words, up to the end of the sentence. */
function followersOf(words: string[], at: number): string[] {
  const next = words.slice(at + 1, at + 4)
  const end = next.indexOf('.')
  return end < 0 ? next : next.slice(0, end)
}

/** FNV-1a with a final mix. */
function hashOf(name: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85_eb_ca_6b)
  return ((hash ^ (hash >>> 13)) >>> 0) % FEATURES
}
