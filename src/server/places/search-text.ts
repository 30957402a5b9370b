/** Parses the text of a place search: the name of a town, the area in which it lies, a postal code. Pure. */
import { folded } from './folding.ts'
import { type Area, areasCalled, areasWithin } from './regions.ts'

/** One way to read the text. */
export interface Reading {
  /** normalized by `folded` */
  name: string
  /** the area in which it lies; null for anywhere */
  areas: Area[] | null
  /** the areas of these whose name matches exactly: "MI" may be the beginning of Minnesota, but is Michigan */
  exact: Area[]
}

/** Longer texts are no names of places, in code points. */
const MAX_NAME_LENGTH = 100
/** The maximum number of words in the name of a country or region: "United States of America". */
const MAX_AREA_WORDS = 4
/** The maximum number of readings besides the first. */
const MAX_READINGS = 4

/** Returns the readings, the likeliest first; empty if the text contains no words. */
export function readingsOf(words: string): Reading[] {
  if ([...words].length > MAX_NAME_LENGTH) return []
  const parts = words.split(',').map(folded).filter(Boolean)
  const whole: Reading = { name: parts.join(' '), areas: null, exact: [] }
  if (parts.length === 0) return []
  if (parts.length > 1) return [...byCommas(parts), whole].slice(0, 1 + MAX_READINGS)
  return [whole, ...byWords(whole.name.split(' '), null, [])].slice(0, 1 + MAX_READINGS)
}

/** "Portland, OR, USA": as many of the last parts as possible name the area. */
function byCommas(parts: string[]): Reading[] {
  for (let first = 1; first < parts.length; first++) {
    const reading = inAll(parts.slice(0, first).join(' '), parts.slice(first))
    if (reading) return [reading]
  }
  return []
}

/** The last part may be only the beginning of a name, because the viewer is still typing. */
function inAll(name: string, where: string[]): Reading | null {
  let reading: Reading = { name, areas: null, exact: [] }
  for (const [at, words] of where.entries()) {
    const { exact, begun } = areasCalled(words)
    const areas = at === where.length - 1 ? [...new Set([...exact, ...begun])] : exact
    const both = reading.areas === null
    reading = {
      name,
      areas: both ? areas : areasWithin(reading.areas!, areas),
      exact: both ? exact : areasWithin(reading.exact, exact.length > 0 ? exact : areas),
    }
    if (reading.areas!.length === 0) return null
  }
  return reading
}

/** "portland oregon usa": the same without commas; then only full names of areas count. */
function byWords(words: string[], areas: Area[] | null, inside: Area[]): Reading[] {
  const found: Reading[] = []
  for (let count = Math.min(MAX_AREA_WORDS, words.length - 1); count > 0; count--) {
    const tail = words.slice(-count).join(' ')
    const { exact, begun } = areasCalled(tail)
    // the last word may be typed in part
    const could = exact.length > 0 || areas !== null || tail.length < 3 ? exact : begun
    const both = areas === null ? could : areasWithin(areas, could)
    if (both.length === 0) continue
    const head = words.slice(0, -count)
    const sure = areas === null ? exact : areasWithin(inside, exact)
    found.push({ name: head.join(' '), areas: both, exact: sure }, ...byWords(head, both, sure))
  }
  return found
}

export interface PostalCodeQuery {
  /** the code as it is searched */
  code: string
  /** the text around it */
  rest: string
}

const US_CODE = /(?<![\p{L}\p{N}])(\d{5})(?:-\d{4})?(?![\p{L}\p{N}])/u
/** Of a Canadian code the first three characters give the area; the rest may be typed in part. */
const CANADIAN_CODE = /(?<![\p{L}\p{N}])([a-z]\d[a-z])(?:\s?\d(?:[a-z]\d?)?)?(?![\p{L}\p{N}])/iu

/** Returns the last postal code in the text, or null. The last one counts, because house numbers come first. */
export function codeIn(words: string): PostalCodeQuery | null {
  for (const shape of [US_CODE, CANADIAN_CODE]) {
    const found = [...words.matchAll(new RegExp(shape, `${shape.flags}g`))].at(-1)
    if (!found) continue
    const rest = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`
    return { code: found[1]!.toLowerCase(), rest: rest.replace(/\s+/g, ' ').trim() }
  }
  return null
}

/** The maximum number of parts before the town. */
const MAX_STREET_PARTS = 4

/** "Main Street 5, Portland, OR": the same without the first parts, as long as the name of a town may be left. */
export function withoutStreet(address: string): string[] {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts
    .slice(1, 1 + MAX_STREET_PARTS)
    .map((_, at) => parts.slice(at + 1))
    .filter((left) => left.length > 1 || areasCalled(folded(left[0]!)).exact.length === 0)
    .map((left) => left.join(', '))
}
