/** Badges: what is new to a member in each of his places, and up to when he has seen it, the same on all his devices. */
import { sql } from 'kysely'
import type { BadgePlace } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'
import { wallClock } from '../events/events.ts'
import { type Ctx, mustBeMember, notSignedIn, retried } from '../kernel/ctx.ts'
import { dateOf } from '../kernel/page.ts'
import { ringWithoutFact } from '../kernel/stream/stream.ts'
import { type Counted, countNew } from './counting.ts'

export { badgeParts } from './own-data.ts'
export { pulses } from './pulses.ts'

const SIGN_IN = 'Please sign in to see what is new'

export async function getBadges(ctx: Ctx, { zone }: { zone: string }): Promise<Badges> {
  const { id } = mustBeMember(ctx, SIGN_IN)
  const clock = await wallClock(ctx, zone)
  return badgesOf((await countNew(ctx, id, clock)) ?? notSignedIn(SIGN_IN))
}

interface Looked {
  place: BadgePlace
  zone: string
  /** in ms */
  ago: number
}

/** By the database's clock, and never back: of two devices the later look counts, whatever their own clocks say. */
export async function markSeen(ctx: Ctx, { place, zone, ago }: Looked): Promise<Badges> {
  const { id } = mustBeMember(ctx, SIGN_IN)
  const column = sql.ref(`${place}_at`)
  const at = sql`(now() - ${ago} * interval '1 millisecond')`
  // his own profile tells him his karma: what he has by now is what he has seen
  const karma =
    place === 'profile' ? sql`, karma = case when ${at} > s.profile_at then excluded.karma else s.karma end` : sql``
  await retried(ctx, () =>
    sql`insert into member_seen as s (member_id, karma) select p.id, p.community_karma from profiles p
      where p.id = ${id}::uuid ${STILL}
      on conflict (member_id) do update set ${column} = greatest(s.${column}, ${at}::timestamptz(3))${karma}`.execute(
      ctx.db,
    ),
  )
  // his other tabs and devices
  ringWithoutFact(ctx, `seen:${id}`)
  return getBadges(ctx, { zone })
}

/** His first steps are his own doing: their karma is no news to him when he comes in. */
export const seeKarma = ({ db }: Pick<Ctx, 'db'>, id: string) =>
  sql`insert into member_seen as s (member_id, karma) select p.id, p.community_karma from profiles p
    where p.id = ${id}::uuid ${STILL} on conflict (member_id) do update set karma = excluded.karma`.execute(db)

/** His karma stands still meanwhile: added up between the two, his own points would be news to him. */
const STILL = sql`for share`

const badgesOf = ({ feed, groups, local, profile, recent, ...seen }: Counted): Badges => ({
  ...{ feed, groups, local, profile, recent },
  seen: {
    feed: dateOf(seen.feed_at),
    groups: dateOf(seen.groups_at),
    local: dateOf(seen.local_at),
    profile: dateOf(seen.profile_at),
    karma: seen.karma,
  },
  now: dateOf(seen.now),
})
