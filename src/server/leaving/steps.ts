/** The steps after an account is deleted. The account's row is deleted last. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { forgetQuestions, forgetQuoted } from '../assistant/assistant.ts'
import { keptMessages } from '../chat/chat.ts'
import { deleteCommentsOf, keptComments } from '../comments/comments.ts'
import { cancelEventsOf, deleteEventCommentsOf, keptEventComments } from '../events/events.ts'
import { leaveGroupsOf } from '../groups/groups.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { noGeocoder } from '../kernel/geo/geo.ts'
import { unlimited } from '../kernel/http/http.ts'
import { keptIds } from '../kernel/idempotency.ts'
import { addJob, type RoomJobs } from '../kernel/jobs/jobs.ts'
import { errorFacts } from '../kernel/log.ts'
import type { KeptRows, OwnRows } from '../kernel/own-rows.ts'
import { bySystem } from '../kernel/principal.ts'
import { takeDownAll } from '../media/media.ts'
import { leavePodsOf } from '../pods/pods.ts'
import { keptVotes } from '../polls/polls.ts'
import { deletePostsOf, keptPosts } from '../posts/posts.ts'
import { deleteProfileCases } from '../reports/reports.ts'
import { type MarkedSource, mark, NOBODY_ID } from '../retrieval/retrieval.ts'
import { takeBackVotes } from '../votes/votes.ts'

/**
 * The maximum time of a job, in ms, measured by the process's own clock. After it the job ends, and the next job continues
 * with the remaining steps.
 */
const MAX_WAIT_MS = 60_000
/** One queue, so that at most one worker is busy with this and the other serves everybody else. */
export const LEAVING_QUEUE = { queue: 'finish_departures' }

/** Does a part of the work. Returns true if there may be more. */
type Step = (ctx: Ctx, member: string) => Promise<boolean>

/** First the steps that other members wait for. */
const STEPS: Step[] = [cancelEventsOf, leavePodsOf, leaveGroupsOf, takeBackVotes]
const CONTENT_STEPS: Step[] = [deletePostsOf, deleteCommentsOf, deleteEventCommentsOf]

/**
 * Content that stays without an author. The foreign keys would do the same, but in one statement however many rows
 * there are. Posts come first: after them no comment names the member as the author of its post.
 */
export const KEPT_TABLES: readonly KeptRows[] = [
  ...keptPosts,
  ...keptComments,
  ...keptMessages,
  ...keptEventComments,
  ...keptVotes,
  ...keptIds,
]
const BATCH_SIZE = 1000

/** The assistant may not quote content without an author. */
const QUOTED: Record<string, RawBuilder<MarkedSource>> = {
  'posts.author_id': sql`id as post_id, ${sql.lit(NOBODY_ID)}::uuid as comment_id`,
  'comments.author_id': sql`post_id, id as comment_id`,
}

/** Locks rows in order of id, as every transaction that locks several does. */
const leaveTo =
  (table: KeptRows[0], column: string): Step =>
  (ctx, member) =>
    inTransaction(ctx, async ({ db }) => {
      const quoted = QUOTED[`${table}.${column}`]
      const { rows, numAffectedRows = 0n } = await sql<MarkedSource>`
        update ${sql.table(table)} set ${sql.ref(column)} = null
        where ${sql.ref(column)} = ${member}::uuid and id = any (array(
          select t.id from ${sql.table(table)} t where t.id in (
            select id from ${sql.table(table)} where ${sql.ref(column)} = ${member}::uuid limit ${sql.lit(BATCH_SIZE)})
          order by t.id for update)) ${quoted ? sql`returning ${quoted}` : sql``}`.execute(db)
      await mark(db, rows)
      return numAffectedRows > 0n
    })

/** The account itself. Its room is above this one, so it passes in what happens to its rows. */
export interface LeavingAccount {
  /** deleted with the account's first transaction */
  rows: readonly OwnRows[]
  /** Locks the account until the transaction ends. Returns its address, or null if it does not exist. */
  lock(db: Kysely<DB>, member: string): Promise<string | null>
  endSessions(db: Kysely<DB>, member: string): Promise<void>
  /** Takes names and address from the account. Returns the username that stands in their place. */
  becomeNobody(db: Kysely<DB>, member: string): Promise<string>
  delete(db: Kysely<DB>, member: string): Promise<void>
}

interface LeavingParts extends Pick<Ctx, 'db' | 'live' | 'log'> {
  account: LeavingAccount
}

export const leavingJobs = ({ account, ...parts }: LeavingParts): RoomJobs => ({
  tasks: {
    async finish_departures() {
      const until = Date.now() + MAX_WAIT_MS
      // a failed departure does not prevent the others; the job fails at the end
      let failure: unknown
      for (const { member_id, removes_posts } of await pendingDepartures(parts.db)) {
        const ctx = asHe(parts, member_id)
        const steps = [
          ...STEPS,
          ...(removes_posts ? CONTENT_STEPS : []),
          ...KEPT_TABLES.map(([table, column]) => leaveTo(table, column)),
          forgetQuoted,
          forgetQuestions,
        ]
        const isGone = await finish(ctx, account, member_id, steps, until).catch((error: unknown) => {
          parts.log.warn(errorFacts(error), 'a departure could not be finished yet')
          failure ??= error
          return true
        })
        if (!isGone) return addJob(parts.db, 'finish_departures', {}, LEAVING_QUEUE)
      }
      if (failure) throw failure
    },
  },
  crontab: `*/5 * * * * finish_departures ?max=1&queue=${LEAVING_QUEUE.queue}`,
})

const pendingDepartures = (db: Kysely<DB>) =>
  db.selectFrom('departures').select(['member_id', 'removes_posts']).orderBy('begun_at').limit(100).execute()

/** The context of an operation in the member's name. */
const asHe = (parts: Omit<LeavingParts, 'account'>, member: string): Ctx => ({
  ...parts,
  viewer: bySystem(member, 'leaving'),
  limits: unlimited,
  geocoder: noGeocoder,
  ...{ adminEmails: [], model: null, modelMonthlyTokens: null },
})

/** Returns false if the time of the job is over before the work is done; the next job continues it. */
async function finish(
  ctx: Ctx,
  account: LeavingAccount,
  member: string,
  steps: Step[],
  until: number,
): Promise<boolean> {
  do {
    for (const step of steps) while (await step(ctx, member)) if (Date.now() > until) return false
  } while (!(await go(ctx, account, member)))
  return true
}

/** Deletes the account's row. Returns false if a request that was running at the deletion has added rows. */
const go = (ctx: Ctx, account: LeavingAccount, member: string): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ can_delete_account: boolean }>`select can_delete_account(${member}::uuid)`.execute(
      ctx.db,
    )
    if (!rows[0]!.can_delete_account) return false
    // a member who read the profile before the deletion may have reported it afterwards
    await deleteProfileCases(ctx, member)
    await takeDownAll(ctx, member)
    await account.delete(ctx.db, member)
    return true
  })
