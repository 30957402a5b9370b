/** Signing up. A taken address answers as a free one does; its owner hears of it by mail. */
import type { Context } from 'hono'
import { sql } from 'kysely'
import { faults } from '#contract/kernel.ts'
import { refuse } from '../kernel/refuse.ts'
import type { BodyOf } from './calls.ts'
import { atLeast, type Door, forward, keepCookie, mustBeStrong } from './door.ts'
import { hashedFirst } from './password.ts'
import type { Reply } from './replies.ts'
import { newSecret } from './secrets.ts'

const WEEK = 7 * 24 * 3600
/** Well above what making an account takes, so that a taken address is not the quicker one. */
const FLOOR_MS = 250
const ATTEMPTS = 5

export async function signUp(door: Door, context: Context, input: BodyOf<'/sign-up/email'>): Promise<Reply> {
  const { email, password, username } = input
  await mustBeStrong(door, password, [email.split('@')[0]!, username])
  const body = { email, password, username, name: input.name || username }
  const secret = newSecret()
  const reply = await hashedFirst(password, () =>
    atLeast(FLOOR_MS, async () => {
      await makeRoom(door, email, username)
      return register(door, context, body, secret)
    }),
  )
  if (reply.status !== 200) return reply
  keepCookie(door, context, 'sign_up', secret, WEEK)
  return { ...reply, body: { token: null, user: { email, name: body.name, username, emailVerified: false } } }
}

/**
 * Of two sign-ups with one address the newer counts, as long as nobody has verified it or signed in: who comes back
 * after a lost mail chooses anew, and nobody's password waits on another man's address.
 */
async function makeRoom({ database: { db }, config }: Door, email: string, username: string): Promise<void> {
  if (!config.requireVerifiedEmail) return
  await sql`
    delete from "user" u where u.email = ${email} and not u."emailVerified"
      and not exists (select from known_devices d where d.user_id = u.id)
      and not exists (select from "user" o where o.username = ${username.toLowerCase()} and o.id <> u.id)`.execute(db)
}

/** Of several at the same moment the losers are asked again, and find the winner's account. */
async function register(door: Door, context: Context, body: object, secret: string): Promise<Reply> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const reply = await forward(door, context, '/sign-up/email', body, secret)
    if (reply.body.code !== 'FAILED_TO_CREATE_USER') return reply
  }
  return refuse(faults.unavailable, { retry_after: 3 })
}
