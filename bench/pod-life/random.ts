/** Random numbers that are the same in each run with the same seed. */
export interface Random {
  /** from 0 to 1, without 1 */
  share(): number
  is(probability: number): boolean
  /** a whole number from `least` to `most`, both included */
  whole(least: number, most: number): number
  /** of an exponential distribution whose mean is 1 */
  exponential(): number
  /** one of these values; their shares sum to 1 */
  among<Value>(values: readonly [Value, number][]): Value
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    share,
    is: (probability) => share() < probability,
    whole: (least, most) => least + Math.floor(share() * (most - least + 1)),
    exponential: () => -Math.log(1 - share()),
    among(values) {
      let left = share()
      for (const [value, part] of values) {
        left -= part
        if (left < 0) return value
      }
      return values.at(-1)![0]
    },
  }
}
