/**
 * The mail with the recap of a closed round, by template from the check-ins. It has no private lines, not even the recipient's
 * own, because a mail is read on more screens than his. It has what his page shows: nothing by a member whom he has blocked. If he is
 * the one who is blocked, his mail is as it was: a gap in it would tell him (decision 022).
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nameInMail, oneLine } from '#contract/names.ts'
import { namesTogether, wereHere } from '#contract/round-words.ts'
import type { DB } from '#db/types.ts'
import type { MemberNotice, Notice } from '../kernel/jobs/jobs.ts'
import { blockersOf } from '../members/members.ts'
import { CHECK_IN, CHECK_IN_JOINS, type CheckInRow } from './check-in-rows.ts'
import { wantsMail } from './rules.ts'
import { stopsMails } from './stopped-mails.ts'
import { zoneAndOffset } from './zone-words.ts'

/** A check-in as the whole pod reads it. */
type Said = Pick<CheckInRow, 'id' | 'win' | 'ask' | 'ask_lapsed' | 'private_lines' | 'answer'> & {
  author: { id: string; name: string }
  taker: { id: string; name: string } | null
  taken_words: string | null
}

interface Recap {
  pod_id: string
  name: string
  slug: string
  number: number
  /** "Sunday 6 December, 20:00", by the clocks of `zone`; null if the pod has no next round */
  next: string | null
  zone: string
  /** of that moment in `zone`: its distance from UTC, in minutes */
  offset: number | null
  /** who reads it: his own lines are said to him */
  member: string
  /** all of them are asked how the pod goes on, so nobody knows whether there is a next round */
  is_season_asked: boolean
  /** the moment of the next round, after which the recap is of no use; null without one */
  until: string | null
  said: Said[]
}

export function recapMail({ pod_id, name, slug, number, until, member, said, ...next }: Recap): Notice {
  const ask = said.find((one) => isOpen(one) && one.taker === null && one.author.id !== member)
  return {
    kind: 'recap',
    subject: 'Your round has closed',
    paragraphs: [
      `Round ${number} of your pod "${nameInMail(name)}" has closed. Struggles are not in a mail: they stand on the page.`,
      ...said.filter(isOpen).map((one) => askSentence(one, member)),
      ...said.filter(isLapsed).map(lapsedSentence),
      ...said.filter(hasShownWin).map((one) => winSentence(one, member)),
      ...alsoHere(said, member),
      ...nextSentence(next),
    ],
    link: {
      path: `/pod/${encodeURIComponent(slug)}/rounds${ask ? `#check-in-${ask.id}` : ''}`,
      label: ask ? 'Answer an ask' : 'Read the round',
    },
    reason: 'You get this because you are in this pod. Pause, or turn these mails off, on its page of rounds.',
    stops: stopsMails('recap', pod_id),
    ...(until && { until }),
  }
}

function nextSentence({
  next,
  zone,
  offset,
  is_season_asked,
}: Pick<Recap, 'next' | 'zone' | 'offset' | 'is_season_asked'>) {
  if (!next) return []
  return is_season_asked
    ? ['It was the last round of your season. Now each of you says how your pod goes on.']
    : [`The next check-in opens on ${next} (${zoneAndOffset(zone, offset ?? 0)}).`]
}

const isOpen = ({ ask, ask_lapsed, answer }: Said) => ask !== null && !ask_lapsed && answer !== 'happened'
/** Its author has left the pod: the ask is a line of his check-in, and waits for nobody. */
const isLapsed = ({ ask_lapsed, answer }: Said) => ask_lapsed && answer !== 'happened'

const askSentence = ({ author, ask, taker, taken_words }: Said, member: string) => {
  const by = taker && (taker.id === member ? 'You have' : `${taker.name} has`)
  const taken = by && ` ${by} taken it${taken_words ? `: “${oneLine(taken_words)}”` : '.'}`
  const open = author.id === member ? ' Your pod can still answer it.' : ' It is still open.'
  return `${author.id === member ? 'You asked' : `${author.name} asks`}: “${oneLine(ask!)}”${taken ?? open}`
}

/** Nobody can take the ask of a man who has left. */
const lapsedSentence = ({ author, ask }: Said) => `${author.name} asked: “${oneLine(ask!)}”`

/** No mail says how a member's time went: that stands on his check-in alone. */
const winSentence = ({ author, win }: Said, member: string) =>
  `${author.id === member ? 'Your' : `${author.name}’s`} win: “${oneLine(win!)}”`

