/** What the administrators of the place do. For everybody else each of these answers as what does not exist. */
import * as z from 'zod'
import { administratorOnly, Cursor, fault, Id, Page, refuses, Text, When } from './kernel.ts'
import { Author } from './members.ts'
import { Reported, ReportReason } from './reports.ts'
import { REMOVAL_REASON_MAX, SAY_SAFETY } from './safety-words.ts'
import { SearchWords } from './search.ts'
import { RESTORABLE_KINDS } from './thing-words.ts'

export const adminFaults = {
  noCase: fault('REPORT_NOT_FOUND', 404, 'This report is not there any more'),
  /** its sentence says by whom and how */
  decided: fault('REPORT_DECIDED', 409, 'Somebody has decided this already'),
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

/** How it read when it was reported. */
export const Reading = z.object({
  title: z.string().nullable(),
  content: z.string(),
  /** the pod, network or event that it is in, by name */
  place: z.string().nullable(),
})
export type Reading = z.infer<typeof Reading>

/** One thing that was reported, by however many. */
export const Case = z.object({
  id: Id,
  kind: Reported,
  subject_id: Id,
  author: Author.nullable(),
  author_suspended: z.boolean(),
  reading: Reading,
  /** how many members have reported it */
  reporters: z.number(),
  reported_at: When,
  /** what the first and the latest of them said, the latest first; with how it read to whoever saw it changed */
  reports: z.array(
    z.object({
      id: Id,
      reason: ReportReason,
      note: z.string().nullable(),
      created_at: When,
      reporter: Author.nullable(),
      reading: Reading.nullable(),
    }),
  ),
  /** `there`: as it ever was; `removed`: by an administrator; `gone`: for good */
  state: z.enum(['there', 'removed', 'gone']),
  /** where it can be looked at; null: it has no page, or none for him */
  path: z.string().nullable(),
  decision: Decided.nullable(),
  reason: z.string().nullable(),
  decided_at: When.nullable(),
  decided_by: Author.nullable(),
  /** what was done to a post or a comment after this decision, the last of it; null: nothing */
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

/** A member as the administrators see him: what everybody sees, and how he stands with them. */
export const Standing = z.object({
  member: Author,
  joined_at: When,
  is_admin: z.boolean(),
  suspended_at: When.nullable(),
  suspended_reason: z.string().nullable(),
})
export type Standing = z.infer<typeof Standing>

/** One line of the log. The name of the administrator stays, that of the subject is as it is now. */
export const Act = z.object({
  id: Id,
  admin_name: z.string(),
  what: z.string(),
  subject_id: Id,
  /** the member it was done to, or whose thing; null: it is none, or he has no account any more */
  subject: Author.nullable(),
  /** where the thing can still be looked at */
  path: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: When,
})
export type Act = z.infer<typeof Act>

/** What can be given back. */
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
      summary: 'What was reported: open ones, the longest waiting first, or decided ones, the latest first',
    })
    .input(z.strictObject({ state: z.enum(['open', 'decided']).default('open'), ...after }))
    .output(Page(Case)),
  decideReport: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/reports/{id}/decision',
      operationId: 'decideReport',
      tags,
      summary: 'Nothing wrong, remove it, or suspend whoever made it; all open reports on it are closed by that',
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
  removeThing: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/removed/{kind}/{id}',
      operationId: 'removeThing',
      tags,
      summary: 'Remove a post or a comment that nobody reports any more; an open report on it is closed by that',
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
      summary: 'Give back a post or a comment that was removed',
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
      summary: 'Members whose name holds these letters, the latest first, or those who are suspended',
    })
    .input(z.strictObject({ q: SearchWords.optional(), only: z.enum(['suspended']).optional(), ...after }))
    .output(Page(Standing)),
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
    .output(Standing),
  restoreMember: administratorOnly('admin:write', 'write')
    .route({
      method: 'DELETE',
      path: '/admin/members/{id}/suspension',
      operationId: 'restoreMember',
      tags,
      summary: 'Let a suspended member back in',
    })
    .errors(refuses(adminFaults.noMember, adminFaults.notSuspended))
    .input(z.strictObject({ id: Id }))
    .output(Standing),
  listActs: administratorOnly('admin:read')
    .route({
      method: 'GET',
      path: '/admin/log',
      operationId: 'listActs',
      tags,
      summary: 'What administrators did, the latest first',
    })
    .input(z.strictObject(after))
    .output(Page(Act)),
}
