/** A help line as the program brings it. */
import type { HelpLineKind, OpeningHours } from '#contract/lines-words.ts'

export interface BaseHelpLine {
  kind: HelpLineKind
  name: string
  about: string
  phone?: string
  /** the number for text messages, and the word to begin with */
  text?: readonly [to: string, word?: string]
  chat?: string
  hours?: OpeningHours
  languages?: string[]
  url: string
  /** the source, if it is not at `url` */
  source?: string
}

/** By country code (ISO 3166), in the order in which they are shown. The lines of "" are for every country. */
export type LinesByCountry = Record<string, BaseHelpLine[]>
