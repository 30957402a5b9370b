/** The mails about the rhythm of a pod: that it was changed, that a man has asked to end the rounds, and what came of it. Not to the man himself. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
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

/** `isTakenBack`: by the man who had asked. `next`: "Sunday 6 December, 20:00" */
export const roundsKeptMail = (pod: OfPod, isTakenBack: boolean, next: string, until: string): Notice => ({
  kind: 'rounds-kept',
  subject: 'The rounds of your pod go on',
  paragraphs: [
    isTakenBack
      ? `${oneLine(pod.man)} has taken back that the rounds of your pod "${oneLine(pod.name)}" end. They go on.`
      : `${oneLine(pod.man)} would rather go on with the rounds of your pod "${oneLine(pod.name)}". They go on.`,
    `The next round opens on ${next} (${zoneName(pod.time_zone)}).`,
  ],
  link: toRhythm(pod, 'See the rounds'),
  reason: WHY,
  until,
})

/** `man` is null after three days without an objection. */
export const roundsEndedMail = (pod: Pick<OfPod, 'name' | 'slug'> & { man: string | null }): Notice => ({
  kind: 'rounds-ended',
  subject: 'The rounds of your pod have ended',
  paragraphs: [
    pod.man
      ? `The rounds of your pod "${oneLine(pod.name)}" have ended. ${oneLine(pod.man)} wanted that, too.`
      : `The rounds of your pod "${oneLine(pod.name)}" have ended. Three days had passed, and nobody objected.`,
    'Your pod goes on as a conversation, and nothing that was said is deleted. Any of you can choose a day again.',
  ],
  link: { path: `/pod/${encodeURIComponent(pod.slug)}`, label: 'Open the pod' },
  reason: WHY,
})

interface Row extends OfPod, Beat {
  member: string
  shown: string
  until: string
  is_taken_back: boolean
}

const shown = (moment: ReturnType<typeof sql>) =>
  sql<string>`to_char(${moment} at time zone t.time_zone, 'FMDay FMDD FMMonth, HH24:MI')`
const iso = (moment: ReturnType<typeof sql>) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type Told = 'changed' | 'asked' | 'kept' | 'ended'

function toldBy({ kind, data }: ToldFact): Told | null {
  if (kind === 'rhythm.kept') return 'kept'
  if (kind === 'rhythm.end_asked') return 'asked'
  if (data.changed_by) return 'changed'
  // the first rhythm of a pod is told to nobody
  return data.has_rhythm === false ? 'ended' : null
}

interface Question {
  moment: RawBuilder<unknown>
  /** false if something has happened since then that makes the mail pointless */
  isSo: RawBuilder<unknown>
}

const QUESTIONS: Record<Told, (by: unknown, at: Date) => Question> = {
  changed: (by, at) => ({
    moment: sql`t.next_at`,
    isSo: sql`t.next_at > now() and t.set_by = ${by}::uuid and t.set_at <= ${at}::timestamptz + interval '1 second'`,
  }),
  asked: (by) => ({
    moment: sql`e.ends_at`,
    isSo: sql`e.ends_at > now() and e.asked_by = ${by}::uuid and e.objected_at is null`,
  }),
  kept: () => ({
    moment: sql`t.next_at`,
    isSo: sql`t.next_at > now() and (e.pod_id is null or e.objected_at is not null)`,
  }),
  ended: () => ({ moment: sql`now()`, isSo: sql`t.pod_id is null` }),
}

/** Of each member who hears of the rounds, also on the site only, and is not the man who did it. */
async function rowsOf(db: Kysely<DB>, told: Told, { data, created_at }: ToldFact, by: unknown): Promise<Row[]> {
  const { moment, isSo } = QUESTIONS[told](by, created_at)
  const { rows } = await sql<Row>`
    select m.user_id as member, p.name, p.slug, t.weekday, to_char(t.local_time, 'HH24:MI') as time, t.time_zone, t.weeks,
      t.season_rounds, ${shown(moment)} as shown, ${iso(moment)} as until, e.pod_id is null as is_taken_back,
      case when not ${hasBlocked(sql`m.user_id`, sql`s.id`)} and not exists (select from departures d where d.member_id = s.id)
        then coalesce(s.display_name, s.username) else ${SAY_NOTES.someone} end as man
    from pods p left join rhythms t on t.pod_id = p.id left join rhythm_endings e on e.pod_id = p.id
      left join profiles s on s.id = ${by}::uuid
      join pod_members m on m.pod_id = p.id and m.is_active and m.user_id is distinct from ${by}::uuid
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    where p.id = ${data.pod_id}::uuid and p.status = 'active' and ${isSo}
      and ${isTold('mail', 'notice')}
    order by m.user_id`.execute(db)
  return rows
}

const MAILS: Record<Told, (row: Row, by: unknown) => Notice> = {
  changed: ({ shown, until, ...pod }) => rhythmChangedMail(pod, shown, until),
  asked: ({ shown, until, ...pod }) => roundsEndingMail(pod, shown, until),
  kept: ({ shown, until, is_taken_back, ...pod }) => roundsKeptMail(pod, is_taken_back, shown, until),
  ended: ({ name, slug, man }, by) => roundsEndedMail({ name, slug, man: by ? man : null }),
}

async function noticesOf(db: Kysely<DB>, fact: ToldFact): Promise<MemberNotice[]> {
  const told = toldBy(fact)
  if (!told) return []
  const { by: asked_by, changed_by, ended_by } = fact.data
  const by = changed_by ?? ended_by ?? asked_by ?? null
  const rows = await rowsOf(db, told, fact, by)
  return rows.map((row) => {
    const notice = { ...MAILS[told](row, by), ...(by ? { about: String(by) } : {}) }
    return { member: row.member, notice, source: sourceOf(fact) }
  })
}

/** Writes such a mail again when it is sent. */
export function rhythmMailWriters(db: Kysely<DB>): MailWriters {
  const write: MailWriters[string] = async (source, member) =>
    (await noticesOf(db, toldFactOf(source))).find((one) => one.member === member)?.notice ?? null
  return { 'rhythm.set': write, 'rhythm.end_asked': write, 'rhythm.kept': write }
}

export const rhythmMailReader: Reader<'rhythm.set' | 'rhythm.end_asked' | 'rhythm.kept'> = {
  name: 'rhythm_mails',
  kinds: ['rhythm.set', 'rhythm.end_asked', 'rhythm.kept'],
  isPrompt: true,
  async react(db, facts) {
    const notices: MemberNotice[] = []
    for (const fact of facts) notices.push(...(await noticesOf(db, fact)))
    await addEachNotice({ db }, notices)
  },
}
