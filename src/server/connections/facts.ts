/** What happens between two members, and which of them hears of it at once. */
import { fact, type KindsOf } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

type Kind =
  | 'connection.requested'
  | 'connection.accepted'
  | 'connection.declined'
  | 'connection.cancelled'
  | 'connection.removed'

interface Change {
  kind: Kind
  connection_id: string
  by: string
  other: string
  /** the other member is not told of a declined request, nor of what ends with a block */
  isQuiet?: boolean
}

export const connectionFacts = {
  /** Each on his own topic, sorted by id: two transactions do not wait for each other. */
  changed: ({ kind, connection_id, by, other, isQuiet = false }: Change) =>
    fact({
      kind,
      data: { connection_id, member_id: by, other_id: other },
      tells: (isQuiet ? [by] : [by, other].sort()).map((one) => ({
        topic: memberTopic(one),
        kind,
        subject: one === by ? other : by,
      })),
    }),
}

export type ConnectionFact = KindsOf<typeof connectionFacts>
