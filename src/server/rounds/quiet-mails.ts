/** The mails about the host of a round, and about a member of whom the pod has heard nothing. Each goes to one member. */
import { type Kysely, sql } from 'kysely'
import { nameInMail } from '#contract/names.ts'
import { stillReadSentence } from '#contract/room-words.ts'
import { formattable } from '#contract/zone-words.ts'
import type { DB } from '#db/types.ts'
import { addEachNotice, type MailWriters, type MemberNotice, type Notice } from '../kernel/jobs/jobs.ts'
import { type MailsOf, type Reader, sourceOf, type ToldFact, toldFactOf, writersOf } from '../kernel/stream/stream.ts'
import type { RoundFact } from './facts.ts'
import { hostSentences } from './host-texts.ts'
import { isAskedToWrite, wantsMail } from './rules.ts'
import { stopsMails } from './stopped-mails.ts'

interface PodName {
  name: string
  slug: string
}

const WHY = 'You get this because you are in this pod.'

const toRounds = ({ slug }: PodName, part: string, label: string) => ({
  path: `/pod/${encodeURIComponent(slug)}/rounds#${part}`,
  label,
})

interface OnePod extends PodName {
  pod_id: string
}

/** To a host who follows another one. The host of a round that opens reads it in the mail that it is open. */
export const hostMail = (pod: OnePod, number: number): Notice => ({
  kind: 'round-host',
  subject: 'This round of your pod is yours to host',
  paragraphs: [`Your pod is "${nameInMail(pod.name)}".`, ...hostSentences(number)],
  link: toRounds(pod, 'host', 'See what to do'),
  reason: WHY,
  stops: stopsMails('check-in', pod.pod_id),
})

export const writeRequestMail = (pod: OnePod & { until: string }, to: string): Notice => ({
  kind: 'round-write',
  subject: 'Would you write a line to a man of your pod?',
  paragraphs: [
    `It is ${nameInMail(to)}, in your pod "${nameInMail(pod.name)}". He may be glad of a line from you. Right now only you are asked.`,
    'There are words to begin with, and you can pass.',
  ],
  link: toRounds(pod, 'write', 'See words to begin with'),
  reason: WHY,
  stops: stopsMails('write', pod.pod_id),
  until: pod.until,
})

const dayOf = (day: Date, time_zone: string) =>
  day.toLocaleDateString('en-GB', { timeZone: formattable(time_zone), day: 'numeric', month: 'long' })

export const placeKeptMail = (pod: PodName, until: Date, time_zone: string): Notice => ({
  kind: 'round-place-kept',
  until: until.toISOString(),
  subject: 'Do you want to keep your place in your pod?',
  paragraphs: [
    `Your place in "${nameInMail(pod.name)}" is yours until ${dayOf(until, time_zone)}. To keep it longer, open the page and tap “I’m here”. You need not explain anything.`,
    'If you do nothing, it ends on that day. You can also ask for some quiet weeks. Nobody in the pod is told about this mail.',
  ],
  link: toRounds(pod, 'place', 'Open the page'),
  reason: WHY,
})

interface EndedPlace extends PodName {
  is_private: boolean
  /** he reads until then what was said while he was in the pod; null if he came back by now */
  former_until: Date | null
}

export const placeEndedMail = ({ is_private, former_until, ...pod }: EndedPlace): Notice => ({
  kind: 'round-place-ended',
  subject: 'Your place in your pod has ended',
  paragraphs: [
    `Your place in "${nameInMail(pod.name)}" has ended after some quiet rounds. That happens. The others see only that you are not in it now.`,
    `If there is a seat for you, ${is_private ? 'you can ask to come back' : 'come back whenever you like'}.`,
    ...(former_until ? [stillReadSentence(former_until)] : []),
  ],
  link: { path: `/pod/${encodeURIComponent(pod.slug)}`, label: 'Look at the pod' },
  reason: 'You get this because you were in this pod.',
})

/** The hosts of these rounds, as far as they are still hosts and want mails. A round that has closed by now needs none. */
async function hostNotices(db: Kysely<DB>, facts: ToldFact[]): Promise<MemberNotice[]> {
  const ids = (name: 'round_id' | 'host_id') => facts.map(({ data }) => data[name] ?? null)
  const { rows } = await sql<OnePod & { round_id: string; host_id: string; number: number; until: string }>`
    select distinct on (r.id) p.id as pod_id, p.name, p.slug, r.number, r.id as round_id, r.host_id,
      to_char(r.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
    from unnest(${ids('round_id')}::uuid[], ${ids('host_id')}::uuid[]) as chosen (round_id, host_id)
      join rounds r on r.id = chosen.round_id and r.host_id = chosen.host_id and r.closed_at is null and r.closes_at > now()
      join pods p on p.id = r.pod_id and p.status = 'active'
      left join round_places w on w.pod_id = r.pod_id and w.user_id = r.host_id
    where ${wantsMail('check-in')}`.execute(db)
  return rows.map(({ round_id, host_id, number, until, ...pod }) => ({
    member: host_id,
    source: { kind: 'round.hosted', data: { round_id, host_id } },
    notice: { ...hostMail(pod, number), until },
  }))
}

