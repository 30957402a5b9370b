/** A man looks for a pod: what he says, and what he finds. */
import { sql } from 'kysely'
import type * as z from 'zod'
import type { RhythmWeeks } from '#contract/round-words.ts'
import { type Aim, SAY_SEEKERS, SEEKER, type Stage } from '#contract/seeker-words.ts'
import type { FittingPod, Invitation, NewSeeker, OwnSearch, Seeker } from '#contract/seekers.ts'
import { nearestZone, storableZone } from '../events/events.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { dateOf } from '../kernel/page.ts'
import { hasSeatFor } from '../pods/pods.ts'
import { isOpenInvitation } from './rules.ts'

/** Reading counts as a visit, once a day. */
export async function getOwnSearch(ctx: Ctx): Promise<OwnSearch> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  await retried(ctx, () =>
    sql`update seekers s set seen_at = now()
      where s.user_id = ${viewer}::uuid and s.seen_at < now() - interval '1 day'`.execute(ctx.db),
  )
  return readSearch(ctx, viewer)
}

/** He keeps his place in line if he changes what he looks for. */
export async function lookForPod(ctx: Ctx, input: z.output<typeof NewSeeker>): Promise<OwnSearch> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  const time_zone = await storableZone(ctx, nearestZone(input.time_zone))
  const [stages, aims] = [[...new Set(input.stages)], [...new Set(input.aims)]]
  await retried(ctx, () =>
    sql`insert into seekers as s (user_id, stages, time_zone, weeks, aims)
      values (${viewer}::uuid, ${stages}::text[], ${time_zone}, ${input.weeks}::int, ${aims}::text[])
      on conflict (user_id) do update set (stages, time_zone, weeks, aims, seen_at) =
        (excluded.stages, excluded.time_zone, excluded.weeks, excluded.aims, now())`.execute(ctx.db),
  )
  return readSearch(ctx, viewer)
}

/** His invitations stay open until they run out, and the pods are not told. */
export async function stopLooking(ctx: Ctx): Promise<OwnSearch> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  await retried(ctx, () => sql`delete from seekers s where s.user_id = ${viewer}::uuid`.execute(ctx.db))
  return readSearch(ctx, viewer)
}

async function readSearch(ctx: Ctx, viewer: string): Promise<OwnSearch> {
  const [seeker, invitations, trials, pods] = await Promise.all([
    seekerOf(ctx, viewer),
    invitationsOf(ctx, viewer),
    trialsOf(ctx, viewer),
    fittingPods(ctx, viewer),
  ])
  return { seeker, invitations, trials, pods }
}

async function seekerOf({ db }: Ctx, viewer: string): Promise<Seeker | null> {
  const { rows } = await sql<Omit<Seeker, 'since'> & { waits: number }>`
    select s.stages, s.time_zone, s.weeks, s.aims, date_part('epoch', s.since) * 1000 as waits
    from seekers s where s.user_id = ${viewer}::uuid`.execute(db)
  const [row] = rows
  if (!row) return null
  const { waits, ...said } = row
  return { ...said, since: dateOf(waits) }
}

interface PodRow {
  id: string
  name: string
  slug: string
  description: string | null
  current_members: number
  capacity: number
  is_private: boolean
  weeks: RhythmWeeks
  hours: number
  stages: Stage[]
  aims: Aim[]
}

/** `p` is the alias of pods. */
const POD = sql`p.id, p.name, p.slug, p.description, p.current_members, p.capacity, p.is_private`

const podOf = ({ hours, ...pod }: PodRow): FittingPod => ({ ...pod, hours_apart: hours })

/** How many open pods are compared: the latest. */
const COMPARED = 1000

/** Without pods that he is in, that he has declined, or where his trial ended without a place. */
async function fittingPods({ db }: Ctx, viewer: string): Promise<FittingPod[]> {
  const { rows } = await sql<PodRow>`
    with doors as materialized (
      select o from pod_openings o where o.closed_at is null
      order by o.opened_at desc, o.id desc limit ${sql.lit(COMPARED)}),
    open as materialized (
      select d.o, t.time_zone, t.weeks from doors d join rhythms t on t.pod_id = (d.o).pod_id),
    zones as materialized (
      select z.time_zone, hours_apart(z.time_zone, s.time_zone) as hours
      from seekers s cross join (select distinct n.time_zone from open n) z where s.user_id = ${viewer}::uuid),
    fitting as materialized (
      select (n.o).pod_id, (n.o).opened_at, n.weeks, (n.o).stages, (n.o).aims, z.hours, fit_of(s, n.o, z.hours, n.weeks) as fit
      from open n join zones z on z.time_zone = n.time_zone join seekers s on s.user_id = ${viewer}::uuid)
    select ${POD}, f.weeks, f.hours::float8 as hours, f.stages, f.aims
    from fitting f join pods p on p.id = f.pod_id
    where f.fit is not null and ${hasSeatFor(viewer)}
      and not exists (select from pod_members m where m.pod_id = p.id and m.user_id = ${viewer}::uuid)
      and not exists (select from pod_invitations i where i.pod_id = p.id and i.user_id = ${viewer}::uuid
        and (i.state in ('declined', 'accepted') or ${isOpenInvitation}))
    order by f.fit desc, f.opened_at, p.id limit ${sql.lit(SEEKER.shown)}`.execute(db)
  return rows.map(podOf)
}

/** Only those that he can accept now. */
async function invitationsOf({ db }: Ctx, viewer: string): Promise<Invitation[]> {
  const { rows } = await sql<PodRow & { invitation_id: string; expires: number }>`
    select ${POD}, t.weeks, o.stages, o.aims, hours_apart(t.time_zone, coalesce(s.time_zone, t.time_zone))::float8 as hours,
      i.id as invitation_id, date_part('epoch', i.expires_at) * 1000 as expires
    from pod_invitations i join pods p on p.id = i.pod_id join rhythms t on t.pod_id = i.pod_id
      join pod_openings o on o.pod_id = i.pod_id and o.closed_at is null
      left join seekers s on s.user_id = i.user_id
    where i.user_id = ${viewer}::uuid and ${isOpenInvitation} and ${hasSeatFor(viewer)}
      and not exists (select from pod_members m where m.pod_id = p.id and m.user_id = ${viewer}::uuid)
    order by i.created_at desc, i.id desc limit ${sql.lit(SEEKER.shown)}`.execute(db)
  return rows.map(({ invitation_id, expires, ...pod }) => ({
    id: invitation_id,
    pod: podOf(pod),
    expires_at: dateOf(expires),
  }))
}

/** The rounds until the trial ends, with the one that is open. `y` is the alias of pod_trials. */
export const roundsLeft = sql<number>`greatest(1, y.last_round - coalesce((
  select max(r.number) from rounds r where r.pod_id = y.pod_id and r.closed_at is not null), 0))`

async function trialsOf({ db }: Ctx, viewer: string): Promise<OwnSearch['trials']> {
  const { rows } = await sql<{ id: string; name: string; slug: string; rounds_left: number }>`
    select p.id, p.name, p.slug, ${roundsLeft} as rounds_left
    from pod_trials y join pods p on p.id = y.pod_id where y.user_id = ${viewer}::uuid and y.ends_at is null order by y.created_at, p.id`.execute(
    db,
  )
  return rows.map(({ rounds_left, ...pod }) => ({ pod, rounds_left }))
}
