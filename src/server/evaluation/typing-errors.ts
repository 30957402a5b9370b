/**
 * Puts typing errors into questions: a letter left out, doubled, replaced by its neighbour on the keyboard, or swapped with the
 * next one. The seed is the question itself, so that every run asks the same.
 */
import { createHash } from 'node:crypto'

/** A shorter word is seldom misspelled, and then nobody could tell what was meant. */
const MIN_LETTERS = 4
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** The question with an error in this many of its words, or in all that are long enough. */
export function mistyped(question: string, errors: number): string {
  const draw = drawer(question)
  const words = question.split(/(\p{L}+)/u)
  const places = words.flatMap((word, place) => (place % 2 === 1 && isTelling(word) ? [place] : []))
  for (let left = Math.min(errors, places.length); left > 0; left--) {
    const [place] = places.splice(draw(places.length), 1)
    words[place!] = misspelled(words[place!]!, draw)
  }
  return words.join('')
}

/** An error in "with" or "have" changes nothing for a search, so it would only make the figures look better. */
const COMMON = new Set(
  'about after also been before being cant could does doing dont down from have having into just more most much only other over same should some such than that their them then there these they this those very want were what when where which while will with would your'.split(
    ' ',
  ),
)
const isTelling = (word: string) => word.length >= MIN_LETTERS && !COMMON.has(word.toLowerCase())

type Draw = (below: number) => number

/** Pseudo-random numbers. */
function drawer(seed: string): Draw {
  let nth = 0
  return (below) => createHash('sha256').update(`${seed}\n${nth++}`).digest().readUInt32BE(0) % below
}

function misspelled(word: string, draw: Draw): string {
  // the first letter stays: people seldom mistype it
  const at = 1 + draw(word.length - 1)
  const [before, letter, rest] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
  const errors = [
    () => before + rest,
    () => before + letter + letter + rest,
    () => before + neighbourOf(letter, draw) + rest,
    () => (rest === '' ? before.slice(0, -1) + letter + before.at(-1) : before + rest[0] + letter + rest.slice(1)),
  ]
  const wrong = errors[draw(errors.length)]!()
  // two equal letters were swapped
  return wrong === word ? before + rest : wrong
}

function neighbourOf(letter: string, draw: Draw): string {
  const row = ROWS.find((keys) => keys.includes(letter.toLowerCase()))
  if (!row) return 'e'
  const at = row.indexOf(letter.toLowerCase())
  const near = [row[at - 1], row[at + 1]].filter((key) => key !== undefined)
  return near[draw(near.length)]!
}
