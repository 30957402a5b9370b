/** Facts about conversations, and their live events. */
import type { Room } from '#contract/chat.ts'
import { topicOf } from '#contract/live-words.ts'
import { VISITORS_TOPIC } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

interface Sent {
  message_id: string
  room: Room
  room_id: string
}

/** An event for all members of the room. The topic's row is locked first, as sending and leaving do. */
const eventOf = ({ message_id, room, room_id }: Sent, kind: 'message.sent' | 'message.deleted') => ({
  topic: topicOf(room, room_id),
  kind,
  subject: message_id,
})

export const chatFacts = {
  /** Written with its event by the SQL function `send_message`. Only a network's messages count in a badge. */
  sent: (sent: Sent) =>
    fact({
      kind: 'message.sent',
      data: { ...sent },
      tells: [eventOf(sent, 'message.sent')],
      notifies: sent.room === 'group' ? [`new-message:${sent.message_id}`] : [],
    }),
  deleted: (sent: Sent) =>
    fact({ kind: 'message.deleted', data: { ...sent }, tells: [eventOf(sent, 'message.deleted')] }),
  /** Removed by an administrator. The event is the same as if the author deletes the message. */
  removed: (sent: Sent, author_id: string | null, reason: string) =>
    fact({
      kind: 'message.removed',
      data: { ...sent, author_id },
      words: reason,
      tells: [eventOf(sent, 'message.deleted')],
      notifies: [VISITORS_TOPIC],
    }),
}

export type ChatFact = KindsOf<typeof chatFacts>
