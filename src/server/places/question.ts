/** What somebody has typed, understood: the name of a town, where it is to lie, a postal code. Pure. */
import { folded } from './folding.ts'
import { type Area, areasCalled, within } from './regions.ts'

/** One way to read the words. */
export interface Reading {
  /** folded */
  name: string
  /** where it lies; null: anywhere */
  areas: Area[] | null
  /** of those, the ones that are called exactly as it stands there: "MI" may become Minnesota, but is Michigan */
  exact: Area[]
}

/** No name of a place is longer, in code points. */
const LONGEST = 100
/** So many words may name a country or a part of one: "United States of America". */
const AREA_WORDS = 4
/** Ways to read them besides the first. */
const MOST = 4

/** The likeliest first; none: these are no words. */
export function readingsOf(words: string): Reading[] {
  if ([...words].length > LONGEST) return []
  const parts = words.split(',').map(folded).filter(Boolean)
  const whole: Reading = { name: parts.join(' '), areas: null, exact: [] }
  if (parts.length === 0) return []
  if (parts.length > 1) return [...byCommas(parts), whole].slice(0, 1 + MOST)
  return [whole, ...byWords(whole.name.split(' '), null, [])].slice(0, 1 + MOST)
}

/** "Portland, OR, USA": as many as possible of the last parts say where. */
function byCommas(parts: string[]): Reading[] {
  for (let first = 1; first < parts.length; first++) {
    const reading = inAll(parts.slice(0, first).join(' '), parts.slice(first))
    if (reading) return [reading]
  }
  return []
}

/** Of the last one it may only be the beginning that is typed by now. */
function inAll(name: string, where: string[]): Reading | null {
  let reading: Reading = { name, areas: null, exact: [] }
  for (const [at, words] of where.entries()) {
    const { exact, begun } = areasCalled(words)
    const areas = at === where.length - 1 ? [...new Set([...exact, ...begun])] : exact
    const both = reading.areas === null
    reading = {
      name,
      areas: both ? areas : within(reading.areas!, areas),
      exact: both ? exact : within(reading.exact, exact.length > 0 ? exact : areas),
    }
    if (reading.areas!.length === 0) return null
  }
  return reading
}

/** "portland oregon usa": the same without commas; then only names that are written out. */
function byWords(words: string[], areas: Area[] | null, inside: Area[]): Reading[] {
  const found: Reading[] = []
  for (let count = Math.min(AREA_WORDS, words.length - 1); count > 0; count--) {
    const tail = words.slice(-count).join(' ')
    const { exact, begun } = areasCalled(tail)
    // the last word may be half typed
    const could = exact.length > 0 || areas !== null || tail.length < 3 ? exact : begun
    const both = areas === null ? could : within(areas, could)
    if (both.length === 0) continue
    const head = words.slice(0, -count)
    const sure = areas === null ? exact : within(inside, exact)
    found.push({ name: head.join(' '), areas: both, exact: sure }, ...byWords(head, both, sure))
  }
  return found
}

export interface Coded {
  /** as it is looked for */
  code: string
  /** what is written around it */
  rest: string
}

const US_CODE = /(?<![\p{L}\p{N}])(\d{5})(?:-\d{4})?(?![\p{L}\p{N}])/u
/** Of a Canadian one the first three say where; the rest may be half typed. */
const CANADIAN_CODE = /(?<![\p{L}\p{N}])([a-z]\d[a-z])(?:\s?\d(?:[a-z]\d?)?)?(?![\p{L}\p{N}])/iu

/** The postal code in these words, if there is one; what follows it last counts: house numbers come first. */
export function codeIn(words: string): Coded | null {
  for (const shape of [US_CODE, CANADIAN_CODE]) {
    const found = [...words.matchAll(new RegExp(shape, `${shape.flags}g`))].at(-1)
    if (!found) continue
    const rest = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`
    return { code: found[1]!.toLowerCase(), rest: rest.replace(/\s+/g, ' ').trim() }
  }
  return null
}

/** So many parts may stand before the town. */
const BEFORE = 4

/** "Main Street 5, Portland, OR": the same without what stands first, as long as the name of a town may be left. */
export function withoutStreet(address: string): string[] {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts
    .slice(1, 1 + BEFORE)
    .map((_, at) => parts.slice(at + 1))
    .filter((left) => left.length > 1 || areasCalled(folded(left[0]!)).exact.length === 0)
    .map((left) => left.join(', '))
}
