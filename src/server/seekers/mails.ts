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

export const trialEndedMail = (pod: string): Notice => ({
  kind: 'pod-trial-ended',
  subject: 'You can look at other pods',
  paragraphs: [
    `Your two rounds with "${oneLine(pod)}" are over, and your place there ended with them. Which men find together is mostly chance, and it says nothing about you.`,
    'You keep your place in line, with all the days you have waited.',
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
    return pod ? { to: String(data.user_id), notice: trialEndedMail(pod) } : undefined
  },
} satisfies MailsOf<SeekerFact>
