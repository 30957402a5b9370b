/** Reports: a member reports something to the administrators. Its author is never told who reported it. */
import * as z from 'zod'
import { fault, Id, memberOnly, refuses, Text } from './kernel.ts'
import { REPORT_NOTE_MAX, REPORT_REASONS, SAY_SAFETY } from './safety-words.ts'
import { THING_KINDS } from './thing-words.ts'

export const reportFaults = {
  /** it does not exist, or the viewer may not see it; both get this answer */
  notFound: fault('NOTHING_TO_REPORT', 404, SAY_SAFETY.reportMissing),
  own: fault('OWN_THING', 400, SAY_SAFETY.reportOwn),
}

/** A message is from a network or a pod; a profile is identified by the member's id. */
export const Reported = z.enum(THING_KINDS, 'This cannot be reported')
export const ReportReason = z.enum(
  REPORT_REASONS.map(({ value }) => value),
  SAY_SAFETY.reportReasonBlank,
)

/** A blank text counts as none. */
const Note = z.preprocess(
  (text) => (typeof text === 'string' && text.trim() === '' ? null : text),
  Text({ name: 'The note', max: REPORT_NOTE_MAX, blank: 'Please enter a text' }).nullable(),
)

export const reports = {
  reportThing: memberOnly('people:write', SAY_SAFETY.signInToReport, 'report')
    .route({
      method: 'POST',
      path: '/reports',
      operationId: 'reportThing',
      tags: ['reports'],
      summary: 'Report something to the administrators; a repeated report counts once',
    })
    .errors(refuses(reportFaults.notFound, reportFaults.own))
    .input(z.strictObject({ kind: Reported, id: Id, reason: ReportReason, note: Note.optional() }))
    .output(z.object({ kind: Reported, id: Id })),
}
