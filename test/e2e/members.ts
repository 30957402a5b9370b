/**
 * Accounts for journeys that are not about accounts: the rows that the product would have written, without its pages, its mail
 * and the time of a password hash.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { hashPassword } from 'better-auth/crypto'
import pg from 'pg'
import type { Person } from './journey.ts'
import type { Instance } from './server.ts'

/** as in src/server/account/auth.ts */
const SESSION_DAYS = 60
/** Each password is hashed once in a worker: these tests do not depend on salts. */
const hashes = new Map<string, Promise<string>>()

/** A verified member with a session in this browser, or in none. `onboarded`: he has completed the first steps. */
export async function insertMember(
  context: BrowserContext | null,
  person: Person,
  instance: Instance,
  { onboarded }: { onboarded: boolean },
): Promise<void> {
  if (!hashes.has(person.password)) hashes.set(person.password, hashPassword(person.password))
  const hash = await hashes.get(person.password)!
  const token = randomBytes(24).toString('base64url')
  const client = new pg.Client({ connectionString: instance.database })
  await client.connect()
  try {
    await client.query('begin')
    const id = await insertAccount(client, person, hash)
    if (context)
      await client.query(
        `insert into session ("userId", token, "expiresAt", "updatedAt") values ($1, $2, now() + $3 * interval '1 day', now())`,
        [id, token, SESSION_DAYS],
      )
    if (onboarded) await takeFirstSteps(client, id, person)
    await client.query('commit')
  } finally {
    await client.end()
  }
  if (!context) return
  const mark = createHmac('sha256', instance.secret).update(token).digest('base64')
  const value = encodeURIComponent(`${token}.${mark}`)
  await context.addCookies([{ name: 'fk.session_token', value, url: instance.url, httpOnly: true, sameSite: 'Lax' }])
}

async function insertAccount(client: pg.Client, { username, email }: Person, hash: string): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into "user" (id, name, email, "emailVerified", username, "displayUsername") values ($1, $2, $3, true, $4, $2)`,
    [id, username, email.toLowerCase(), username.toLowerCase()],
  )
  await client.query(
    `insert into account ("userId", "accountId", "providerId", password, "updatedAt") values ($1::uuid, $1::text, 'credential', $2, now())`,
    [id, hash],
  )
  return id
}

/** The answers that he would have given in them, and the fact that he has completed them. */
async function takeFirstSteps(client: pg.Client, id: string, { username }: Person): Promise<void> {
  await client.query('update profiles set display_name = $2 where id = $1', [id, username])
  await client.query(
    `update profiles_private set first_name = 'New', last_name = 'Dad', onboarding_step = 5, onboarding_completed = true
      where id = $1`,
    [id],
  )
  await client.query(
    `insert into user_interests (user_id, interest_name) select $1, unnest(array['Cooking', 'Travel', 'Music'])`,
    [id],
  )
  await client.query(`insert into user_goals (user_id, goal_name) values ($1, 'Learn new skills')`, [id])
  // the results of these steps are not new to him
  await client.query(
    'insert into member_seen (member_id, karma) select id, community_karma from profiles where id = $1',
    [id],
  )
  await client.query(
    `insert into facts (kind, actor_id, data) values ('member.onboarded', $1::uuid, jsonb_build_object('user_id', $1::uuid))`,
    [id],
  )
}
