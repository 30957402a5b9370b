/**
 * An account that goes. In one transaction everything ends that is his alone: sessions, keys, names, address,
 * position, picture, interests. From then on he is nobody, wherever something of his still stands. What others have a part
 * in is put in order by a job, in small steps, each of which can be broken off and begun again (docs/decisions/026).
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
  /** to the address that he had */
  farewell(email: string): Mail
}

/**
 * False: somebody, perhaps himself in another tab, was faster. Lock order: the account, what was reported of his page, his
 * sessions, his public row, the other, as whoever decides, suspends or edits; then what is his alone.
 */
export async function beginLeaving(ctx: Ctx, { member, removes_posts, farewell }: Departure): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx
    // whoever signs in at this moment waits here, and is refused then
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
    // from here on nothing of him is written any more (refuse_departing_profile)
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

/** The account's row first, then the profile's: as whoever makes one does. */
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

/** No other is made: whoever makes one waits for his account. */
const endSessions = ({ db }: Ctx, member: string) => db.deleteFrom('session').where('userId', '=', member).execute()

/** What nobody else has a part in, and what else lets him in. */
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

/** Mails to him that have not gone out yet would come to somebody who is not here any more. */
const forgetMails = (db: Kysely<DB>, email: string) =>
  sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'mail' and j.payload ->> 'to' = ${email} and j.locked_at is null`.execute(
    db,
  )
