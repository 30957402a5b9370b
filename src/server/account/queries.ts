/** What other rooms ask about accounts and sessions, as parts of their statements. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** True while the session exists and has not expired. Keeps it from being deleted until the transaction ends. */
export const isSessionAlive = (session: string) => sql<boolean>`exists (
  select from session s where s.id = ${session}::uuid and s."expiresAt" > now() for key share)`

/** A query of the member's `id` and `email`. */
export const addressOf = (member: string) =>
  sql<{ id: string; email: string }>`select u.id, u.email from "user" u where u.id = ${member}::uuid`

/** Returns the account with this address, verified or not. */
export const accountOfAddress = (db: Kysely<DB>, email: string) =>
  db.selectFrom('user').select(['id', 'email', 'emailVerified']).where('email', '=', email).executeTakeFirst()
