/** The men who fit the open places of a pod, the best fit first. */
import { type RawBuilder, sql } from 'kysely'
import type { RhythmWeeks } from '#contract/round-words.ts'
import { type Aim, SEEKER, type Stage } from '#contract/seeker-words.ts'
import type { Candidate } from '#contract/seekers.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf, isSuspended } from '../members/members.ts'

/** How many men are compared: those who have waited longest. */
const COMPARED = 1000

interface CandidateRow extends AuthorRow {
  stages: Stage[]
  weeks: RhythmWeeks
  aims: Aim[]
  hours: number
  days: number
}

/** `only`: asks whether this one man is a candidate. Call it for a pod of the viewer. */
export async function candidatesOf({ db }: Ctx, pod_id: string, only?: string): Promise<Candidate[]> {
  const whom = only ? sql`and s.user_id = ${only}::uuid` : sql``
  const { rows } = await sql<CandidateRow>`
    with door as materialized (
      select o.id, t.time_zone, t.weeks from pod_openings o join rhythms t on t.pod_id = o.pod_id
      where o.pod_id = ${pod_id}::uuid and o.closed_at is null),
    apart as materialized (
      select b.blocked_id as id from pod_members m join blocks b on b.blocker_id = m.user_id
        where m.pod_id = ${pod_id}::uuid and m.is_active
      union select b.blocker_id from pod_members m join blocks b on b.blocked_id = m.user_id
        where m.pod_id = ${pod_id}::uuid and m.is_active),
    waiting as materialized (
      select s.user_id, s.since, ${fitOf(sql`door`)} as fit, hours_apart(s.time_zone, door.time_zone) as hours
      from door join pod_openings o on o.id = door.id cross join seekers s
      where s.seen_at > now() - make_interval(days => ${sql.lit(SEEKER.days)}) ${whom}
        and not exists (select from apart a where a.id = s.user_id)
        and not exists (select from pod_invitations i where i.pod_id = ${pod_id}::uuid and i.user_id = s.user_id)
        and not exists (select from pod_members m where m.pod_id = ${pod_id}::uuid and m.user_id = s.user_id)
        and not exists (select from pod_exclusions x
          where x.pod_id = ${pod_id}::uuid and x.user_id = s.user_id and x.until > now())
        and not exists (select from pod_trials y where y.user_id = s.user_id)
        and not coalesce(${isSuspended(sql`s.user_id`)}, true)
      order by s.since, s.user_id limit ${sql.lit(COMPARED)})
    select ${AUTHOR_COLUMNS}, s.stages, s.weeks, s.aims, w.hours::float8 as hours,
      floor(extract(epoch from now() - w.since) / 86400)::int as days
    from waiting w join seekers s on s.user_id = w.user_id join profiles a on a.id = w.user_id
    where w.fit is not null order by w.fit desc, w.since, w.user_id limit ${sql.lit(SEEKER.shown)}`.execute(db)
  return rows.map((row) => ({
    user: authorOf(row)!,
    stages: row.stages,
    weeks: row.weeks,
    aims: row.aims,
    hours_apart: row.hours,
    waits_days: Math.max(0, row.days),
  }))
}

/** `s` is the alias of seekers, `o` of pod_openings, and `rhythm` of the pod's rhythm. */
export const fitOf = (rhythm: RawBuilder<unknown>) =>
  sql<number | null>`fit_of(s, o, ${rhythm}.time_zone, ${rhythm}.weeks)`
