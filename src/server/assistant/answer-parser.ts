/**
 * Parses the objects of an answer from its text while it streams: one per line, as requested, or in an array, or in a
 * fenced code block. Anything else is counted and left out.
 */

/** One object of a model's answer. Its numbers have not been compared with the passages. */
export type ModelObject =
  /** the sentences `s` of passage `n`, and the connecting words that the model wants before them */
  | { kind: 'chosen'; n: number; s: number[]; lead: unknown }
  | { kind: 'own'; text: string }
  /** no passage answers the question */
  | { kind: 'none' }

/** Maximum length of an object; a longer one is dropped at this length. */
const MAX_OBJECT_LENGTH = 4000

export interface Reading {
  /** Returns the objects that this piece completes. */
  feed(piece: string): ModelObject[]
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
      const objects: ModelObject[] = []
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

/** Sentences that one object may choose. */
const MAX_CHOSEN = 20

function saidOf(json: string): ModelObject | null {
  const { n, s, lead, text, own, none } = parsed(json)
  if (none === true) return { kind: 'none' }
  if (own === true) return typeof text === 'string' ? { kind: 'own', text } : null
  if (!isNumber(n) || !Array.isArray(s) || s.length === 0 || s.length > MAX_CHOSEN || !s.every(isNumber)) return null
  return { kind: 'chosen', n, s, lead }
}

/** Numbers begin with 1. */
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

function parsed(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return {} // not an object of the requested form
  }
}
