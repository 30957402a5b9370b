/**
 * Parses the objects of an answer from its text while it streams: one per line, as requested, or in an array, or in a
 * fenced code block. Anything else is counted and left out.
 */
import type { ModelSentence } from './checking.ts'

/** Maximum length of an object; a longer one is dropped at this length. */
const MAX_OBJECT_LENGTH = 4000

export interface Reading {
  /** Returns the objects that this piece completes. */
  feed(piece: string): ModelSentence[]
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
  /** The text of the object that ends with this letter, or nothing yet. */
  const take = (letter: string): string | null => {
    if (depth === 0 && letter !== '{') return null
    open += letter
    // a JSON string contains no line break, so the object was not complete
    if (open.length > MAX_OBJECT_LENGTH || (isString && letter === '\n')) {
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
      const objects: ModelSentence[] = []
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

function saidOf(json: string): ModelSentence | null {
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
    return {} // not an object of the requested form
  }
}
