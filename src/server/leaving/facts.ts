/** The fact that a member deletes his account. The rooms record their own facts when later steps change something. */
import { VISITORS_TOPIC } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const leavingFacts = {
  /** Cached pages for visitors may name the member, so the cache is cleared. */
  left: (member_id: string) => fact({ kind: 'member.left', data: { member_id }, notifies: [VISITORS_TOPIC] }),
}

export type LeavingFact = KindsOf<typeof leavingFacts>
