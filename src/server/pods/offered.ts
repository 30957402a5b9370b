/** Pods that a newcomer is offered, and the one that he makes there. */
import { sql } from 'kysely'
import type { OfferedPod } from '#contract/onboarding.ts'
import { ONBOARDING } from '#contract/onboarding-words.ts'
import { SAY } from '#contract/words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { joinablePod, visiblePod } from './rules.ts'

const COLUMNS = sql`p.id, p.name, p.description, p.current_members, p.capacity`

/**
 * His own first, then open ones with a seat for him (ONB-48, ONB-49). Few is measured in members and not in seats, so that he
 * comes into a circle that still finds itself (AMB-32).
 */
export async function listOfferedPods(ctx: Ctx): Promise<OfferedPod[]> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  const most = sql.lit(ONBOARDING.pods.offered)
  const { rows } = await sql<OfferedPod>`
    with mine as materialized (
      select m.pod_id from pod_members m where m.user_id = ${viewer}::uuid and m.is_active),
    listed as materialized (
      (select ${COLUMNS}, p.listed_at, true as joined from mine join pods p on p.id = mine.pod_id where ${visiblePod}
        order by p.listed_at desc, p.id desc limit ${most})
      union all
      (select ${COLUMNS}, p.listed_at, false from pods p where ${joinablePod(viewer)}
        and p.current_members < ${sql.lit(ONBOARDING.pods.fewerThan)} and p.id <> all (array(select pod_id from mine))
        order by p.listed_at desc, p.id desc limit ${most}))
    select id, name, description, current_members, capacity, joined from listed
    order by joined desc, listed_at desc, id desc limit ${most}`.execute(ctx.db)
  return rows
}
