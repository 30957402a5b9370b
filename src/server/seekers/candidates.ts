/** The men who fit the open places of a pod, the best fit first. */
import { sql } from 'kysely'
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
}

/** `only`: asks whether this one man is a candidate. Call it for a pod of the viewer. */
export async function candidatesOf({ db }: Ctx, pod_id: string, only?: string): Promise<Candidate[]> {
  const whom = only ? sql`and s.user_id = ${only}::uuid` : sql``
  const { rows } = await sql<CandidateRow>`
    with door as materialized (
      select o, t.time_zone, t.weeks from pod_openings o join rhythms t on t.pod_id = o.pod_id
      where o.pod_id = ${pod_id}::uuid and o.closed_at is null),
    barred as materialized (
      select b.blocked_id as id from pod_members m join blocks b on b.blocker_id = m.user_id
        where m.pod_id = ${pod_id}::uuid and m.is_active
      union all select b.blocker_id from pod_members m join blocks b on b.blocked_id = m.user_id
        where m.pod_id = ${pod_id}::uuid and m.is_active
      union all select m.user_id from pod_members m where m.pod_id = ${pod_id}::uuid
      union all select i.user_id from pod_invitations i where i.pod_id = ${pod_id}::uuid
      union all select x.user_id from pod_exclusions x where x.pod_id = ${pod_id}::uuid and x.until > now()),
    waiting as materialized (
      select s from door cross join seekers s
      where s.seen_at > now() - make_interval(days => ${sql.lit(SEEKER.days)}) ${whom}
        and ((door.o).stages = '{}' or s.stages && (door.o).stages)
        and s.user_id <> all (array(select b.id from barred b))
        and not exists (select from pod_trials y where y.user_id = s.user_id)
      order by s.since, s.user_id limit ${sql.lit(COMPARED)}),
    zones as materialized (
      select z.time_zone, hours_apart(z.time_zone, door.time_zone) as hours
      from door cross join (select distinct (w.s).time_zone from waiting w) z),
    fitting as materialized (
      select w.s, z.hours, fit_of(w.s, door.o, z.hours, door.weeks) as fit
      from door cross join waiting w join zones z on z.time_zone = (w.s).time_zone),
    best as materialized (
      select f.* from fitting f where f.fit is not null
      order by f.fit desc, (f.s).since, (f.s).user_id limit ${sql.lit(5 * SEEKER.shown)})
    select ${AUTHOR_COLUMNS}, (f.s).stages, (f.s).weeks, (f.s).aims, f.hours::float8 as hours
    from best f join profiles a on a.id = (f.s).user_id
    -- asked of a few only, because suspended members are rare
    where not coalesce(${isSuspended(sql`a.id`)}, true)
    order by f.fit desc, (f.s).since, a.id limit ${sql.lit(SEEKER.shown)}`.execute(db)
  return rows.map((row) => ({
    user: authorOf(row)!,
    stages: row.stages,
    weeks: row.weeks,
    aims: row.aims,
    hours_apart: row.hours,
  }))
}
