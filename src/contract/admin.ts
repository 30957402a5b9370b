/** What the administrators do. Anyone else gets the same answer as for a call that does not exist. */
import * as z from 'zod'
import { administratorOnly, Cursor, fault, Id, Page, refuses, Text, When } from './kernel.ts'
import { Author } from './members.ts'
import { Reported, ReportReason } from './reports.ts'
import { REMOVAL_REASON_MAX, SAY_SAFETY, WORD_MAX } from './safety-words.ts'
import { SearchWords } from './search.ts'
import { RESTORABLE_KINDS } from './thing-words.ts'

export const adminFaults = {
  noCase: fault('REPORT_NOT_FOUND', 404, 'This report is not there any more'),
  /** the message says who decided and how */
  decided: fault('REPORT_DECIDED', 409, 'Somebody has decided this already'),
  /** nobody has reported that somebody may be in danger */
  noDanger: fault('NO_DANGER', 409, 'Nobody has reported danger here'),
  /** the message says who has taken it */
  taken: fault('REPORT_TAKEN', 409, 'Somebody has taken this already'),
  ownCase: fault('OWN_CASE', 409, 'This is about something you wrote. Another administrator takes it.'),
  noAddress: fault('NO_ADDRESS', 409, 'He has never confirmed his address, so no mail can reach him'),
  gone: fault('THING_GONE', 409, 'Its author has deleted it by now. You can close the report.'),
  noAuthor: fault('NO_AUTHOR', 409, 'Whoever wrote this has no account any more'),
  notRemovable: fault('NOT_REMOVABLE', 400, 'A profile cannot be removed. You can suspend the member.'),
  notRemoved: fault('NOT_REMOVED', 409, 'It is back already, or its author has deleted it'),
  notThere: fault('NOT_THERE', 409, 'It is removed already, or its author has deleted it'),
  noMember: fault('MEMBER_NOT_FOUND', 404, 'There is no such member'),
  oneself: fault('ONESELF', 409, 'You cannot suspend yourself'),
  suspended: fault('SUSPENDED_ALREADY', 409, 'This member is suspended already'),
  notSuspended: fault('NOT_SUSPENDED', 409, 'This member is not suspended'),
}

export const Decision = z.enum(['dismiss', 'remove', 'suspend'], 'Choose what to do')
export type Decision = z.infer<typeof Decision>
const Decided = z.enum(['dismissed', 'removed', 'suspended'])
export type Decided = z.infer<typeof Decided>

const Reason = Text({ name: 'The reason', max: REMOVAL_REASON_MAX, blank: SAY_SAFETY.reasonBlank })

/** The text of a thing at the time of a report. */
export const ReportedText = z.object({
  title: z.string().nullable(),
  content: z.string(),
  /** the name of the pod, network or event that contains it */
  place: z.string().nullable(),
})
export type ReportedText = z.infer<typeof ReportedText>

/** What administrators did about a case in which somebody may be in danger. */
export const Danger = z.object({
  /** the first report of danger */
  reported_at: When,
  /** Until an administrator has opened it, all of them are reminded by mail. */
  opened_at: When.nullable(),
  opened_by: Author.nullable(),
  taken_at: When.nullable(),
  taken_by: Author.nullable(),
  /** the latest word to the author */
  word_at: When.nullable(),
  word_by: Author.nullable(),
})
export type Danger = z.infer<typeof Danger>

/** One reported thing, with all reports of it. */
export const Case = z.object({
  id: Id,
  kind: Reported,
  subject_id: Id,
  author: Author.nullable(),
  author_suspended: z.boolean(),
  /** the administrator may suspend the author now */
  can_suspend: z.boolean(),
  reading: ReportedText,
  /** number of members who reported it */
  reporters: z.number(),
  reported_at: When,
  /**
   * the first and the latest reports, latest first; each with the text that its reporter saw, if it differs from
   * `reading`
   */
  reports: z.array(
    z.object({
      id: Id,
      reason: ReportReason,
      note: z.string().nullable(),
      created_at: When,
      reporter: Author.nullable(),
      reading: ReportedText.nullable(),
    }),
  ),
  /** null if no report says that somebody may be in danger */
  danger: Danger.nullable(),
  /** `there`: not removed. `removed`: by an administrator. `gone`: deleted permanently. */
  state: z.enum(['there', 'removed', 'gone']),
  /** the page that shows it; null if it has no page, or none that the administrator may open */
  path: z.string().nullable(),
  decision: Decided.nullable(),
  reason: z.string().nullable(),
  decided_at: When.nullable(),
  decided_by: Author.nullable(),
  /** the last action on the post or comment after this decision; null if there was none */
  since: z
    .object({
      what: z.enum(['removed', 'restored']),
      by: Author.nullable(),
      reason: z.string().nullable(),
      created_at: When,
    })
    .nullable(),
})
export type Case = z.infer<typeof Case>

/** A member as administrators see him: the public profile and the state of the account. */
export const MemberStatus = z.object({
  member: Author,
  joined_at: When,
  is_admin: z.boolean(),
  suspended_at: When.nullable(),
  suspended_reason: z.string().nullable(),
  /** the administrator may suspend the member now; false for himself and for a member who is suspended already */
  can_suspend: z.boolean(),
})
export type MemberStatus = z.infer<typeof MemberStatus>

