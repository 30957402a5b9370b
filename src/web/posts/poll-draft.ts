/** The options of a poll in the form. Blank options are dropped; the form reports errors before anything is sent. */
import { codePoints, isBlank, POLL_OPTION, POLL_OPTIONS, SAY, tooLong } from '#contract/words.ts'

/** Returns the options as they are sent: trimmed, in order, without blank ones. */
export const filledOptions = (options: readonly string[]) =>
  options.filter((option) => !isBlank(option)).map((option) => option.trim())

/** The error message, and the index of the option to correct. */
export interface PollError {
  sentence: string
  at: number
}

/** Returns the first error that the server would report, or null. Options that differ only in case are duplicates. */
export function pollErrorIn(options: readonly string[]): PollError | null {
  const known = new Set<string>()
  for (const [at, option] of options.entries()) {
    if (isBlank(option)) continue
    const text = option.trim()
    if (codePoints(text) > POLL_OPTION.max) return { sentence: tooLong(POLL_OPTION), at }
    if (known.has(text.toLowerCase())) return { sentence: SAY.pollTwice, at }
    known.add(text.toLowerCase())
  }
  if (known.size < POLL_OPTIONS.min) return { sentence: SAY.pollTooFew, at: options.findIndex(isBlank) }
  return null
}

/** Returns the options with an empty one after `behind`, or unchanged if there are already as many as allowed. */
export function withOneMore(options: readonly string[], behind: number): string[] {
  if (options.length >= POLL_OPTIONS.max) return [...options]
  return options.toSpliced(behind + 1, 0, '')
}

/** Returns the options without the one at `at`, while more than two remain. */
export const withoutOne = (options: readonly string[], at: number): string[] =>
  options.length > POLL_OPTIONS.min ? options.toSpliced(at, 1) : [...options]
