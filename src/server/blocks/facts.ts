/** Facts about blocks. Only the other tabs and devices of the member who blocks are notified. */
import { fact, type KindsOf } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

const toMember = (member: string, kind: 'block.made' | 'block.ended', other: string) => ({
  topic: memberTopic(member),
  kind,
  subject: other,
})

export const blockFacts = {
  blocked: (member: string, blocked_id: string) =>
    fact({ kind: 'member.blocked', data: { blocked_id }, tells: [toMember(member, 'block.made', blocked_id)] }),
  unblocked: (member: string, blocked_id: string) =>
    fact({ kind: 'member.unblocked', data: { blocked_id }, tells: [toMember(member, 'block.ended', blocked_id)] }),
}

export type BlockFact = KindsOf<typeof blockFacts>
