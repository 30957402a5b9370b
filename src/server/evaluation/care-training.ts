/**
 * Learns the weights of the care model from sentences (docs/decisions/062): logistic regression by AdaGrad, in an order
 * that is always the same, so that the same sentences give the same weights.
 */
import { FEATURES, featuresOf, normalized } from '#contract/care-features.ts'

export interface CareSentence {
  text: string
  care: boolean
}

export interface CareModel {
  bias: number
  unit: number
  packed: string
}

/** Chosen by cross-validation on the training set. */
const ROUNDS = 15
const RATE = 0.05
const SHRINK = 2e-5
/** How many features are kept, those with the most weight first. More make the file larger and the model hardly better. */
const MAX_KEPT = 42_000

export function trainCare(sentences: CareSentence[]): CareModel {
  const examples = sentences.map(({ text, care }) => {
    const { weights, scale } = featuresOf(normalized(text))
    return { care, features: [...weights].map(([feature, weight]): [number, number] => [feature, weight * scale]) }
  })
  const weights = new Float64Array(FEATURES)
  const squares = new Float64Array(FEATURES).fill(1e-6)
  const next = numbersFrom(7)
  let [bias, biasSquares] = [0, 1e-6]
  for (let round = 0; round < ROUNDS; round++)
    for (const { care, features } of shuffled(examples, next)) {
      const sum = features.reduce((sum, [feature, weight]) => sum + weights[feature]! * weight, bias)
      const error = 1 / (1 + Math.exp(-sum)) - (care ? 1 : 0)
      biasSquares += error * error
      bias -= (RATE * error) / Math.sqrt(biasSquares)
      for (const [feature, weight] of features) {
        const slope = error * weight + SHRINK * weights[feature]!
        squares[feature]! += slope * slope
        weights[feature]! -= (RATE * slope) / Math.sqrt(squares[feature]!)
      }
    }
  return { bias: Number(bias.toFixed(4)), ...pack(weights, countsOf(examples)) }
}

function countsOf(examples: { features: [number, number][] }[]): Uint32Array {
  const counts = new Uint32Array(FEATURES)
  for (const { features } of examples) for (const [feature] of features) counts[feature]!++
  return counts
}

/** A feature matters more the more often it occurs. */
function pack(weights: Float64Array, counts: Uint32Array): Omit<CareModel, 'bias'> {
  const kept = [...counts.keys()]
    .filter((feature) => counts[feature]! > 0)
    .map((feature) => ({ feature, matters: Math.abs(weights[feature]!) * Math.sqrt(counts[feature]!) }))
    .sort((a, b) => b.matters - a.matters || a.feature - b.feature)
    .slice(0, MAX_KEPT)
    .map(({ feature }) => feature)
    .sort((a, b) => a - b)
  const unit = kept.reduce((most, feature) => Math.max(most, Math.abs(weights[feature]!)), 0) / 127
  const bytes: number[] = []
  let last = 0
  for (const feature of kept) {
    const rounded = Math.round(weights[feature]! / unit)
    if (rounded === 0) continue
    for (let rest = feature - last; ; rest >>>= 7) {
      bytes.push(rest < 128 ? rest : (rest & 127) | 128)
      if (rest < 128) break
    }
    bytes.push(rounded & 255)
    last = feature
  }
  return { unit: Number(unit.toPrecision(6)), packed: Buffer.from(bytes).toString('base64') }
}

/** A linear congruential generator: the same numbers for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
    return state / 0x7f_ff_ff_ff
  }
}

function shuffled<One>(all: One[], next: () => number): One[] {
  const order = [...all]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1)) % (at + 1)
    const moved = order[at]!
    order[at] = order[other]!
    order[other] = moved
  }
  return order
}
