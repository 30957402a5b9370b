/** Lists members for the administrators, and suspends and restores them. */
import { sql } from 'kysely'
import { adminFaults, type MemberStatus } from '#contract/admin.ts'
import type { PageOf } from '#contract/kernel.ts'
import { noSuchCall } from '#contract/kernel.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { endSessions, liftSuspension, suspend } from '../account/account.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { type Key, keyOf, pageOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import {
  AUTHOR_COLUMNS,
  type AuthorRow,
  authorOf,
  isAdministratorColumn,
  isVerified,
  joinAccount,
  lockSuspensions,
} from '../members/members.ts'
import { maySuspend, whyNotSuspend } from './rules.ts'

interface StandingsQuery {
  q?: string | undefined
  only?: 'suspended' | undefined
  after?: string | undefined
}

type Row = Omit<MemberStatus, 'member' | 'can_suspend'> & AuthorRow & { id: string }

/**
 * Lists members only; a sign-up with an unverified address is not a member. Suspended members come first, the latest
 * suspension first; then all others, the newest first.
 */
export async function listStandings(ctx: Ctx, asked: StandingsQuery): Promise<PageOf<MemberStatus>> {
  const key = keyOf(asked.after)
  const at = sql.raw(asked.only ? 's.suspended_at' : 'a.created_at')
  const id = sql.raw(asked.only ? 's.id' : 'a.id')
  const like = `%${(asked.q ?? '')
    .toLowerCase()
    .replaceAll('\0', ' ')
    .replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Row>`
    ${columns(ctx)} where ${isVerified}
      ${asked.only ? sql`and s.suspended_at is not null` : sql``}
      ${asked.q ? sql`and (lower(a.username) like ${like} or lower(a.display_name) like ${like})` : sql``}
      ${key ? sql`and (${at}, ${id}) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
    order by ${at} desc, ${id} desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  const keyed = (row: Row): Key & { row: Row } => ({
    ...{ row, id: row.id },
    created_at: (asked.only && row.suspended_at) || row.joined_at,
  })
  const { items, next } = pageOf(rows.map(keyed), PAGE_SIZE)
  return { items: items.map(({ row }) => standingOf(ctx, row)), next }
}

const columns = ({ adminEmails }: Ctx) => sql`
  select a.id, a.created_at as joined_at, ${isAdministratorColumn(adminEmails)} as is_admin, s.suspended_at,
    s.suspended_reason, ${AUTHOR_COLUMNS}
  from profiles a ${joinAccount(sql`a.id`)}`

const standingOf = (
  { viewer }: Ctx,
  { id, joined_at, is_admin, suspended_at, suspended_reason, ...author }: Row,
): MemberStatus => ({
  member: authorOf(author)!,
  ...{ joined_at, is_admin, suspended_at, suspended_reason },
  can_suspend: maySuspend(viewer, { id, is_suspended: suspended_at !== null }),
})

async function findStanding(ctx: Ctx, id: string): Promise<MemberStatus> {
  const { rows } = await sql<Row>`${columns(ctx)} where a.id = ${id}::uuid`.execute(ctx.db)
  return rows[0] ? standingOf(ctx, rows[0]) : refuse(adminFaults.noMember)
}

export async function suspendMember(ctx: Ctx, { id, reason }: { id: string; reason: string }) {
  await inTransaction(ctx, (ctx) => mustSuspend(ctx, id, reason))
  return findStanding(ctx, id)
}

/**
 * Runs in the transaction of the decision. Both rows are locked in order of id: if two administrators suspend each
 * other at the same moment, one stays. So there is always one left, because nobody can suspend himself.
 */
export async function mustSuspend(ctx: Ctx, member: string, reason: string): Promise<void> {
  const viewer = ctx.viewer?.id ?? refuse(noSuchCall)
  await endSessions(ctx, member)
  // the public row is locked first, as everywhere: it holds the administrator's mark, which is removed
  await sql`select from profiles p where p.id = ${member}::uuid for no key update`.execute(ctx.db)
  const rows = await lockSuspensions(ctx.db, [viewer, member])
  const [own, his] = [viewer, member].map((one) => rows.find(({ id }) => id === one))
  const why = whyNotSuspend(own, his)
  if (why) refuse(why)
  await suspend(ctx, member, reason)
}

export async function restoreMember(ctx: Ctx, { id }: { id: string }): Promise<MemberStatus> {
  await inTransaction(ctx, async (ctx) => {
    await sql`select from profiles p where p.id = ${id}::uuid for no key update`.execute(ctx.db)
    if (await liftSuspension(ctx, id)) return
    await findStanding(ctx, id)
    return refuse(adminFaults.notSuspended)
  })
  return findStanding(ctx, id)
}
