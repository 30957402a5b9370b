/**
 * The four counts in one statement. Each is a stretch of an index that begins where he last looked and is read until there
 * are a hundred: a minute ago there is hardly anything in it, a year ago it is cut at once.
 */
import { type RawBuilder, sql } from 'kysely'
import { BADGE } from '#contract/badge-words.ts'
import { visibleTo } from '../events/events.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { visiblePost } from '../posts/posts.ts'

const ENOUGH = sql.lit(BADGE.most + 1)
/** Of an event: today, and so many days after it (NOTIF-11). */
const DAYS = sql.lit(7)

export interface Counted {
  feed: number
  groups: number
  local: number
  profile: number
  feed_at: number
  groups_at: number
  local_at: number
  profile_at: number
  karma: number
  now: number
}

/** Nobody's whose account is gone counts like another man's; a man's from whom he is apart does not. */
const byOthers = (author: RawBuilder<unknown>, viewer: string) =>
  sql`${author} is distinct from ${viewer}::uuid and not are_apart(${viewer}::uuid, ${author})`

const count = (rows: RawBuilder<unknown>) => sql`(select count(*)::int from (${rows} limit ${ENOUGH}) enough)`

/**
 * `clock`: on his wall. Of whom nothing is kept yet has seen all that there is, and the karma that he has (AMB-12); none at
 * all: the account is gone.
 */
export async function countNew({ db }: Ctx, viewer: string, clock: RawBuilder<Date>): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    select ${count(newPosts(viewer))} as feed, ${count(newMessages(viewer))} as groups,
      ${count(newEvents(viewer, clock))} as local, least(${ENOUGH}, ${count(requests(viewer))}
        + ${count(newComments(viewer))} + greatest(0, me.community_karma - s.karma)) as profile,
      ${moment('feed_at')}, ${moment('groups_at')}, ${moment('local_at')}, ${moment('profile_at')}, s.karma,
      date_part('epoch', now()) * 1000 as now
    from profiles me left join member_seen k on k.member_id = me.id cross join lateral (
      select coalesce(k.feed_at, now()) as feed_at, coalesce(k.groups_at, now()) as groups_at,
        coalesce(k.local_at, now()) as local_at, coalesce(k.profile_at, now()) as profile_at,
        coalesce(k.karma, me.community_karma) as karma) s
    where me.id = ${viewer}::uuid`.execute(db)
  return rows[0]
}

const moment = (column: string) => sql`date_part('epoch', ${sql.ref(`s.${column}`)}) * 1000 as ${sql.ref(column)}`

/** In the order of the index, so that nothing but the index can be the way to them, however many the planner expects. */
const latest = (rows: RawBuilder<unknown>) => sql`(${rows} desc limit ${ENOUGH})`

const hisGroups = (viewer: string) => sql`group_members his
  join groups g on g.id = his.group_id and g.status = 'approved' and his.user_id = ${viewer}::uuid`

/** General ones, and those of his networks; one that everybody may see in a network of others is no news to him (NOTIF-09). */
function newPosts(viewer: string) {
  const which = sql`p.created_at > s.feed_at and p.removed_at is null and ${byOthers(sql`p.author_id`, viewer)}`
  return sql`select from (
    ${latest(sql`select from posts p where p.group_id is null and ${which} order by p.created_at`)}
    union all (select from ${hisGroups(viewer)} cross join lateral
      ${latest(sql`select from posts p where p.group_id = g.id and ${which} order by p.created_at`)} new limit ${ENOUGH})) new`
}

/** What he has read in the chat itself he has seen, whichever page he has opened last. */
function newMessages(viewer: string) {
  return sql`select from ${hisGroups(viewer)}
    left join chat_reads c on c.user_id = ${viewer}::uuid and c.topic = 'group:' || g.id
    left join lateral (select m.created_at as at from group_messages m where m.group_id = g.id and m.seq <= c.seq
      order by m.seq desc limit 1) known on true
    cross join lateral ${latest(sql`select from group_messages m
      where m.group_id = g.id and m.created_at > s.groups_at and m.created_at >= coalesce(known.at, s.groups_at)
        and m.seq > coalesce(c.seq, 0) and ${byOthers(sql`m.user_id`, viewer)} order by m.created_at`)} new`
}

/** Day by day: so neither the many events of a day nor the many that were made since are gone over. */
function newEvents(viewer: string, clock: RawBuilder<Date>) {
  return sql`select from (select ${clock}::date + n as day from generate_series(0, ${DAYS}) n) d
    cross join lateral ${latest(sql`select from local_events e
      where e.event_date = d.day and e.created_at > s.local_at and e.cancelled_at is null
        and ${byOthers(sql`e.user_id`, viewer)} and ${visibleTo(sql`${viewer}::uuid`)} order by e.created_at`)} new`
}

/** They wait for his answer, whether he has seen them or not (NOTIF-12). */
const requests = (viewer: string) => sql`select from connections q
  where q.addressee_id = ${viewer}::uuid and q.status = 'pending' and not are_apart(${viewer}::uuid, q.requester_id)`

/** Below what he wrote, where he may still read it. */
function newComments(viewer: string) {
  return sql`select from ${latest(sql`select from comments k join posts p on p.id = k.post_id
    where k.post_author_id = ${viewer}::uuid and k.created_at > s.profile_at and k.removed_at is null
      and ${byOthers(sql`k.author_id`, viewer)} and p.removed_at is null and ${visiblePost({ id: viewer })}
    order by k.created_at`)} new`
}
