/** The mail to a member whose ask was taken. */
import { type Kysely, sql } from 'kysely'
import { nameInMail, oneLine } from '#contract/names.ts'
import type { DB } from '#db/types.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'
import type { MailsOf } from '../kernel/stream/stream.ts'
import { neitherBlocked } from '../members/members.ts'
import type { RoundFact } from './facts.ts'
import { wantsMail } from './rules.ts'
import { stopsMails } from './stopped-mails.ts'

interface Taken {
  pod_id: string
  round_id: string
  pod: string
  slug: string
  check_in_id: string
  ask: string
  taker: string
  words: string | null
}

export const askTakenMail = ({ pod_id, pod, slug, check_in_id, ask, taker, words }: Taken): Notice => ({
  kind: 'ask-taken',
  subject: 'A man in your pod will help',
  paragraphs: [
    `You asked your pod "${nameInMail(pod)}": “${oneLine(ask)}”`,
    words ? `${nameInMail(taker)} has taken it: “${oneLine(words)}”` : `${nameInMail(taker)} has taken it.`,
  ],
  link: { path: `/pod/${encodeURIComponent(slug)}/rounds#check-in-${check_in_id}`, label: 'Open the round' },
  reason: 'You get this because you asked your pod for something.',
  stops: stopsMails('ask', pod_id),
})

/** Returns null if the ask is not taken any more, or its author hears nothing of the taker. He has one check-in in a round. */
export async function askTakenNotice(
  db: Kysely<DB>,
  { member, round_id }: { member: string; round_id: string },
): Promise<Notice | null> {
  const { rows } = await sql<Taken>`
    select c.round_id, p.id as pod_id, p.name as pod, p.slug, c.id as check_in_id, c.ask, coalesce(t.display_name, t.username) as taker, k.words
      from check_in_asks k join check_ins c on c.id = k.check_in_id join profiles t on t.id = k.taken_by
        join rounds r on r.id = c.round_id join pods p on p.id = r.pod_id and p.status = 'active'
        join pod_members m on m.pod_id = r.pod_id and m.user_id = c.user_id and m.is_active
        left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
      where c.round_id = ${round_id}::uuid and c.user_id = ${member}::uuid and c.ask is not null and ${wantsMail('ask')}
        and not exists (select from departures d where d.member_id = k.taken_by)
        and ${neitherBlocked(sql`k.taken_by`, sql`c.user_id`)}`.execute(db)
  const [taken] = rows
  return taken ? { ...askTakenMail(taken), about: taken.round_id } : null
}

/** Only of the first taking of an ask: a member who gives it back and takes it again sends no second mail. */
export const askMails = {
  async 'ask.taken'(db, { data }) {
    if (data.is_first !== true) return
    const { rows } = await sql<{ member: string; round_id: string }>`
      select c.user_id as member, c.round_id from check_ins c where c.id = ${data.check_in_id}::uuid`.execute(db)
    const notice = rows[0] && (await askTakenNotice(db, rows[0]))
    return notice ? { to: rows[0]!.member, notice } : undefined
  },
} satisfies MailsOf<RoundFact>
