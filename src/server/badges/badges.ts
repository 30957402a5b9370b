/** Badges: what is new to a member in each of his places, and when he last saw it, the same on all his devices. */
import { sql } from 'kysely'
import type { BadgePlace } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'
import { wallClock } from '../events/events.ts'
import { type Ctx, mustBeMember, notSignedIn, retried } from '../kernel/ctx.ts'
import { dateOf } from '../kernel/page.ts'
import { notifyWithoutFact } from '../kernel/stream/stream.ts'
import { type Counted, countNew } from './counting.ts'

export { badgeParts, ownVisits } from './own-data.ts'
export { pulses } from './pulses.ts'

const SIGN_IN_MESSAGE = 'Please sign in to see what is new'

export async function getBadges(ctx: Ctx, { zone }: { zone: string }): Promise<Badges> {
  const { id } = mustBeMember(ctx, SIGN_IN_MESSAGE)
  const clock = await wallClock(ctx, zone)
  return badgesOf((await countNew(ctx, id, clock)) ?? notSignedIn(SIGN_IN_MESSAGE))
}

interface Looked {
  place: BadgePlace
  zone: string
  /** in ms */
  ago: number
}

/** Uses the database's clock and never decreases. If a member has two devices, the later visit counts, whatever their clocks say. */
export async function markSeen(ctx: Ctx, { place, zone, ago }: Looked): Promise<Badges> {
  const { id } = mustBeMember(ctx, SIGN_IN_MESSAGE)
  const column = sql.ref(`${place}_at`)
  const at = sql`(now() - ${ago} * interval '1 millisecond')`
  // the profile shows his karma, so its current value is seen
  const karma =
    place === 'profile' ? sql`, karma = case when ${at} > s.profile_at then excluded.karma else s.karma end` : sql``
  await retried(ctx, () =>
    sql`insert into member_seen as s (member_id, karma) select p.id, p.community_karma from profiles p
      where p.id = ${id}::uuid ${LOCK_AGAINST_FOLDING}
      on conflict (member_id) do update set ${column} = greatest(s.${column}, ${at}::timestamptz(3))${karma}`.execute(
      ctx.db,
    ),
  )
  // notify his other tabs and devices
  notifyWithoutFact(ctx, `seen:${id}`)
  return getBadges(ctx, { zone })
}

/**
 * Karma from the first steps comes from the member's own actions, so it is not new to him when he has finished them.
 */
export const seeKarma = ({ db }: Pick<Ctx, 'db'>, id: string) =>
  sql`insert into member_seen as s (member_id, karma) select p.id, p.community_karma from profiles p
    where p.id = ${id}::uuid ${LOCK_AGAINST_FOLDING} on conflict (member_id) do update set karma = excluded.karma`.execute(
    db,
  )

/** Locks the karma: if it were added up between the two statements, points of his own actions would count as new. */
const LOCK_AGAINST_FOLDING = sql`for share`

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
