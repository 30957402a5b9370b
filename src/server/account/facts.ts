/** Facts about accounts: what administrators do to them. */
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const accountFacts = {
  suspended: (member_id: string, reason: string) =>
    fact({ kind: 'member.suspended', data: { member_id }, words: reason }),
  restored: (member_id: string) => fact({ kind: 'member.restored', data: { member_id } }),
}

export type AccountFact = KindsOf<typeof accountFacts>
