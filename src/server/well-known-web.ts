/** Addresses under /.well-known, where programs look without knowing this site (RFC 8615). */
import type { Hono } from 'hono'
import type { CallerOf } from './callers.ts'

/** The panel of the settings in which a member changes his password. */
const CHANGE_PASSWORD = '/settings#password'

export function mountWellKnown(app: Hono, callerOf: CallerOf): void {
  // password managers open it: https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', async (context) => {
    const { member, cookies } = await callerOf(context)
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    context.header('Cache-Control', 'no-store')
    return context.redirect(member ? CHANGE_PASSWORD : `/auth?next=${encodeURIComponent(CHANGE_PASSWORD)}`, 302)
  })
  // not the page for an unknown address: programs ask here on every visit, and a page is rendered for each of them
  app.all('/.well-known/*', (context) => {
    context.header('Cache-Control', 'no-store')
    return context.text('Not found', 404)
  })
}
