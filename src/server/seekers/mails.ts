/** The mails to a man who looks for a pod. */
import { type Kysely, sql } from 'kysely'
import { nameInMail } from '#contract/names.ts'
import type { DB } from '#db/types.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'
import type { MailsOf } from '../kernel/stream/stream.ts'
import type { SeekerFact } from './facts.ts'
import { isOpenInvitation } from './rules.ts'

export const invitationMail = (pod: string): Notice => ({
  kind: 'pod-invitation',
  subject: 'A pod would like you to come in',
  paragraphs: [
    `The pod "${nameInMail(pod)}" would like you to come in. You both try it for two rounds, and you can leave at any time without a reason.`,
    'You have seven days to answer. Other men may be invited too, and who says yes first has the place. If you decline, nobody is told.',
  ],
  link: { path: '/pods#pod-search', label: 'See the invitation' },
  reason: 'You get this because you look for a pod.',
})

/** `looks`: he looked for a pod, and does so further. */
export const trialEndedMail = (pod: string, looks: boolean): Notice => ({
  kind: 'pod-trial-ended',
  subject: 'Your place in a pod has ended',
  paragraphs: [
    `Your two rounds with "${nameInMail(pod)}" are over, and you are not in it any more. That can hurt. Two rounds are too short to know a man.`,
    looks
      ? 'You go on looking, and you keep your place in line.'
      : 'You can look at other pods when you like, or say what you look for, and pods that fit can invite you.',
  ],
  link: { path: '/pods#pod-search', label: 'Look at other pods' },
  reason: 'You get this because you were in this pod.',
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
