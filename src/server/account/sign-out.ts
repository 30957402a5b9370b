/** Signing out: off the map first, then the session; with the database away the cookie goes all the same and the rest follows. */
import type { Context } from 'hono'
import { isOutage } from '../kernel/db.ts'
import { leaveMap } from '../members/members.ts'
import { cookie, type Door, forward, isSecure, sessionOf } from './door.ts'
import type { Reply } from './replies.ts'

export async function signOut(door: Door, context: Context): Promise<Reply> {
  const end = async () => {
    const session = await sessionOf(door, context)
    if (session) await leaveMap(door.ctxOf(null), session.user.id)
    return forward(door, context, '/sign-out', {})
  }
  try {
    return await end()
  } catch (error) {
    if (!isOutage(error)) throw error
    void keepTrying(door, end)
    const secure = isSecure(door) ? '; Secure' : ''
    const expired = `${cookie(door, 'session_token')}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`
    return { status: 200, body: { success: true }, cookies: [expired] }
  } finally {
    context.header('Clear-Site-Data', '"cache"')
  }
}

async function keepTrying(door: Door, end: () => Promise<unknown>): Promise<void> {
  for (let seconds = 1; seconds < 600; seconds *= 2) {
    await new Promise((go) => setTimeout(go, seconds * 1000).unref())
    const done = await end().then(
      () => true,
      (error) => !isOutage(error),
    )
    if (done) return
  }
  door.log.error({}, 'a sign-out could not be written within ten minutes')
}
