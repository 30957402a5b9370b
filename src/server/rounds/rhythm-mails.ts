/**
 * The mails about the rhythm of a pod: that it was changed, that a man has asked to end the rounds, and what came of it. Not to the
 * man himself.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nameInMail } from '#contract/names.ts'
import { SAY_NOTES } from '#contract/note-words.ts'
import { zoneName } from '#contract/zone-words.ts'
import type { DB } from '#db/types.ts'
import { addEachNotice, type MailWriters, type MemberNotice, type Notice } from '../kernel/jobs/jobs.ts'
import { type Reader, sourceOf, type ToldFact, toldFactOf } from '../kernel/stream/stream.ts'
import { hasBlocked } from '../members/members.ts'
import { type Beat, beatWords, oftenOf } from './rhythm-words.ts'
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
    `${nameInMail(pod.man)} has changed the rounds of your pod "${nameInMail(pod.name)}". They are on ${beatWords(pod)} (${zoneName(pod.time_zone)}) now, ${oftenOf(pod)}.`,
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
    `${nameInMail(pod.man)} has asked to end the rounds of your pod "${nameInMail(pod.name)}". They end on ${ends} (${zoneName(pod.time_zone)}) unless one of you says otherwise.`,
    'If you would rather go on, say so on the page of rounds. In any case your pod stays a conversation.',
  ],
  link: toRhythm(pod, 'Say what you wish'),
  reason: WHY,
  until,
})

const KEPT = {
  objected: ({ man, name }: OfPod) =>
    `${nameInMail(man)} would rather go on with the rounds of your pod "${nameInMail(name)}". They go on.`,
  'taken-back': ({ man, name }: OfPod) =>
    `${nameInMail(man)} has taken back that the rounds of your pod "${nameInMail(name)}" end. They go on.`,
  season: ({ name }: OfPod) =>
    `All of you are asked how your pod "${nameInMail(name)}" goes on, so nobody's wish ends its rounds before that.`,
  dropped: ({ name }: OfPod) => `Nobody asks to end the rounds of your pod "${nameInMail(name)}" any more. They go on.`,
} as const

/** `next`: "Sunday 6 December, 20:00" */
export const roundsKeptMail = (pod: OfPod, way: keyof typeof KEPT, next: string, until: string): Notice => ({
  kind: 'rounds-kept',
  subject: way === 'season' ? 'How does your pod go on?' : 'The rounds of your pod go on',
  paragraphs: [
    KEPT[way](pod),
    ...(way === 'season' ? [] : [`The next round opens on ${next} (${zoneName(pod.time_zone)}).`]),
  ],
  link: toRhythm(pod, 'See the rounds'),
  reason: WHY,
  until,
})

const ENDED = {
  agreed: (man: string) => `${man} wanted that, too.`,
  alone: (man: string) => `${man} wanted that.`,
  silence: () => 'Three days had passed, and nobody objected.',
} as const

export const roundsEndedMail = (pod: Pick<OfPod, 'name' | 'slug' | 'man'>, way: keyof typeof ENDED): Notice => ({
  kind: 'rounds-ended',
  subject: 'The rounds of your pod have ended',
  paragraphs: [
    `The rounds of your pod "${nameInMail(pod.name)}" have ended. ${ENDED[way](nameInMail(pod.man))}`,
    'Your pod goes on as a conversation, and nothing that was said is deleted. Any of you can choose a day again.',
  ],
  link: { path: `/pod/${encodeURIComponent(pod.slug)}`, label: 'Open the pod' },
  reason: WHY,
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

type MailKind = 'changed' | 'asked' | 'kept' | 'ended'

/** Null for the first rhythm of a pod, and for a fact that an older version wrote without `way`. */
function kindOf({ kind, data }: ToldFact): MailKind | null {
  if (kind === 'rhythm.end_asked') return 'asked'
  if (kind === 'rhythm.kept') return Object.hasOwn(KEPT, String(data.way)) ? 'kept' : null
  if (data.changed_by) return 'changed'
  return Object.hasOwn(ENDED, String(data.way)) ? 'ended' : null
}

interface Condition {
  /** the moment that the mail names */
  moment: RawBuilder<unknown>
  /** false if something has happened since then that makes the mail pointless */
  applies: RawBuilder<unknown>
}

const CONDITIONS: Record<MailKind, (by: unknown, at: Date) => Condition> = {
  changed: (by, at) => ({
    moment: sql`t.next_at`,
    applies: sql`t.next_at > now() and t.set_by = ${by}::uuid and t.set_at <= ${at}::timestamptz + interval '1 second'`,
  }),
  asked: (by) => ({
    moment: sql`e.ends_at`,
    applies: sql`e.ends_at > now() and e.asked_by = ${by}::uuid and e.objected_at is null`,
  }),
  kept: () => ({
    moment: sql`t.next_at`,
    applies: sql`t.next_at > now() and (e.pod_id is null or e.objected_at is not null)`,
  }),
  ended: () => ({ moment: sql`now()`, applies: sql`t.pod_id is null` }),
}

/** Of each member who hears of the rounds, also on the site only, and is not the man who did it. */
async function rowsOf(db: Kysely<DB>, kind: MailKind, { data, created_at }: ToldFact, by: unknown): Promise<Row[]> {
  const { moment, applies } = CONDITIONS[kind](by, created_at)
  const { rows } = await sql<Row>`
    select m.user_id as member, p.name, p.slug, t.weekday, to_char(t.local_time, 'HH24:MI') as time, t.time_zone, t.weeks,
      t.season_rounds, ${shown(moment)} as shown, ${iso(moment)} as until,
      case when s.id is not null and not ${hasBlocked(sql`m.user_id`, sql`s.id`)}
          and not exists (select from departures d where d.member_id = s.id)
        then coalesce(s.display_name, s.username) else ${SAY_NOTES.someone} end as man
    from pods p left join rhythms t on t.pod_id = p.id left join rhythm_endings e on e.pod_id = p.id
      left join profiles s on s.id = ${by}::uuid
      join pod_members m on m.pod_id = p.id and m.is_active and m.user_id is distinct from ${by}::uuid
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    where p.id = ${data.pod_id}::uuid and p.status = 'active' and ${applies}
      and ${isTold('mail', 'notice')}
    order by m.user_id`.execute(db)
  return rows
}

const MAILS: Record<MailKind, (row: Row, way: string) => Notice> = {
  changed: ({ shown, until, ...pod }) => rhythmChangedMail(pod, shown, until),
  asked: ({ shown, until, ...pod }) => roundsEndingMail(pod, shown, until),
  kept: ({ shown, until, ...pod }, way) => roundsKeptMail(pod, way as keyof typeof KEPT, shown, until),
  ended: (pod, way) => roundsEndedMail(pod, way as keyof typeof ENDED),
}

async function noticesOf(db: Kysely<DB>, fact: ToldFact): Promise<MemberNotice[]> {
  const kind = kindOf(fact)
  if (!kind) return []
  const by = fact.data.changed_by ?? fact.data.by ?? null
  const rows = await rowsOf(db, kind, fact, by)
  return rows.map((row) => {
    const notice = { ...MAILS[kind](row, String(fact.data.way)), ...(by ? { about: String(by) } : {}) }
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
