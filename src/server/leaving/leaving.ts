/**
 * Deleting an account. One transaction deletes everything that belongs to the member alone: sessions, keys, names,
 * address, position, picture, interests. From then on his remaining content has no author. What he shares with others
 * is handled by a job in small steps, each of which can be interrupted and repeated (docs/decisions/026).
 */
import { type Kysely, sql } from 'kysely'
import { PROFILE_FIELDS } from '#contract/profile-words.ts'
import { UNKNOWN } from '#contract/words.ts'
import type { DB } from '#db/types.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { addJob, type Mail } from '../kernel/jobs/jobs.ts'
import { record } from '../kernel/stream/stream.ts'
import { takeDownAll } from '../media/media.ts'
import { clearPrivateRow, emptied } from '../members/members.ts'
import { leavingFacts } from './facts.ts'
import { forgetPage, LINE } from './steps.ts'

export type { LeavingFact } from './facts.ts'
export { leavingJobs } from './steps.ts'

interface Departure {
  member: string
  removes_posts: boolean
  /** makes the mail to the address that the member had */
  farewell(email: string): Mail
}

/**
 * Returns false if another request was faster, perhaps from another tab. Lock order: the account, reports of his
 * profile, his sessions, his public row, his private row, the same as in deciding, suspending and editing; then what is
 * his alone.
 */
export async function beginLeaving(ctx: Ctx, { member, removes_posts, farewell }: Departure): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx
    // a sign-in at this moment waits here, and is then refused
    const { rows } = await sql<{ email: string }>`
      select u.email from "user" u where u.id = ${member}::uuid for update`.execute(db)
    const [account] = rows
    if (!account) return false
    if (await db.selectFrom('departures').select('member_id').where('member_id', '=', member).executeTakeFirst())
      return false
    await forgetPage(ctx, member)
    await endSessions(ctx, member)
    await holdName(db, member)
    await becomeNobody(db, member)
    await forgetOwn(db, member)
    await takeDownAll(ctx, member)
    await forgetMails(db, account.email)
    // from here on the database refuses every write for this member (refuse_departing_profile)
    await db.insertInto('departures').values({ member_id: member, removes_posts }).execute()
    await addJob(db, 'mail', farewell(account.email))
    await addJob(db, 'finish_departures', {}, LINE)
    await record(ctx, leavingFacts.left(member))
    return true
  })
}

const holdName = (db: Kysely<DB>, member: string) =>
  sql`insert into left_names (looks) select left_name(p.username) from profiles p where p.id = ${member}::uuid
    on conflict (looks) do update set until = excluded.until`.execute(db)

/** Locks the account's row before the profile's, as a sign-up does. */
async function becomeNobody(db: Kysely<DB>, member: string): Promise<void> {
  const { rows } = await sql<{ username: string }>`
    update "user" set name = ${UNKNOWN.display_name}, username = nobody, "displayUsername" = null, image = null,
      email = nobody || '@invalid', "emailVerified" = false, "twoFactorEnabled" = false
    from (select 'gone.' || left(md5(gen_random_uuid()::text), 20) as nobody) n
    where id = ${member}::uuid returning username`.execute(db)
  await sql`update profiles set username = ${rows[0]!.username}, display_name = ${UNKNOWN.display_name},
      avatar_url = null, ${emptied(PROFILE_FIELDS.public.filter((field) => field !== 'display_name'))} where id = ${member}::uuid`.execute(
    db,
  )
  await clearPrivateRow(db, member)
}

/** No new session is made meanwhile: making one waits for the locked account. */
const endSessions = ({ db }: Ctx, member: string) => db.deleteFrom('session').where('userId', '=', member).execute()

/** Deletes what belongs to the member alone, and every other key that gives access. */
async function forgetOwn(db: Kysely<DB>, member: string): Promise<void> {
  for (const [table, column] of OWN)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${member}`.execute(db)
}
const OWN = [
  ['account', 'userId'],
  ['twoFactor', 'userId'],
  ['verification', 'value'],
  ['known_devices', 'user_id'],
  ['taken_sign_ups', 'user_id'],
  ['user_interests', 'user_id'],
  ['user_goals', 'user_id'],
  ['member_seen', 'member_id'],
  ['notice_wishes', 'member_id'],
  ['calendar_feeds', 'user_id'],
  ['chat_reads', 'user_id'],
] as const

/** Deletes his pending mails: he is no longer a member when they would be sent. */
const forgetMails = (db: Kysely<DB>, email: string) =>
  sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'mail' and j.payload ->> 'to' = ${email} and j.locked_at is null`.execute(
    db,
  )
