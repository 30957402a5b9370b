/** The log of what administrators did, the latest first; with whose thing it was, as far as that is known any more. */
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
    select l.id, l.admin_name, l.what, l.subject_id, l.reason, l.created_at, ${sql.join(AUTHOR.map((column) => sql.raw(column)))},
      case when (post.removed_at is null and post.id is not null) or event.id is not null then reported.path end as path
    from admin_log l
      left join comments comment on l.what like 'comment.%' and comment.id = l.subject_id
      left join posts post on l.what ~ '^(post|comment)[.]' and post.id = coalesce(comment.post_id, l.subject_id)
      left join local_events event on l.what like 'event.%' and event.id = l.subject_id
      left join lateral (
        select c.author_id, c.snapshot ->> 'path' as path from report_cases c where c.subject_id = l.subject_id
        order by c.reported_at desc limit 1) reported on l.what not like 'member.%'
      left join profiles a on a.id = case when l.what like 'member.%' then l.subject_id
        when l.what like 'comment.%' then coalesce(comment.author_id, reported.author_id)
        else coalesce(post.author_id, event.user_id, reported.author_id) end
    where ${key ? sql`(l.created_at, l.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql`true`}
    order by l.created_at desc, l.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  const acts = rows.map(({ id, admin_name, what, subject_id, reason, created_at, path, ...author }) => ({
    ...{ id, admin_name, what, subject_id, reason, created_at, path },
    subject: authorOf(author),
  }))
  return pageOf(acts, PAGE_SIZE)
}
