/** The rhythm of a pod: any of its members who is not new sets it. Its end needs a second man, or three days. */
import { sql } from 'kysely'
import type * as z from 'zod'
import type { NewRhythm } from '#contract/round-inputs.ts'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { type RoundsOfPod, roundFaults } from '#contract/rounds.ts'
import { readZone } from '#contract/zone-words.ts'
import { inStorableZone, storableZone } from '../events/events.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { notifyFor, record } from '../kernel/stream/stream.ts'
import { lockOwnPod, setMeetingFrequency } from '../pods/pods.ts'
import { roundFacts } from './facts.ts'
import { openFirstRound, waitsForFirstRound } from './first-round.ts'
import { getRounds } from './reading.ts'
import { type Beat, changeWords } from './rhythm-words.ts'
import { maySetRhythm } from './rules.ts'

type Wanted = z.output<typeof NewRhythm>

/**
 * Applies from the next round on, whose date `next_round` of the database chooses. The same rhythm again changes nothing. A pod
 * that had rounds before begins a new season. The others read of a change in their conversation, and get a mail.
 * With `opens_now` the first round opens in the same transaction (first-round.ts).
 */
export async function setRhythm(ctx: Ctx, sent: Wanted): Promise<RoundsOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const asked = inStorableBeat(sent)
  const { pod_id, weeks, opens_now } = asked
  const zone = await storableZone(ctx, asked.time_zone)
  await inTransaction(ctx, async (ctx) => {
    await lockToChange(ctx, pod_id, viewer)
    const isFirst = opens_now === true && (await waitsForFirstRound(ctx, pod_id))
    const before = await beatOf(ctx, pod_id)
    // another name of the same zone, as it was stored before, is no change
    const isSameZone = before !== null && readZone(before.time_zone) === zone
    const input = { ...asked, time_zone: isSameZone ? before.time_zone : zone }
    const isChanged = await storeRhythm(ctx, input, viewer)
    if (!isChanged && !isFirst) return
    const changed = isChanged ? before : null
    // a season that is longer now is not over with the open round
    await sql`select drop_early_question(${pod_id}::uuid), remind_again(${pod_id}::uuid)`.execute(ctx.db)
    // other men fit now; opening the door again counts as a look at the candidates
    const isOther = before && (before.time_zone !== input.time_zone || before.weeks !== weeks)
    if (isOther) await sql`select close_door(${pod_id}::uuid)`.execute(ctx.db)
    if (changed) await postNote(ctx, pod_id, viewer, changeWords(changed, input))
    await setMeetingFrequency(ctx, pod_id, weeks)
    await record(
      ctx,
      roundFacts.rhythmSet(pod_id, changed ? { has_rhythm: true, changed_by: viewer } : { has_rhythm: true }),
    )
    if (isFirst) await openFirstRound(ctx, pod_id)
  })
  return getRounds(ctx, { pod_id })
}

/** A Monday. */
const SOME_MONDAY = '2024-01-01'

/** The day and time of a rhythm at an offset that no zone has, in UTC. */
function inStorableBeat(sent: Wanted): Wanted {
  const event_date = SOME_MONDAY.slice(0, -1) + sent.weekday
  const {
    event_date: day,
    event_time: time,
    time_zone,
  } = inStorableZone({ ...sent, event_date, event_time: sent.time })
  return { ...sent, time, time_zone, weekday: new Date(day).getUTCDay() || 7 }
}

async function beatOf({ db }: Ctx, pod_id: string): Promise<Beat | null> {
  const { rows } = await sql<Beat>`
    select t.weekday, to_char(t.local_time, 'HH24:MI') as time, t.time_zone, t.weeks, t.season_rounds
    from rhythms t where t.pod_id = ${pod_id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** Returns false if the pod has this rhythm already. */
async function storeRhythm({ db }: Ctx, input: Wanted, viewer: string): Promise<boolean> {
  const { pod_id, weekday, time, time_zone, weeks, season_rounds } = input
  const { rows } = await sql`
    insert into rhythms as t (pod_id, weekday, local_time, time_zone, weeks, season_rounds, next_on, next_at, set_by, season)
      select ${pod_id}::uuid, ${weekday}::int, ${time}::time, ${time_zone}, ${weeks}::int, ${season_rounds}::int, n.day,
        n.moment, ${viewer}::uuid, coalesce((select max(r.season) from rounds r where r.pod_id = ${pod_id}::uuid), 0) + 1
      from next_round(${pod_id}::uuid, ${weekday}::int, ${time}::time, ${time_zone}, ${weeks}::int) n
    on conflict (pod_id) do update set (weekday, local_time, time_zone, weeks, season_rounds, next_on, next_at, set_by, set_at) =
        (excluded.weekday, excluded.local_time, excluded.time_zone, excluded.weeks, excluded.season_rounds, excluded.next_on,
          excluded.next_at, excluded.set_by, now())
      where (t.weekday, t.local_time, t.time_zone, t.weeks, t.season_rounds)
        <> (excluded.weekday, excluded.local_time, excluded.time_zone, excluded.weeks, excluded.season_rounds)
    returning 1`.execute(db)
  return rows.length > 0
}

const postNote = ({ db }: Ctx, pod_id: string, by: string, words: string) =>
  sql`select post_note(${pod_id}::uuid, 'rhythm-changed', ${by}::uuid, ${words})`.execute(db)

/** Locks the pod for a member who may change its rhythm. */
async function lockToChange(ctx: Ctx, pod_id: string, viewer: string): Promise<void> {
  if (!(await lockOwnPod(ctx, pod_id, viewer))) refuse(roundFaults.notFound)
  const { rows } = await sql<{ is: boolean }>`select ${maySetRhythm(pod_id, viewer)} as is`.execute(ctx.db)
  if (!rows[0]!.is) refuse(roundFaults.tooNew)
}

/** What `ask_to_end` answers. */
type EndingEnd = 'none' | 'same' | 'kept' | 'season' | 'asked' | 'ended'

/** Only asks, if another member has a say and has not asked before. An open round still closes on its day. */
export async function endRhythm(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<RoundsOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  await inTransaction(ctx, async (ctx) => {
    await lockToChange(ctx, pod_id, viewer)
    const { rows } = await sql<{ end: EndingEnd }>`
      select ask_to_end(${pod_id}::uuid, ${viewer}::uuid) as end`.execute(ctx.db)
    const { end } = rows[0]!
    if (end === 'kept') refuse(roundFaults.keptLately)
    if (end === 'season') refuse(roundFaults.seasonAsked)
    if (end === 'asked') await record(ctx, roundFacts.endAsked(pod_id, viewer))
    if (end === 'ended') notifyFor(ctx, roundFacts.rhythmSet(pod_id, { has_rhythm: false }))
  })
  return getRounds(ctx, { pod_id })
}

/** The rounds go on. Changes nothing if nobody asks to end them. */
export async function keepRhythm(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<RoundsOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  await inTransaction(ctx, async (ctx) => {
    await lockToChange(ctx, pod_id, viewer)
    const { rows: asked } = await sql<{ is_own: boolean }>`
      select e.asked_by = ${viewer}::uuid as is_own from rhythm_endings e
      where e.pod_id = ${pod_id}::uuid and e.objected_at is null`.execute(ctx.db)
    await sql`select keep_rounds(${pod_id}::uuid, ${viewer}::uuid)`.execute(ctx.db)
    const [ending] = asked
    if (ending) await record(ctx, roundFacts.kept(pod_id, viewer, ending.is_own ? 'taken-back' : 'objected'))
  })
  return getRounds(ctx, { pod_id })
}
