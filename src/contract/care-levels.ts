/** What a text that may speak of danger calls for. */

export const CARE_LEVELS = ['panel', 'line'] as const
export const CARE_KINDS = ['self', 'partner', 'child', 'health'] as const
export const CARE_LANGUAGES = ['en', 'de', 'es', 'fr', 'pl'] as const

/** How care is shown. */
export interface Care {
  /** `line`: it may be a way of speaking, so the panel is one line */
  level: (typeof CARE_LEVELS)[number]
  /** a life may be at stake at this moment: the emergency number comes first */
  now: boolean
  /** something was swallowed, so that the line for poison is of use */
  swallowed: boolean
  /** which help lines come first */
  kind: (typeof CARE_KINDS)[number]
  /** of the text */
  language: (typeof CARE_LANGUAGES)[number]
}
