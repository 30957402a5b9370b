/** The mails about pods. Their subjects name no pod: others may see the screen on which they appear. */
import { type Kysely, sql } from 'kysely'
import { nameInMail } from '#contract/names.ts'
import { backSentence } from '#contract/room-words.ts'
import type { DB } from '#db/types.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'
import type { MailsOf } from '../kernel/stream/stream.ts'
import type { PodFact } from './facts.ts'

interface PodName {
  name: string
  slug: string
}

const linkTo = ({ slug }: PodName, label: string) => ({ path: `/pod/${encodeURIComponent(slug)}`, label })

export const requestAnsweredMail = (pod: PodName, decision: 'approved' | 'rejected'): Notice =>
  decision === 'approved'
    ? {
        kind: 'pod-request-approved',
        subject: 'Your pod has let you in',
        paragraphs: [
          `Your request to join the pod "${nameInMail(pod.name)}" was accepted. The conversation is open to you.`,
        ],
        link: linkTo(pod, 'Open the pod'),
        reason: 'You get this because you asked to join this pod.',
      }
    : {
        kind: 'pod-request-declined',
        subject: 'An answer to your request',
        paragraphs: [
          `The answer to your request to join the pod "${nameInMail(pod.name)}" is no this time. It says nothing about you: the men there do not know you yet. You can ask again later, or look at other pods.`,
        ],
        link: { path: '/pods', label: 'Look at other pods' },
        reason: 'You get this because you asked to join this pod.',
      }

export const handedOverMail = (pod: PodName): Notice => ({
  kind: 'pod-handed-over',
  subject: 'A pod is yours to look after now',
  paragraphs: [
    `The man who began the pod "${nameInMail(pod.name)}" has left, and it is yours to look after now. How the pod goes on, all of you decide. If you leave one day, you can hand it on to another man.`,
  ],
  link: linkTo(pod, 'Open the pod'),
  reason: 'You get this because you are in this pod and it was handed over to you.',
})

interface TakenOutMail {
  until: Date
  now: Date
  reason: string | null
}

export const takenOutMail = (pod: PodName & { is_private: boolean }, { until, now, reason }: TakenOutMail): Notice => ({
  kind: 'pod-taken-out',
  subject: 'Your place in a pod has ended',
  paragraphs: [
    `Your place in the pod "${nameInMail(pod.name)}" has ended. The man who looks after the pod decided this; the others were not asked. That can hurt.`,
    ...(reason ? ['He gave a reason:', reason] : []),
    `${backSentence({ until, now, asks: pod.is_private })}. Other pods are open to you as before, and what you said in the rounds of this one is still yours to read and to delete, in your settings.`,
  ],
  link: { path: '/pods', label: 'Look at other pods' },
  reason: 'You get this because you were in this pod.',
})

async function podOf(db: Kysely<DB>, id: unknown): Promise<(PodName & { is_private: boolean }) | undefined> {
  const { rows } = await sql<PodName & { is_private: boolean }>`
    select p.name, p.slug, p.is_private from pods p where p.id = ${id}::uuid and p.status <> 'deleted'`.execute(db)
  return rows[0]
}

/** Maps each fact to the mail that follows from it. */
export const podMails = {
  async 'pod_request.answered'(db, { data }) {
    const pod = await podOf(db, data.pod_id)
    const { rows } = await sql<{ requester_id: string }>`
      select r.requester_id from pod_join_requests r where r.id = ${data.request_id}::uuid`.execute(db)
    const [request] = rows
    if (!pod || !request) return
    const decision = data.decision === 'approved' ? 'approved' : 'rejected'
    return { to: request.requester_id, notice: requestAnsweredMail(pod, decision) }
  },
  async 'pod.handed_over'(db, { data }) {
    const pod = await podOf(db, data.pod_id)
    return pod && { to: String(data.to), notice: handedOverMail(pod) }
  },
  async 'pod.taken_out'(db, { data, created_at: now }) {
    const pod = await podOf(db, data.pod_id)
    const { rows } = await sql<{ until: Date; reason: string | null }>`
      select x.until, x.reason from pod_exclusions x
      where x.pod_id = ${data.pod_id}::uuid and x.user_id = ${data.user_id}::uuid`.execute(db)
    const [out] = rows
    return pod && out && { to: String(data.user_id), notice: takenOutMail(pod, { ...out, now }) }
  },
} satisfies MailsOf<PodFact>
