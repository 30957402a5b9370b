/** The mails about the end of a season, to all members of the pod. */
import { type Kysely, sql } from 'kysely'
import { nameInMail } from '#contract/names.ts'
import { SAY_SEASON } from '#contract/season-words.ts'
import type { DB } from '#db/types.ts'
import { addEachNotice, type MailWriters, type MemberNotice, type Notice } from '../kernel/jobs/jobs.ts'
import { type Reader, sourceOf, type ToldFact, toldFactOf } from '../kernel/stream/stream.ts'
import { stopsMails, wantsMail, zoneAndOffset } from '../rounds/rounds.ts'

interface PodName {
  id: string
  name: string
  slug: string
}

const pathOf = ({ slug }: PodName) => `/pod/${encodeURIComponent(slug)}`

interface Question extends PodName {
  /** when it is decided (ISO) */
  until: string
  /** the same moment by the clocks of `zone`: "Sunday 6 December, 20:00" */
  shown: string
  zone: string
  /** of that moment in `zone`: its distance from UTC, in minutes */
  offset: number
  /** two further men fit into the pod */
  can_open: boolean
}

export const seasonAskedMail = ({ until, shown, zone, offset, can_open, ...pod }: Question): Notice => ({
  kind: 'season-asked',
  subject: 'How does your pod go on?',
  paragraphs: [
    `Your pod "${nameInMail(pod.name)}" has come to the end of a season. Each of you says in private what you wish for: go on as you are, go on without new men, ${can_open ? 'open two places, ' : ''}or end it well.`,
    `Nobody sees your answer, and you can change it until ${shown} (${zoneAndOffset(zone, offset)}). ${SAY_SEASON.counts}`,
  ],
  link: { path: `${pathOf(pod)}/rounds#season`, label: 'Say how it goes on' },
  reason: 'You get this because you are in this pod.',
  stops: stopsMails('season', pod.id),
  until,
})

export const seasonReminderMail = (question: Question): Notice => ({
  ...seasonAskedMail(question),
  kind: 'season-reminder',
  subject: 'Your pod decides in a day how it goes on',
})

/** `isQuiet`: nobody answered, and the pod ended by itself. */
export const podEndedMail = (pod: PodName, isQuiet: boolean): Notice => ({
  kind: 'pod-ended',
  subject: 'Your pod has come to its end',
  paragraphs: [
    isQuiet
      ? `It has been quiet in your pod "${nameInMail(pod.name)}" for a while, so it has come to its end. Good that you were in it.`
      : `Your pod "${nameInMail(pod.name)}" has come to its end. When it was asked how to go on, more than half wanted that. Good that you were in it.`,
    'What you said to each other stays yours to read and to download. You can look for another pod whenever you like.',
  ],
  link: { path: pathOf(pod), label: 'Open the pod' },
  reason: 'You get this because you were in this pod when it ended.',
})

interface Told extends Question {
  members: string[]
  /** nobody answered the question of the last season */
  is_quiet: boolean
}

/**
 * Asks only those whose answer counts and who have not answered, also those who hear of rounds on the site only, but nobody on a
 * pause; and only while the question is open: a mail that was delayed asks nobody about what is decided.
 */
async function askedAbout(db: Kysely<DB>, pod_id: unknown, season: unknown): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select p.id, p.name, p.slug, array(select m.user_id from pod_members m
        left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
      where m.pod_id = p.id and m.is_active and ${wantsMail('season', 'notice')}
        and not exists (select from season_answers a
          where a.pod_id = p.id and a.season = s.season and a.user_id = m.user_id)
        and counts_in_pod(p.id, m.user_id, s.asked_at) order by m.user_id) as members,
      to_char(u.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until,
      to_char(u.until at time zone t.time_zone, 'FMDay FMDD FMMonth, HH24:MI') as shown, t.time_zone as zone,
      (extract(epoch from (u.until at time zone t.time_zone) - (u.until at time zone 'UTC')) / 60)::int as offset,
      has_room_for_two(p.id) as can_open, false as is_quiet
    from pods p join seasons s on s.pod_id = p.id join rhythms t on t.pod_id = p.id and t.season = s.season
      cross join lateral season_until(p.id, s.asked_at) u (until)
    where p.id = ${pod_id}::uuid and s.season = ${season}::int and s.decided_at is null and p.status = 'active'`.execute(
    db,
  )
  return rows[0]
}

async function endedFor(db: Kysely<DB>, pod_id: unknown): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select p.id, p.name, p.slug, array(select m.user_id from pod_members m where m.pod_id = p.id and m.is_active
      order by m.user_id) as members, '' as until, '' as shown, 'UTC' as zone, 0 as offset, false as can_open,
      coalesce((select s.outcome = 'quiet' from seasons s where s.pod_id = p.id order by s.season desc limit 1), false) as is_quiet
    from pods p where p.id = ${pod_id}::uuid and p.status = 'ended'`.execute(db)
  return rows[0]
}

async function noticesOf(db: Kysely<DB>, fact: ToldFact): Promise<MemberNotice[]> {
  const { kind, data } = fact
  const isEnd = kind === 'pod.ended'
  const told = isEnd ? await endedFor(db, data.pod_id) : await askedAbout(db, data.pod_id, data.season)
  if (!told) return []
  const write = kind === 'season.reminded' ? seasonReminderMail : seasonAskedMail
  const notice = isEnd ? podEndedMail(told, told.is_quiet) : write(told)
  return told.members.map((member) => ({ member, notice, source: sourceOf(fact) }))
}

/** Writes the mail of a season again when it is sent. */
export function seasonMailWriters(db: Kysely<DB>): MailWriters {
  const write: MailWriters[string] = async (source, member) =>
    (await noticesOf(db, toldFactOf(source))).find((one) => one.member === member)?.notice ?? null
  return { 'season.asked': write, 'season.reminded': write, 'pod.ended': write }
}

export const seasonMailReader: Reader<'season.asked' | 'season.reminded' | 'pod.ended'> = {
  name: 'season_mails',
  kinds: ['season.asked', 'season.reminded', 'pod.ended'],
  isPrompt: true,
  async react(db, facts) {
    const notices: MemberNotice[] = []
    for (const fact of facts) notices.push(...(await noticesOf(db, fact)))
    await addEachNotice({ db }, notices)
  },
}
