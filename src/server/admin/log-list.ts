/** The administrators' log, the latest entry first, with the owner of each thing if he is still known. */
import { sql } from 'kysely'
import type { LogEntry } from '#contract/admin.ts'
import type { PageOf } from '#contract/kernel.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf } from '../members/members.ts'
import { ofKind } from '../things/things.ts'

type Row = Omit<LogEntry, 'subject'> & AuthorRow

const AUTHOR_NOW = ofKind(sql`l.kind`, (thing) => thing.authorOf(sql`l.subject_id`))
const HAS_PAGE = ofKind(sql`l.kind`, (thing) => thing.hasPage(sql`l.subject_id`))

export async function listActs(ctx: Ctx, { after }: { after?: string | undefined }): Promise<PageOf<LogEntry>> {
  const key = keyOf(after)
  const { rows } = await sql<Row>`
    select l.id, l.admin_name, l.what, l.subject_id, l.reason, l.created_at, l.path,
      ${AUTHOR_COLUMNS}
    from (
      select l.*, case when l.kind = 'member' then l.subject_id
          else coalesce(${AUTHOR_NOW}, reported.author_id) end as author_id,
        case when ${HAS_PAGE} then reported.path end as path
      from (select l.*, split_part(l.what, '.', 1) as kind from admin_log l
          where ${key ? sql`(l.created_at, l.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql`true`}
          order by l.created_at desc, l.id desc limit ${sql.lit(PAGE_SIZE + 1)}) l
        left join lateral (
          select c.author_id, c.snapshot ->> 'path' as path from report_cases c where c.subject_id = l.subject_id
          order by c.reported_at desc limit 1) reported on l.kind <> 'member') l
      left join profiles a on a.id = l.author_id
    order by l.created_at desc, l.id desc`.execute(ctx.db)
  const acts = rows.map(({ id, admin_name, what, subject_id, reason, created_at, path, ...author }) => ({
    ...{ id, admin_name, what, subject_id, reason, created_at, path },
    subject: authorOf(author),
  }))
  return pageOf(acts, PAGE_SIZE)
}
