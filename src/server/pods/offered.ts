/** Pods that are offered to a new member, and the pod that he creates in the first steps. */
import { sql } from 'kysely'
import type { OfferedPod } from '#contract/onboarding.ts'
import { ONBOARDING } from '#contract/onboarding-words.ts'
import { SAY } from '#contract/words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { joinablePod, openPod } from './rules.ts'

const COLUMNS = sql`p.id, p.name, p.description, p.current_members, p.capacity`

/**
 * The member's own pods first, then public ones with a seat for him. Offers pods with few members, not with many free seats,
 * so that he joins a group that is still forming.
 */
export async function listOfferedPods(ctx: Ctx): Promise<OfferedPod[]> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  const most = sql.lit(ONBOARDING.pods.offered)
  const { rows } = await sql<OfferedPod>`
    with mine as materialized (
      select m.pod_id from pod_members m where m.user_id = ${viewer}::uuid and m.is_active),
    listed as materialized (
      (select ${COLUMNS}, p.listed_at, true as joined from mine join pods p on p.id = mine.pod_id where ${openPod}
        order by p.listed_at desc, p.id desc limit ${most})
      union all
      (select ${COLUMNS}, p.listed_at, false from pods p where ${joinablePod(viewer)}
        and p.current_members < ${sql.lit(ONBOARDING.pods.fewerThan)} and p.id <> all (array(select pod_id from mine))
        order by p.listed_at desc, p.id desc limit ${most}))
    select id, name, description, current_members, capacity, joined from listed
    order by joined desc, listed_at desc, id desc limit ${most}`.execute(ctx.db)
  return rows
}
