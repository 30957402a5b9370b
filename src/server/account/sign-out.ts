/**
 * Signing out: local mode off first, then the session. If the database is down the cookie is deleted anyway, and the
 * rest is retried.
 */
import type { Context } from 'hono'
import { errorFacts } from '../kernel/log.ts'
import { isOutage } from '../kernel/postgres/postgres.ts'
import { switchLocalModeOff } from '../members/members.ts'
import type { Reply } from './replies.ts'
import { type AccountServices, type Cookie, callLibrary, cookieName, isSecure, sessionOf } from './services.ts'

export async function signOut(services: AccountServices, context: Context): Promise<Reply> {
  let member: string | undefined
  const leave = async () => {
    if (member) await switchLocalModeOff(services.ctxOf(null), member).catch((error: unknown) => goOn(services, error))
  }
  const end = async () => {
    member ??= (await sessionOf(services, context))?.user.id
    await leave()
    const reply = await callLibrary(services, context, '/sign-out', {})
    // until the session was deleted, a request in another tab may have switched local mode on again
    await leave()
    return { ...reply, cookies: [...reply.cookies, expiredCookie(services, 'zone')] }
  }
  try {
    return await end()
  } catch (error) {
    if (!isOutage(error)) throw error
    void keepTrying(services, end)
    return {
      status: 200,
      body: { success: true },
      cookies: [expiredCookie(services, 'session_token'), expiredCookie(services, 'zone')],
    }
  } finally {
    context.header('Clear-Site-Data', '"cache"')
  }
}

/** The member is signed out even if switching local mode off fails. If the database is down both are retried. */
function goOn(services: AccountServices, error: unknown): void {
  if (isOutage(error)) throw error
  services.log.error(errorFacts(error), 'local mode could not be switched off at sign-out')
}

/** A visitor's pages are the same for all, so his browser keeps no cookie of ours. */
export const expiredCookie = (services: AccountServices, name: Cookie) =>
  `${cookieName(services, name)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure(services) ? '; Secure' : ''}`

async function keepTrying(services: AccountServices, end: () => Promise<unknown>): Promise<void> {
  for (let seconds = 1; seconds < 600; seconds *= 2) {
    await new Promise((go) => setTimeout(go, seconds * 1000).unref())
    const done = await end().then(
      () => true,
      (error) => !isOutage(error),
    )
    if (done) return
  }
  services.log.error({}, 'a sign-out could not be written within ten minutes')
}
