/**
 * Reads the objects of an answer out of its text while it comes: one a line, as it was asked for, or in an array, or inside
 * a fence of code. What is no such object is counted, and left out.
 */
import type { Said } from './checking.ts'

/** No object is longer; what goes on for ever is given up at this length. */
const LONGEST = 4000

export interface Reading {
  /** The objects that are complete with this piece. */
  feed(piece: string): Said[]
  /** how many were not understood */
  malformed(): number
}

export function readObjects(): Reading {
  let [open, isString, isEscaped, malformed] = ['', false, false, 0]
  let depth = 0
  const giveUp = () => {
    malformed++
    open = ''
    depth = 0
    isString = false
    isEscaped = false
  }
  /** The text of an object that ends with this letter. */
  const take = (letter: string): string | null => {
    if (depth === 0 && letter !== '{') return null
    open += letter
    // a string of JSON has no line break in it, so the object was not ended
    if (open.length > LONGEST || (isString && letter === '\n')) {
      giveUp()
      return null
    }
    if (isString) {
      if (isEscaped) isEscaped = false
      else if (letter === '\\') isEscaped = true
      else if (letter === '"') isString = false
      return null
    }
    if (letter === '"') isString = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) {
      const whole = open
      open = ''
      return whole
    }
    return null
  }
  return {
    feed(piece) {
      const objects: Said[] = []
      for (const letter of piece) {
        const whole = take(letter)
        if (whole === null) continue
        const said = saidOf(whole)
        if (said) objects.push(said)
        else malformed++
      }
      return objects
    },
    malformed: () => malformed + (open === '' ? 0 : 1),
  }
}

function saidOf(json: string): Said | null {
  const { text, n, quote, own } = parsed(json)
  if (typeof text !== 'string') return null
  if (own === true) return { text, n: undefined, quote: undefined, own: true }
  if (typeof n !== 'number' || !Number.isInteger(n) || typeof quote !== 'string') return null
  return { text, n, quote, own: false }
}

function parsed(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return {} // it is none of the objects that were asked for
  }
}
