/**
 * Connections: one row for a pair of members, whichever of them asked first. Operations on one pair run one after the other
 * (`lock_pair`). So two members who ask each other at the same time have one request, and a request that is accepted and
 * declined at the same time has one final state. Lock order: the two accounts and the pair, the row, the two profiles by id
 * (their counts), the two topics by id.
 */
import { sql } from 'kysely'
import { type Connection, connectionFaults, type StandingConnection } from '#contract/connections.ts'
import { POINTS } from '#contract/karma-words.ts'
import { noteKnown, noteUndone } from '../karma/karma.ts'
import { type Ctx, inTransaction, mustBeMember, notSignedIn } from '../kernel/ctx.ts'
import { lastSeqOf } from '../kernel/live/live.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { findAuthor, neitherBlocked } from '../members/members.ts'
import { type ConnectionFact, connectionFacts } from './facts.ts'
import { mayAccept, mayCancel, mayDecline, mayRemove, mayRequest, type PairRow, rightsOf, standingOf } from './rules.ts'

export { countConnections, listConnections } from './list.ts'
export { connectionParts } from './own-data.ts'
export type { ConnectionFact }

interface Pair {
  /** the member who runs the operation */
  me: string
  other: string
  row: PairRow | null
  standing: ReturnType<typeof standingOf>
}

const rowOf = async ({ db }: Pick<Ctx, 'db'>, me: string, other: string) => {
  const { rows } = await sql<PairRow & { now: Date }>`
    select c.id, c.requester_id, c.addressee_id, c.status, c.crossed_at, c.declines, c.declined_at, now() as now
    from connections c where least(c.requester_id, c.addressee_id) = least(${me}::uuid, ${other}::uuid)
      and greatest(c.requester_id, c.addressee_id) = greatest(${me}::uuid, ${other}::uuid)`.execute(db)
  return rows[0] ?? null
}

async function pairOf(ctx: Pick<Ctx, 'db'>, me: string, other: string): Promise<Pair> {
  const row = await rowOf(ctx, me, other)
  return { me, other, row, standing: standingOf(row, me, row?.now ?? new Date(0)) }
}

/** Refuses members who do not exist or are blocked, with the same answer for both. */
async function mustBeReachable(ctx: Ctx, me: string, other: string): Promise<void> {
  const found = await findAuthor(ctx, other)
  const { rows } = await sql<{ is: boolean }>`
    select ${neitherBlocked(sql`${me}::uuid`, sql`${other}::uuid`)} as is`.execute(ctx.db)
  if (!found || !rows[0]!.is) refuse(connectionFaults.notFound)
}

export async function getConnection(ctx: Ctx, { user_id: other }: { user_id: string }): Promise<StandingConnection> {
  const { id: me } = mustBeMember(ctx, connectionFaults.signIn)
  // read first: an event that is published meanwhile is then delivered twice rather than missed
  const seq = await seqOfMember(ctx, me)
  await mustBeReachable(ctx, me, other)
  const { standing } = await pairOf(ctx, me, other)
  return { user_id: other, ...standing, ...rightsOf(standing), seq }
}

