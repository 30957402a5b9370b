/** The link at the end of a pod's mail: it stops the mails of one kind from one pod, and says which. */
import { sql } from 'kysely'
import { memberFaults } from '#contract/members.ts'
import { STOPPABLE_WORDS, type StoppableMail } from '#contract/round-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { retried } from '../kernel/ctx.ts'
import { memberOfNoticeKey, type Notice } from '../kernel/jobs/jobs.ts'
import { refuse } from '../kernel/refuse.ts'

export const stopsMails = (kind: StoppableMail, pod_id: string): NonNullable<Notice['stops']> => ({
  label: `Stop mails ${STOPPABLE_WORDS[kind]}`,
  query: { pod: pod_id, kind },
})

interface Stopped {
  key: string
  pod_id: string
  kind: StoppableMail
}

/**
 * Needs only the key of the link in the member's mail. Answers the same if he is not in the pod any more: there are no such mails
 * then, and the answer tells nobody where he is.
 */
export async function stopPodMails(ctx: Ctx, { key, pod_id, kind }: Stopped): Promise<{ stopped: StoppableMail }> {
  const member = (await memberOfNoticeKey(ctx.db, key)) ?? refuse(memberFaults.noNotices)
  await retried(ctx, () =>
    sql`insert into round_places as w (pod_id, user_id, stopped_mails)
        select m.pod_id, m.user_id, array[${kind}::text] from pod_members m
        where m.pod_id = ${pod_id}::uuid and m.user_id = ${member}::uuid
      on conflict (pod_id, user_id) do update set stopped_mails = w.stopped_mails || excluded.stopped_mails
        where not excluded.stopped_mails <@ w.stopped_mails`.execute(ctx.db),
  )
  return { stopped: kind }
}
