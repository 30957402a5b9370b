/** The mails about pods. */
import { oneLine } from '#contract/names.ts'
import { backSentence } from '#contract/room-words.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'

interface Named {
  name: string
  slug: string
}

const linkTo = ({ slug }: Named, label: string) => ({ path: `/pod/${encodeURIComponent(slug)}`, label })

export const requestAnsweredMail = (pod: Named, decision: 'approved' | 'rejected'): Notice =>
  decision === 'approved'
    ? {
        kind: 'pod-request-approved',
        subject: `You are in: ${oneLine(pod.name)}`,
        paragraphs: [
          `Your request to join the pod "${oneLine(pod.name)}" was accepted. The conversation is open to you.`,
        ],
        link: linkTo(pod, 'Open the pod'),
        reason: 'You get this because you asked to join this pod.',
      }
    : {
        kind: 'pod-request-declined',
        subject: `Your request to join ${oneLine(pod.name)}`,
        paragraphs: [
          `Your request to join the pod "${oneLine(pod.name)}" was declined this time. You can ask again later, or find another pod.`,
        ],
        link: { path: '/pods', label: 'Look at other pods' },
        reason: 'You get this because you asked to join this pod.',
      }

export const handedOverMail = (pod: Named): Notice => ({
  kind: 'pod-handed-over',
  subject: `${oneLine(pod.name)} is yours now`,
  paragraphs: [
    `Whoever made the pod "${oneLine(pod.name)}" has left and handed it over to you. You decide who joins, and whether it goes on.`,
  ],
  link: linkTo(pod, 'Open the pod'),
  reason: 'You get this because you are in this pod and it was handed over to you.',
})

interface Out {
  until: Date
  now: Date
  reason: string | null
}

export const takenOutMail = (pod: Named & { is_private: boolean }, { until, now, reason }: Out): Notice => ({
  kind: 'pod-taken-out',
  subject: `You are no longer in ${oneLine(pod.name)}`,
  paragraphs: [
    `Whoever runs the pod "${oneLine(pod.name)}" has taken you out of it.`,
    ...(reason ? ['He gave a reason:', reason] : []),
    `${backSentence({ until, now, asks: pod.is_private })}. Other pods are open to you as before.`,
  ],
  link: { path: '/pods', label: 'Look at other pods' },
  reason: 'You get this because you were in this pod.',
})
