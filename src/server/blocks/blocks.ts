/**
 * Blocks. Two members do not see each other if one of them has blocked the other, and the blocked member is not notified.
 * The queries of each room filter with the predicates of the members room (`neitherBlocked`, `notBlocked`;
 * docs/decisions/022).
 */
import { sql } from 'kysely'
import { BLOCKS_MAX, type Block, blockFaults } from '#contract/blocks.ts'
import type { PageOf } from '#contract/kernel.ts'
import { USERNAME } from '#contract/members.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { endConnection } from '../connections/connections.ts'
import { type Ctx, inTransaction, mustBeMember, notSignedIn } from '../kernel/ctx.ts'
import { cursorOf, keyOf } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'

import { record } from '../kernel/stream/stream.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf, findAuthor } from '../members/members.ts'

import { blockFacts } from './facts.ts'

export type { BlockFact } from './facts.ts'

export { blockParts } from './own-data.ts'

interface BlockRow extends AuthorRow {
  created_at: Date
}

const COLUMNS = sql`b.created_at, ${AUTHOR_COLUMNS}`
const blockOf = (row: BlockRow): Block => ({ user: authorOf(row)!, created_at: row.created_at })

/**
 * Ends the connection and the requests between the two members. Blocking twice changes nothing. A member who is blocked
 * himself can block too. Lock order: the blocks of the member (they are counted), the two accounts and the pair, the pod
 * entries of both, then as for a connection.
 */
export async function blockMember(ctx: Ctx, { user_id: other }: { user_id: string }): Promise<Block> {
  const { id: me } = mustBeMember(ctx, blockFaults.signIn)
  if (me === other) refuse(blockFaults.oneself)
  const user = (await findAuthor(ctx, other)) ?? refuse(blockFaults.notFound)
  const created_at = await inTransaction(ctx, async (ctx) => {
    await sql`select lock_blocks(${me}::uuid)`.execute(ctx.db)
    await sql`select lock_pair(${me}::uuid, ${other}::uuid)`.execute(ctx.db)
    // neither member can enter a pod of the other meanwhile
    await sql`select lock_pod_entries(${me}::uuid, ${other}::uuid)`.execute(ctx.db)
    const { rows } = await sql<{ created_at: Date }>`
      insert into blocks (blocker_id, blocked_id) select ${me}::uuid, p.id from profiles p where p.id = ${other}::uuid
        and (select count(*) from blocks b where b.blocker_id = ${me}::uuid) < ${sql.lit(BLOCKS_MAX)}
      on conflict do nothing returning created_at`.execute(ctx.db)
    const [made] = rows
    if (!made) return sinceWhen(ctx, me, other)
    await endConnection(ctx, me, other)
    await record(ctx, blockFacts.blocked(me, other))
    return made.created_at
  }).catch((error: unknown) => {
    if (isBreach(error, 'gone')) notSignedIn(blockFaults.signIn)
    throw error
  })
  return { user, created_at }
}

/** Called when no row was inserted: the block exists already, the limit is reached, or the other account was deleted. */
async function sinceWhen(ctx: Ctx, me: string, other: string): Promise<Date> {
  const found = await ctx.db
    .selectFrom('blocks')
    .select('created_at')
    .where('blocker_id', '=', me)
    .where('blocked_id', '=', other)
    .executeTakeFirst()
  if (found) return found.created_at
  return (await findAuthor(ctx, other)) ? refuse(blockFaults.tooMany) : refuse(blockFaults.notFound)
}

/** The connection and the requests that the block ended are not restored. */
export async function unblockMember(ctx: Ctx, { user_id: other }: { user_id: string }): Promise<{ user_id: string }> {
  const { id: me } = mustBeMember(ctx, blockFaults.signIn)
  await inTransaction(ctx, async (ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('blocks')
      .where('blocker_id', '=', me)
      .where('blocked_id', '=', other)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await record(ctx, blockFacts.unblocked(me, other))
  })
  return { user_id: other }
}

export async function listBlocks(ctx: Ctx, { after }: { after?: string | undefined }): Promise<PageOf<Block>> {
  const { id: me } = mustBeMember(ctx, blockFaults.signIn)
  const key = keyOf(after)
  const { rows } = await sql<BlockRow>`
    select ${COLUMNS} from blocks b join profiles a on a.id = b.blocked_id where b.blocker_id = ${me}::uuid
      ${key ? sql`and (b.created_at, b.blocked_id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
    order by b.created_at desc, b.blocked_id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  const items = rows.slice(0, PAGE_SIZE).map(blockOf)
  const last = items.at(-1)
  return {
    items,
    next: rows.length > PAGE_SIZE && last ? cursorOf({ created_at: last.created_at, id: last.user.id }) : null,
  }
}

/** Returns all of them; there are never more than `BLOCKS_MAX`. */
export async function listBlockedIds(ctx: Ctx): Promise<{ ids: string[] }> {
  const { id: me } = mustBeMember(ctx, blockFaults.signIn)
  const rows = await ctx.db.selectFrom('blocks').select('blocked_id as id').where('blocker_id', '=', me).execute()
  return { ids: rows.map(({ id }) => id) }
}

/** Shows a blocked member to the member who blocked him. Anyone else gets the same answer, whether the name exists or not. */
export async function getBlock(ctx: Ctx, { username }: { username: string }): Promise<Block | null> {
  const { id: me } = mustBeMember(ctx, blockFaults.signIn)
  if (!USERNAME.test(username)) refuse(blockFaults.notFound)
  const { rows } = await sql<BlockRow>`
    select ${COLUMNS} from profiles a join blocks b on b.blocker_id = ${me}::uuid and b.blocked_id = a.id
    where lower(a.username) = ${username.toLowerCase()}`.execute(ctx.db)
  return rows[0] ? blockOf(rows[0]) : null
}