const hasShownWin = ({ win, private_lines }: Said) => win !== null && !private_lines.includes('win')

/** Those of whom nothing is quoted, so that everyone who came is named. */
function alsoHere(said: Said[], member: string): string[] {
  const names = said
    .filter((one) => !isOpen(one) && !isLapsed(one) && !hasShownWin(one))
    .map(({ author }) => (author.id === member ? 'you' : author.name))
  if (names.length === 0) return []
  const all = wereHere(names)
  return [names.length === said.length ? `${all.names} ${all.verb}` : `Also here: ${namesTogether(names)}.`]
}

interface Recipient extends Omit<Recap, 'said'> {
  round_id: string
}

interface Asked {
  shown: (moment: RawBuilder<unknown>) => RawBuilder<string>
  offset: (moment: RawBuilder<unknown>) => RawBuilder<number>
  iso: (moment: RawBuilder<unknown>) => RawBuilder<string>
  /** left out: all members */
  member?: string
}

/** The mails of these rounds, for each member who wants one and may read what somebody has said. */
export async function recapNotices(
  db: Kysely<DB>,
  rounds: string[],
  { shown, offset, iso, member: only }: Asked,
): Promise<MemberNotice[]> {
  const { rows: recipients } = await sql<Recipient>`
    select m.user_id as member, r.id as round_id, p.id as pod_id, p.name, p.slug, r.number,
      ${shown(sql`t.next_at`)} as next, coalesce(t.time_zone, 'UTC') as zone, ${offset(sql`t.next_at`)} as offset,
      ${iso(sql`t.next_at`)} as until, is_season_asked(p.id) as is_season_asked
    from rounds r join pods p on p.id = r.pod_id and p.status = 'active' left join rhythms t on t.pod_id = r.pod_id
      join pod_members m on m.pod_id = r.pod_id and m.is_active
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    where r.id = any(${rounds}::uuid[]) and ${wantsMail('recap')} ${only ? sql`and m.user_id = ${only}::uuid` : sql``}`.execute(
    db,
  )
  const said = await saidIn(db, rounds)
  const all = [...said.values()].flat().flatMap(({ author, taker }) => [author.id, ...(taker ? [taker.id] : [])])
  const authors = [...new Set(all)]
  const blockers = await blockersOf(db, authors, [...new Set(recipients.map(({ member }) => member))])
  const departed = await departedOf(db, authors)
  return recipients.flatMap(({ member, round_id, ...round }) => {
    const hides = (id: string) => departed.has(id) || (blockers.get(id)?.has(member) ?? false)
    const read = (said.get(round_id) ?? [])
      .filter(({ author }) => !hides(author.id))
      .map((one) => withTaker(one, departed, hides))
    // nobody reads by mail that he alone came
    if (read.every(({ author }) => author.id === member)) return []
    const notice = { ...recapMail({ ...round, member, said: read }), about: round_id }
    return [{ member, notice, source: { kind: 'recap', data: { round_id } } }]
  })
}

/** The page names a taker whom the reader has blocked as well, and has nothing that he said. */
function withTaker(one: Said, departed: Set<string>, hides: (id: string) => boolean): Said {
  if (!one.taker || !hides(one.taker.id)) return one
  return { ...one, taken_words: null, ...(departed.has(one.taker.id) && { taker: null }) }
}

/** Those whose accounts are being deleted: what they said goes in later steps. */
async function departedOf(db: Kysely<DB>, members: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.member_id as id from departures d where d.member_id = any(${members}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What was said in each round. The viewer of `CHECK_IN` is nobody, so that no line is anyone's own. */
async function saidIn(db: Kysely<DB>, rounds: string[]): Promise<Map<string, Said[]>> {
  const { rows } = await sql<CheckInRow>`
    select ${CHECK_IN(NOBODY)} from check_ins c ${CHECK_IN_JOINS}
    where c.round_id = any(${rounds}::uuid[]) order by c.created_at, c.id`.execute(db)
  const byRound = Map.groupBy(rows, ({ round_id }) => round_id)
  return new Map([...byRound].map(([round, of]) => [round, of.map(saidOf)]))
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

const personOf = (row: Pick<CheckInRow, 'author_id' | 'author_display_name' | 'author_username'>) => ({
  id: row.author_id!,
  name: nameInMail(row.author_display_name || row.author_username!),
})

const saidOf = ({ taker, ...row }: CheckInRow): Said => ({
  ...row,
  author: personOf(row),
  taker: taker && personOf(taker),
})
