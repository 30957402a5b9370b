/** The time zone of the viewer. His browser stores it in a cookie (web/kernel/zone.ts). */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { isKnownZone } from '#contract/zone-words.ts'

/**
 * Returns the zone from the cookie, or null if there is none or its name is unknown. The name stays as the browser wrote it:
 * otherwise the browser would see another zone than its own, and read the page's lists again.
 */
export function zoneOf(context: Context, secure: boolean): string | null {
  const name = getCookie(context, secure ? '__Host-fk.zone' : 'fk.zone')
  return name !== undefined && isKnownZone(name) ? name : null
}
