/** Signing out: off the map first, then the session; with the database away the cookie goes all the same and the rest follows. */
import type { Context } from 'hono'
import { errorFacts } from '../kernel/log.ts'
import { isOutage } from '../kernel/postgres/postgres.ts'
import { leaveMap } from '../members/members.ts'
import { type Cookie, cookie, type Door, forward, isSecure, sessionOf } from './door.ts'
import type { Reply } from './replies.ts'

export async function signOut(door: Door, context: Context): Promise<Reply> {
  let member: string | undefined
  const leave = async () => {
    if (member) await leaveMap(door.ctxOf(null), member).catch((error: unknown) => goOn(door, error))
  }
  const end = async () => {
    member ??= (await sessionOf(door, context))?.user.id
    await leave()
    const reply = await forward(door, context, '/sign-out', {})
    // what was under way in another tab may have put him back, until there was no session
    await leave()
    return { ...reply, cookies: [...reply.cookies, ended(door, 'zone')] }
  }
  try {
    return await end()
  } catch (error) {
    if (!isOutage(error)) throw error
    void keepTrying(door, end)
    return { status: 200, body: { success: true }, cookies: [ended(door, 'session_token'), ended(door, 'zone')] }
  } finally {
    context.header('Clear-Site-Data', '"cache"')
  }
}

/** Whatever is wrong with the map, he is signed out (AMB-83). With the database away both are tried again. */
function goOn(door: Door, error: unknown): void {
  if (isOutage(error)) throw error
  door.log.error(errorFacts(error), 'a member could not be taken off the map')
}

/** A visitor's pages are everybody's: his browser keeps nothing of ours. */
export const ended = (door: Door, name: Cookie) =>
  `${cookie(door, name)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure(door) ? '; Secure' : ''}`

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
