/** Rules for names of pods and networks: one line without invisible or misleading characters. */
import type * as z from 'zod'
import { Line } from './kernel.ts'
import { unlinked } from './link-like.ts'
import { SPACES } from './words.ts'

/**
 * Characters that break the line, change its direction or are invisible; the first two kinds are removed before this is
 * checked. Characters that combine emoji are allowed: joiners, variation selectors and the tags of flags. The database has
 * the same list (tidy_name in db/functions/kernel-text.sql).
 */
const ODD =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]/u

/** Puts any name on one line: for mails about names that are older than this rule. */
export const oneLine = (text: string): string =>
  text.replaceAll(new RegExp(ODD, 'gu'), ' ').replaceAll(SPACES, ' ').trim()

/** A name in a mail to a verified member: on one line, and no link. */
export const nameInMail = (name: string): string => unlinked(oneLine(name))

/** Messages for names that the database refuses as misleading (db/functions/members.sql). */
export const SAY_NAMES = {
  reserved: 'This name is kept for those who run the place. Please choose another.',
  another: "This is another member's username. Please add something to it.",
} as const

interface NameRules {
  max: number
  /** the message for a blank name */
  blank: string
}

export const Name = ({ max, blank }: NameRules): z.ZodType<string, string> =>
  Line({ name: 'The name', max, blank })
    .refine((name) => !ODD.test(name), 'A name is one line, without signs that nobody sees')
    .transform((name) => name.replaceAll(SPACES, ' '))
