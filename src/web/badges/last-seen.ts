/** When the member last saw each place, stored in this browser per member, in the server's time. */
import { type BadgePlace, PLACES } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'

const KEY_PREFIX = 'fatherkin.last-seen.'
/** "fatherkin.last-seen.<member>.feed", …, and ".karma" */
const keyOf = (member: string, what: BadgePlace | 'karma') => `${KEY_PREFIX}${member}.${what}`

export function storeSeen(member: string, place: BadgePlace, at: number): void {
  write(keyOf(member, place), new Date(at).toISOString())
}

/** Overwrites the stored times with the server's, which corrects entries from a wrong clock. */
export function storeAllSeen(member: string, { seen }: Badges): void {
  for (const place of PLACES) storeSeen(member, place, seen[place].getTime())
  write(keyOf(member, 'karma'), String(seen.karma))
}

/** The places that were opened here while the server was unreachable, and how many ms ago. */
export function unreportedVisits(member: string, { seen, now }: Badges): [BadgePlace, number][] {
  return PLACES.flatMap((place) => {
    const at = Date.parse(read(keyOf(member, place)) ?? '')
    const isLater = at > seen[place].getTime() && at <= now.getTime()
    return isLater ? [[place, now.getTime() - at] as [BadgePlace, number]] : []
  })
}

/** The place that another tab of this browser has opened, from the key that it wrote. */
export const placeOfKey = (member: string, key: string | null): BadgePlace | undefined =>
  PLACES.find((place) => key === keyOf(member, place))

/** Storage may be unavailable or full; the server has the times as well. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
function write(key: string, value: string): void {
  try {
    if (localStorage.getItem(key) !== value) localStorage.setItem(key, value)
  } catch {} // see read()
}
