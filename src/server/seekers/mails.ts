/** The mails to a man who looks for a pod. */
import { type Kysely, sql } from 'kysely'
import { oneLine } from '#contract/names.ts'
import type { DB } from '#db/types.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'
import type { MailsOf } from '../kernel/stream/stream.ts'
import type { SeekerFact } from './facts.ts'
import { isOpenInvitation } from './rules.ts'

export const invitationMail = (pod: string): Notice => ({
  kind: 'pod-invitation',
  subject: 'A pod has a place for you',
  paragraphs: [
    `The pod "${oneLine(pod)}" would like you to come in. You both try it for two rounds, and you can leave at any time without a reason.`,
    'You have seven days to answer. If you decline, nobody is told.',
  ],
  link: { path: '/pods#pod-search', label: 'See the invitation' },
  reason: 'You get this because you look for a pod.',
})

/** `looks`: he looked for a pod, and does so further. */
export const trialEndedMail = (pod: string, looks: boolean): Notice => ({
  kind: 'pod-trial-ended',
  subject: 'You can look at other pods',
  paragraphs: [
    `Your two rounds with "${oneLine(pod)}" are over, and it did not come together this time. That can hurt. It is no judgement of you as a father or a friend.`,
    looks
      ? 'You go on looking with the place you had. You do not begin again.'
      : 'Other pods have a place. You can join one, or say what you look for, and pods that fit can invite you.',
  ],
  link: { path: '/pods#pod-search', label: 'Look at other pods' },
  reason: 'You get this because you tried out this pod.',
})

async function nameOf(db: Kysely<DB>, id: unknown): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select p.name from pods p
    where p.id = ${id}::uuid and p.status <> 'deleted'`.execute(db)
  return rows[0]?.name
}

export const seekerMails = {
  async 'pod_invitation.sent'(db, { data }) {
    const { rows } = await sql`select from pod_invitations i
      where i.id = ${data.invitation_id}::uuid and ${isOpenInvitation}`.execute(db)
    const pod = await nameOf(db, data.pod_id)
    return rows.length > 0 && pod ? { to: String(data.user_id), notice: invitationMail(pod) } : undefined
  },
  async 'trial.ended'(db, { data }) {
    const pod = await nameOf(db, data.pod_id)
    const { rows } = await sql`select from seekers s where s.user_id = ${data.user_id}::uuid`.execute(db)
    return pod ? { to: String(data.user_id), notice: trialEndedMail(pod, rows.length > 0) } : undefined
  },
} satisfies MailsOf<SeekerFact>
