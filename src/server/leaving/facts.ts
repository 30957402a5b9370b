/** That a member deletes his account. What follows of it in steps is told by the rooms that it happens in. */
import { SHUT } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const leavingFacts = {
  /** Pages that are kept for visitors name the member: they get no page that was drawn before. */
  left: (member_id: string) => fact({ kind: 'member.left', data: { member_id }, rings: [SHUT] }),
}

export type LeavingFact = KindsOf<typeof leavingFacts>
