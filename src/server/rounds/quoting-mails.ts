/** Mails that wait to be sent and quote a check-in, or name a member. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { forgetWordsAbout } from '../kernel/jobs/jobs.ts'

/** The rounds of these check-ins, and those whose recaps quote their commitments. Call it before they are deleted. */
export async function roundsQuoting({ db }: Pick<Ctx, 'db'>, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ round_id: string }>`
    select distinct c.round_id from check_ins c
    where c.id = any(${ids}::uuid[]) or c.about_id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ round_id }) => round_id)
}

/** When an account is deleted: takes out of the queue what the member said, and where he is named. */
export async function forgetWordsOf(db: Kysely<DB>, member: string): Promise<void> {
  const { rows } = await sql<{ round_id: string }>`
    select c.round_id from check_ins c where c.user_id = ${member}::uuid
    union select c.round_id from check_in_asks k join check_ins c on c.id = k.check_in_id where k.taken_by = ${member}::uuid
    union select q.round_id from write_requests q where q.quiet_id = ${member}::uuid`.execute(db)
  const rounds = rows.map(({ round_id }) => round_id)
  // mails about the rhythm name the man who changed it
  await forgetWordsAbout(db, [...rounds, member], member)
}
