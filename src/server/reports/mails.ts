/** The mail that wakes the administrators. It names no member and quotes nothing: mails are read over shoulders. */
import { nameInMail } from '#contract/names.ts'
import { THING_WORDS, type ThingKind } from '#contract/thing-words.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'

export interface ReportedPlace {
  /** of the case */
  id: string
  kind: ThingKind
  /** the name of the pod, network or event that contains it */
  place: string | null
}

/** as in "A message in Night shift" */
function reportedAs({ kind, place }: ReportedPlace): string {
  const { phrase } = THING_WORDS[kind]
  const name = phrase.charAt(0).toUpperCase() + phrase.slice(1)
  return place ? `${name} in ${nameInMail(place)}` : name
}

/** in the mail; the page lists all */
const CASES_NAMED = 5

export function dangerMail(cases: ReportedPlace[]): Notice {
  const named = cases.slice(0, CASES_NAMED).map(reportedAs)
  const further = cases.length - named.length
  const [one] = named
  return {
    kind: 'danger',
    subject: cases.length === 1 ? 'Somebody may be in danger' : `Somebody may be in danger: ${cases.length} reports`,
    paragraphs: [
      'A member has reported that somebody may be in danger, and none of you has opened the report yet.',
      ...(cases.length === 1 ? [`${one} was reported.`] : ['Reported were:', ...named]),
      ...(further > 0 ? [`And ${further} more.`] : []),
      'Please look at it now, and press "I take it", so that the others know.',
    ],
    link: { path: '/admin', label: 'Open the report' },
    reason:
      'You get this because you are an administrator. It comes again after 15 and 60 minutes, until one of you has opened it.',
  }
}
