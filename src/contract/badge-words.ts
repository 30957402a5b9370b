/** Badges: their limits, and the messages about them between processes and to tabs. Imports no parser. */

export const BADGE = {
  /** the exact number is shown up to this, then "99+" */
  most: 99,
  /** a tab reads the counts again after this many ms */
  everyMs: 30_000,
  /** in ms; a tab that reports an older visit to a place reports this age instead */
  longestAgo: 30 * 24 * 3600_000,
} as const

export const PLACES = ['feed', 'groups', 'local', 'profile'] as const
export type BadgePlace = (typeof PLACES)[number]

/**
 * A live count update to a tab: the ids of new items in each place. `seen`: the member has opened a place in another tab.
 */
export type Pulse = Partial<Record<BadgePlace, readonly string[]>> & { seen?: true }
