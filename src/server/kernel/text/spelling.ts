/** Edit distance between two words. Pure. */

/**
 * The maximum number of mistakes: none below four letters, one below six, otherwise two. Two swapped letters are one
 * mistake.
 */
export const maxMistakes = (name: string) => (name.length < 4 ? 0 : name.length < 6 ? 1 : 2)

/** Returns the Damerau-Levenshtein distance: letters to insert, delete, replace, or swap with their neighbour. */
export function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const exchanged = last[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, exchanged, isSwap ? before[j - 2]! + 1 : Infinity)
    }
    ;[before, last] = [last, row]
  }
  return last[other.length]!
}
