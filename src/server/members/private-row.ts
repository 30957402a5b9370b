/** What other rooms read and write of a member's private row: `profiles_private`, one for each profile. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tier } from '#contract/plans-words.ts'
import { PROFILE_FIELDS } from '#contract/profile-words.ts'
import { UNKNOWN } from '#contract/words.ts'
import type { DB } from '#db/types.ts'
import type { Position } from '../kernel/geo/geo.ts'

type Value = RawBuilder<unknown>

/** True if the assistant may quote the member; false if the account is gone. */
export const isQuotableMember = (member: Value) => sql<boolean>`coalesce((
  select own.is_quotable from profiles_private own where own.id = ${member}), false)`

/** Null if the account is gone. */
export const isSuspended = (member: Value) =>
  sql<SqlBool | null>`(select own.suspended_at is not null from profiles_private own where own.id = ${member})`

/** The cell of the member's position, or null. */
export const cellOf = (member: Value) =>
  sql<number | null>`(select own.cell from profiles_private own where own.id = ${member})`

export const hasLocalMode = (member: Value) => sql<boolean>`coalesce((
  select own.local_mode_enabled from profiles_private own where own.id = ${member}), false)`

export const hasNeverSignedIn = (member: Value) => sql<boolean>`exists (
  select from profiles_private own where own.id = ${member} and own.signed_in_at is null)`

/** Joins the account as `u` and the private row as `s`, which `isVerified` asks. */
export const joinAccount = (member: Value) =>
  sql`join "user" u on u.id = ${member} join profiles_private s on s.id = ${member}`

/** Notes the first sign-in of the members in `rows`, which have the column `id`; a `with` query. */
export const noteSignIn = (rows: Value) => sql`
  update profiles_private s set signed_in_at = now() from ${rows} h where s.id = h.id and s.signed_in_at is null`

/** The position as the member gave it; null if there is none, undefined if the account is gone. */
export async function positionOf(db: Kysely<DB>, member: string): Promise<Position | null | undefined> {
  const found = await db
    .selectFrom('profiles_private')
    .select(['latitude', 'longitude'])
    .where('id', '=', member)
    .executeTakeFirst()
  if (!found) return undefined
  const { latitude, longitude } = found
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** Why the member is suspended, or null. */
export async function suspensionOf(db: Kysely<DB>, member: string): Promise<string | null> {
  const found = await db
    .selectFrom('profiles_private')
    .select('suspended_reason')
    .where('id', '=', member)
    .executeTakeFirst()
  return found?.suspended_reason ?? null
}

/** Suspends the member and takes him off the map. Returns false if he is suspended already. */
export async function markSuspended(db: Kysely<DB>, member: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles_private')
    .set({ suspended_at: sql`now()`, suspended_reason: reason })
    .set({ local_mode_enabled: false, latitude: null, longitude: null })
    .where('id', '=', member)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if the member is not suspended. */
export async function endSuspension(db: Kysely<DB>, member: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles_private')
    .set({ suspended_at: null, suspended_reason: null })
    .where('id', '=', member)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the private rows of these members, in the order of their ids, until the transaction ends. */
export async function lockSuspensions(db: Kysely<DB>, members: string[]) {
  const { rows } = await sql<{ id: string; is_suspended: boolean }>`
    select s.id, s.suspended_at is not null as is_suspended from profiles_private s
    where s.id = any(${members}::uuid[]) order by s.id for no key update`.execute(db)
  return rows
}

/** Sets these columns to null, in an update. */
export const setNull = (fields: readonly string[]) => sql.join(fields.map((field) => sql`${sql.ref(field)} = null`))

/** Empties the public row of a member who leaves. */
export const clearPublicRow = (db: Kysely<DB>, member: string, username: string) =>
  sql`update profiles set username = ${username}, display_name = ${UNKNOWN.display_name}, avatar_url = null,
      ${setNull(PROFILE_FIELDS.public.filter((field) => field !== 'display_name'))} where id = ${member}::uuid`.execute(
    db,
  )

/** Empties the private row of a member who leaves. He counts as never signed in, so his page is gone. */
export const clearPrivateRow = (db: Kysely<DB>, member: string) =>
  sql`update profiles_private set ${setNull(PROFILE_FIELDS.private)}, signed_in_at = null,
      local_mode_enabled = false, dark_mode_enabled = false, is_admin = false, onboarding_completed = null,
      is_quotable = false
    where id = ${member}::uuid`.execute(db)

export const makeAdmin = (db: Kysely<DB>, member: string) =>
  db.updateTable('profiles_private').set({ is_admin: true }).where('id', '=', member).execute()

export const setPlan = (db: Kysely<DB>, member: string, plan: Tier) =>
  db.updateTable('profiles_private').set({ plan }).where('id', '=', member).execute()

/**
 * For a statement that has deleted sessions as `gone`: takes their members off the map, if `condition` holds for the private
 * row `s` of the member.
 */
export const switchOffLocalMode = (condition: string) => `update profiles_private s set local_mode_enabled = false
  from gone where s.id = gone."userId" and s.local_mode_enabled and ${condition}`
