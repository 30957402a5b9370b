/** Names of pods and networks: one line that reads as what it is. */
import type * as z from 'zod'
import { Line } from './kernel.ts'
import { SPACES } from './words.ts'

/**
 * Breaks the line, turns it around or is not seen; of these the first two are taken out before this is asked. Emoji keep what puts them together: joiners, the sign that one is drawn in
 * colour, the letters of a flag. The database knows the same ones (tidy_name in db/functions/kernel-text.sql).
 */
const ODD =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]/u

/** On one line, whatever it holds: for mails about what was named before there was a rule. */
export const oneLine = (text: string): string =>
  text.replaceAll(new RegExp(ODD, 'gu'), ' ').replaceAll(SPACES, ' ').trim()

/** What the database says of names that deceive (db/functions/members.sql). */
export const SAY_NAMES = {
  reserved: 'This name is kept for those who run the place. Please choose another.',
  another: "This is another member's username. Please add something to it.",
} as const

interface NameRules {
  max: number
  /** the sentence for a blank one */
  blank: string
}

export const Name = ({ max, blank }: NameRules): z.ZodType<string, string> =>
  Line({ name: 'The name', max, blank })
    .refine((name) => !ODD.test(name), 'A name is one line, without signs that nobody sees')
    .transform((name) => name.replaceAll(SPACES, ' '))
