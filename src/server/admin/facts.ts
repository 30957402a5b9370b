/** What administrators decide about reports. The rooms of the things record what is removed, restored or suspended. */
import type { Decided } from '#contract/admin.ts'
import { VISITORS_TOPIC } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const adminFacts = {
  /** Pages that were cached for visitors are dropped. */
  reportDecided: (case_id: string, decision: Decided) =>
    fact({ kind: 'report.decided', data: { case_id, decision }, notifies: [VISITORS_TOPIC] }),
  /** the first administrator who opens a report of danger */
  reportOpened: (case_id: string) => fact({ kind: 'report.opened', data: { case_id } }),
  reportTaken: (case_id: string) => fact({ kind: 'report.taken', data: { case_id } }),
  /** The log keeps the words. */
  authorWrittenTo: (member_id: string, words: string) =>
    fact({ kind: 'member.written_to', data: { member_id }, words }),
}

export type AdminFact = KindsOf<typeof adminFacts>
