/** A mail that a deed brings to a member: enqueued in the deed's own transaction, so without the deed there is none. */
import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { addJob } from './jobs.ts'

export interface Notice {
  /** part of the outbox file's name */
  kind: string
  subject: string
  paragraphs: string[]
  /** a path of this place, from "/" */
  link: { path: string; label: string }
  reason: string
}

/** To an address that was shown to be his, and only if he wants such mails; where the account is gone, to nobody. */
export async function addNotice({ db }: Ctx, member: string, { link, ...notice }: Notice): Promise<void> {
  const found = await db
    .selectFrom('user')
    .select('email')
    .where('id', '=', member)
    .where('emailVerified', '=', true)
    .executeTakeFirst()
  if (!found) return
  const { rows } = await sql<{ wanted: boolean; key: string }>`
    insert into notice_wishes (member_id) values (${member})
    on conflict (member_id) do update set wanted = notice_wishes.wanted returning wanted, key`.execute(db)
  const { wanted, key } = rows[0]!
  if (!wanted) return
  const mail = { ...notice, to: found.email, link: { url: link.path, label: link.label } }
  await addJob(db, 'mail', { ...mail, stop: `/notices?key=${key}` })
}
