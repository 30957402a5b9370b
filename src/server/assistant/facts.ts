/** The assistant's switches: who may be quoted, and whether it answers at all. */
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const assistantFacts = {
  quotableSet: (is_quotable: boolean) => fact({ kind: 'member.quotable_set', data: { is_quotable } }),
  groupQuotableSet: (group_id: string, is_quotable: boolean) =>
    fact({ kind: 'group.quotable_set', data: { group_id, is_quotable } }),
  switched: (is_on: boolean) => fact({ kind: 'assistant.switched', data: { is_on } }),
}

export type AssistantFact = KindsOf<typeof assistantFacts>
