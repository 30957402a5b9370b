/** Reports and decisions of administrators as the server returns them, for tests of screens. */
import type { Case, Danger, LogEntry, MemberStatus } from '#contract/admin.ts'
import type { Author } from '#contract/members.ts'
import { anAuthor, anId, asAuthor, aViewer, minutesAgo } from './makers.ts'

/** An administrator of the instance. */
export const anAdministrator = () => aViewer({ ...anAuthor('root'), is_admin: true })

export function aCase({ author = anAuthor('seller'), ...one }: Partial<Case> = {}): Case {
  const subject_id = one.subject_id ?? anId()
  return {
    ...{ id: anId(), kind: 'post', subject_id, author, author_suspended: false },
    can_suspend: author !== null && author.username !== 'root' && !one.author_suspended,
    reading: { title: 'Cheap cots', content: 'Buy your cots from me, cash only.', place: null },
    reporters: 1,
    reported_at: minutesAgo(20),
    reports: [
      {
        ...{ id: anId(), reason: 'spam', note: 'He writes this every day.' },
        ...{ created_at: minutesAgo(20), reporter: anAuthor('ana'), reading: null },
      },
    ],
    ...{ danger: null, state: 'there', path: `/post/${subject_id}` },
    ...{ decision: null, reason: null, decided_at: null, decided_by: null, since: null },
    ...one,
  }
}

/** A case in which somebody may be in danger; nobody has opened it. */
export const aDangerCase = (danger: Partial<Danger> = {}, one: Partial<Case> = {}): Case => ({
  ...aCase(one),
  danger: {
    ...{ reported_at: minutesAgo(3), opened_at: null, opened_by: null, taken_at: null, taken_by: null },
    ...{ word_at: null, word_by: null },
    ...danger,
  },
})

/** The report after this administrator has just decided it. */
export const decided = (one: Case, by: Author, decision: Case['decision'], reason: string | null = null): Case => ({
  ...one,
  ...{ decision, reason, decided_at: minutesAgo(0), decided_by: asAuthor(by) },
  state: decision === 'removed' ? 'removed' : one.state,
})

export const aStandingOf = (member: Author = anAuthor('rude'), standing: Partial<MemberStatus> = {}): MemberStatus => ({
  ...{ member, joined_at: minutesAgo(60 * 24 * 10), is_admin: false, suspended_at: null, suspended_reason: null },
  can_suspend: member.username !== 'root' && !standing.suspended_at,
  ...standing,
})

export const aLogEntry = (what: string, act: Partial<LogEntry> = {}): LogEntry => ({
  ...{ id: anId(), admin_name: 'root', what, subject_id: anId(), subject: anAuthor('seller') },
  ...{ name: null, path: null },
  ...{ reason: null, created_at: minutesAgo(1) },
  ...act,
})
