/** The rounds of a pod as one of its members sees them. */
import { type RawBuilder, sql } from 'kysely'
import { RECAPS_MAX } from '#contract/ask-words.ts'
import type { PageOf } from '#contract/kernel.ts'
import {
  type PauseReason,
  type Reminders,
  type RhythmWeeks,
  ROUND,
  SAY_ROUNDS,
  type StoppableMail,
} from '#contract/round-words.ts'
import {
  type CheckIn,
  type OwnRounds,
  type Round,
  type RoundsOfPod,
  roundFaults,
  type Steady,
} from '#contract/rounds.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { dateOf } from '../kernel/page.ts'
import { refuse, refuseField } from '../kernel/refuse.ts'
import { hasBlocked } from '../members/members.ts'
import { mayReadAsFormer } from '../pods/pods.ts'
import { CHECK_IN, CHECK_IN_JOINS, type CheckInRow, checkInOf, commitmentOf } from './check-in-rows.ts'
import { withHosts } from './host-rows.ts'
import { ownQuiet } from './own-quiet.ts'
import { isInActivePod, isInPod, isInPodOf, isPaused, maySetRhythm } from './rules.ts'

/** Reads the parts concurrently; each of them asks whether the viewer is in the pod, or reads only his own rows. */
export async function getRounds(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<RoundsOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const standing = await standingOf(ctx, pod_id, viewer)
  const [found, carried, asked_after, { own, came }, quiet] = await Promise.all([
    // the open round, the closed ones, and one more that shows that there are older ones
    roundRows(ctx, pod_id, viewer, sql`true`, ROUND.shown + 2),
    lastCommitment(ctx, pod_id, viewer),
    askedAfter(ctx, pod_id, viewer),
    figuresOf(ctx, pod_id, viewer),
    ownQuiet(ctx, pod_id, viewer),
  ])
  const closed = found.filter(({ is_open }) => !is_open)
  const shown = closed.slice(0, ROUND.shown)
  const open = found.find(({ is_open }) => is_open)
  const [openRound, ...closedRounds] = await withCheckIns(ctx, viewer, [...(open ? [open] : []), ...shown])
  return {
    pod_id,
    rhythm: rhythmOf(standing),
    ending: endingOf(standing),
    open: open ? openRound! : null,
    closed: open ? closedRounds : openRound ? [openRound, ...closedRounds] : [],
    has_older: closed.length > ROUND.shown,
    own: { ...carried, asked_after, ...ownOf(standing), steady: own, ...quiet },
    came: standing.current_members >= ROUND.sumFrom ? came : null,
  }
}

/** Returns closed rounds of the pod, in any order; ids of other rounds are left out. */
export async function getRecaps(
  ctx: Ctx,
  { pod_id, round_ids }: { pod_id: string; round_ids: string[] },
): Promise<{ items: Round[] }> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  await standingOf(ctx, pod_id, viewer)
  const which = sql`r.closed_at is not null and r.id = any(${round_ids}::uuid[])`
  const rows = await roundRows(ctx, pod_id, viewer, which, RECAPS_MAX)
  return { items: await withCheckIns(ctx, viewer, rows) }
}

const ROUNDS_PER_PAGE = 8

export async function listRounds(
  ctx: Ctx,
  { pod_id, after }: { pod_id: string; after?: string | undefined },
): Promise<PageOf<Round>> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  if (after !== undefined && !/^[1-9]\d{0,8}$/.test(after)) refuseField('after', 'This is not a place in the list')
  await standingOf(ctx, pod_id, viewer)
  const further = after === undefined ? sql`true` : sql`r.number < ${Number(after)}`
  const rows = await roundRows(ctx, pod_id, viewer, sql`r.closed_at is not null and ${further}`, ROUNDS_PER_PAGE + 1)
  const items = await withCheckIns(ctx, viewer, rows.slice(0, ROUNDS_PER_PAGE))
  return { items, next: rows.length > ROUNDS_PER_PAGE ? String(items.at(-1)!.number) : null }
}

/**
 * For a man who is not in the pod any more and still reads it: the rounds that had closed when he left, newest first, from this
 * number down. Nobody writes in a closed round, so they are as he left them.
 */
