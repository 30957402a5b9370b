/** Lists of a member's connections: kin, received requests and sent requests. */
import { type RawBuilder, sql } from 'kysely'
import { type ConnectionItem, type ConnectionList, connectionFaults, REQUESTS_COUNTED } from '#contract/connections.ts'
import type { PageOf } from '#contract/kernel.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { type Ctx, mustBeMember, notSignedIn } from '../kernel/ctx.ts'
import { cursorOf, keyOf } from '../kernel/page.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf } from '../members/members.ts'
import { rightsOf } from './rules.ts'

interface ConnectionRow extends AuthorRow {
  id: string
  status: ConnectionItem['status']
  at: Date
}

const ROWS = sql.lit(PAGE_SIZE + 1)

/** Reads one row more than the page holds, by index. Kin are read from both sides of the pair. */
export async function listConnections(
  ctx: Ctx,
  { list, after }: { list: ConnectionList; after?: string | undefined },
): Promise<PageOf<ConnectionItem>> {
  const { id: me } = mustBeMember(ctx, connectionFaults.signIn)
  const key = keyOf(after)
  const earlier = (time: RawBuilder<unknown>) =>
    key ? sql`and (${time}, c.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``
  const pending = (mine: RawBuilder<unknown>, his: RawBuilder<unknown>, status: RawBuilder<unknown>) => sql`
    select c.id, ${his} as user_id, c.created_at as at, ${status} as status from connections c
    where ${mine} = ${me}::uuid and c.status = 'pending' ${earlier(sql`c.created_at`)}
    order by c.created_at desc, c.id desc limit ${ROWS}`
  const kin = (mine: RawBuilder<unknown>, his: RawBuilder<unknown>) => sql`
    (select c.id, ${his} as user_id, c.accepted_at as at, 'connected' as status from connections c
      where ${mine} = ${me}::uuid and c.status = 'accepted' and c.accepted_at is not null ${earlier(sql`c.accepted_at`)}
      order by c.accepted_at desc, c.id desc limit ${ROWS})`
  const [requester, addressee] = [sql`c.requester_id`, sql`c.addressee_id`]
  const which = {
    incoming: () => pending(addressee, requester, sql`'incoming'`),
    sent: () => pending(requester, addressee, sql`case when c.crossed_at is null then 'requested' else 'crossed' end`),
    kin: () => sql`${kin(requester, addressee)} union all ${kin(addressee, requester)}`,
  }
  const { rows } = await sql<ConnectionRow>`
    select c.id, c.status, c.at, ${AUTHOR_COLUMNS}
    from (${which[list]()}) c join profiles a on a.id = c.user_id
    order by c.at desc, c.id desc limit ${ROWS}`.execute(ctx.db)
  const items = rows
    .slice(0, PAGE_SIZE)
    .map(
      (row): ConnectionItem => ({ id: row.id, user: authorOf(row)!, status: row.status, at: row.at, ...rightsOf(row) }),
    )
  const last = items.at(-1)
  return { items, next: rows.length > PAGE_SIZE && last ? cursorOf({ created_at: last.at, id: last.id }) : null }
}

interface ConnectionCounts {
  kin: number
  incoming: number
  sent: number
}

/** Counts requests only up to `REQUESTS_COUNTED`, the largest number that is displayed. */
export async function countConnections(ctx: Ctx): Promise<ConnectionCounts> {
  const { id: me } = mustBeMember(ctx, connectionFaults.signIn)
  const counted = (side: RawBuilder<unknown>) => sql`(select count(*)::int from (
    select from connections c where ${side} = ${me}::uuid and c.status = 'pending' limit ${sql.lit(REQUESTS_COUNTED)}) first)`
  const { rows } = await sql<ConnectionCounts>`
    select p.kin_count as kin, ${counted(sql`c.addressee_id`)} as incoming, ${counted(sql`c.requester_id`)} as sent
    from profiles p where p.id = ${me}::uuid`.execute(ctx.db)
  return rows[0] ?? notSignedIn(connectionFaults.signIn)
}
