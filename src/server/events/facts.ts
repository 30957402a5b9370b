/** What happens to events, and who hears of it at once. Mails to those who attend have their own way (`notices.ts`). */
import { topicOf } from '#contract/live-words.ts'
import { SHUT } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

/** To all who look at the event. Its row is held before its topic, if it is held. */
const told = (
  event_id: string,
  kind: 'event.changed' | 'attendance.changed' | 'comment.sent' | 'comment.deleted',
  subject: string | null,
) => ({ topic: topicOf('event', event_id), kind, subject })

interface Said {
  comment_id: string
  event_id: string
}

export const eventFacts = {
  /** Written by the statement of `createEvent`. */
  created: (event_id: string) => fact({ kind: 'event.created', data: { event_id }, rings: [`new-event:${event_id}`] }),
  edited: (event_id: string, fields: string[]) =>
    fact({ kind: 'event.edited', data: { event_id, fields }, tells: [told(event_id, 'event.changed', null)] }),
  cancelled: (event_id: string) =>
    fact({ kind: 'event.cancelled', data: { event_id }, tells: [told(event_id, 'event.changed', null)] }),
  /** Written and told by the function `attend_event`, so that a popular event is held for one statement only. */
  attended: (event_id: string, isGoing: boolean) =>
    fact({
      kind: isGoing ? 'event.attended' : 'event.left',
      data: { event_id },
      tells: [told(event_id, 'attendance.changed', null)],
    }),
  /** By an administrator. Visitors get no page that was drawn before. */
  removed: (event_id: string, author_id: string | null, reason: string) =>
    fact({
      kind: 'event.removed',
      data: { event_id, author_id },
      words: reason,
      tells: [told(event_id, 'event.changed', null)],
      rings: [SHUT],
    }),
  commentCreated: ({ comment_id, event_id }: Said) =>
    fact({
      kind: 'event_comment.created',
      data: { comment_id, event_id },
      tells: [told(event_id, 'comment.sent', comment_id)],
    }),
  commentDeleted: ({ comment_id, event_id }: Said) =>
    fact({
      kind: 'event_comment.deleted',
      data: { comment_id, event_id },
      tells: [told(event_id, 'comment.deleted', comment_id)],
    }),
  /** By an administrator. */
  commentRemoved: ({ comment_id, event_id, author_id }: Said & { author_id: string | null }, reason: string) =>
    fact({
      kind: 'event_comment.removed',
      data: { comment_id, event_id, author_id },
      words: reason,
      tells: [told(event_id, 'comment.deleted', comment_id)],
      rings: [SHUT],
    }),
}

export type EventFact = KindsOf<typeof eventFacts>
