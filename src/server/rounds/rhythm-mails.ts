/** The mails about the rhythm of a pod: that it was changed, and that a man has asked to end the rounds. Not to the man himself. */
import { type Kysely, sql } from 'kysely'
import { oneLine } from '#contract/names.ts'
import { SAY_NOTES } from '#contract/note-words.ts'
import type { DB } from '#db/types.ts'
import { addEachNotice, type MailWriters, type MemberNotice, type Notice } from '../kernel/jobs/jobs.ts'
import { type Reader, sourceOf, type ToldFact, toldFactOf } from '../kernel/stream/stream.ts'
import { hasBlocked } from '../members/members.ts'
import { type Beat, beatWords, oftenOf, zoneName } from './rhythm-words.ts'
import { isTold } from './rules.ts'

interface OfPod {
  name: string
  slug: string
  time_zone: string
  /** of the man who did it; "A member" for a reader who has blocked him, and if his account is deleted */
  man: string
}

const toRhythm = ({ slug }: OfPod, label: string) => ({
  path: `/pod/${encodeURIComponent(slug)}/rounds#rhythm`,
  label,
})
const WHY = 'You get this because you are in this pod. Pause, or turn these mails off, on its page of rounds.'

/** `next`: "Sunday 6 December, 20:00" */
export const rhythmChangedMail = (pod: OfPod & Beat, next: string, until: string): Notice => ({
  kind: 'rhythm-changed',
  subject: 'The rounds of your pod have changed',
  paragraphs: [
    `${oneLine(pod.man)} has changed the rounds of your pod "${oneLine(pod.name)}". They are on ${beatWords(pod)} (${zoneName(pod.time_zone)}) now, ${oftenOf(pod)}.`,
    `The next round opens on ${next}.`,
  ],
  link: toRhythm(pod, 'See the rounds'),
  reason: WHY,
  until,
})

/** `ends`: "Tuesday 1 December, 20:00" */
export const roundsEndingMail = (pod: OfPod, ends: string, until: string): Notice => ({
  kind: 'rounds-ending',
  subject: 'The rounds of your pod may end',
  paragraphs: [
    `${oneLine(pod.man)} has asked to end the rounds of your pod "${oneLine(pod.name)}". They end on ${ends} (${zoneName(pod.time_zone)}) unless one of you says otherwise.`,
    'If you would rather go on, one tap on the page of rounds is enough. In any case your pod stays a conversation.',
  ],
  link: toRhythm(pod, 'Say what you wish'),
  reason: WHY,
  until,
})

interface Row extends OfPod, Beat {
  member: string
  shown: string
  until: string
}

const shown = (moment: ReturnType<typeof sql>) =>
  sql<string>`to_char(${moment} at time zone t.time_zone, 'FMDay FMDD FMMonth, HH24:MI')`
const iso = (moment: ReturnType<typeof sql>) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Of each member who hears of the rounds, also on the site only. A later change, or an objection, makes the mail pointless. */
async function rowsOf(db: Kysely<DB>, { data, kind, created_at }: ToldFact, by: unknown): Promise<Row[]> {
  const moment = kind === 'rhythm.set' ? sql`t.next_at` : sql`e.ends_at`
  const isSo =
    kind === 'rhythm.set'
      ? sql`t.set_by = ${by}::uuid and t.set_at <= ${created_at}::timestamptz + interval '1 second'`
      : sql`e.asked_by = ${by}::uuid and e.objected_at is null`
  const { rows } = await sql<Row>`
    select m.user_id as member, p.name, p.slug, t.weekday, to_char(t.local_time, 'HH24:MI') as time, t.time_zone, t.weeks,
      t.season_rounds, ${shown(moment)} as shown, ${iso(moment)} as until,
      case when not ${hasBlocked(sql`m.user_id`, sql`s.id`)} and not exists (select from departures d where d.member_id = s.id)
        then coalesce(s.display_name, s.username) else ${SAY_NOTES.someone} end as man
    from pods p join rhythms t on t.pod_id = p.id left join rhythm_endings e on e.pod_id = p.id
      join profiles s on s.id = ${by}::uuid
      join pod_members m on m.pod_id = p.id and m.is_active and m.user_id <> s.id
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    where p.id = ${data.pod_id}::uuid and p.status = 'active' and ${moment} > now() and ${isSo}
      and ${isTold('mail', 'notice')}
    order by m.user_id`.execute(db)
  return rows
}

async function noticesOf(db: Kysely<DB>, fact: ToldFact): Promise<MemberNotice[]> {
  const isChange = fact.kind === 'rhythm.set'
  const by = isChange ? fact.data.changed_by : fact.data.by
  // the first rhythm of a pod, or its end
  if (!by) return []
  const rows = await rowsOf(db, fact, by)
  return rows.map(({ member, shown, until, ...pod }) => {
    const notice = isChange ? rhythmChangedMail(pod, shown, until) : roundsEndingMail(pod, shown, until)
    return { member, notice: { ...notice, about: String(by) }, source: sourceOf(fact) }
  })
}

/** Writes such a mail again when it is sent. */
export function rhythmMailWriters(db: Kysely<DB>): MailWriters {
  const write: MailWriters[string] = async (source, member) =>
    (await noticesOf(db, toldFactOf(source))).find((one) => one.member === member)?.notice ?? null
  return { 'rhythm.set': write, 'rhythm.end_asked': write }
}

export const rhythmMailReader: Reader<'rhythm.set' | 'rhythm.end_asked'> = {
  name: 'rhythm_mails',
  kinds: ['rhythm.set', 'rhythm.end_asked'],
  isPrompt: true,
  async react(db, facts) {
    const notices: MemberNotice[] = []
    for (const fact of facts) notices.push(...(await noticesOf(db, fact)))
    await addEachNotice({ db }, notices)
  },
}