/** One line of the log. It keeps the administrator's name as it was; the subject's name is the current one. */
export const LogEntry = z.object({
  id: Id,
  admin_name: z.string(),
  what: z.string(),
  subject_id: Id,
  /** the member concerned, or the author of the thing; null if there is none or the account was deleted */
  subject: Author.nullable(),
  /**
   * the title or the first words of the thing, as the caller may read them on its page, or as they were reported; null if
   * neither is there any more
   */
  name: z.string().nullable(),
  /** the page that shows the thing, if there still is one that the caller may open */
  path: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: When,
})
export type LogEntry = z.infer<typeof LogEntry>

/** What can be restored. */
const Restorable = { kind: z.enum(RESTORABLE_KINDS), id: Id }

const after = { after: Cursor.optional() }
const tags = ['admin']

export const admin = {
  listReports: administratorOnly('admin:read')
    .route({
      method: 'GET',
      path: '/admin/reports',
      operationId: 'listReports',
      tags,
      summary:
        'List reported things: open ones, those of danger first, then oldest first; or decided ones, latest first',
    })
    .input(z.strictObject({ state: z.enum(['open', 'decided']).default('open'), ...after }))
    .output(Page(Case)),
  decideReport: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/reports/{id}/decision',
      operationId: 'decideReport',
      tags,
      summary: 'Dismiss the reports, remove the thing, or suspend its author. Closes all open reports on it',
    })
    .errors(
      refuses(
        ...[adminFaults.noCase, adminFaults.decided, adminFaults.gone, adminFaults.notRemovable, adminFaults.noAuthor],
        ...[adminFaults.oneself, adminFaults.suspended],
      ),
    )
    .input(
      z
        .strictObject({ id: Id, decision: Decision, reason: Reason.optional() })
        .refine(({ decision, reason }) => decision === 'dismiss' || reason, {
          path: ['reason'],
          error: SAY_SAFETY.reasonBlank,
        }),
    )
    .output(Case),
  openReport: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/reports/{id}/opened',
      operationId: 'openReport',
      tags,
      summary:
        'Say that an administrator reads a report of danger now. Ends the reminders; the first one is remembered',
    })
    .errors(refuses(adminFaults.noCase, adminFaults.noDanger))
    .input(z.strictObject({ id: Id }))
    .output(Case),
  takeReport: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/reports/{id}/taken',
      operationId: 'takeReport',
      tags,
      summary: 'Take a report of danger: the other administrators see who looks after it. Ends the reminders',
    })
    .errors(
      refuses(adminFaults.noCase, adminFaults.noDanger, adminFaults.decided, adminFaults.taken, adminFaults.ownCase),
    )
    .input(z.strictObject({ id: Id }))
    .output(Case),
  writeToAuthor: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/reports/{id}/words/{word_id}',
      operationId: 'writeToAuthor',
      tags,
      summary:
        'Write a few words to the author of what a report of danger is about. He gets them by mail, signed by the administrators. The caller makes the id; a repeated request is sent once',
    })
    .errors(
      refuses(
        adminFaults.noCase,
        adminFaults.noDanger,
        adminFaults.noAuthor,
        adminFaults.noAddress,
        adminFaults.ownCase,
      ),
    )
    .input(
      z.strictObject({
        id: Id,
        word_id: Id,
        words: Text({ name: 'Your words', max: WORD_MAX, blank: SAY_SAFETY.wordBlank }),
      }),
    )
    .output(Case),
  removeThing: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/removed/{kind}/{id}',
      operationId: 'removeThing',
      tags,
      summary: 'Remove a post or a comment, with or without a report; closes an open report on it',
    })
    .errors(refuses(adminFaults.notThere))
    .input(z.strictObject({ ...Restorable, reason: Reason }))
    .output(z.object({ id: Id })),
  restoreThing: administratorOnly('admin:write', 'write')
    .route({
      method: 'DELETE',
      path: '/admin/removed/{kind}/{id}',
      operationId: 'restoreThing',
      tags,
      summary: 'Restore a removed post or comment',
    })
    .errors(refuses(adminFaults.notRemoved))
    .input(z.strictObject(Restorable))
    .output(z.object({ id: Id })),
  listStandings: administratorOnly('admin:read', 'search')
    .route({
      method: 'GET',
      path: '/admin/members',
      operationId: 'listStandings',
      tags,
      summary: 'List members whose name contains these letters, latest first, or suspended members',
    })
    .input(z.strictObject({ q: SearchWords.optional(), only: z.enum(['suspended']).optional(), ...after }))
    .output(Page(MemberStatus)),
  suspendMember: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/members/{id}/suspension',
      operationId: 'suspendMember',
      tags,
      summary: 'Suspend a member: he is signed out everywhere and cannot sign in',
    })
    .errors(refuses(adminFaults.noMember, adminFaults.oneself, adminFaults.suspended))
    .input(z.strictObject({ id: Id, reason: Reason }))
    .output(MemberStatus),
  restoreMember: administratorOnly('admin:write', 'write')
    .route({
      method: 'DELETE',
      path: '/admin/members/{id}/suspension',
      operationId: 'restoreMember',
      tags,
      summary: 'Restore a suspended member',
    })
    .errors(refuses(adminFaults.noMember, adminFaults.notSuspended))
    .input(z.strictObject({ id: Id }))
    .output(MemberStatus),
  listActs: administratorOnly('admin:read')
    .route({
      method: 'GET',
      path: '/admin/log',
      operationId: 'listActs',
      tags,
      summary: 'List actions of administrators, latest first',
    })
    .input(z.strictObject(after))
    .output(Page(LogEntry)),
}
