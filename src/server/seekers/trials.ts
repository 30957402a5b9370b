/** What a member says of a man on trial. The function `end_trials` of the database counts it when the last round closes. */
import { sql } from 'kysely'
import { SAY_SEEKERS } from '#contract/seeker-words.ts'
import { type Door, seekerFaults } from '#contract/seekers.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { lockOwnPod } from '../pods/pods.ts'
import { getDoor } from './door.ts'
import { maySay } from './rules.ts'

interface Opinion {
  pod_id: string
  member_id: string
  fits: boolean
}

/** Only the viewer reads it; it can be changed until the trial ends, and is deleted then. */
export async function sayFit(ctx: Ctx, { pod_id, member_id, fits }: Opinion): Promise<Door> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  await inTransaction(ctx, async (ctx) => {
    if (!(await lockOwnPod(ctx, pod_id, viewer))) refuse(seekerFaults.notFound)
    const { rows } = await sql<{
      may: boolean
    }>`select ${maySay(viewer)} as may from pod_trials y where y.pod_id = ${pod_id}::uuid and y.user_id = ${member_id}::uuid
      and y.user_id <> ${viewer}::uuid and y.ends_at is null`.execute(ctx.db)
    const trial = rows[0] ?? refuse(seekerFaults.noTrial)
    if (!trial.may) refuse(seekerFaults.tooNew)
    const key = sql`(${pod_id}::uuid, ${member_id}::uuid, ${viewer}::uuid)`
    await (fits
      ? sql`delete from trial_doubts d where (d.pod_id, d.user_id, d.by_id) = ${key}`
      : sql`insert into trial_doubts (pod_id, user_id, by_id) values ${key} on conflict do nothing`
    ).execute(ctx.db)
  })
  return getDoor(ctx, { pod_id })
}
