/**
 * Deleting an account. One transaction deletes everything that belongs to the member alone: sessions, keys, names,
 * address, position, picture, interests. From then on his remaining content has no author. What he shares with others
 * is handled by a job in small steps, each of which can be interrupted and repeated (docs/decisions/026).
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { ownVisits } from '../badges/badges.ts'
import { ownReads } from '../chat/chat.ts'
import { ownFeeds } from '../events/events.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { addJob, deleteMailsTo, type Mail, ownWishes } from '../kernel/jobs/jobs.ts'
import type { OwnRows } from '../kernel/own-rows.ts'
import { record } from '../kernel/stream/stream.ts'
import { takeDownAll } from '../media/media.ts'
import { clearPrivateRow, clearPublicRow } from '../members/members.ts'
import { ownChoices } from '../onboarding/onboarding.ts'
import { deleteProfileCases } from '../reports/reports.ts'
import { forgetWordsOf } from '../rounds/rounds.ts'
import { ownSeekers } from '../seekers/seekers.ts'
import { leavingFacts } from './facts.ts'
import { LEAVING_QUEUE, type LeavingAccount } from './steps.ts'

export type { LeavingFact } from './facts.ts'
export { type LeavingAccount, leavingJobs } from './steps.ts'

interface Departure {
  member: string
  removes_posts: boolean
  /** makes the mail to the address that the member had */
  farewell(email: string): Mail
  account: LeavingAccount
}

/**
 * Returns false if another request has already deleted the account. Lock order: the account, the reports of the profile, the
 * sessions, the public row, the private row; then the rows that belong to the member alone. Deciding a report, suspending
 * and editing lock in the same order.
 */
export async function beginLeaving(
  ctx: Ctx,
  { member, removes_posts, farewell, account }: Departure,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx
    // a sign-in at this moment waits here, and is then refused
    const email = await account.lock(db, member)
    if (email === null) return false
    if (await db.selectFrom('departures').select('member_id').where('member_id', '=', member).executeTakeFirst())
      return false
    await deleteProfileCases(ctx, member)
    await account.endSessions(db, member)
    await becomeNobody(db, member, account)
    await deleteOwn(db, member, account)
    await takeDownAll(ctx, member)
    // he is no longer a member when they would be sent
    await deleteMailsTo(db, email)
    await forgetWordsOf(db, member)
    // from here on the database refuses every write for this member (refuse_departing_profile)
    await db.insertInto('departures').values({ member_id: member, removes_posts }).execute()
    await addJob(db, 'mail', farewell(email))
    await addJob(db, 'finish_departures', {}, LEAVING_QUEUE)
    await record(ctx, leavingFacts.left(member))
    return true
  })
}

/** Locks the account's row before the profile's, as a sign-up does. */
async function becomeNobody(db: Kysely<DB>, member: string, account: LeavingAccount): Promise<void> {
  const username = await account.becomeNobody(db, member)
  await clearPublicRow(db, member, username)
  await clearPrivateRow(db, member)
}

/** Deletes what belongs to the member alone, and every other key that gives access. */
async function deleteOwn(db: Kysely<DB>, member: string, account: LeavingAccount): Promise<void> {
  for (const [table, column] of [...account.rows, ...OWN_TABLES])
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${member}`.execute(db)
}
const OWN_TABLES: readonly OwnRows[] = [
  ...ownChoices,
  ...ownVisits,
  ...ownWishes,
  ...ownFeeds,
  ...ownReads,
  ...ownSeekers,
]
