/** Mails to members about networks. */
import { type Kysely, sql } from 'kysely'
import { nameInMail } from '#contract/names.ts'
import { backSentence } from '#contract/room-words.ts'
import type { DB } from '#db/types.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'
import type { MailsOf } from '../kernel/stream/stream.ts'
import type { GroupFact } from './facts.ts'

const pageOf = (slug: string) => `/group/${encodeURIComponent(slug)}`

export const requestAnswered = ({ name, slug }: { name: string; slug: string }, isIn: boolean): Notice => ({
  kind: 'group-request',
  subject: isIn ? `You are in: ${nameInMail(name)}` : `Your request to join ${nameInMail(name)}`,
  paragraphs: isIn
    ? [`The admins of ${nameInMail(name)} have let you in. Its posts, members and conversation are open to you now.`]
    : [`The admins of ${nameInMail(name)} have declined your request to join it. Nothing else changes for you.`],
  link: { path: pageOf(slug), label: `Open ${nameInMail(name)}` },
  reason: 'You get this because you asked to join this network.',
})

export const suggestionOpened = ({ name, slug }: { name: string; slug: string }, is_public: boolean): Notice => ({
  kind: 'group-suggestion',
  subject: `The network you suggested is open: ${nameInMail(name)}`,
  paragraphs: [
    `${nameInMail(name)} is open, and you are its admin.`,
    is_public
      ? 'It is public: everybody can read it, every member can join.'
      : 'It is private: whoever wants to join asks, and you decide.',
  ],
  link: { path: pageOf(slug), label: `Open ${nameInMail(name)}` },
  reason: 'You get this because you suggested this network.',
})

export const suggestionDeclined = (name: string, reason: string): Notice => ({
  kind: 'group-suggestion',
  subject: `The network you suggested: ${nameInMail(name)}`,
  paragraphs: [`${nameInMail(name)} was not opened. The administrators say why:`, reason],
  link: { path: '/groups', label: 'See the networks' },
  reason: 'You get this because you suggested this network.',
})

interface TakenOutMail {
  until: Date
  now: Date
  reason: string | null
}

export const takenOut = (
  { name, is_public }: { name: string; is_public: boolean },
  { until, now, reason }: TakenOutMail,
): Notice => ({
  kind: 'group-taken-out',
  subject: `You are no longer in ${nameInMail(name)}`,
  paragraphs: [
    `The admins of ${nameInMail(name)} have taken you out of it.`,
    ...(reason ? ['They gave a reason:', reason] : []),
    `${backSentence({ until, now, asks: !is_public })}. What you wrote there stays.`,
  ],
  link: { path: '/groups', label: 'See the networks' },
  reason: 'You get this because you were a member of this network.',
})

interface GroupName {
  name: string
  slug: string
  is_public: boolean
}

async function groupOf(db: Kysely<DB>, id: unknown): Promise<GroupName | undefined> {
  const { rows } = await sql<GroupName>`
    select g.name, g.slug, g.is_public from groups g where g.id = ${id}::uuid and g.status = 'approved'`.execute(db)
  return rows[0]
}

/** Maps each fact to the mail that follows from it. */
export const groupMails = {
  async 'group_request.answered'(db, { data }) {
    const group = await groupOf(db, data.group_id)
    return group && { to: String(data.requester_id), notice: requestAnswered(group, data.is_in === true) }
  },
  async 'group.taken_out'(db, { data, created_at: now }) {
    const group = await groupOf(db, data.group_id)
    const { rows } = await sql<{ until: Date; reason: string | null }>`
      select x.until, x.reason from group_exclusions x
      where x.group_id = ${data.group_id}::uuid and x.user_id = ${data.user_id}::uuid`.execute(db)
    const [out] = rows
    return group && out && { to: String(data.user_id), notice: takenOut(group, { ...out, now }) }
  },
  async 'group_suggestion.answered'(db, { data }) {
    const { rows } = await sql<{
      user_id: string | null
      name: string
      reason: string | null
      group_id: string | null
    }>`
      select r.user_id, r.group_name as name, r.reason, r.group_id from group_creation_requests r
      where r.id = ${data.suggestion_id}::uuid`.execute(db)
    const [wish] = rows
    if (!wish?.user_id) return
    const group = wish.group_id && (await groupOf(db, wish.group_id))
    const notice = group ? suggestionOpened(group, group.is_public) : suggestionDeclined(wish.name, wish.reason ?? '')
    return { to: wish.user_id, notice }
  },
} satisfies MailsOf<GroupFact>
