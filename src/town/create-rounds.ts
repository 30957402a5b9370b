/**
 * Creates the rounds of a pod through the functions of the rooms: its rhythm, its check-ins, the asks that are taken, and a pause.
 * Each round is opened, moved back in time, and closed, as the program would have done it on its day.
 */
import { sql } from 'kysely'
import type { Ctx } from '#server/kernel/ctx.ts'
import { checkIn, setPause, setReminders, setRhythm, takeAsk, turnRounds } from '#server/rounds/rounds.ts'
import { rounds } from './rounds.ts'
import type { TownCheckIn, TownPod, TownRounds } from './types.ts'

interface Stage {
  db: Ctx['db']
  as(username: string): Ctx
}

const ZONE = 'Europe/London'

/** Its members have joined before the first round. */
export async function createRounds(pod_id: string, { name, members }: TownPod, { db, as }: Stage): Promise<void> {
  const of = rounds[name]
  if (!of) return
  // these addresses do not exist, so no mail goes there
  for (const username of members) await setReminders(as(username), { pod_id, reminders: 'notice' })
  const rhythm = await rhythmOf(db, of)
  await setRhythm(as(of.setBy), { pod_id, season_rounds: 8, ...rhythm })
  for (const [n, said] of of.rounds.entries()) {
    const round_id = await openNow(db, pod_id)
    for (const one of said) await say(one, round_id, as)
    await moveBack(db, round_id, of, of.rounds.length - 1 - n)
    await turnRounds(db)
    // closed on its day, and the message of its recap with it
    await sql`update rounds set closed_at = closes_at where id = ${round_id} and closed_at is not null`.execute(db)
    await sql`update pod_messages m set created_at = r.closes_at from rounds r where m.round_id = r.id and r.id = ${round_id}`.execute(
      db,
    )
  }
  for (const { by, reason } of of.paused ?? []) await setPause(as(by), { pod_id, reason, until: null })
  if (of.rounds.length > 0) await putBack(db, pod_id, of, rhythm)
}

/** Opening the rounds has moved the rhythm. It is not changed by a member, so the conversation says nothing. */
async function putBack(
  db: Ctx['db'],
  pod_id: string,
  of: TownRounds,
  { weekday, time, time_zone }: Beat,
): Promise<void> {
  await sql`update rhythms set weekday = ${weekday}::int, local_time = ${time}::time, time_zone = ${time_zone},
      next_on = d.day, next_at = moment_of(d.day, ${time}::time, ${time_zone})
    from (select (now() at time zone ${time_zone})::date - ${daysAgo(of)}::int + 7 as day) d where pod_id = ${pod_id}`.execute(
    db,
  )
}

/** An open round has opened yesterday; one that has closed last did so two days ago. */
const daysAgo = ({ isOpen }: TownRounds) => (isOpen ? 1 : 5)

type Beat = Pick<Parameters<typeof setRhythm>[1], 'weekday' | 'time' | 'time_zone' | 'weeks'>

/** The rhythm whose latest day was so long ago. */
async function rhythmOf(db: Ctx['db'], of: TownRounds): Promise<Beat> {
  const { rows } = await sql<{ weekday: number }>`
    select extract(isodow from (now() at time zone ${ZONE})::date - ${daysAgo(of)}::int)::int as weekday`.execute(db)
  return { weekday: rows[0]!.weekday, time: of.time, time_zone: ZONE, weeks: of.weeks }
}

async function openNow(db: Ctx['db'], pod_id: string): Promise<string> {
  await sql`update rhythms set weekday = extract(isodow from d.at), local_time = d.at::time(0), time_zone = 'UTC',
      next_on = d.at::date, next_at = moment_of(d.at::date, d.at::time(0), 'UTC')
    from (select now() at time zone 'UTC' - interval '1 minute' as at) d where pod_id = ${pod_id}`.execute(db)
  await turnRounds(db)
  const { rows } = await sql<{ id: string }>`
    select id from rounds where pod_id = ${pod_id} and closed_at is null`.execute(db)
  return rows[0]!.id
}

async function say(one: TownCheckIn, round_id: string, as: Stage['as']): Promise<void> {
  const { by, outcome, win = null, struggle = null, ask = null, commitment = null, keepsPrivate = [], taken } = one
  const texts = { win, struggle, ask, commitment, private_lines: [...keepsPrivate] }
  const { id } = await checkIn(as(by), { round_id, outcome, ...texts, seen_at: null })
  if (taken) await takeAsk(as(taken.by), { id, words: taken.words })
}

/** `back` rounds before the latest one. The check-ins come in the hours after it opens, one after the other. */
async function moveBack(db: Ctx['db'], round_id: string, of: TownRounds, back: number): Promise<void> {
  const day = sql`((now() at time zone ${ZONE})::date - ${daysAgo(of) + back * 7 * of.weeks}::int)`
  await sql`update rounds set opens_at = moment_of(${day}, ${of.time}::time, ${ZONE}),
    closes_at = moment_of(${day} + 3, ${of.time}::time, ${ZONE}) where id = ${round_id}`.execute(db)
  await sql`update check_ins c set created_at = p.at, updated_at = p.at from (
      select c.id, r.opens_at + interval '35 minutes' * row_number() over (order by c.created_at, c.id) as at
      from check_ins c join rounds r on r.id = c.round_id where r.id = ${round_id}) p
    where c.id = p.id`.execute(db)
}
