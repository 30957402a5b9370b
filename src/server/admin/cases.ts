/** Cases: one for each reported thing, with its text when it was reported and its state now. */
import { type RawBuilder, sql } from 'kysely'
import type { Case, ReportedText } from '#contract/admin.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { Author } from '#contract/members.ts'
import { RESTORABLE_KINDS } from '#contract/thing-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { isSuspended } from '../members/members.ts'
import { ofKind } from '../things/things.ts'
import { actsOnThings } from './log.ts'
import { maySuspend } from './rules.ts'

/** Number of reports of a case that are shown, the latest first; `reports` of the case says how many there are. */
const REPORTS_SHOWN = 10

type Snapshot = ReportedText & { path: string | null }

/** A line of the log about the thing. */
type Later = Omit<NonNullable<Case['since']>, 'created_at'> & { created_at: string }

interface Row extends Omit<Case, 'reading' | 'reports' | 'author_suspended' | 'can_suspend' | 'path' | 'since'> {
  snapshot: Snapshot
  author_suspended: boolean | null
  /** the two latest after the decision, the latest first */
  later: Later[] | null
  said:
    | (Omit<Case['reports'][number], 'created_at' | 'reading'> & { created_at: string; snapshot: Snapshot | null })[]
    | null
}

export async function listReports(
  ctx: Ctx,
  { state, after }: { state: 'open' | 'decided'; after?: string | undefined },
): Promise<PageOf<Case>> {
  const key = keyOf(after)
  const isOpen = state === 'open'
  const at = sql.raw(isOpen ? 'c.reported_at' : 'c.decided_at')
  const further = key
    ? sql`(${at}, c.id) ${sql.raw(isOpen ? '>' : '<')} (${key.created_at}::timestamptz, ${key.id}::uuid)`
    : sql`true`
  const way = sql.raw(isOpen ? 'asc' : 'desc')
  const cases = await casesWhere(
    ctx,
    sql`c.decided_at is ${sql.raw(isOpen ? 'null' : 'not null')} and ${further}
      order by ${at} ${way}, c.id ${way} limit ${sql.lit(PAGE_SIZE + 1)}`,
  )
  const { items, next } = pageOf(
    cases.map((one) => ({ one, id: one.id, created_at: one.decided_at ?? one.reported_at })),
    PAGE_SIZE,
  )
  return { items: items.map(({ one }) => one), next }
}

export async function findCase(ctx: Ctx, id: string): Promise<Case | null> {
  const [found] = await casesWhere(ctx, sql`c.id = ${id}::uuid`)
  return found ?? null
}

const authorColumn = (id: string) => sql<Author | null>`(
  select json_build_object('id', a.id, 'username', a.username, 'display_name', a.display_name, 'avatar_url', a.avatar_url,
    'location', a.location)::jsonb || case when a.is_administrator then '{"is_administrator": true}' else '{}' end::jsonb from profiles a where a.id = ${sql.ref(id)})`

/** Null if the thing is deleted. */
const CURRENT_STATE = ofKind(sql`c.kind`, (thing) => thing.state(sql`c.subject_id`))

/** Log entries after which the state of a decided case can differ from the decision. */
const REMOVED_OR_RESTORED = sql.join(
  RESTORABLE_KINDS.flatMap((kind) => [sql.lit(`${kind}.removed`), sql.lit(`${kind}.restored`)]),
)

async function casesWhere(ctx: Ctx, which: RawBuilder<unknown>): Promise<Case[]> {
  const { rows } = await sql<Row>`
    select c.id, c.kind, c.subject_id, c.snapshot, c.reporters, c.reported_at, c.decision, c.reason, c.decided_at,
      coalesce(${CURRENT_STATE}, 'gone') as state, ${authorColumn('c.author_id')} as author,
      ${authorColumn('c.decided_by')} as decided_by,
      ${isSuspended(sql`c.author_id`)} as author_suspended,
      (select json_agg(json_build_object('what', split_part(l.what, '.', 2), 'reason', l.reason, 'created_at', l.created_at,
          'by', ${authorColumn('l.admin_id')}) order by l.created_at desc)
        from (select * from ${actsOnThings} l where l.subject_id = c.subject_id and l.created_at >= c.decided_at
          and l.what in (${REMOVED_OR_RESTORED})
          order by l.created_at desc limit 2) l) as later,
      (select json_agg(json_build_object('id', r.id, 'reason', r.reason, 'note', r.note, 'created_at', r.created_at,
          'snapshot', r.snapshot, 'reporter', ${authorColumn('r.reporter_id')}) order by r.created_at desc, r.id desc)
        from (select * from reports r where r.case_id = c.id order by r.created_at desc, r.id desc
          limit ${sql.lit(REPORTS_SHOWN)}) r) as said
    from report_cases c where ${which}`.execute(ctx.db)
  return rows.map(({ snapshot, said, later, author_suspended, ...row }) => ({
    ...row,
    since: sinceOf(row.decision, later ?? []),
    author_suspended: author_suspended ?? false,
    can_suspend:
      row.author !== null && maySuspend(ctx.viewer, { id: row.author.id, is_suspended: author_suspended ?? false }),
    reading: readingOf(snapshot),
    path: row.state === 'gone' ? null : snapshot.path,
    reports: (said ?? []).map(({ snapshot, created_at, ...report }) => ({
      ...report,
      created_at: new Date(created_at),
      reading: snapshot && readingOf(snapshot),
    })),
  }))
}

const readingOf = ({ title, content, place }: Snapshot): ReportedText => ({ title, content, place })

/** The first line after a decision to remove is that decision itself. */
function sinceOf(decision: Case['decision'], [last, before]: Later[]): Case['since'] {
  if (!last || (decision === 'removed' && last.what === 'removed' && !before)) return null
  return { ...last, created_at: new Date(last.created_at) }
}