export async function listRoundsOfFormer(
  ctx: Ctx,
  { pod_id, after }: { pod_id: string; after?: string | undefined },
): Promise<PageOf<ClosedRound>> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const further = after === undefined ? sql`true` : sql`r.number < ${Number(after)}`
  const mayRead = sql<boolean>`(r.closed_at is not null and ${mayReadAsFormer(sql`r.pod_id`, viewer, sql`r.closed_at`)})`
  const { rows } = await sql<RoundRow>`
    select ${ROUND_COLUMNS} from rounds r where r.pod_id = ${pod_id}::uuid and ${mayRead} and ${further}
    order by r.number desc limit ${sql.lit(ROUNDS_PER_PAGE + 1)}`.execute(ctx.db)
  const shown = rows.slice(0, ROUNDS_PER_PAGE)
  const { rows: said } = await sql<CheckInRow>`
    select ${CHECK_IN(viewer)} from check_ins c ${CHECK_IN_JOINS} join rounds r on r.id = c.round_id
    where c.round_id = any(${shown.map(({ id }) => id)}::uuid[]) and ${mayRead} order by c.created_at, c.id`.execute(
    ctx.db,
  )
  const items = shown.map(({ id, number, opens }) => ({
    number,
    opens_at: dateOf(opens),
    check_ins: said.filter(({ round_id }) => round_id === id).map(checkInOf),
  }))
  return { items, next: rows.length > ROUNDS_PER_PAGE ? String(items.at(-1)!.number) : null }
}

/** What a text of the pod says of a round. */
export type ClosedRound = Pick<Round, 'number' | 'opens_at' | 'check_ins'>

interface StandingRow {
  current_members: number
  weekday: number | null
  time: string
  time_zone: string
  weeks: RhythmWeeks
  season_rounds: number
  next: number
  set_by: string | null
  reminders: Reminders | null
  stopped_mails: StoppableMail[] | null
  paused: number | null
  paused_until: number | null
  pause_reason: PauseReason
  can_set_rhythm: boolean
  ending_until: number | null
  ending_by: string | null
  ending_is_own: boolean
}

async function standingOf(ctx: Ctx, pod_id: string, viewer: string): Promise<StandingRow> {
  const { rows } = await sql<StandingRow>`
    select p.current_members, t.weekday, to_char(t.local_time, 'HH24:MI') as time, t.time_zone, t.weeks, t.season_rounds,
      date_part('epoch', t.next_at) * 1000 as next, coalesce(s.display_name, s.username) as set_by, w.reminders, w.stopped_mails,
      case when ${isPaused} then date_part('epoch', w.paused_at) * 1000 end as paused,
      date_part('epoch', w.paused_until) * 1000 as paused_until, w.pause_reason, ${isInActivePod(pod_id, viewer)} and ${maySetRhythm(pod_id, viewer)} as can_set_rhythm,
      date_part('epoch', e.ends_at) * 1000 as ending_until, coalesce(e.asked_by = ${viewer}::uuid, false) as ending_is_own,
      case when not ${hasBlocked(sql`${viewer}::uuid`, sql`e.asked_by`)} then coalesce(b.display_name, b.username) end as ending_by
    from pods p left join rhythms t on t.pod_id = p.id left join profiles s on s.id = t.set_by
      left join rhythm_endings e on e.pod_id = p.id and e.objected_at is null left join profiles b on b.id = e.asked_by
      left join round_places w on w.pod_id = p.id and w.user_id = ${viewer}::uuid
    where p.id = ${pod_id}::uuid and ${isInPod(pod_id, viewer)}`.execute(ctx.db)
  return rows[0] ?? refuse(roundFaults.notFound)
}

const rhythmOf = ({ weekday, time, time_zone, weeks, season_rounds, next, set_by }: StandingRow) =>
  weekday === null ? null : { weekday, time, time_zone, weeks, season_rounds, next_at: dateOf(next), set_by }

const endingOf = ({ ending_until, ending_by, ending_is_own }: StandingRow): RoundsOfPod['ending'] =>
  ending_until === null ? null : { by: ending_by, is_own: ending_is_own, until: dateOf(ending_until) }

const ownOf = ({
  reminders,
  stopped_mails,
  paused,
  paused_until,
  pause_reason,
  can_set_rhythm,
}: StandingRow): Pick<OwnRounds, 'reminders' | 'stopped_mails' | 'pause' | 'can_set_rhythm'> => ({
  reminders: reminders ?? 'mail',
  stopped_mails: stopped_mails ?? [],
  can_set_rhythm,
  pause:
    paused === null
      ? null
      : {
          since: dateOf(paused),
          until: paused_until === null ? null : dateOf(paused_until),
          reason: pause_reason,
        },
})

interface RoundRow {
  id: string
  number: number
  season: number
  season_round: number
  opens: number
  closes: number
  is_open: boolean
}

const ROUND_COLUMNS = sql`r.id, r.number, r.season, r.season_round, date_part('epoch', r.opens_at) * 1000 as opens,
  date_part('epoch', r.closes_at) * 1000 as closes, r.closed_at is null as is_open`

