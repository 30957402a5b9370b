/** What a member is told by mail about networks. */
import { oneLine } from '#contract/names.ts'
import { backSentence } from '#contract/room-words.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'

const pageOf = (slug: string) => `/group/${encodeURIComponent(slug)}`

export const requestAnswered = ({ name, slug }: { name: string; slug: string }, isIn: boolean): Notice => ({
  kind: 'group-request',
  subject: isIn ? `You are in: ${oneLine(name)}` : `Your request to join ${oneLine(name)}`,
  paragraphs: isIn
    ? [`The admins of ${oneLine(name)} have let you in. Its posts, members and conversation are open to you now.`]
    : [`The admins of ${oneLine(name)} have declined your request to join it. Nothing else changes for you.`],
  link: { path: pageOf(slug), label: `Open ${oneLine(name)}` },
  reason: 'You get this because you asked to join this network.',
})

export const suggestionOpened = ({ name, slug }: { name: string; slug: string }, is_public: boolean): Notice => ({
  kind: 'group-suggestion',
  subject: `The network you suggested is open: ${oneLine(name)}`,
  paragraphs: [
    `${oneLine(name)} is open, and you are its admin.`,
    is_public
      ? 'It is public: everybody can read it, every member can join.'
      : 'It is private: whoever wants to join asks, and you decide.',
  ],
  link: { path: pageOf(slug), label: `Open ${oneLine(name)}` },
  reason: 'You get this because you suggested this network.',
})

export const suggestionDeclined = (name: string, reason: string): Notice => ({
  kind: 'group-suggestion',
  subject: `The network you suggested: ${oneLine(name)}`,
  paragraphs: [`${oneLine(name)} was not opened. The administrators say why:`, reason],
  link: { path: '/groups', label: 'See the networks' },
  reason: 'You get this because you suggested this network.',
})

interface Out {
  until: Date
  now: Date
  reason: string | null
}

export const takenOut = (
  { name, is_public }: { name: string; is_public: boolean },
  { until, now, reason }: Out,
): Notice => ({
  kind: 'group-taken-out',
  subject: `You are no longer in ${oneLine(name)}`,
  paragraphs: [
    `The admins of ${oneLine(name)} have taken you out of it.`,
    ...(reason ? ['They gave a reason:', reason] : []),
    `${backSentence({ until, now, asks: !is_public })}. What you wrote there stays.`,
  ],
  link: { path: '/groups', label: 'See the networks' },
  reason: 'You get this because you were a member of this network.',
})
