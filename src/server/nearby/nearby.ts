/** Local mode and nearby dads. Positions are known only as cells of a grid and never more exactly. */
import { sql } from 'kysely'
import { NEARBY, SAY_LOCAL } from '#contract/local-words.ts'
import { type LocalProfile, type NearbyDad, nearbyFaults } from '#contract/nearby.ts'
import { isSessionAlive } from '../account/account.ts'
import { type Ctx, mustBeMember, notSignedIn, retried } from '../kernel/ctx.ts'
import { cellAfter, cellRangesAround, type Position, placeOf } from '../kernel/geo/geo.ts'
import { mustHaveSession, type Principal } from '../kernel/principal.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { allApartFrom, notBlocked, withAdministratorMark } from '../members/members.ts'
import { answeredAs, isEnough, type NearCell, nearestFirst, reachIn, type SeenCell } from './rules.ts'

const own = async (ctx: Ctx, id: string) =>
  (await ctx.db
    .selectFrom('profiles_private as s')
    .innerJoin('profiles as p', 'p.id', 's.id')
    .leftJoin('local_cells as c', 'c.cell', 's.cell')
    .select(['p.location', 's.latitude', 's.longitude', 's.local_mode_enabled', 's.cell', 'c.members'])
    .where('s.id', '=', id)
    .executeTakeFirst()) ?? notSignedIn(SAY_LOCAL.signIn)

/**
 * True while the session exists. A sign-out waits for this statement and switches local mode off after it; a later statement
 * changes nothing.
 */
const sessionExists = (member: Principal) =>
  member.via.kind === 'system' ? sql<boolean>`true` : isSessionAlive(mustHaveSession(member))

export async function getLocalProfile(ctx: Ctx): Promise<LocalProfile> {
  const { id } = mustBeMember(ctx, SAY_LOCAL.signIn)
  const { cell: _cell, members: _members, ...profile } = await own(ctx, id)
  return profile
}

/** When local mode is switched off, the database deletes the position. */
export async function setLocalMode(ctx: Ctx, { enabled }: { enabled: boolean }): Promise<LocalProfile> {
  const member = mustBeMember(ctx, SAY_LOCAL.signIn)
  const write = ctx.db
    .updateTable('profiles_private')
    .set({ local_mode_enabled: enabled })
    .where('id', '=', member.id)
    .where('local_mode_enabled', '!=', enabled)
    .$if(enabled, (write) => write.where(sessionExists(member)))
  await retried(ctx, () => write.execute())
  const profile = await getLocalProfile(ctx)
  return enabled && !profile.local_mode_enabled ? notSignedIn(SAY_LOCAL.signIn) : profile
}

interface LocationUpdate {
  location?: string | null | undefined
  latitude?: number | undefined
  longitude?: number | undefined
}

/** The position is reduced to its cell here, in memory, and stored nowhere else. Only a change of the cell is a move. */
export async function updateLocation(
  ctx: Ctx,
  { location, latitude, longitude }: LocationUpdate,
): Promise<LocalProfile> {
  const member = mustBeMember(ctx, SAY_LOCAL.signIn)
  const { id } = member
  if (latitude !== undefined && longitude !== undefined) await moveTo(ctx, member, { latitude, longitude })
  const write = ctx.db.updateTable('profiles').set({ location, updated_at: sql`now()` }).where('id', '=', id)
  if (location !== undefined)
    await retried(ctx, () => write.execute()).catch((error: unknown) => {
      if (isBreach(error, 'gone')) notSignedIn(SAY_LOCAL.signIn) // the account was deleted meanwhile
      throw error
    })
  return getLocalProfile(ctx)
}

async function moveTo(ctx: Ctx, member: Principal, position: Position): Promise<void> {
  const { id } = member
  const before = await own(ctx, id)
  if (!before.local_mode_enabled) refuse(nearbyFaults.modeOff)
  const cell = cellAfter(before.cell, position)
  if (cell === before.cell) return
  await ctx.limits.draw('move', id)
  const write = ctx.db
    .updateTable('profiles_private')
    .set({ cell })
    .where('id', '=', id)
    .where('local_mode_enabled', '=', true)
    .where(sessionExists(member))
  const moved = await retried(ctx, () => write.executeTakeFirst())
  // local mode was switched off meanwhile, in another tab or by a sign-out
  if (moved.numUpdatedRows === 0n) refuse(nearbyFaults.modeOff)
}