async function seqOfMember({ db }: Ctx, me: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select ${lastSeqOf('member', sql`${me}::uuid`)} as seq`.execute(db)
  return rows[0]!.seq
}

type OtherMember = { user_id: string }
/** Changes the locked row. Returns null if there was nothing to change. */
type PairChange = (ctx: Ctx, pair: Pair) => Promise<{ kind: ConnectionFact; id: string; isQuiet?: boolean } | null>

async function changePair(ctx: Ctx, { user_id: other }: OtherMember, change: PairChange): Promise<Connection> {
  const { id: me } = mustBeMember(ctx, connectionFaults.signIn)
  const standing = await inTransaction(ctx, async (ctx) => {
    await sql`select lock_pair(${me}::uuid, ${other}::uuid)`.execute(ctx.db)
    const done = await change(ctx, await pairOf(ctx, me, other))
    const { standing } = await pairOf(ctx, me, other)
    if (done) await record(ctx, connectionFacts.changed({ ...done, connection_id: done.id, by: me, other }))
    return standing
  }).catch((error: unknown) => {
    // the other account is locked, so it is the member's own account that was deleted
    if (isBreach(error, 'gone')) notSignedIn(connectionFaults.signIn)
    throw error
  })
  return { user_id: other, ...standing, ...rightsOf(standing) }
}

/**
 * Sends a request. If the other member has sent one already, there is still one request, and from then on either of the two
 * can accept it. Sending twice changes nothing.
 */
export async function requestConnection(ctx: Ctx, input: OtherMember): Promise<Connection> {
  if (ctx.viewer?.id === input.user_id) refuse(connectionFaults.oneself)
  return changePair(ctx, input, async (ctx, { me, other, row, standing }) => {
    await mustBeReachable(ctx, me, other)
    if (standing.status === 'waiting') refuse(connectionFaults.tooSoon)
    if (standing.status === 'incoming' && row!.crossed_at === null) return cross(ctx, row!)
    if (!mayRequest(standing)) return null
    return {
      kind: 'connection.requested',
      id: row ? await requestAgain(ctx, row, me, other) : await ask(ctx, me, other),
    }
  })
}

async function cross(ctx: Ctx, { id }: PairRow) {
  await ctx.db.updateTable('connections').set({ crossed_at: sql`now()` }).where('id', '=', id).execute()
  return { kind: 'connection.requested', id } as const
}

async function ask(ctx: Ctx, requester_id: string, addressee_id: string): Promise<string> {
  const { id } = await ctx.db
    .insertInto('connections')
    .values({ requester_id, addressee_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Uses the row of a declined request again. The refusals are reset if the request comes from the member who declined. */
async function requestAgain(ctx: Ctx, { id, requester_id }: PairRow, me: string, other: string): Promise<string> {
  const isSame = requester_id === me
  await ctx.db
    .updateTable('connections')
    .set({ requester_id: me, addressee_id: other, status: 'pending', created_at: sql`now()` })
    .$if(!isSame, (update) => update.set({ declines: 0, declined_at: null }))
    .where('id', '=', id)
    .execute()
  return id
}

export async function acceptConnection(ctx: Ctx, input: OtherMember): Promise<Connection> {
  return changePair(ctx, input, async (ctx, { me, row, standing }) => {
    if (standing.status === 'connected') return null
    if (!row || !mayAccept(standing)) refuse(connectionFaults.noRequest)
    await ctx.db
      .updateTable('connections')
      .set({ status: 'accepted', accepted_at: sql`now()`, crossed_at: null, declines: 0, declined_at: null })
      .where('id', '=', row.id)
      .execute()
    // his own action is not new to him; the other member gets it as news
    await noteKnown(ctx, me, POINTS.kin)
    return { kind: 'connection.accepted', id: row.id }
  })
}

/** The requester is not notified; the request just disappears from his list of sent requests. */
export async function declineConnection(ctx: Ctx, input: OtherMember): Promise<Connection> {
  return changePair(ctx, input, async (ctx, { me, row, standing }) => {
    if (row?.status === 'declined' && row.addressee_id === me) return null
    if (!row || !mayDecline(standing)) refuse(connectionFaults.noRequest)
    await ctx.db
      .updateTable('connections')
      .set({ status: 'declined', crossed_at: null, declined_at: sql`now()`, declines: sql`least(declines + 1, 100)` })
      .where('id', '=', row.id)
      .execute()
    return { kind: 'connection.declined', id: row.id, isQuiet: true }
  })
}

/** If both have sent a request, the request of the other member stays. Earlier refusals stay too. */
export async function cancelConnectionRequest(ctx: Ctx, input: OtherMember): Promise<Connection> {
  return changePair(ctx, input, async (ctx, { row, standing }) => {
    if (standing.status === 'none' || standing.status === 'waiting') return null
    if (!row || !mayCancel(standing)) refuse(connectionFaults.noRequest)
    if (standing.status === 'crossed') await reverse(ctx, row)
    else await withdraw(ctx, row)
    return { kind: 'connection.cancelled', id: row.id }
  })
}

const reverse = (ctx: Ctx, { id, requester_id, addressee_id, crossed_at }: PairRow) =>
  ctx.db
    .updateTable('connections')
    .set({ requester_id: addressee_id, addressee_id: requester_id, created_at: crossed_at!, crossed_at: null })
    .set({ declines: 0, declined_at: null })
    .where('id', '=', id)
    .execute()

export async function removeConnection(ctx: Ctx, input: OtherMember): Promise<Connection> {
  return changePair(ctx, input, async (ctx, { me, row, standing }) => {
    if (standing.status === 'none' || standing.status === 'waiting') return null
    if (!row || !mayRemove(standing)) refuse(connectionFaults.noRequest)
    await ctx.db.deleteFrom('connections').where('id', '=', row.id).execute()
    await noteUndone(ctx, me)
    return { kind: 'connection.removed', id: row.id }
  })
}

/**
 * Ends any connection or request between the two members without notifying the other one. A block calls this in its
 * transaction, which has locked the pair. Refusals are kept, so a short block does not shorten the wait.
 */
export async function endConnection(ctx: Ctx, by: string, other: string): Promise<void> {
  const row = await rowOf(ctx, by, other)
  if (!row || row.status === 'declined') return
  await withdraw(ctx, row)
  if (row.status === 'accepted') await noteUndone(ctx, by)
  const kind = row.status === 'accepted' ? 'connection.removed' : 'connection.cancelled'
  await record(ctx, connectionFacts.changed({ kind, by, other, connection_id: row.id, isQuiet: true }))
}

/** A row with refusals is kept, so that they are not forgotten. */
const withdraw = (ctx: Ctx, { id, declines }: PairRow) =>
  declines > 0
    ? ctx.db.updateTable('connections').set({ status: 'declined', crossed_at: null }).where('id', '=', id).execute()
    : ctx.db.deleteFrom('connections').where('id', '=', id).execute()
