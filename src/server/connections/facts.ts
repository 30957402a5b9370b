/** Facts about connections, and which of the two members is notified. */
import { fact, type KindsOf } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

type ConnectionEventKind =
  | 'connection.requested'
  | 'connection.accepted'
  | 'connection.declined'
  | 'connection.cancelled'
  | 'connection.removed'

interface ConnectionChange {
  kind: ConnectionEventKind
  connection_id: string
  by: string
  other: string
  /** the other member is not notified of a declined request or of what a block ends */
  isQuiet?: boolean
}

export const connectionFacts = {
  /** Each member is notified on his own topic. Sorted by id, so that two transactions cannot deadlock. */
  changed: ({ kind, connection_id, by, other, isQuiet = false }: ConnectionChange) =>
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
