/**
 * Cursors in a list of corrected results. They contain the corrected words, and are valid only for the original
 * question.
 */
import { createHash } from 'node:crypto'
import { faults } from '#contract/kernel.ts'
import { refuse } from '../kernel/refuse.ts'

/**
 * No other cursor begins like this: decoded as base64url it would begin with a character that is neither a letter nor a
 * number.
 */
const PREFIX = 'for-'

export const cursorFor = (q: string, corrected: string, after: string): string =>
  PREFIX + Buffer.from(`${sumOf(q, corrected, after)} ${after} ${corrected}`).toString('base64url')

interface CorrectedCursor {
  /** the words that the previous page searched for; null: the words as they were typed */
  corrected: string | null
  after: string | undefined
}

/** Reads back only a cursor that `cursorFor` made for this question. */
export function readCorrectedCursor(q: string, cursor: string | undefined): CorrectedCursor {
  if (!cursor?.startsWith(PREFIX)) return { corrected: null, after: cursor }
  const text = Buffer.from(cursor.slice(PREFIX.length), 'base64url').toString()
  const [, after, corrected] = /^\S+ (\S+) (.+)$/su.exec(text) ?? []
  if (after === undefined || corrected === undefined || cursorFor(q, corrected, after) !== cursor)
    refuse(faults.invalid, { fields: { after: 'This is not a place in the list' } })
  return { corrected, after }
}

/** A checksum, not a signature: a caller who makes up a cursor reads nothing that he could not search for. */
const sumOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8)
