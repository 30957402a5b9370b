/** Networks that are offered to a new member. */
import { sql } from 'kysely'
import type { OfferedGroup } from '#contract/onboarding.ts'
import { ONBOARDING } from '#contract/onboarding-words.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { isMember } from './rules.ts'

/** Public networks with the most members first, without those that took the member out in the last thirty days. */
export async function listOfferedGroups(ctx: Ctx): Promise<OfferedGroup[]> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToGroups)
  const { rows } = await sql<OfferedGroup>`
    select g.id, g.name, g.description, g.member_count, ${isMember(ctx.viewer)} as joined
    from groups g where g.status = 'approved' and g.is_public and not exists (select from group_exclusions x
      where x.group_id = g.id and x.user_id = ${viewer}::uuid and x.until > now())
    order by g.member_count desc, g.id limit ${sql.lit(ONBOARDING.groups.offered)}`.execute(ctx.db)
  return rows
}
