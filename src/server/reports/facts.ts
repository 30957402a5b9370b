/** What members report. */
import type { ThingKind } from '#contract/thing-words.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const reportFacts = {
  sent: (case_id: string, kind: ThingKind, subject_id: string) =>
    fact({ kind: 'report.sent', data: { case_id, kind, subject_id } }),
}

export type ReportFact = KindsOf<typeof reportFacts>
