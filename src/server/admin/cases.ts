/** Cases: one for each reported thing, with its text when it was reported and its state now. */
import { type RawBuilder, sql } from 'kysely'
import type { Case, Danger, ReportedText } from '#contract/admin.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { Author } from '#contract/members.ts'
import { RESTORABLE_KINDS } from '#contract/thing-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { type Key, keyOf, pageOf } from '../kernel/page.ts'
import { isSuspended } from '../members/members.ts'
import { ofKind } from '../things/things.ts'
import { actsOnThings } from './log.ts'
import { maySuspend } from './rules.ts'

/** Number of reports of a case that are shown, the latest first; `reports` of the case says how many there are. */
const REPORTS_SHOWN = 10

type Snapshot = ReportedText & { path: string | null }

/** A line of the log about the thing. */
type Later = Omit<NonNullable<Case['since']>, 'created_at'> & { created_at: string }

/** As JSON has it: times are texts. */
type DangerRow = { [Field in keyof Danger]: Danger[Field] extends Author | null ? Author | null : string | null } & {
  reported_at: string
}

type Computed = 'reading' | 'reports' | 'author_suspended' | 'can_suspend' | 'path' | 'since' | 'danger'

interface Row extends Omit<Case, Computed> {
  snapshot: Snapshot
  danger: DangerRow | null
  author_suspended: boolean | null
  /** the two latest after the decision, the latest first */
  later: Later[] | null
  said:
    | (Omit<Case['reports'][number], 'created_at' | 'reading'> & { created_at: string; snapshot: Snapshot | null })[]
    | null
}

interface ListInput {
  state: 'open' | 'decided'
  after?: string | undefined
}

export async function listReports(ctx: Ctx, { state, after }: ListInput): Promise<PageOf<Case>> {
  if (state === 'open') return openCases(ctx, after)
  const key = keyOf(after)
  const cases = await casesWhere(
    ctx,
    sql`c.decided_at is not null
      and ${key ? sql`(c.decided_at, c.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql`true`}
      order by c.decided_at desc, c.id desc limit ${sql.lit(PAGE_SIZE + 1)}`,
  )
  return pageOfCases(cases, (one) => one.decided_at ?? one.reported_at)
}

/** Begins a cursor after a case of danger. No cursor of `cursorOf` begins with it: a time is digits and letters. */
const AFTER_DANGER = '_'

/**
 * Two lists, one after the other: cases of danger, then all others, the longest waiting first in each. A case that moves to
 * the first list while somebody turns the pages is on the first page when it is loaded again.
 */
async function openCases(ctx: Ctx, after: string | undefined): Promise<PageOf<Case>> {
  const isInDanger = !after || after.startsWith(AFTER_DANGER)
  const dangers = isInDanger ? await openDangers(ctx, keyOf(after?.slice(AFTER_DANGER.length))) : []
  const room = PAGE_SIZE + 1 - dangers.length
  const others = room > 0 ? await otherOpenCases(ctx, isInDanger ? null : keyOf(after), room) : []
  const { items, next } = pageOfCases([...dangers, ...others], (one) => one.danger?.reported_at ?? one.reported_at)
  return { items, next: next && (items.at(-1)?.danger ? AFTER_DANGER + next : next) }
}

const openDangers = (ctx: Ctx, key: Key | null) =>
  casesWhere(
    ctx,
    sql`d.is_open and ${key ? sql`(d.reported_at, d.case_id) > (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql`true`}
      order by d.reported_at, d.case_id limit ${sql.lit(PAGE_SIZE + 1)}`,
  )

const otherOpenCases = (ctx: Ctx, key: Key | null, limit: number) =>
  casesWhere(
    ctx,
    sql`c.decided_at is null and d.case_id is null
      and ${key ? sql`(c.reported_at, c.id) > (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql`true`}
      order by c.reported_at, c.id limit ${sql.lit(limit)}`,
  )

function pageOfCases(cases: Case[], atOf: (one: Case) => Date): PageOf<Case> {
  const { items, next } = pageOf(
    cases.map((one) => ({ one, id: one.id, created_at: atOf(one) })),
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
      case when d.case_id is not null then json_build_object('reported_at', d.reported_at,
        'opened_at', d.opened_at, 'opened_by', ${authorColumn('d.opened_by')},
        'taken_at', d.taken_at, 'taken_by', ${authorColumn('d.taken_by')},
        'word_at', d.word_at, 'word_by', ${authorColumn('d.word_by')}) end as danger,
      (select json_agg(json_build_object('what', split_part(l.what, '.', 2), 'reason', l.reason, 'created_at', l.created_at,
          'by', ${authorColumn('l.admin_id')}) order by l.created_at desc)
        from (select * from ${actsOnThings} l where l.subject_id = c.subject_id and l.created_at >= c.decided_at
          and l.what in (${REMOVED_OR_RESTORED})
          order by l.created_at desc limit 2) l) as later,
      (select json_agg(json_build_object('id', r.id, 'reason', r.reason, 'note', r.note, 'created_at', r.created_at,
          'snapshot', r.snapshot, 'reporter', ${authorColumn('r.reporter_id')}) order by r.created_at desc, r.id desc)
        from (select * from reports r where r.case_id = c.id order by r.created_at desc, r.id desc
          limit ${sql.lit(REPORTS_SHOWN)}) r) as said
    from report_cases c left join dangers d on d.case_id = c.id where ${which}`.execute(ctx.db)
  return rows.map(({ snapshot, said, later, author_suspended, danger, ...row }) => ({
    ...row,
    danger: danger && dangerOf(danger),
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

const dangerOf = ({ reported_at, opened_at, taken_at, word_at, ...who }: DangerRow): Danger => ({
  ...who,
  reported_at: new Date(reported_at),
  opened_at: dateOrNull(opened_at),
  taken_at: dateOrNull(taken_at),
  word_at: dateOrNull(word_at),
})

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text))

/** The first line after a decision to remove is that decision itself. */
function sinceOf(decision: Case['decision'], [last, before]: Later[]): Case['since'] {
  if (!last || (decision === 'removed' && last.what === 'removed' && !before)) return null
  return { ...last, created_at: new Date(last.created_at) }
}
