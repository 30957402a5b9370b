/** Calendar files: of one event, and of the events that a member attends, at his private address. */
import type { Context, Hono } from 'hono'
import type { CallContext } from './api.ts'
import type { CallerOf } from './callers.ts'
import { type CalendarHost, calendarOfEvent, calendarOfMember, memberOfKey } from './events/events.ts'
import { faultOf } from './kernel/faults.ts'
import { addressKey } from './kernel/http/http.ts'
import type { Log } from './kernel/log.ts'
import type { Principal } from './kernel/principal.ts'

interface CalendarParts extends CalendarHost {
  log: Log
  callerOf: CallerOf
  ctxOf(member: Principal | null): CallContext
  addressOf(context: Context): string
}

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

export function mountCalendars(app: Hono, { log, callerOf, ctxOf, addressOf, ...home }: CalendarParts): void {
  const send = async (context: Context, name: string, make: () => Promise<string>) => {
    // the file belongs to one member, and an address with a key must not be sent to other sites
    context.header('Cache-Control', 'private, no-store')
    context.header('Referrer-Policy', 'no-referrer')
    try {
      const text = await make()
      context.header('Content-Disposition', `attachment; filename="${name}"`)
      return context.body(text, 200, { 'Content-Type': CALENDAR_TYPE })
    } catch (error) {
      const fault = faultOf(error, log)
      const seconds = (fault.data as { retry_after?: number } | undefined)?.retry_after
      if (seconds) context.header('Retry-After', String(seconds))
      return context.text(fault.status === 404 ? 'Not found' : fault.message, fault.status as 503)
    }
  }

  const drawByAddress = (context: Context) => ctxOf(null).limits.draw('calendar', addressKey(addressOf(context)))

  app.get('/event/:id/calendar.ics', async (context) => {
    const { member, cookies } = await callerOf(context)
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    return send(context, 'event.ics', async () => {
      await drawByAddress(context)
      return calendarOfEvent(ctxOf(member), home, context.req.param('id'))
    })
  })

  app.get('/calendar/:file', (context) => {
    const [, key = ''] = /^(.*)\.ics$/.exec(context.req.param('file')) ?? []
    return send(context, 'events.ics', async () => {
      const ctx = ctxOf(null)
      const member = await memberOfKey(ctx, key)
      // calendar services fetch for many members from few IP addresses
      if (member === null) await drawByAddress(context)
      else await ctx.limits.draw('calendar', member)
      return calendarOfMember(ctx, home, member)
    })
  })
}
