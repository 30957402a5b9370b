/**
 * The administrators' log, the latest entry first. Each entry names its thing and links to it: as the administrator who reads
 * the log may open it now, otherwise as it was reported. So the log shows nothing that its reader cannot read elsewhere.
 */
import { type RawBuilder, sql } from 'kysely'
import type { LogEntry, ReportedText } from '#contract/admin.ts'
import type { PageOf } from '#contract/kernel.ts'
import { isTitled, THING_KINDS, type ThingKind } from '#contract/thing-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { suggestionShown } from '../groups/groups.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { excerptOf, parseBody } from '../kernel/text/text.ts'
import { NAMING_LENGTH, type Reporter, type Shown } from '../kernel/thing.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf } from '../members/members.ts'
import { ofKind } from '../things/things.ts'

/** The name of a thing in the log, in characters. */
const NAME_LENGTH = 80

interface Row extends Omit<LogEntry, 'subject' | 'name' | 'path'>, AuthorRow {
  kind: string
  shown: Shown | null
  /** its fields are null if there is no report of it */
  reported: { [Field in 'title' | 'content']: ReportedText[Field] | null }
}

const AUTHOR_NOW = ofKind(sql`t.kind`, (thing) => thing.authorOf(sql`t.thing_id`))

/** What the entry is about as this administrator sees it now, as JSON. */
function shownTo(administrator: Reporter) {
  const thing = ofKind(sql`t.kind`, (thing) => asJson(thing.shownTo(administrator, sql`t.thing_id`)))
  return sql`case t.kind when 'suggestion' then ${asJson(suggestionShown(sql`t.thing_id`))} else ${thing} end`
}

const asJson = (query: RawBuilder<unknown>) => sql`(select to_jsonb(x) from (${query}) x)`

export async function listActs(ctx: Ctx, { after }: { after?: string | undefined }): Promise<PageOf<LogEntry>> {
  const key = keyOf(after)
  const { rows } = await sql<Row>`
    select l.id, l.admin_name, l.what, l.subject_id, l.reason, l.created_at, l.kind, l.shown, l.reported, ${AUTHOR_COLUMNS}
    from (
      select t.*, ${shownTo({ id: ctx.viewer!.id, administrators: ctx.adminEmails })} as shown,
        case when t.kind = 'member' then t.subject_id else coalesce(${AUTHOR_NOW}, t.reported_author_id) end as author_id
      from (
        select l.*, coalesce(c.kind, split_part(l.what, '.', 1)) as kind, coalesce(c.subject_id, l.subject_id) as thing_id,
          c.author_id as reported_author_id, json_build_object('title', c.snapshot ->> 'title',
            'content', left(c.snapshot ->> 'content', ${sql.lit(NAMING_LENGTH)})) as reported
        from (select l.* from admin_log l
            where ${key ? sql`(l.created_at, l.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql`true`}
            order by l.created_at desc, l.id desc limit ${sql.lit(PAGE_SIZE + 1)}) l
          left join lateral (
            select c.kind, c.subject_id, c.author_id, c.snapshot from report_cases c
            where c.subject_id = l.subject_id or c.id = l.subject_id
            order by c.reported_at desc limit 1) c on l.what not like 'member.%') t) l
      left join profiles a on a.id = l.author_id
    order by l.created_at desc, l.id desc`.execute(ctx.db)
  const acts = rows.map(
    ({ id, admin_name, what, subject_id, reason, created_at, kind, shown, reported, ...author }) => ({
      ...{ id, admin_name, what, subject_id, reason, created_at },
      subject: authorOf(author),
      name: nameOf(kind, shown?.name ?? null, reported),
      path: shown?.path ?? null,
    }),
  )
  return pageOf(acts, PAGE_SIZE)
}

const isThing = (kind: string): kind is ThingKind => THING_KINDS.some((one) => one === kind)

/** One line, cut where a word ends if there is such a place. Words that are no title lose their marks. */
function nameOf(kind: string, shown: string | null, reported: Row['reported']): string | null {
  const hasTitle = !isThing(kind) || isTitled(kind)
  const text = shown ?? (hasTitle && reported?.title ? reported.title : reported?.content)
  if (!text) return null
  const words = hasTitle ? text.replace(/\s+/g, ' ').trim() : excerptOf(parseBody(text))
  const points = [...words]
  if (points.length <= NAME_LENGTH) return words || null
  const cut = points.slice(0, NAME_LENGTH - 1).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}
