/** The door of a pod as one of its members sees it, and opening and closing it. */
import { sql } from 'kysely'
import { type Aim, DOOR, SAY_SEEKERS, type Stage } from '#contract/seeker-words.ts'
import { type Door, seekerFaults } from '#contract/seekers.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { dateOf } from '../kernel/page.ts'
import { refuse, refuseField } from '../kernel/refuse.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf, notBlocked } from '../members/members.ts'
import { lockOwnPod, takeMen } from '../pods/pods.ts'
import { candidatesOf } from './candidates.ts'
import { roundsLeft } from './looking.ts'
import { isCreatorsDoor, isInPod, isInvited, mayDecide, maySay } from './rules.ts'

export async function getDoor(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<Door> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  const state = (await stateOf(ctx, pod_id, viewer)) ?? refuse(seekerFaults.notFound)
  const [candidates, invited, trials] = await Promise.all([
    state.opening && state.may_decide ? candidatesOf(ctx, pod_id) : [],
    invitedOf(ctx, pod_id),
    trialsIn(ctx, pod_id, viewer),
  ])
  return { pod_id, ...state, candidates, invited, trials }
}

interface StateRow {
  seats: number
  current_members: number
  has_rhythm: boolean
  may_decide: boolean
  only_creator: boolean
  takes_no_men: boolean
  is_answered: boolean
  places: number | null
  taken: number
  stages: Stage[]
  aims: Aim[]
  opened: number
}

/** Returns null if the viewer is not in the pod. */
async function stateOf({ db }: Ctx, pod_id: string, viewer: string) {
  const { rows } = await sql<StateRow>`
    select greatest(0, p.capacity - p.current_members) as seats, p.current_members, t.pod_id is not null as has_rhythm,
      ${mayDecide(pod_id, viewer)} as may_decide, ${isCreatorsDoor(pod_id, viewer)} as only_creator, p.takes_no_men,
      coalesce(w.season >= t.season, false) as is_answered, o.places, o.taken, o.stages, o.aims,
      date_part('epoch', o.opened_at) * 1000 as opened
    from pods p left join rhythms t on t.pod_id = p.id left join door_answers w on w.pod_id = p.id
      left join pod_openings o on o.pod_id = p.id and o.closed_at is null
    where p.id = ${pod_id}::uuid and ${isInPod(pod_id, viewer)}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { seats, may_decide, only_creator, places, taken, stages, aims, opened } = row
  const can_open = may_decide && row.has_rhythm && seats > 0
  const opening = places === null ? null : { places, taken, stages, aims, opened_at: dateOf(opened) }
  // a pod that goes on without new men is not asked before its next season
  const isAskedNow = !row.is_answered && !row.takes_no_men && row.current_members <= DOOR.askedUpTo
  return { may_decide, only_creator, can_open, asks: can_open && opening === null && isAskedNow, seats, opening }
}

/** A block hides the two from each other here as everywhere. */
async function invitedOf({ db, viewer }: Ctx, pod_id: string): Promise<Door['invited']> {
  const { rows } = await sql<AuthorRow & { until: number }>`
    select ${AUTHOR_COLUMNS}, date_part('epoch', i.expires_at) * 1000 as until
    from pod_invitations i join profiles a on a.id = i.user_id
    where i.pod_id = ${pod_id}::uuid and ${isInvited} and ${notBlocked(viewer)}
      and not exists (select from pod_members m where m.pod_id = i.pod_id and m.user_id = i.user_id)
    order by i.created_at, i.id`.execute(db)
  return rows.map((row) => ({ user: authorOf(row)!, until: dateOf(row.until) }))
}

async function trialsIn({ db }: Ctx, pod_id: string, viewer: string): Promise<Door['trials']> {
  const { rows } = await sql<AuthorRow & { is_own: boolean; rounds_left: number; fits: boolean; may_say: boolean }>`
    select ${AUTHOR_COLUMNS}, y.user_id = ${viewer}::uuid as is_own, ${roundsLeft} as rounds_left,
      not exists (select from trial_doubts d
        where d.pod_id = y.pod_id and d.user_id = y.user_id and d.by_id = ${viewer}::uuid) as fits,
      ${maySay(viewer)} as may_say
    from pod_trials y join profiles a on a.id = y.user_id
    where y.pod_id = ${pod_id}::uuid and y.ends_at is null order by y.created_at, y.user_id`.execute(db)
  return rows.map((row) => ({
    user: authorOf(row)!,
    is_own: row.is_own,
    rounds_left: row.rounds_left,
    fits: row.fits,
    may_say: row.may_say,
  }))
}

interface Opening {
  pod_id: string
  places: number
  stages: Stage[]
  aims: Aim[]
}

/** Locks the pod for a member who decides who comes in. */
export async function lockToDecide(ctx: Ctx, pod_id: string, viewer: string): Promise<void> {
  if (!(await lockOwnPod(ctx, pod_id, viewer))) refuse(seekerFaults.notFound)
  const { rows } = await sql<{ may: boolean; only_creator: boolean }>`
    select ${mayDecide(pod_id, viewer)} as may, ${isCreatorsDoor(pod_id, viewer)} as only_creator`.execute(ctx.db)
  const { may, only_creator } = rows[0]!
  if (!may) refuse(only_creator ? seekerFaults.notCreator : seekerFaults.tooNew)
}

/** Opens the door, or changes what an open one says: the places that are taken already count. */
export async function openDoor(ctx: Ctx, { pod_id, places, stages, aims }: Opening): Promise<Door> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  // each change shows other men; before the transaction, because the limit needs a connection of its own
  await ctx.limits.draw('door', viewer)
  await inTransaction(ctx, async (ctx) => {
    await lockToDecide(ctx, pod_id, viewer)
    const { can_open, seats, opening } = (await stateOf(ctx, pod_id, viewer))!
    if (!can_open) refuse(seats > 0 ? seekerFaults.noRhythm : seekerFaults.noSeats)
    const taken = opening?.taken ?? 0
    if (places <= taken || places - taken > seats) refuseField('places', SAY_SEEKERS.tooManyPlaces)
    const [named, wanted] = [[...new Set(stages)], [...new Set(aims)]]
    await sql`insert into pod_openings as o (pod_id, opened_by, places, stages, aims)
      values (${pod_id}::uuid, ${viewer}::uuid, ${places}::int, ${named}::text[], ${wanted}::text[])
      on conflict (pod_id) where closed_at is null do update set (places, stages, aims) =
        (excluded.places, excluded.stages, excluded.aims)`.execute(ctx.db)
    await takeMen(ctx, pod_id)
    await answerSeason(ctx, pod_id)
  }).catch(async (error: unknown) => {
    await ctx.limits.giveBack('door', viewer)
    throw error
  })
  return getDoor(ctx, { pod_id })
}

/** Also the answer "not this season". */
export async function closeDoor(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<Door> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  await inTransaction(ctx, async (ctx) => {
    await lockToDecide(ctx, pod_id, viewer)
    await sql`update pod_openings o set closed_at = now() where o.pod_id = ${pod_id}::uuid and o.closed_at is null`.execute(
      ctx.db,
    )
    await answerSeason(ctx, pod_id)
  })
  return getDoor(ctx, { pod_id })
}

/** The pod is asked once in each season, also if its places are taken soon. */
const answerSeason = ({ db }: Ctx, pod_id: string) =>
  sql`insert into door_answers as w (pod_id, season) select t.pod_id, t.season from rhythms t where t.pod_id = ${pod_id}::uuid
    on conflict (pod_id) do update set season = excluded.season`.execute(db)
