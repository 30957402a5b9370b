/** An event while somebody looks at it: what is said of it, who comes, and what its creator changes. */
import { useQueryClient } from '@tanstack/react-query'
import type { Event, EventComment } from '#contract/events.ts'
import { topicOf } from '#contract/live-words.ts'
import { useFollowing } from '../kernel/following.ts'
import { useViewer } from '../kernel/viewer.ts'
import { eventQuery } from './asking.ts'
import { isWishing } from './attend.ts'
import { addEventComment, dropEventComment, readCommentsAnew } from './comments.ts'
import { noteHeard, patchEvent } from './putting.ts'

/** As JSON: times are texts. */
type Told = Omit<EventComment, 'created_at'> & { created_at: string }

/** For members: a visitor hears nothing. `onSaid` gets what others say while he looks. */
export function useEventFollowing(event: Event, onSaid: (comments: readonly EventComment[]) => void) {
  const client = useQueryClient()
  const viewer = useViewer()
  const readAnew = () => void client.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })
  const count = (attendees_count: number, seq: number) => {
    const before = event.attendees_count
    noteHeard(event.id, seq)
    // an answer that is on its way may have been made before this, and would come after it
    const isAsked = client.isFetching({ queryKey: eventQuery(event.id).queryKey }) > 0
    if (!isWishing(event)) patchEvent(client, event.id, { attendees_count })
    // somebody who is named may have left, or one comes who would be named; of many more only the number changes
    if (isWishing(event) || isAsked || attendees_count < before || attendees_count <= NAMED) readAnew()
  }
  useFollowing(viewer && event.seq !== null ? topicOf('event', event.id) : null, event.seq, (events) => {
    if (events === null) {
      readAnew()
      readCommentsAnew(client, event.id)
    }
    const said: EventComment[] = []
    for (const { seq, kind, subject, data } of events ?? []) {
      if (kind === 'comment.sent' && data) said.push(readTold(data as Told, viewer?.id))
      if (kind === 'comment.deleted' && subject) dropEventComment(client, event.id, subject)
      if (kind === 'attendance.changed' && data) count((data as { attendees_count: number }).attendees_count, seq)
      if (kind === 'event.changed') readAnew()
    }
    for (const comment of said) addEventComment(client, comment)
    onSaid(said.filter(({ is_own }) => !is_own))
  })
}

/** A few more than are named, so that the names are right when one of them goes. */
const NAMED = 5

const readTold = (told: Told, own: string | undefined): EventComment => ({
  ...told,
  created_at: new Date(told.created_at),
  is_own: told.author !== null && told.author.id === own,
})
