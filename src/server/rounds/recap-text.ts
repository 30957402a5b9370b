/**
 * The mail with the recap of a closed round, by template from the check-ins. It has no private lines, not even the recipient's
 * own, because a mail is read on more screens than his; and nothing by or about a member who is blocked by him or has blocked him.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { oneLine } from '#contract/names.ts'
import { OUTCOME_WORDS, showsCommitment } from '#contract/round-words.ts'
import type { DB } from '#db/types.ts'
import type { MemberNotice, Notice } from '../kernel/jobs/jobs.ts'
import { apartFrom } from '../members/members.ts'
import { CHECK_IN, CHECK_IN_JOINS, type CheckInRow } from './check-in-rows.ts'
import { isTold } from './rules.ts'

/** A check-in as the whole pod reads it. */
type Said = Pick<
  CheckInRow,
  'outcome' | 'win' | 'ask' | 'about_action' | 'about_private' | 'private_lines' | 'answer'
> & {
  author: { id: string; name: string }
  taker: { id: string; name: string } | null
  taken_words: string | null
}

interface Recap {
  name: string
  slug: string
  number: number
  /** "Sunday 6 December, 20:00 (Europe/London)"; null if the pod has no next round */
  next: string | null
  /** the moment of the next round, after which the recap is of no use; null without one */
  until: string | null
  said: Said[]
}

export const recapMail = ({ name, slug, number, next, until, said }: Recap): Notice => ({
  kind: 'recap',
  subject: `Your round with ${oneLine(name)}`,
  paragraphs: [
    `Round ${number} of your pod "${oneLine(name)}" has closed. This is what was said.`,
    ...said.filter(isOpen).map(askSentence),
    ...said.map(outcomeSentence),
    ...(next ? [`The next check-in opens on ${next}.`] : []),
  ],
  link: {
    path: `/pod/${encodeURIComponent(slug)}/rounds`,
    label: said.some(isOpen) ? 'Answer an ask' : 'Read the round',
  },
  reason: 'You get this because you are in this pod. Pause, or turn these mails off, on its page of rounds.',
  ...(until && { until }),
})

const isOpen = ({ ask, answer }: Said) => ask !== null && answer !== 'happened'

const askSentence = ({ author, ask, taker, taken_words }: Said) => {
  const taken = taker && ` ${taker.name} has taken it${taken_words ? `: “${oneLine(taken_words)}”` : ''}.`
  return `${author.name} asks: “${oneLine(ask!)}”${taken ?? ' It is still open.'}`
}

function outcomeSentence({ author, outcome, about_action, about_private, win, private_lines }: Said): string {
  const about = about_private ? null : about_action
  const words = OUTCOME_WORDS[outcome][about === null ? 'time' : 'commitment']
  const shownWin = private_lines.includes('win') ? null : win
  return [
    `${author.name}: ${words.toLowerCase()}`,
    about && showsCommitment(outcome) && ` (“${oneLine(about)}”)`,
    shownWin && `. Win: “${oneLine(shownWin)}”`,
  ]
    .filter(Boolean)
    .join('')
}

interface Recipient extends Omit<Recap, 'said'> {
  member: string
  round_id: string
}

interface Asked {
  shown: (moment: RawBuilder<unknown>) => RawBuilder<string>
  iso: (moment: RawBuilder<unknown>) => RawBuilder<string>
  /** left out: all members */
  member?: string
}

/** The mails of these rounds, for each member who wants one and may read what somebody has said. */
export async function recapNotices(
  db: Kysely<DB>,
  rounds: string[],
  { shown, iso, member: only }: Asked,
): Promise<MemberNotice[]> {
  const { rows: recipients } = await sql<Recipient>`
    select m.user_id as member, r.id as round_id, p.name, p.slug, r.number,
      ${shown(sql`t.next_at`)} || ' (' || replace(t.time_zone, '_', ' ') || ')' as next, ${iso(sql`t.next_at`)} as until
    from rounds r join pods p on p.id = r.pod_id and p.status = 'active' left join rhythms t on t.pod_id = r.pod_id
      join pod_members m on m.pod_id = r.pod_id and m.is_active
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    where r.id = any(${rounds}::uuid[]) and ${isTold('mail')} ${only ? sql`and m.user_id = ${only}::uuid` : sql``}`.execute(
    db,
  )
  const said = await saidIn(db, rounds)
  const all = [...said.values()].flat().flatMap(({ author, taker }) => [author.id, ...(taker ? [taker.id] : [])])
  const authors = [...new Set(all)]
  const apart = await apartFrom(db, authors, [...new Set(recipients.map(({ member }) => member))])
  const departed = await departedOf(db, authors)
  return recipients.flatMap(({ member, round_id, ...round }) => {
    const isApart = (id: string) => departed.has(id) || (apart.get(id)?.has(member) ?? false)
    const read = (said.get(round_id) ?? [])
      .filter(({ author }) => !isApart(author.id))
      .map((one) => (one.taker && isApart(one.taker.id) ? { ...one, taker: null, taken_words: null } : one))
    if (read.length === 0) return []
    const notice = { ...recapMail({ ...round, said: read }), about: round_id }
    return [{ member, notice, source: { kind: 'recap', data: { round_id } } }]
  })
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
  name: oneLine(row.author_display_name || row.author_username!),
})

const saidOf = ({ taker, ...row }: CheckInRow): Said => ({
  ...row,
  author: personOf(row),
  taker: taker && personOf(taker),
})
