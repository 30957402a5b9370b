/** The log of what administrators did, the latest first. */
import { sql } from 'kysely'
import type { Act } from '#contract/admin.ts'
import type { PageOf } from '#contract/kernel.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { AUTHOR, type AuthorRow, authorOf } from '../members/members.ts'

type Row = Omit<Act, 'subject'> & AuthorRow

export async function listActs(ctx: Ctx, { after }: { after?: string | undefined }): Promise<PageOf<Act>> {
  const key = keyOf(after)
  const { rows } = await sql<Row>`
    select l.id, l.admin_name, l.what, l.subject_id, l.reason, l.created_at, ${sql.join(AUTHOR.map((column) => sql.raw(column)))}
    from admin_log l left join profiles a on a.id = l.subject_id
    where ${key ? sql`(l.created_at, l.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql`true`}
    order by l.created_at desc, l.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  const acts = rows.map(({ id, admin_name, what, subject_id, reason, created_at, ...author }) => ({
    ...{ id, admin_name, what, subject_id, reason, created_at },
    subject: authorOf(author),
  }))
  return pageOf(acts, PAGE_SIZE)
}
