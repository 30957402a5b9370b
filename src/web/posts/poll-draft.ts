/** The options of a poll while they are being written: blank ones are left out, and what is wrong is said before it is sent. */
import { codePoints, isBlank, POLL_OPTION, POLL_OPTIONS, SAY, tooLong } from '#contract/words.ts'

/** As they are sent: trimmed, in their order, without the blank ones (COMP-26, AMB-14). */
export const filled = (options: readonly string[]) =>
  options.filter((option) => !isBlank(option)).map((option) => option.trim())

/** What is wrong, and the place on the screen of the option where that is put right. */
export interface Wrong {
  sentence: string
  at: number
}

/** The first thing that the server would refuse, or null. Options that differ only in case are the same (AMB-51). */
export function wrongIn(options: readonly string[]): Wrong | null {
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

/** One more, empty, behind the one at this place; the same where there are as many as may be (COMP-20, COMP-22). */
export function withOneMore(options: readonly string[], behind: number): string[] {
  if (options.length >= POLL_OPTIONS.max) return [...options]
  return options.toSpliced(behind + 1, 0, '')
}

/** One less, while more than two remain (COMP-21). */
export const withoutOne = (options: readonly string[], at: number): string[] =>
  options.length > POLL_OPTIONS.min ? options.toSpliced(at, 1) : [...options]
