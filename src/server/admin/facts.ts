/** What administrators decide about reports. The rooms of the things record what is removed, restored or suspended. */
import type { Decided } from '#contract/admin.ts'
import { VISITORS_TOPIC } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const adminFacts = {
  /** Pages that were cached for visitors are dropped. */
  reportDecided: (case_id: string, decision: Decided) =>
    fact({ kind: 'report.decided', data: { case_id, decision }, notifies: [VISITORS_TOPIC] }),
}

export type AdminFact = KindsOf<typeof adminFacts>
