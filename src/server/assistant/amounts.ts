/** Numbers with their units, as "5 ml" and "7 am". The same number with another unit is another amount. */
import { valuesOf, WORD } from './words.ts'

const UNITS = new Set(
  `mg mcg µg g kg ml cl dl l iu oz lb lbs st am pm c f mm cm m km ft hr hrs h min mins s sec secs % ° °c °f
  milligram microgram gram kilo kilogram millilitre milliliter litre liter ounce pound stone teaspoon teaspoonful tablespoon
  tablespoonful spoon spoonful drop dose puff pill tablet capsule sachet cup glass bottle degree percent second minute hour day
  night week fortnight month year metre meter centimetre inch foot feet mile dollar euro cent penny pence time`
    .split(/\s+/)
    .map((unit) => unit.normalize('NFKC')),
)

/** In a source, the unit may stand up to this many words after its number: "two or three long weeks". */
const MAX_WORDS_TO_UNIT = 4

/** Each number that is directly followed by a unit, with the unit. */
export const amountsOf = (text: string): string[] => pairsIn(text, 1)

/** Each number with the next unit after it. */
export const amountsIn = (source: string): Set<string> => new Set(pairsIn(source, MAX_WORDS_TO_UNIT))

function pairsIn(text: string, within: number): string[] {
  const words = partsOf(text)
  return words.flatMap((word, place) => {
    const values = word === 'a' || word === 'an' ? ['1'] : valuesOf(word)
    const unit =
      values.length === 0 ? undefined : words.slice(place + 1, place + 1 + within).find((next) => UNITS.has(next))
    return unit === undefined ? [] : values.map((value) => `${value} ${unit}`)
  })
}

/**
 * Words, numbers and signs of units in the singular: "5ml" becomes "5 ml", "7 p.m." becomes "7 pm", and "21st" becomes
 * 21.
 */
const partsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\b([ap])\.\s?m\b\.?/g, '$1m')
      .replace(/(?<=\p{N})(?:st|nd|rd|th)\b/gu, '')
      .match(new RegExp(`\\p{N}+(?:[.,:]\\p{N}+)*|°[cf]?|%|${WORD.source}`, 'gu')) ?? []
  ).flatMap((part) => {
    const split = /^(\p{N}[\p{N}.,:]*)(\p{L}+)$/u.exec(part)
    if (split) return [split[1]!, split[2]!]
    return [part.length > 3 && !UNITS.has(part) ? part.replace(/(?<=[^s])s$/, '') : part]
  })
