/** "Open the first round now": a pod that begins with its rounds does not wait for its day. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'

/** Returns true if the pod has no round that is open, and either no rhythm or no round yet. The caller has locked the pod. */
export async function waitsForFirstRound({ db }: Ctx, pod_id: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select not exists (select from rounds r where r.pod_id = ${pod_id}::uuid and r.closed_at is null)
      and (not exists (select from rhythms t where t.pod_id = ${pod_id}::uuid)
        or not exists (select from rounds r where r.pod_id = ${pod_id}::uuid)) as waits`.execute(db)
  return rows[0]!.waits
}

/** For a pod whose rhythm has been set in this transaction. Also for a pod with one member: the others come later. */
export const openFirstRound = ({ db }: Ctx, pod_id: string) => sql`select open_first_round(${pod_id}::uuid)`.execute(db)
