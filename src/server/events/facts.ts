/** Facts about events, and who is notified of them. `notices.ts` sends the mails to attendees. */
import { topicOf } from '#contract/live-words.ts'
import { VISITORS_TOPIC } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

/** Notifies everyone who has the event open. If the event's row is locked, it is locked before the topic. */
const toEvent = (
  event_id: string,
  kind: 'event.changed' | 'attendance.changed' | 'comment.sent' | 'comment.deleted',
  subject: string | null,
) => ({ topic: topicOf('event', event_id), kind, subject })

interface CommentRef {
  comment_id: string
  event_id: string
}

export const eventFacts = {
  /** The statement of `createEvent` writes this fact. */
  created: (event_id: string) =>
    fact({ kind: 'event.created', data: { event_id }, notifies: [`new-event:${event_id}`] }),
  edited: (event_id: string, fields: string[]) =>
    fact({ kind: 'event.edited', data: { event_id, fields }, tells: [toEvent(event_id, 'event.changed', null)] }),
  cancelled: (event_id: string) =>
    fact({ kind: 'event.cancelled', data: { event_id }, tells: [toEvent(event_id, 'event.changed', null)] }),
  /** The function `attend_event` writes and publishes this fact, so that a popular event is locked for one statement only. */
  attended: (event_id: string, isGoing: boolean) =>
    fact({
      kind: isGoing ? 'event.attended' : 'event.left',
      data: { event_id },
      tells: [toEvent(event_id, 'attendance.changed', null)],
    }),
  /** By an administrator. The visitors' cache is cleared. */
  removed: (event_id: string, author_id: string | null, reason: string) =>
    fact({
      kind: 'event.removed',
      data: { event_id, author_id },
      words: reason,
      tells: [toEvent(event_id, 'event.changed', null)],
      notifies: [VISITORS_TOPIC],
    }),
  commentCreated: ({ comment_id, event_id }: CommentRef) =>
    fact({
      kind: 'event_comment.created',
      data: { comment_id, event_id },
      tells: [toEvent(event_id, 'comment.sent', comment_id)],
    }),
  commentDeleted: ({ comment_id, event_id }: CommentRef) =>
    fact({
      kind: 'event_comment.deleted',
      data: { comment_id, event_id },
      tells: [toEvent(event_id, 'comment.deleted', comment_id)],
    }),
  /** By an administrator. */
  commentRemoved: ({ comment_id, event_id, author_id }: CommentRef & { author_id: string | null }, reason: string) =>
    fact({
      kind: 'event_comment.removed',
      data: { comment_id, event_id, author_id },
      words: reason,
      tells: [toEvent(event_id, 'comment.deleted', comment_id)],
      notifies: [VISITORS_TOPIC],
    }),
}

export type EventFact = KindsOf<typeof eventFacts>
