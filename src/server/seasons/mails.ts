/** The mails about the end of a season, to all members of the pod. */
import { type Kysely, sql } from 'kysely'
import { oneLine } from '#contract/names.ts'
import type { DB } from '#db/types.ts'
import { addEachNotice, type MailWriters, type MemberNotice, type Notice } from '../kernel/jobs/jobs.ts'
import { type Reader, sourceOf, type ToldFact, toldFactOf } from '../kernel/stream/stream.ts'
import { isTold } from '../rounds/rounds.ts'

interface PodName {
  name: string
  slug: string
}

const pathOf = ({ slug }: PodName) => `/pod/${encodeURIComponent(slug)}`

/** `until`: when the next round opens (ISO). */
export const seasonAskedMail = (pod: PodName, until: string): Notice => ({
  kind: 'season-asked',
  subject: `How does ${oneLine(pod.name)} go on?`,
  paragraphs: [
    `Your pod "${oneLine(pod.name)}" has come to the end of a season. Before the next round, each of you says, in private: go on as we are, go on without new men, open two places, or end here.`,
    'Nobody sees your answer, and you can change it until the next round opens. One answer from any of you is enough. Without one there is one more round, and then the pod ends.',
  ],
  link: { path: `${pathOf(pod)}/rounds#season`, label: 'Say how it goes on' },
  reason: 'You get this because you are in this pod.',
  until,
})

/** `isQuiet`: nobody answered, and the pod ended by itself. */
export const podEndedMail = (pod: PodName, isQuiet: boolean): Notice => ({
  kind: 'pod-ended',
  subject: `${oneLine(pod.name)} ${isQuiet ? 'has come to an end' : 'has ended well'}`,
  paragraphs: [
    `Your pod "${oneLine(pod.name)}" has come to its end. Thank you for having been part of it.`,
    'What you said to each other stays yours to read and to download. You can look for another pod whenever you like.',
  ],
  link: { path: pathOf(pod), label: 'Open the pod' },
  reason: 'You get this because you were in this pod when it ended.',
})

interface Told extends PodName {
  until: string
  members: string[]
  /** nobody answered the question of the last season */
  is_quiet: boolean
}

/**
 * Asks only those whose answer counts, who want mails of their pod's rounds and are not on a pause, and only while the question is
 * open: a mail that was delayed asks nobody about what is decided.
 */
async function askedAbout(db: Kysely<DB>, pod_id: unknown, season: unknown): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select p.name, p.slug, array(select m.user_id from pod_members m
        left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
      where m.pod_id = p.id and m.is_active and ${isTold('mail')}
        and counts_in_pod(p.id, m.user_id, s.asked_at) order by m.user_id) as members,
      to_char(season_until(p.id, s.asked_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until, false as is_quiet
    from pods p join seasons s on s.pod_id = p.id join rhythms t on t.pod_id = p.id and t.season = s.season
    where p.id = ${pod_id}::uuid and s.season = ${season}::int and s.decided_at is null and p.status = 'active'`.execute(
    db,
  )
  return rows[0]
}

async function endedFor(db: Kysely<DB>, pod_id: unknown): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select p.name, p.slug, array(select m.user_id from pod_members m where m.pod_id = p.id and m.is_active
      order by m.user_id) as members, '' as until,
      coalesce((select s.outcome = 'quiet' from seasons s where s.pod_id = p.id order by s.season desc limit 1), false) as is_quiet
    from pods p where p.id = ${pod_id}::uuid and p.status = 'ended'`.execute(db)
  return rows[0]
}

async function noticesOf(db: Kysely<DB>, fact: ToldFact): Promise<MemberNotice[]> {
  const { kind, data } = fact
  const isAsked = kind === 'season.asked'
  const told = isAsked ? await askedAbout(db, data.pod_id, data.season) : await endedFor(db, data.pod_id)
  if (!told) return []
  const notice = isAsked ? seasonAskedMail(told, told.until) : podEndedMail(told, told.is_quiet)
  return told.members.map((member) => ({ member, notice, source: sourceOf(fact) }))
}

/** Writes the mail of a season again when it is sent. */
export function seasonMailWriters(db: Kysely<DB>): MailWriters {
  const write: MailWriters[string] = async (source, member) =>
    (await noticesOf(db, toldFactOf(source))).find((one) => one.member === member)?.notice ?? null
  return { 'season.asked': write, 'pod.ended': write }
}

export const seasonMailReader: Reader<'season.asked' | 'pod.ended'> = {
  name: 'season_mails',
  kinds: ['season.asked', 'pod.ended'],
  isPrompt: true,
  async react(db, facts) {
    const notices: MemberNotice[] = []
    for (const fact of facts) notices.push(...(await noticesOf(db, fact)))
    await addEachNotice({ db }, notices)
  },
}
