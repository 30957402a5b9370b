/** What administrators decide of reports. What they remove, give back or suspend is told by its own room. */
import type { Decided } from '#contract/admin.ts'
import { SHUT } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const adminFacts = {
  /** Visitors get no page that was drawn before. */
  reportDecided: (case_id: string, decision: Decided) =>
    fact({ kind: 'report.decided', data: { case_id, decision }, rings: [SHUT] }),
}

export type AdminFact = KindsOf<typeof adminFacts>
