/** What happens in conversations, and who hears of it at once. */
import type { Room } from '#contract/chat.ts'
import { topicOf } from '#contract/live-words.ts'
import { SHUT } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

interface Sent {
  message_id: string
  room: Room
  room_id: string
}

/** To all who are in the room. The topic's row is held first, as by all who write there or leave. */
const told = ({ message_id, room, room_id }: Sent, kind: 'message.sent' | 'message.deleted') => ({
  topic: topicOf(room, room_id),
  kind,
  subject: message_id,
})

export const chatFacts = {
  /** Written and told by the function `send_message`. Only what is said in a network counts as new in a badge. */
  sent: (sent: Sent) =>
    fact({
      kind: 'message.sent',
      data: { ...sent },
      tells: [told(sent, 'message.sent')],
      rings: sent.room === 'group' ? [`new-message:${sent.message_id}`] : [],
    }),
  deleted: (sent: Sent) => fact({ kind: 'message.deleted', data: { ...sent }, tells: [told(sent, 'message.deleted')] }),
  /** By an administrator: told as one that its author deletes. */
  removed: (sent: Sent, author_id: string | null, reason: string) =>
    fact({
      kind: 'message.removed',
      data: { ...sent, author_id },
      words: reason,
      tells: [told(sent, 'message.deleted')],
      rings: [SHUT],
    }),
}

export type ChatFact = KindsOf<typeof chatFacts>
