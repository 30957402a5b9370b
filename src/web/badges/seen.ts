/** Up to when he has seen each place, as this browser keeps it: by member, in the server's time. */
import { type BadgePlace, PLACES } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'

const BEGIN = 'fatherkin.last-seen.'
/** "fatherkin.last-seen.<member>.feed", …, and ".karma" */
const keyOf = (member: string, what: BadgePlace | 'karma') => `${BEGIN}${member}.${what}`

export function keepSeen(member: string, place: BadgePlace, at: number): void {
  write(keyOf(member, place), new Date(at).toISOString())
}

/** The server has the last word: what stands there from a clock that is wrong is put right. */
export function keepAll(member: string, { seen }: Badges): void {
  for (const place of PLACES) keepSeen(member, place, seen[place].getTime())
  write(keyOf(member, 'karma'), String(seen.karma))
}

/** Places that he opened here while the server could not be told, and how many ms ago that was. */
export function untold(member: string, { seen, now }: Badges): [BadgePlace, number][] {
  return PLACES.flatMap((place) => {
    const at = Date.parse(read(keyOf(member, place)) ?? '')
    const isLater = at > seen[place].getTime() && at <= now.getTime()
    return isLater ? [[place, now.getTime() - at] as [BadgePlace, number]] : []
  })
}

/** What another tab of this browser has opened, by the key that it has written. */
export const placeOfKey = (member: string, key: string | null): BadgePlace | undefined =>
  PLACES.find((place) => key === keyOf(member, place))

/** Storage may be forbidden or full; the server keeps it, too. */
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
