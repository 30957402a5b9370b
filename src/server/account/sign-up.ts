/** Signing up. A taken address answers as a free one does; its owner hears of it by mail. */
import type { Context } from 'hono'
import { sql } from 'kysely'
import { faults } from '#contract/kernel.ts'
import { refuse } from '../kernel/refuse.ts'
import { complaintAboutName } from '../members/members.ts'
import type { Auth } from './auth.ts'
import type { BodyOf } from './calls.ts'
import { atLeast, type Door, forward, hasherOf, keepCookie, mustBeStrong } from './door.ts'
import { heldOn, isUsableName, mustBeFree, unused } from './names.ts'
import { hashedFirst } from './password.ts'
import { Refused, type Reply } from './replies.ts'
import { newSecret } from './secrets.ts'
import { SENTENCES } from './sentences.ts'

const WEEK = 7 * 24 * 3600
/** Well above what making an account takes, so that a taken address is not the quicker one. */
const SIGN_UP_FLOOR_MS = 250
const ATTEMPTS = 5

export async function signUp(door: Door, context: Context, input: BodyOf<'/sign-up/email'>): Promise<Reply> {
  const { email, password, username } = input
  if (!isUsableName(username, [door.config.brand.name, door.config.brand.assistant])) {
    const { message } = SENTENCES.INVALID_USERNAME!
    throw new Refused(400, 'INVALID_USERNAME', message, { username: message })
  }
  await mustBeStrong(door, password, [email.split('@')[0]!, username])
  const body = { email, password, username, name: input.name || username }
  const secret = newSecret()
  const reply = await hashedFirst(await hasherOf(door), password, () =>
    atLeast(SIGN_UP_FLOOR_MS, async () => {
      await mustBeFree(door.database, username)
      await mustBeHis(door, body)
      await makeRoom(door, email)
      const made = await register(door, context, body, secret)
      if (made.status === 200) await rememberTaken(door, body)
      return made
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
async function makeRoom({ database: { db }, config }: Door, email: string): Promise<void> {
  if (!config.requireVerifiedEmail) return
  const gone = sql`select username, "createdAt" as chosen_at from gone`
  await sql`
    with gone as (delete from "user" u where u.email = ${email} and ${unused} returning u.username, u."createdAt")
    ${heldOn(gone)}`.execute(db)
}

/** The display name is not like those who run the place, nor like another member's username. */
async function mustBeHis({ database }: Door, { name, username }: { name: string; username: string }): Promise<void> {
  const complaint = await complaintAboutName(database.db, name, username)
  if (complaint) throw new Refused(400, 'INVALID_NAME', complaint, { name: complaint })
}

/** Of several at the same moment the losers are asked again, and find the winner's account or his name. */
async function register(
  door: Door,
  context: Context,
  body: { email: string; username: string; name: string },
  secret: string,
): Promise<Reply> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const reply = await forward(door, context, '/sign-up/email', body, secret)
    if (reply.body.code !== 'FAILED_TO_CREATE_USER') return reply
    await mustBeFree(door.database, body.username)
    await mustBeHis(door, body)
  }
  return refuse(faults.unavailable, { retry_after: 3 })
}

/** The address was taken, and the answer did not say so; neither may the name or the password that were chosen now. */
async function rememberTaken(
  door: Door,
  { email, username, password }: { email: string; username: string; password: string },
): Promise<void> {
  const { database } = door
  const ownerIn = (db: Door['database']['db']) =>
    db.selectFrom('user').select('id').where('email', '=', email).where('username', '!=', username.toLowerCase())
  if (!(await ownerIn(database.db).executeTakeFirst())) return
  const chosen = { username, password: await (await hasherOf(door)).hash(password) }
  try {
    await database.db.transaction().execute(async (transaction) => {
      // he stays until this is written: a newer sign-up with the address may be about to take his place
      const owner = await ownerIn(transaction).forKeyShare().executeTakeFirst()
      if (!owner) return
      await sql`
        with gone as (delete from taken_sign_ups where user_id = ${owner.id}::uuid returning username, created_at)
        ${heldOn(sql`select username, created_at as chosen_at from gone`)}`.execute(transaction)
      await transaction
        .insertInto('taken_sign_ups')
        .values({ user_id: owner.id, ...chosen })
        .execute()
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    // somebody was given the name meanwhile, or the same address was tried at the same moment
    await mustBeFree(database, username)
  }
}

/** Whether it is the password of a sign-up with a taken address, by either of the names that it gave. */
export async function isOfTakenSignUp(
  door: Door,
  column: 'email' | 'username',
  name: string,
  password: string,
): Promise<boolean> {
  const found = await door.database.db
    .selectFrom('taken_sign_ups as t')
    .innerJoin('user as u', 'u.id', 't.user_id')
    .select('t.password')
    .$if(column === 'email', (query) => query.where('u.email', '=', name.toLowerCase()))
    .$if(column === 'username', (query) =>
      query
        .where(sql`looks_of(t.username)`, '=', sql`looks_of(${name})`)
        .where(sql`lower(t.username)`, '=', name.toLowerCase()),
    )
    .executeTakeFirst()
  // hashed in any case, or the time would tell that there is one
  const isRight = await (await hasherOf(door)).verify({ hash: found?.password ?? (await someHash(door)), password })
  return found !== undefined && isRight
}

const some = new WeakMap<Auth, Promise<string>>()

async function someHash(door: Door): Promise<string> {
  const known = some.get(door.auth)
  if (known) return known
  const made = hasherOf(door).then(({ hash }) => hash('nobody has this password'))
  some.set(door.auth, made)
  // the queue was full, say: the next one tries again
  made.catch(() => some.delete(door.auth))
  return made
}
