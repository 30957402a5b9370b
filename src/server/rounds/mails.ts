/**
 * The mails about rounds: one to each member when a round opens, so that he can check in from the mail's link, and one with the
 * recap when it closes. Many rounds open in the same minute, so the reader handles a batch of facts in a few statements.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { oneLine } from '#contract/names.ts'
import type { DB } from '#db/types.ts'
import { addEachNotice, type MemberNotice, type Notice } from '../kernel/jobs/jobs.ts'
import type { Reader } from '../kernel/stream/stream.ts'
import { recapNotices } from './recap-text.ts'
import { isTold } from './rules.ts'

interface OpenedRound {
  name: string
  slug: string
  /** "Wednesday 2 December, 20:00", by the clocks of `zone` */
  closes: string
  zone: string
  /** the same moment, for the database */
  until: string
  /** the member's ask of the round before, if he has not said what became of it */
  asked?: string | null
}

export const openedMail = ({ name, slug, closes, zone, until, asked }: OpenedRound): Notice => ({
  kind: 'check-in-open',
  subject: `Your check-in with ${oneLine(name)} is open`,
  paragraphs: [
    `How did it go, and what is next? A minute is enough. Your pod "${oneLine(name)}" reads it.`,
    `The check-in is open until ${closes} (${zone.replaceAll('_', ' ')}).`,
    ...(asked ? [`Last time you asked: “${oneLine(asked)}” Sorted, or still open? Say so on the same page.`] : []),
  ],
  link: { path: `/pod/${encodeURIComponent(slug)}/rounds#check-in`, label: 'Check in' },
  reason: 'You get this because you are in this pod. Pause, or turn these mails off, on its page of rounds.',
  until,
})

/** The moment as the clocks of the pod's zone show it. `t` is the alias of rhythms; a pod may have lost its rhythm. */
const shown = (moment: RawBuilder<unknown>) =>
  sql<string>`to_char(${moment} at time zone coalesce(t.time_zone, 'UTC'), 'FMDay FMDD FMMonth, HH24:MI')`
const iso = (moment: RawBuilder<unknown>) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Those who have not checked in by now. A round that has closed by now is announced to nobody. */
async function openedNotices(db: Kysely<DB>, rounds: string[], only?: string): Promise<MemberNotice[]> {
  const { rows } = await sql<OpenedRound & { member: string; round_id: string; about: string | null }>`
    select m.user_id as member, r.id as round_id, b.id as about, p.name, p.slug, ${shown(sql`r.closes_at`)} as closes,
      coalesce(t.time_zone, 'UTC') as zone, ${iso(sql`r.closes_at`)} as until, q.ask as asked
    from rounds r join pods p on p.id = r.pod_id and p.status = 'active' left join rhythms t on t.pod_id = r.pod_id
      join pod_members m on m.pod_id = r.pod_id and m.is_active
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
      left join rounds b on b.pod_id = r.pod_id and b.number = r.number - 1
      left join check_ins q on q.round_id = b.id and q.user_id = m.user_id
        and not exists (select from check_in_asks k where k.check_in_id = q.id and k.answer is not null)
    where r.id = any(${rounds}::uuid[]) and r.closed_at is null and r.closes_at > now() and ${isTold('mail')}
      ${only ? sql`and m.user_id = ${only}::uuid` : sql``}
      and not exists (select from check_ins c where c.round_id = r.id and c.user_id = m.user_id)`.execute(db)
  // the mail quotes the member's ask of the round before
  return rows.map(({ member, round_id, about, ...round }) => ({
    member,
    source: { kind: 'round.opened', data: { round_id } },
    notice: { ...openedMail(round), ...(about && round.asked ? { about } : {}) },
  }))
}

type Turned = { kind: string; data: Record<string, unknown> }
const idsOf = (facts: readonly Turned[], kind: 'round.opened' | 'round.closed') =>
  facts.filter((one) => one.kind === kind).map(({ data }) => String(data.round_id))

/** The mail to one member, as it would be written now. */
export const openedNotice = async (db: Kysely<DB>, round: string, member: string): Promise<Notice | null> =>
  (await openedNotices(db, [round], member))[0]?.notice ?? null

/** The recap mails of these rounds, for all members or for one. */
export const recapsOf = (db: Kysely<DB>, rounds: string[], member?: string) =>
  recapNotices(db, rounds, { shown, iso, ...(member && { member }) })

/** A round has up to twelve mails, and thousands of rounds open in the same minute. */
const ROUNDS_PER_BATCH = 40

/** Whether each member may still be mailed is asked by `addEachNotice`. */
export const roundMails: Reader<'round.opened' | 'round.closed'> = {
  name: 'round_mails',
  batchSize: ROUNDS_PER_BATCH,
  kinds: ['round.opened', 'round.closed'],
  isPrompt: true,
  react: async (db, facts) =>
    addEachNotice({ db }, [
      ...(await openedNotices(db, idsOf(facts, 'round.opened'))),
      ...(await recapsOf(db, idsOf(facts, 'round.closed'))),
    ]),
}