/** Newest first. */
async function roundRows(
  ctx: Ctx,
  pod_id: string,
  viewer: string,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    select ${ROUND_COLUMNS} from rounds r where r.pod_id = ${pod_id}::uuid and ${isInPod(pod_id, viewer)} and ${which}
    order by r.number desc limit ${sql.lit(limit)}`.execute(ctx.db)
  return rows
}

/** A member who is taken out while he reads gets nothing that came after. */
const isReader = (viewer: string) =>
  sql<boolean>`coalesce((select ${isInPodOf(sql`y.pod_id`, sql`${viewer}::uuid`)} from rounds y where y.id = c.round_id), false)`

async function withCheckIns(ctx: Ctx, viewer: string, rounds: RoundRow[]): Promise<Round[]> {
  if (rounds.length === 0) return []
  const { rows } = await sql<CheckInRow>`
    select ${CHECK_IN(viewer)} from check_ins c ${CHECK_IN_JOINS}
    where c.round_id = any(${rounds.map(({ id }) => id)}::uuid[]) and ${isReader(viewer)} order by c.created_at, c.id`.execute(
    ctx.db,
  )
  const hosted = await withHosts(ctx, viewer, rounds)
  return hosted.map(({ opens, closes, ...round }) => ({
    ...round,
    opens_at: dateOf(opens),
    closes_at: dateOf(closes),
    check_ins: rows.filter(({ round_id }) => round_id === round.id).map(checkInOf),
  }))
}

/** From the latest check-ins of closed rounds: what the next check-in answers. */
async function lastCommitment(
  ctx: Ctx,
  pod_id: string,
  viewer: string,
): Promise<Pick<OwnRounds, 'carried' | 'carried_is_private' | 'offers_smaller'>> {
  const { rows } = await sql<{
    outcome: string
    commitment_cue: string | null
    commitment_action: string | null
    is_private: boolean
  }>`
    select c.outcome, c.commitment_cue, c.commitment_action, 'commitment' = any (c.private_lines) as is_private from check_ins c join rounds r on r.id = c.round_id
    where c.user_id = ${viewer}::uuid and r.pod_id = ${pod_id}::uuid and r.closed_at is not null
    order by r.number desc limit ${sql.lit(ROUND.smallerAfter)}`.execute(ctx.db)
  const [last] = rows
  const carried = last ? commitmentOf(last.commitment_cue, last.commitment_action) : null
  const isAlwaysNot = rows.length === ROUND.smallerAfter && rows.every(({ outcome }) => outcome === 'not')
  return {
    carried,
    carried_is_private: carried !== null && last!.is_private,
    offers_smaller: carried !== null && isAlwaysNot,
  }
}

/** The viewer's check-in of the round before the open one, if it has an ask that he has not answered. */
async function askedAfter(ctx: Ctx, pod_id: string, viewer: string): Promise<CheckIn | null> {
  const { rows } = await sql<CheckInRow>`
    select ${CHECK_IN(viewer)} from rounds o join rounds r on r.pod_id = o.pod_id and r.number = o.number - 1
      join check_ins c on c.round_id = r.id ${CHECK_IN_JOINS}
    where o.pod_id = ${pod_id}::uuid and o.closed_at is null and c.user_id = ${viewer}::uuid and c.ask is not null
      and k.answer is null and ${isInPod(pod_id, viewer)}`.execute(ctx.db)
  return rows[0] ? checkInOf(rows[0]) : null
}

/** Of the viewer's own last rounds, and of the pod's last rounds. */
async function figuresOf(ctx: Ctx, pod_id: string, viewer: string): Promise<{ own: Steady | null; came: number }> {
  const { rows } = await sql<{ own_came: number; own_of: number; came: number }>`
    with latest as materialized (
      select r.id from rounds r where r.pod_id = ${pod_id}::uuid and r.closed_at is not null
      order by r.number desc limit ${sql.lit(ROUND.shown)})
    select count(*) filter (where x.result = 'came' and x.user_id = ${viewer}::uuid)::int as own_came,
      count(*) filter (where x.result in ('came', 'missed') and x.user_id = ${viewer}::uuid)::int as own_of,
      count(*) filter (where x.result = 'came')::int as came
    from round_results x where x.round_id in (select id from latest) and ${isInPod(pod_id, viewer)}`.execute(ctx.db)
  const { own_came, own_of, came } = rows[0]!
  return { own: own_of > 0 ? { came: own_came, of: own_of } : null, came }
}
