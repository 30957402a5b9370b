/** The time zone of whoever asks for a page: his browser has said it in a cookie (web/kernel/zone.ts). */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { Zone } from '#contract/event-fields.ts'

/** What the browser of a member has said before; made up by hand it is none. */
export function zoneOf(context: Context, secure: boolean): string | null {
  const { data } = Zone.safeParse(getCookie(context, secure ? '__Host-fk.zone' : 'fk.zone'))
  try {
    return data ? new Intl.DateTimeFormat('en', { timeZone: data }).resolvedOptions().timeZone && data : null
  } catch {
    return null // there is no such zone
  }
}
