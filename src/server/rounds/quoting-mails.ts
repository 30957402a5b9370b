/** Mails that wait to be sent and quote a check-in. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { addEachNotice, deleteMailsAbout } from '../kernel/jobs/jobs.ts'
import { recapsOf } from './mails.ts'

/** The rounds of these check-ins, and those whose recaps quote their commitments. Call it before they are deleted. */
export async function roundsQuoting({ db }: Pick<Ctx, 'db'>, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ round_id: string }>`
    select distinct c.round_id from check_ins c
    where c.id = any(${ids}::uuid[]) or c.about_id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ round_id }) => round_id)
}

/** Deletes the mails that quote these rounds. A member who waits for such a recap gets a new one of what is left. */
export async function rewriteMailsAbout(db: Kysely<DB>, rounds: string[]): Promise<void> {
  const deleted = (await deleteMailsAbout(db, rounds)).filter(({ kind }) => kind === 'recap')
  if (deleted.length === 0) return
  const waited = new Set(deleted.map(({ about, member }) => `${about} ${member}`))
  const recaps = await recapsOf(db, [...new Set(deleted.map(({ about }) => about))])
  await addEachNotice(
    { db },
    recaps.filter(({ member, notice }) => waited.has(`${notice.about} ${member}`)),
  )
}
