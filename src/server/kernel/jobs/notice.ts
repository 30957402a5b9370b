/** Mails that tell a member what happened. Most of them follow from facts: a reader of the stream enqueues them. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../ctx.ts'
import type { OwnRows } from '../own-rows.ts'
import type { MailSource, Notice } from './mail.ts'
import { addJobs, NOTICE_JOB } from './queue.ts'
import { textOf } from './rewriting.ts'

export interface MemberNotice {
  member: string
  notice: Notice
  /** null: the notice quotes nobody and names nothing that somebody has named */
  source: MailSource | null
}

/**
 * Mails only to a verified address, and only if the member wants such mails; never if his account is deleted or
 * suspended.
 */
export const addNotice = (ctx: Pick<Ctx, 'db'>, notice: MemberNotice): Promise<void> => addEachNotice(ctx, [notice])

/** A notice of his own for each of many members, in two statements. A member may get several. */
export async function addEachNotice({ db }: Pick<Ctx, 'db'>, notices: MemberNotice[]): Promise<void> {
  if (notices.length === 0) return
  const members = [...new Set(notices.map(({ member }) => member))]
  // lock in order of id, so that two transactions for the same members cannot deadlock
  const { rows } = await sql<{ id: string; email: string; wanted: boolean; key: string }>`
    with found as materialized (
      select u.id, u.email from "user" u join profiles_private s on s.id = u.id
      where u.id = any(${members}::uuid[]) and u."emailVerified" and s.suspended_at is null order by u.id),
    wishes as (
      insert into notice_wishes (member_id) select id from found order by id
      on conflict (member_id) do update set wanted = notice_wishes.wanted returning member_id, wanted, key)
    select f.id, f.email, w.wanted, w.key from found f join wishes w on w.member_id = f.id`.execute(db)
  const wanting = new Map(rows.filter(({ wanted }) => wanted).map((row) => [row.id, row]))
  const mails = notices.flatMap(({ member, notice, source }) => {
    const to = wanting.get(member)
    if (!to) return []
    const stop = `/notices?${new URLSearchParams({ key: to.key, ...notice.stops?.query })}`
    return [{ ...textOf(notice), ...(source && { member, source }), to: to.email, stop }]
  })
  await addJobs(db, 'mail', mails, NOTICE_JOB)
}

/** True until the member says otherwise. `member` is a column or a value. */
export const wantsNotices = (member: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select w.wanted from notice_wishes w where w.member_id = ${member}), true)`

export const setNoticeWish = (db: Kysely<DB>, member_id: string, wanted: boolean) =>
  db
    .insertInto('notice_wishes')
    .values({ member_id, wanted })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ wanted }))
    .execute()

/** Stops the notices of the member whose mails have this key in their links. Returns false if there is none. */
export async function stopNoticesOfKey(db: Kysely<DB>, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notice_wishes')
    .set({ wanted: false })
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the member whose mails have this key in their links; null if there is none. */
export async function memberOfNoticeKey(db: Kysely<DB>, key: string): Promise<string | null> {
  const row = await db.selectFrom('notice_wishes').select('member_id').where('key', '=', key).executeTakeFirst()
  return row?.member_id ?? null
}

/** Deleted with the account. */
export const ownWishes: OwnRows<OwnTable<'kernel/jobs'>>[] = [['notice_wishes', 'member_id']]