interface NearbyAnswer {
  has_position: boolean
  items: NearbyDad[]
}

/** Searches outward in steps, so that in a city not many more members are read than are shown. */
export async function listNearby(ctx: Ctx, { radius }: { radius: number }): Promise<NearbyAnswer> {
  const { id } = mustBeMember(ctx, SAY_LOCAL.signIn)
  const { local_mode_enabled, cell, members } = await own(ctx, id)
  if (!local_mode_enabled) refuse(nearbyFaults.modeOff)
  if (cell === null || members === null) return { has_position: false, items: [] }
  const from = answeredAs({ cell, members })
  for (const miles of stepsTo(radius)) {
    const cells = await cellsIn(ctx, id, cellRangesAround(placeOf(from), reachIn(miles)))
    const nearest = nearestFirst(from, cells, miles)
    if (miles === radius || isEnough(nearest)) return { has_position: true, items: await dadsIn(ctx, id, nearest) }
  }
  throw new Error('a radius is the last of its steps')
}

const SEARCH_RADII = [3, 12]
const stepsTo = (radius: number) => [...SEARCH_RADII.filter((miles) => miles < radius), radius]

/** Blocked members take no place in the list. The displayed position of a cell does not depend on the viewer. */
async function cellsIn(ctx: Ctx, viewer: string, ranges: { from: number; to: number }[]): Promise<SeenCell[]> {
  const { rows } = await sql<SeenCell>`
    select c.cell, c.members, c.members - coalesce(a.apart, 0) as met from unnest(${ranges.map(({ from }) => from)}::int[], ${ranges.map(({ to }) => to)}::int[])
      as s (first, last) join local_cells c on c.cell between s.first and s.last
      left join (select s.cell, count(*)::int as apart from ${allApartFrom(viewer)} o
        join profiles_private s on s.id = o.id where s.cell is not null group by s.cell) a on a.cell = c.cell`.execute(
    ctx.db,
  )
  return rows
}

interface DadRow extends Omit<NearbyDad, 'is_administrator'> {
  is_administrator: boolean
}

/**
 * Returns the members of these cells, nearest first. Members at the same distance are ordered differently each day, and a
 * full cell starts at a different member each day, so that no member is always among the first.
 */
async function dadsIn(ctx: Ctx, viewer: string, nearest: NearCell[]): Promise<NearbyDad[]> {
  const isMet = notBlocked({ id: viewer }, sql`s.id`)
  const { rows } = await sql<DadRow>`
    select p.id, p.username, p.display_name, p.avatar_url, p.location, p.is_administrator, p.kin_count, n.words as distance from (
      select m.id, c.miles, c.words, sha256(convert_to(day.today || m.id, 'UTF8')) as turn
      from (select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today) day
        cross join unnest(${nearest.map(({ cell }) => cell)}::int[], ${nearest.map(({ miles }) => miles)}::float8[],
          ${nearest.map(({ words }) => words)}::text[]) as c (cell, miles, words)
        cross join lateral (select md5(day.today || c.cell)::uuid as first) start
        cross join lateral (
          (select s.id from profiles_private s where s.cell = c.cell and s.id >= start.first and ${isMet}
            order by s.id limit ${sql.lit(NEARBY.most + 1)})
          union all
          (select s.id from profiles_private s where s.cell = c.cell and s.id < start.first and ${isMet}
            order by s.id limit ${sql.lit(NEARBY.most + 1)})
          limit ${sql.lit(NEARBY.most + 1)}) m
      where m.id <> ${viewer}::uuid
      order by c.miles, turn limit ${sql.lit(NEARBY.most)}) n
    join profiles p on p.id = n.id
    order by n.miles, n.turn`.execute(ctx.db)
  return rows.map(({ is_administrator, ...nearby }) => ({ ...nearby, ...withAdministratorMark(is_administrator) }))
}
