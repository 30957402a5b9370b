/**
 * The mails about rounds: one to each member when a round opens, so that he can check in from the mail's link, a reminder on its last
 * day, and one with the recap when it closes. The host reads in the first one what he does. Many rounds open in the same minute, so the reader handles a batch of facts in a few statements.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nameInMail, oneLine } from '#contract/names.ts'
import { commitmentWords, OUTCOME_WORDS, OUTCOMES } from '#contract/round-words.ts'
import type { Commitment } from '#contract/rounds.ts'
import type { DB } from '#db/types.ts'
import { addEachNotice, type MemberNotice, type Notice } from '../kernel/jobs/jobs.ts'
import type { Reader } from '../kernel/stream/stream.ts'
import { hostSentences } from './host-texts.ts'
import { recapNotices } from './recap-text.ts'
import { wantsMail } from './rules.ts'
import { stopsMails } from './stopped-mails.ts'
import { zoneAndOffset } from './zone-words.ts'

interface OpenedRound {
  pod_id: string
  number: number
  name: string
  slug: string
  /** "Wednesday 2 December, 20:00", by the clocks of `zone` */
  closes: string
  zone: string
  /** of that moment in `zone`: its distance from UTC, in minutes */
  offset: number
  /** the same moment, for the database */
  until: string
  /** the member's ask of the round before, if he has not said what became of it */
  asked?: string | null
  /** the member hosts the round */
  is_host?: boolean | null
  /** his last check-in has a commitment, which the outcome is about */
  has_commitment?: boolean
  /** its words, if they are not private: a mail is read on more screens than his */
  commitment?: Commitment | null
  /** the round of that check-in */
  committed_in?: string | null
}

const pageOf = ({ slug }: Pick<OpenedRound, 'slug'>) => `/pod/${encodeURIComponent(slug)}/rounds`

const untilWords = ({ closes, zone, offset }: OpenedRound) =>
  `The check-in is open until ${closes} (${zoneAndOffset(zone, offset)}).`

export const openedMail = (round: OpenedRound): Notice => ({
  kind: 'check-in-open',
  subject: round.is_host ? 'Your check-in is open, and this round is yours to host' : 'Your check-in is open',
  paragraphs: [
    `How did it go, and what is next? A minute is enough. Your pod "${nameInMail(round.name)}" reads it.`,
    untilWords(round),
    ...(round.is_host ? hostSentences(round.number) : []),
    ...(round.asked
      ? [`Last time you asked: “${oneLine(round.asked)}” You can say on the same page whether it is still open.`]
      : []),
  ],
  link: { path: `${pageOf(round)}#check-in`, label: 'Check in' },
  reason: WHY,
  stops: stopsMails('check-in', round.pod_id),
  until: round.until,
})

const WHY = 'You get this because you are in this pod. Pause, or turn these mails off, on its page of rounds.'

function askedAbout({ name, has_commitment, commitment }: OpenedRound): string {
  const pod = `The check-in of your pod "${nameInMail(name)}" closes in a day.`
  if (!has_commitment) return `${pod} How did it go?`
  return commitment
    ? `${pod} Last time you said: “${oneLine(commitmentWords(commitment))}” How did it go?`
    : `${pod} How did it go with what you said last time?`
}

/** Each answer opens the form with it, and sends nothing. */
export const reminderMail = (round: OpenedRound): Notice => ({
  kind: 'check-in-reminder',
  subject: 'Your check-in closes in a day',
  paragraphs: [
    `${askedAbout(round)} Tap an answer, then "Check in" on the page: two taps are enough.`,
    untilWords(round),
  ],
  choices: OUTCOMES.map((outcome) => ({
    path: `${pageOf(round)}?how=${outcome}#check-in`,
    label: OUTCOME_WORDS[outcome][round.has_commitment ? 'commitment' : 'time'],
  })),
  link: { path: `${pageOf(round)}#check-in`, label: 'Check in' },
  reason: WHY,
  stops: stopsMails('check-in', round.pod_id),
  until: round.until,
})

/** The moment as the clocks of the pod's zone show it. `t` is the alias of rhythms; a pod may have lost its rhythm. */
const shown = (moment: RawBuilder<unknown>) =>
  sql<string>`to_char(${moment} at time zone coalesce(t.time_zone, 'UTC'), 'FMDay FMDD FMMonth, HH24:MI')`
/** The distance from UTC of the clocks of the pod's zone at this moment, in minutes. */
const offset = (moment: RawBuilder<unknown>) => sql<number>`(extract(epoch from
  (${moment} at time zone coalesce(t.time_zone, 'UTC')) - (${moment} at time zone 'UTC')) / 60)::int`
const iso = (moment: RawBuilder<unknown>) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

interface OpenedRow extends OpenedRound {
  member: string
  round_id: string
  about: string | null
}

