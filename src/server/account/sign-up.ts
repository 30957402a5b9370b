/** Signing up. A taken address gets the same answer as a free one; its owner gets a mail. */
import type { Context } from 'hono'
import { sql } from 'kysely'
import { faults } from '#contract/kernel.ts'
import { refuse } from '../kernel/refuse.ts'
import { complaintAboutName } from '../members/members.ts'
import type { Auth } from './auth.ts'
import type { BodyOf } from './calls.ts'
import { checkUsernameFree, isUnusedAccount, isUsableName, reserveLeftNames } from './names.ts'
import { hashBefore } from './password.ts'
import { REFUSAL_MESSAGES } from './refusal-messages.ts'
import { Refused, type Reply } from './replies.ts'
import { newSecret } from './secrets.ts'
import {
  type AccountServices,
  callLibrary,
  checkPasswordStrength,
  hasherOf,
  setOwnCookie,
  takeAtLeast,
} from './services.ts'

const WEEK = 7 * 24 * 3600
/** The minimum duration in ms, well above what making an account takes, so that a taken address is not faster. */
const MIN_SIGN_UP_MS = 250
const MAX_ATTEMPTS = 5

export async function signUp(
  services: AccountServices,
  context: Context,
  input: BodyOf<'/sign-up/email'>,
): Promise<Reply> {
  const { email, password, username } = input
  if (!isUsableName(username, [services.config.brand.name, services.config.brand.assistant])) {
    const { message } = REFUSAL_MESSAGES.INVALID_USERNAME!
    throw new Refused(400, 'INVALID_USERNAME', message, { username: message })
  }
  await checkPasswordStrength(services, password, [email.split('@')[0]!, username])
  const body = { email, password, username, name: input.name || username }
  const secret = newSecret()
  const reply = await hashBefore(await hasherOf(services), password, () =>
    takeAtLeast(MIN_SIGN_UP_MS, async () => {
      await checkUsernameFree(services.database, username)
      await checkDisplayName(services, body)
      await makeRoom(services, email)
      const made = await register(services, context, body, secret)
      if (made.status === 200) await rememberTaken(services, body)
      return made
    }),
  )
  if (reply.status !== 200) return reply
  setOwnCookie(services, context, 'sign_up', secret, WEEK)
  return { ...reply, body: { token: null, user: { email, name: body.name, username, emailVerified: false } } }
}

/**
 * If two members sign up with one address, the newer sign-up counts, as long as nobody has verified the address or signed in.
 * So a member who lost the mail can sign up again, and a stranger's password does not stay on another member's address.
 */
async function makeRoom({ database: { db }, config }: AccountServices, email: string): Promise<void> {
  if (!config.requireVerifiedEmail) return
  const gone = sql`select username, "createdAt" as chosen_at from gone`
  await sql`
    with gone as (delete from "user" u where u.email = ${email} and ${isUnusedAccount} returning u.username, u."createdAt")
    ${reserveLeftNames(gone)}`.execute(db)
}

/** The display name must resemble neither another member's username nor a name that is reserved for the site. */
async function checkDisplayName(
  { database }: AccountServices,
  { name, username }: { name: string; username: string },
): Promise<void> {
  const complaint = await complaintAboutName(database.db, name, username)
  if (complaint) throw new Refused(400, 'INVALID_NAME', complaint, { name: complaint })
}

/** If several sign-ups run at the same time, those that fail are retried, and find the winner's account or name. */
async function register(
  services: AccountServices,
  context: Context,
  body: { email: string; username: string; name: string },
  secret: string,
): Promise<Reply> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const reply = await callLibrary(services, context, '/sign-up/email', body, secret)
    if (reply.body.code !== 'FAILED_TO_CREATE_USER') return reply
    await checkUsernameFree(services.database, body.username)
    await checkDisplayName(services, body)
  }
  return refuse(faults.unavailable, { retry_after: 3 })
}

/**
 * The address was taken, and the answer did not reveal it, so the name and the password are stored as if it were free.
 */
async function rememberTaken(
  services: AccountServices,
  { email, username, password }: { email: string; username: string; password: string },
): Promise<void> {
  const { database } = services
  const ownerIn = (db: AccountServices['database']['db']) =>
    db.selectFrom('user').select('id').where('email', '=', email).where('username', '!=', username.toLowerCase())
  if (!(await ownerIn(database.db).executeTakeFirst())) return
  const chosen = { username, password: await (await hasherOf(services)).hash(password) }
  try {
    await database.db.transaction().execute(async (transaction) => {
      // locked until this is written: a newer sign-up with the address could replace the owner
      const owner = await ownerIn(transaction).forKeyShare().executeTakeFirst()
      if (!owner) return
      await sql`
        with gone as (delete from taken_sign_ups where user_id = ${owner.id}::uuid returning username, created_at)
        ${reserveLeftNames(sql`select username, created_at as chosen_at from gone`)}`.execute(transaction)
      await transaction
        .insertInto('taken_sign_ups')
        .values({ user_id: owner.id, ...chosen })
        .execute()
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    // the name was taken in the meantime, or another request used the same address at the same moment
    await checkUsernameFree(database, username)
  }
}

/** Returns whether it is the password of a sign-up with a taken address, by its address or its username. */
export async function isOfTakenSignUp(
  services: AccountServices,
  column: 'email' | 'username',
  name: string,
  password: string,
): Promise<boolean> {
  const found = await services.database.db
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
  // always hashed, otherwise the duration would reveal that there is one
  const isRight = await (await hasherOf(services)).verify({
    hash: found?.password ?? (await someHash(services)),
    password,
  })
  return found !== undefined && isRight
}

const some = new WeakMap<Auth, Promise<string>>()

async function someHash(services: AccountServices): Promise<string> {
  const known = some.get(services.auth)
  if (known) return known
  const made = hasherOf(services).then(({ hash }) => hash('nobody has this password'))
  some.set(services.auth, made)
  // for example the queue was full: the next call tries again
  made.catch(() => some.delete(services.auth))
  return made
}