/** Maps the other facts to their mails. A member who wants no mails of check-ins gets only what concerns his own place. */
const MAILS = {
  async 'round.asked'(db, { data }) {
    const asked = String(data.asked_id)
    // after the next round opens another member may be asked, or nobody
    const { rows } = await sql<OnePod & { until: string; quiet_name: string }>`
      select p.id as pod_id, p.name, p.slug, coalesce(a.display_name, a.username) as quiet_name,
        to_char(t.next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
      from write_requests q join pods p on p.id = q.pod_id and p.status = 'active' join profiles a on a.id = q.quiet_id
        join rhythms t on t.pod_id = q.pod_id and t.next_at > now()
        join pod_members m on m.pod_id = q.pod_id and m.user_id = q.asked_id and m.is_active
        left join round_places w on w.pod_id = q.pod_id and w.user_id = q.asked_id
      where q.round_id = ${data.round_id}::uuid and q.done_at is null
        and not exists (select from departures d where d.member_id = q.quiet_id) and ${isAskedToWrite(asked)}
        and ${wantsMail('write')}`.execute(db)
    const notice = rows[0] && writeRequestMail(rows[0], rows[0].quiet_name)
    return notice && { to: asked, notice: { ...notice, about: String(data.round_id) } }
  },
  async 'round.place_kept'(db, { data }) {
    const { rows } = await sql<PodName & { kept_until: Date; time_zone: string }>`
      select p.name, p.slug, w.kept_until, coalesce(t.time_zone, 'UTC') as time_zone
      from round_places w join pods p on p.id = w.pod_id and p.status = 'active' left join rhythms t on t.pod_id = p.id
      where w.pod_id = ${data.pod_id}::uuid and w.user_id = ${data.user_id}::uuid and w.kept_until > now()
        and is_quiet(w.pod_id, w.user_id)`.execute(db)
    const [kept] = rows
    return kept && { to: String(data.user_id), notice: placeKeptMail(kept, kept.kept_until, kept.time_zone) }
  },
  async 'round.place_ended'(db, { data }) {
    const pod = await endedPlaceOf(db, data)
    return pod && { to: String(data.user_id), notice: placeEndedMail(pod) }
  },
} satisfies MailsOf<RoundFact>

async function endedPlaceOf(db: Kysely<DB>, { pod_id, user_id }: ToldFact['data']): Promise<EndedPlace | undefined> {
  const { rows } = await sql<EndedPlace>`
    select p.name, p.slug, p.is_private, reads_until(p.id, ${user_id}::uuid, '-infinity') as former_until
    from pods p where p.id = ${pod_id}::uuid and p.status = 'active'`.execute(db)
  return rows[0]
}

type Other = keyof typeof MAILS

const noticeOf = async (db: Kysely<DB>, fact: ToldFact): Promise<MemberNotice[]> => {
  const mail = await MAILS[fact.kind as Other](db, fact)
  return mail ? [{ member: mail.to, notice: mail.notice, source: sourceOf(fact) }] : []
}

export const hostMailWriters = (db: Kysely<DB>): MailWriters => ({
  ...writersOf(db, MAILS),
  async 'round.hosted'(source, member) {
    const notices = await hostNotices(db, [toldFactOf(source)])
    return notices.find((one) => one.member === member)?.notice ?? null
  },
})

/** Many rounds open in the same minute, so the mails of a batch of hosts are one statement. */
export const hostMails: Reader<'round.hosted' | Other> = {
  name: 'host_mails',
  batchSize: 100,
  kinds: ['round.hosted', 'round.asked', 'round.place_kept', 'round.place_ended'],
  isPrompt: true,
  async react(db, facts) {
    const hosted = facts.filter(({ kind }) => kind === 'round.hosted')
    const notices = hosted.length > 0 ? await hostNotices(db, hosted) : []
    for (const fact of facts) if (fact.kind !== 'round.hosted') notices.push(...(await noticeOf(db, fact)))
    await addEachNotice({ db }, notices)
  },
}
