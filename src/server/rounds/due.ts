/** The rounds that wait for a member's check-in, in all his pods, for his front page. */
import { sql } from 'kysely'
import type { DayCheckIn } from '#contract/day.ts'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { dateOf } from '../kernel/page.ts'
import { isTold } from './rules.ts'

interface DueRow {
  id: string
  name: string
  slug: string
  open_until: number | null
  next: number | null
}

/** Returns those that close first, then the pods whose next round opens first. */
export async function ownCheckInsDue(ctx: Ctx, most: number): Promise<DayCheckIn[]> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const { rows } = await sql<DueRow>`
    select p.id, p.name, p.slug, date_part('epoch', o.closes_at) * 1000 as open_until,
      date_part('epoch', t.next_at) * 1000 as next
    from pod_members m join pods p on p.id = m.pod_id and p.status = 'active'
      left join rhythms t on t.pod_id = p.id and t.next_at > now()
      left join round_places w on w.pod_id = p.id and w.user_id = m.user_id
      left join lateral (
        select r.closes_at from rounds r where r.pod_id = p.id and r.closed_at is null and r.closes_at > now()
          and not exists (select from check_ins c where c.round_id = r.id and c.user_id = m.user_id)) o on true
    where m.user_id = ${viewer}::uuid and m.is_active and (o.closes_at is not null or t.pod_id is not null)
      and ${isTold('mail', 'notice')}
    order by o.closes_at, t.next_at, p.id limit ${most}`.execute(ctx.db)
  return rows.map(({ id, name, slug, open_until, next }) => ({
    pod: { id, name, slug },
    open_until: open_until === null ? null : dateOf(open_until),
    next_at: next === null ? null : dateOf(next),
  }))
}
