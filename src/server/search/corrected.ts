/** Places in a list of what was searched instead: they hold those words, and belong to the question that was asked. */
import { createHash } from 'node:crypto'
import { faults } from '#contract/kernel.ts'
import { refuse } from '../kernel/refuse.ts'

/** No other place in a list begins so: decoded, it would begin with a sign that is neither a letter nor a number. */
const MARK = 'for-'

export const cursorFor = (q: string, corrected: string, after: string): string =>
  MARK + Buffer.from(`${sumOf(q, corrected, after)} ${after} ${corrected}`).toString('base64url')

interface Place {
  /** the words that were searched for the page before; null: those that were asked */
  corrected: string | null
  after: string | undefined
}

/** Only what was written here, for this question, is read back. */
export function placeIn(q: string, cursor: string | undefined): Place {
  if (!cursor?.startsWith(MARK)) return { corrected: null, after: cursor }
  const text = Buffer.from(cursor.slice(MARK.length), 'base64url').toString()
  const [, after, corrected] = /^\S+ (\S+) (.+)$/su.exec(text) ?? []
  if (after === undefined || corrected === undefined || cursorFor(q, corrected, after) !== cursor)
    refuse(faults.invalid, { fields: { after: 'This is not a place in the list' } })
  return { corrected, after }
}

/** A check sum, no secret: somebody who makes up a place reads no more than he may ask for. */
const sumOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8)