/** Those who have not checked in by now. A round that has closed by now is announced to nobody. */
async function openFor(db: Kysely<DB>, rounds: string[], only?: string): Promise<OpenedRow[]> {
  const { rows } = await sql<OpenedRow>`
    select m.user_id as member, r.id as round_id, b.id as about, p.id as pod_id, r.number, r.host_id = m.user_id as is_host,
      coalesce(l.commitment_action is not null, false) as has_commitment, l.round_id as committed_in,
      case when l.commitment_action is not null and not 'commitment' = any (l.private_lines)
        then jsonb_build_object('cue', l.commitment_cue, 'action', l.commitment_action) end as commitment,
      p.name, p.slug, ${shown(sql`r.closes_at`)} as closes,
      coalesce(t.time_zone, 'UTC') as zone, ${offset(sql`r.closes_at`)} as offset, ${iso(sql`r.closes_at`)} as until, q.ask as asked
    from rounds r join pods p on p.id = r.pod_id and p.status = 'active' left join rhythms t on t.pod_id = r.pod_id
      join pod_members m on m.pod_id = r.pod_id and m.is_active
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
      left join rounds b on b.pod_id = r.pod_id and b.number = r.number - 1
      left join check_ins q on q.round_id = b.id and q.user_id = m.user_id
        and not exists (select from check_in_asks k where k.check_in_id = q.id and k.answer is not null)
      left join lateral (select c.* from check_ins c join rounds x on x.id = c.round_id
        where c.user_id = m.user_id and x.pod_id = p.id and x.closed_at is not null order by x.number desc limit 1) l on true
    where r.id = any(${rounds}::uuid[]) and r.closed_at is null and r.closes_at > now() and ${wantsMail('check-in')}
      ${only ? sql`and m.user_id = ${only}::uuid` : sql``}
      and not exists (select from check_ins c where c.round_id = r.id and c.user_id = m.user_id)`.execute(db)
  return rows
}

const openedNoticeOf = ({ member, round_id, about, ...round }: OpenedRow): MemberNotice => ({
  member,
  source: { kind: 'round.opened', data: { round_id } },
  // the mail quotes the member's ask of the round before
  notice: { ...openedMail(round), ...(about && round.asked ? { about } : {}) },
})

const reminderOf = ({ member, round_id, about: _, ...round }: OpenedRow): MemberNotice => ({
  member,
  source: { kind: 'round.reminded', data: { round_id } },
  // it quotes what he said then
  notice: { ...reminderMail(round), ...(round.committed_in ? { about: round.committed_in } : {}) },
})

type Turned = { kind: string; data: Record<string, unknown> }
type Turn = 'round.opened' | 'round.reminded' | 'round.closed' | 'round.back'
const idsOf = (facts: readonly Turned[], kind: Turn) =>
  facts.filter((one) => one.kind === kind).map(({ data }) => String(data.round_id))

/** The mails to one member, as they would be written now. */
export async function openedNotice(db: Kysely<DB>, round: string, member: string): Promise<Notice | null> {
  const [row] = await openFor(db, [round], member)
  return row ? openedNoticeOf(row).notice : null
}

export async function reminderNotice(db: Kysely<DB>, round: string, member: string): Promise<Notice | null> {
  const [row] = await openFor(db, [round], member)
  return row ? reminderOf(row).notice : null
}

/** The mail that a round is open, to members who have come back from a pause since it opened. */
async function noticesOfThoseBack(db: Kysely<DB>, facts: readonly Turned[]): Promise<MemberNotice[]> {
  const notices: MemberNotice[] = []
  for (const { data } of facts.filter(({ kind }) => kind === 'round.back'))
    notices.push(...(await openFor(db, [String(data.round_id)], String(data.user_id))).map(openedNoticeOf))
  return notices
}

/** The recap mails of these rounds, for all members or for one. */
export const recapsOf = (db: Kysely<DB>, rounds: string[], member?: string) =>
  recapNotices(db, rounds, { shown, offset, iso, ...(member && { member }) })

/** A round has up to twelve mails, and thousands of rounds open in the same minute. */
const ROUNDS_PER_BATCH = 40

/** Whether each member may still be mailed is asked by `addEachNotice`. */
export const roundMails: Reader<Turn> = {
  name: 'round_mails',
  batchSize: ROUNDS_PER_BATCH,
  kinds: ['round.opened', 'round.reminded', 'round.closed', 'round.back'],
  isPrompt: true,
  react: async (db, facts) =>
    addEachNotice({ db }, [
      ...(await openFor(db, idsOf(facts, 'round.opened'))).map(openedNoticeOf),
      ...(await openFor(db, idsOf(facts, 'round.reminded'))).map(reminderOf),
      ...(await noticesOfThoseBack(db, facts)),
      ...(await recapsOf(db, idsOf(facts, 'round.closed'))),
    ]),
}
