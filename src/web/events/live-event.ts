/** Live updates of an event while its page is open: comments, attendance, and changes by the creator. */
import { useQueryClient } from '@tanstack/react-query'
import type { Event, EventComment } from '#contract/events.ts'
import { topicOf } from '#contract/live-words.ts'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { useViewer } from '../kernel/viewer.ts'
import { isAttendancePending } from './attend.ts'
import { noteLiveSeq, patchEvent } from './cache.ts'
import { addEventComment, dropEventComment, reloadComments } from './comment-cache.ts'
import { eventQuery } from './queries.ts'

/** A comment as JSON, with times as texts. */
type CommentJson = Omit<EventComment, 'created_at'> & { created_at: string }

/** Only for members; a visitor gets no live updates. `onSaid` gets new comments of others. */
export function useLiveEvent(event: Event, onSaid: (comments: readonly EventComment[]) => void) {
  const client = useQueryClient()
  const viewer = useViewer()
  const reload = () => void client.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })
  const count = (attendees_count: number, seq: number) => {
    const before = event.attendees_count
    noteLiveSeq(event.id, seq)
    // a pending answer may be older than this event and would overwrite it
    const isAsked = client.isFetching({ queryKey: eventQuery(event.id).queryKey }) > 0
    if (!isAttendancePending(event)) patchEvent(client, event.id, { attendees_count })
    // the named attendees may have changed, unless there are many; then only the number changes
    if (isAttendancePending(event) || isAsked || attendees_count < before || attendees_count <= MAX_NAMED) reload()
  }
  useLiveTopic(viewer && event.seq !== null ? topicOf('event', event.id) : null, event.seq, (events) => {
    if (events === null) {
      reload()
      reloadComments(client, event.id)
    }
    const said: EventComment[] = []
    for (const { seq, kind, subject, data } of events ?? []) {
      if (kind === 'comment.sent' && data) said.push(commentFrom(data as CommentJson, viewer?.id))
      if (kind === 'comment.deleted' && subject) dropEventComment(client, event.id, subject)
      if (kind === 'attendance.changed' && data) count((data as { attendees_count: number }).attendees_count, seq)
      if (kind === 'event.changed') reload()
    }
    for (const comment of said) addEventComment(client, comment)
    onSaid(said.filter(({ is_own }) => !is_own))
  })
}

/** More than the page names, so that the names stay right when one of them leaves. */
const MAX_NAMED = 5

const commentFrom = (json: CommentJson, own: string | undefined): EventComment => ({
  ...json,
  created_at: new Date(json.created_at),
  is_own: json.author !== null && json.author.id === own,
})
