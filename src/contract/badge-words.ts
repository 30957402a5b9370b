/** Badges: their measures, and what of them is said between processes and to tabs. No parser in here. */

export const BADGE = {
  /** counted exactly up to here, then "99+" */
  most: 99,
  /** asked anew so often, in ms (CONST-21) */
  everyMs: 30_000,
  /** in ms: whoever says later than this that he has seen something says it of this long ago */
  longestAgo: 30 * 24 * 3600_000,
} as const

export const PLACES = ['feed', 'groups', 'local', 'profile'] as const
export type BadgePlace = (typeof PLACES)[number]

/** What a tab is told at once: the ids of what has just come in each place; `seen`: another tab has looked. */
export type Pulse = Partial<Record<BadgePlace, readonly string[]>> & { seen?: true }
