/** The time zone of the viewer. His browser stores it in a cookie (web/kernel/zone.ts). */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { Zone } from '#contract/event-fields.ts'

/** Returns the zone from the cookie, or null if there is none or its name is unknown. */
export function zoneOf(context: Context, secure: boolean): string | null {
  const { data } = Zone.safeParse(getCookie(context, secure ? '__Host-fk.zone' : 'fk.zone'))
  return data && isZone(data) ? data : null
}

/** Names that were checked before: making a formatter takes 0.04 ms. */
const known = new Map<string, boolean>()
const MAX_CACHED_ZONES = 1000

function isZone(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  let is = true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    is = false
  }
  if (known.size >= MAX_CACHED_ZONES) known.clear()
  known.set(name, is)
  return is
}
