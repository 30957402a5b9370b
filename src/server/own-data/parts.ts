/**
 * The parts of a member's own data: which tables they are read from, and a page of each. `place` is the key of a row, as
 * words, from which the next page goes on; the index that a page reads is named in the migrations by the same columns.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { sentencesOf } from '../assistant/assistant.ts'
import { visibleEvent } from '../events/events.ts'

/** The key of the last row of a page. */
export type Place = string[]

interface Asked {
  member: string
  after: Place | null
  /** null: of what lies on none */
  partition: string | null
}

export interface Part {
  name: string
  /** test/own-data.test.ts asks that every table of a member is in one of these, or named as left out */
  tables: (keyof DB)[]
  /** `place` and `item` of the next rows, in order, without a limit */
  page(asked: Asked): RawBuilder<unknown>
  /** where a list lies in several stretches of its index, which follow each other */
  partitions?(db: Kysely<DB>, member: string): Promise<(string | null)[]>
}

/** One row, or a few. */
const few =
  (query: (member: string) => RawBuilder<unknown>): Part['page'] =>
  ({ member, after }) =>
    sql`select array['']::text[] as place, to_jsonb(x) as item from (${query(member)}) x where ${after === null}`

/** In the order of one id. */
const byId =
  (id: string, query: (member: string, further: RawBuilder<unknown>) => RawBuilder<unknown>): Part['page'] =>
  ({ member, after }) => {
    const key = sql.ref(id)
    const further = after ? sql`and ${key} > ${after[0]}::uuid` : sql``
    return sql`select array[x.place_::text] as place, to_jsonb(x) - 'place_' as item
      from (${query(member, sql`${further} order by ${key}`)}) x`
  }

/** Shelf by partition, and on each newest first. The order says the partition, too: the planner does not know that null is one. */
const byTime =
  (w: 'p' | 'k', query: (member: string, further: RawBuilder<unknown>) => RawBuilder<unknown>): Part['page'] =>
  ({ member, after, partition }) => {
    const [time, id, open_to] = [sql.ref(`${w}.created_at`), sql.ref(`${w}.id`), sql.ref(`${w}.open_to`)]
    const there = partition === null ? sql`and ${open_to} is null` : sql`and ${open_to} = ${partition}::uuid`
    const further = after ? sql`and (${time}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
    const order = sql`order by ${open_to}, ${time} desc, ${id} desc`
    return sql`select array[x.created_at::text, x.id::text] as place, to_jsonb(x) as item
      from (${query(member, sql`${there} ${further} ${order}`)}) x`
  }

/** What is for everyone, and what is of each private network, lie side by side in the index of what he wrote. */
async function shelvesOf(db: Kysely<DB>, member: string, table: 'posts' | 'comments'): Promise<string[]> {
  const from = sql`${sql.table(table)} w where w.author_id = ${member}::uuid`
  const { rows } = await sql<{ open_to: string }>`
    with recursive partition as (
      (select w.open_to from ${from} and w.open_to is not null order by w.open_to limit 1)
      union all
      select (select w.open_to from ${from} and w.open_to > s.open_to order by w.open_to limit 1)
        from partition s where s.open_to is not null)
    select open_to from partition where open_to is not null`.execute(db)
  return rows.map(({ open_to }) => open_to)
}

export const PARTS: Part[] = [
  {
    name: 'account',
    tables: ['user', 'account', 'twoFactor'],
    page: few(
      (member) => sql`select u.id, u.email, u."emailVerified" as email_verified, u.username, u.name,
        u."twoFactorEnabled" as two_step_verification, u."createdAt" as created_at from "user" u where u.id = ${member}::uuid`,
    ),
  },
  {
    name: 'devices',
    tables: ['session'],
    page: byId(
      's.id',
      (
        member,
        further,
      ) => sql`select s.id as place_, s."userAgent" as browser, s."createdAt" as signed_in_at, s."updatedAt" as last_seen_at
        from session s where s."userId" = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'profile',
    tables: ['profiles', 'images'],
    page: few((member) => sql`select p.* from profiles p where p.id = ${member}::uuid`),
  },
  {
    name: 'private_profile_and_settings',
    tables: ['profiles_private', 'notice_wishes'],
    page: few(
      (member) => sql`select s.first_name, s.last_name, s.date_of_birth, s.local_mode_enabled, s.latitude, s.longitude,
        s.dark_mode_enabled, s.onboarding_completed, s.is_admin, s.suspended_at, s.suspended_reason, s.plan,
        s.is_quotable as assistant_may_quote_you,
        coalesce((select w.wanted from notice_wishes w where w.member_id = s.id), true) as wants_mails
      from profiles_private s where s.id = ${member}::uuid`,
    ),
  },
  {
    name: 'interests',
    tables: ['user_interests'],
    page: few(
      (member) => sql`select i.interest_name from user_interests i where i.user_id = ${member}::uuid order by 1`,
    ),
  },
  {
    name: 'goals',
    tables: ['user_goals'],
    page: few((member) => sql`select g.goal_name from user_goals g where g.user_id = ${member}::uuid order by 1`),
  },
  {
    name: 'last_seen',
    tables: ['member_seen'],
    page: few(
      (member) => sql`select s.feed_at, s.groups_at, s.local_at, s.profile_at, s.karma from member_seen s
      where s.member_id = ${member}::uuid`,
    ),
  },
  {
    name: 'karma',
    tables: ['karma_counts'],
    page: few(
      (
        member,
      ) => sql`select k.posts, k.comments, k.kin, k.groups as networks, k.pods, k.events, k.votes, k.liked, k.weeks
      from karma_counts k where k.member_id = ${member}::uuid`,
    ),
  },
  {
    name: 'achievements',
    tables: ['user_achievements'],
    page: few(
      (member) => sql`select a.name, u.earned_at from user_achievements u join achievements a on a.id = u.achievement_id
      where u.user_id = ${member}::uuid order by u.earned_at, a.name`,
    ),
  },
  {
    name: 'reports',
    tables: ['reports'],
    page: byId(
      'r.id',
      (member, further) => sql`select r.id as place_, c.kind, c.subject_id, r.reason, r.note, r.created_at
        from reports r join report_cases c on c.id = r.case_id where r.reporter_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'calendar_address',
    tables: ['calendar_feeds'],
    page: few(
      (member) => sql`select '/calendar/' || f.key || '.ics' as path, f.created_at from calendar_feeds f
      where f.user_id = ${member}::uuid`,
    ),
  },
  {
    name: 'posts',
    tables: ['posts'],
    partitions: (db, member) => shelvesOf(db, member, 'posts'),
    page: byTime(
      'p',
      (member, further) => sql`select p.id, p.type, p.title, p.content, p.upvotes, p.downvotes, p.comment_count,
        p.created_at, p.updated_at, p.removed_at, p.removed_reason, p.group_id as network_id,
        (select c.name from categories c where c.id = p.category_id) as category,
        (select json_agg(json_build_object('text', o.option_text, 'votes', o.vote_count) order by o.created_at)
          from poll_options o where o.post_id = p.id) as poll
      from posts p where p.author_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'comments',
    tables: ['comments'],
    // those that were taken away are open to nobody: they lie behind all others
    partitions: async (db, member) => [...(await shelvesOf(db, member, 'comments')), null],
    page: byTime(
      'k',
      (member, further) => sql`select k.id, k.post_id, k.content, k.upvotes, k.downvotes, k.created_at, k.updated_at,
        k.removed_at, k.removed_reason from comments k where k.author_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'votes_on_posts',
    tables: ['post_votes'],
    page: byId(
      'v.post_id',
      (
        member,
        further,
      ) => sql`select v.post_id as place_, v.post_id, case when v.is_upvote then 'up' else 'down' end as vote
        from post_votes v where v.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'votes_on_comments',
    tables: ['comment_votes'],
    page: byId(
      'v.comment_id',
      (member, further) => sql`select v.comment_id as place_, v.comment_id,
        case when v.is_upvote then 'up' else 'down' end as vote
        from comment_votes v where v.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'votes_in_polls',
    tables: ['poll_votes'],
    page: byId(
      'v.post_id',
      (member, further) => sql`select v.post_id as place_, v.post_id,
        (select o.option_text from poll_options o where o.id = v.option_id) as option
        from poll_votes v where v.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'network_messages',
    tables: ['group_messages'],
    page: byId(
      'm.id',
      (member, further) => sql`select m.id as place_, m.id, m.group_id as network_id, m.content, m.created_at
        from group_messages m where m.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'pod_messages',
    tables: ['pod_messages'],
    page: byId(
      'm.id',
      (member, further) => sql`select m.id as place_, m.id, m.pod_id, m.content, m.created_at
        from pod_messages m where m.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'read_up_to',
    tables: ['chat_reads'],
    page: few(
      (member) => sql`select r.topic, r.read_at from chat_reads r where r.user_id = ${member}::uuid order by 1`,
    ),
  },
  {
    name: 'networks',
    tables: ['group_members', 'groups'],
    page: byId(
      'm.group_id',
      (member, further) => sql`select m.group_id as place_, m.group_id as network_id, g.name, m.role, m.joined_at,
        g.creator_id = m.user_id as made_by_you
        from group_members m join groups g on g.id = m.group_id where m.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'network_requests',
    tables: ['group_join_requests'],
    page: byId(
      'r.id',
      (
        member,
        further,
      ) => sql`select r.id as place_, r.group_id as network_id, r.message, r.status, r.created_at, r.reviewed_at
      from group_join_requests r where r.requester_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'network_suggestions',
    tables: ['group_creation_requests'],
    page: byId(
      'r.id',
      (
        member,
        further,
      ) => sql`select r.id as place_, r.group_name, r.description, r.location, r.status, r.reason, r.created_at, r.reviewed_at
      from group_creation_requests r where r.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'pods',
    tables: ['pod_members', 'pods'],
    page: byId(
      'm.id',
      (
        member,
        further,
      ) => sql`select m.id as place_, m.pod_id, p.name, m.joined_at, p.creator_id = m.user_id as made_by_you
      from pod_members m join pods p on p.id = m.pod_id where m.user_id = ${member}::uuid and m.is_active ${further}`,
    ),
  },
  {
    name: 'pod_requests',
    tables: ['pod_join_requests'],
    page: byId(
      'r.id',
      (member, further) => sql`select r.id as place_, r.pod_id, r.message, r.status, r.created_at, r.reviewed_at
      from pod_join_requests r where r.requester_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'taken_out_of_networks',
    tables: ['group_exclusions'],
    page: byId(
      'x.group_id',
      (
        member,
        further,
      ) => sql`select x.group_id as place_, x.group_id as network_id, g.name, x.reason, x.created_at, x.until
        from group_exclusions x join groups g on g.id = x.group_id where x.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'taken_out_of_pods',
    tables: ['pod_exclusions'],
    page: byId(
      'x.pod_id',
      (member, further) => sql`select x.pod_id as place_, x.pod_id, p.name, x.reason, x.created_at, x.until
        from pod_exclusions x join pods p on p.id = x.pod_id where x.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'kin',
    tables: ['connections'],
    page: byId(
      'c.id',
      (member, further) => sql`select c.id as place_, p.id, p.username, p.display_name,
        -- whoever was turned down is not told
        case when c.status = 'declined' and c.requester_id = ${member}::uuid then 'pending' else c.status end as status,
        c.requester_id = ${member}::uuid as asked_by_you,
        c.created_at, c.accepted_at
      from connections c join profiles p
        on p.id = case when c.requester_id = ${member}::uuid then c.addressee_id else c.requester_id end
      where (c.requester_id = ${member}::uuid or c.addressee_id = ${member}::uuid) ${further}`,
    ),
  },
  {
    // whom he has blocked; who has blocked him is not his to know
    name: 'blocked',
    tables: ['blocks'],
    page: byId(
      'b.blocked_id',
      (
        member,
        further,
      ) => sql`select b.blocked_id as place_, p.id, p.username, b.created_at from blocks b join profiles p on p.id = b.blocked_id
      where b.blocker_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'events',
    tables: ['local_events'],
    page: byId(
      'e.id',
      (
        member,
        further,
      ) => sql`select e.id as place_, e.id, e.title, e.description, e.location, e.address, e.event_date, e.event_time, e.end_time,
        e.time_zone, e.latitude, e.longitude, e.group_id as network_id, e.cancelled_at, e.removed_at, e.created_at, e.updated_at
      from local_events e where e.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'events_attended',
    tables: ['event_attendees'],
    page: ({ member, after }) => sql`
      select array[k.event_date::text, k.event_id::text] as place, jsonb_build_object('event_id', k.event_id,
        'said_so_at', k.created_at)
        -- of what he sees by now: he may have left its network since, or be apart from whoever made it
        || case when ${visibleEvent({ id: member })}
          then jsonb_build_object('title', e.title, 'event_date', k.event_date) else '{}' end as item
      from event_attendees k join local_events e on e.id = k.event_id where k.user_id = ${member}::uuid
        ${after ? sql`and (k.event_date, k.event_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
      order by k.event_date, k.event_id`,
  },
  {
    name: 'events_begun',
    tables: ['event_attended'],
    page: ({ member, after }) => sql`
      select array[a.event_date::text, a.event_id::text] as place, jsonb_build_object('event_id', a.event_id)
        || case when ${visibleEvent({ id: member })}
          then jsonb_build_object('title', e.title, 'event_date', a.event_date) else '{}' end as item
      from event_attended a join local_events e on e.id = a.event_id where a.user_id = ${member}::uuid
        ${after ? sql`and (a.event_date, a.event_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
      order by a.event_date, a.event_id`,
  },
  {
    name: 'administrators_decided',
    tables: ['admin_log'],
    page: byId(
      'l.id',
      (member, further) => sql`select l.id as place_, l.what, l.reason, l.created_at
        from admin_log l where l.subject_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'event_comments',
    tables: ['event_comments'],
    page: byId(
      'k.id',
      (member, further) => sql`select k.id as place_, k.id, k.event_id, k.content, k.created_at
        from event_comments k where k.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'questions_to_the_assistant',
    tables: ['assistant_questions'],
    page: byId(
      'q.id',
      (
        member,
        further,
      ) => sql`select q.id as place_, q.id, q.question, q.state, q.with_model, q.care as help_lines_shown,
        q.created_at, ${sentencesOf(sql`q.id`)} as sentences
      from assistant_questions q where q.member_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'questions_used',
    tables: ['assistant_usage'],
    page: few(
      (member) => sql`select u.month, u.used from assistant_usage u where u.member_id = ${member}::uuid order by 1`,
    ),
  },
  {
    name: 'questions_handed_on_to_other_dads',
    tables: ['assistant_handed_on'],
    page: byId(
      'h.post_id',
      (member, further) => sql`select h.post_id as place_, h.post_id, h.told_at
        from assistant_handed_on h where h.member_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'interest_in_plans',
    tables: ['subscription_interest'],
    page: few(
      (member) => sql`select i.selected_tier, i.email, i.created_at from subscription_interest i
      where i.user_id = ${member}::uuid order by i.created_at`,
    ),
  },
]

/** Tables that name a member and are not in his copy, and why. */
export const LEFT_OUT: Partial<Record<keyof DB, string>> = {
  known_devices: 'fingerprints of keys that his own browsers hold, and nothing that he could read',
  taken_sign_ups: 'what somebody else chose at a sign-up with his address',
  used_ids: 'ids of what he has deleted, kept so that they do not come back',
  report_cases:
    'what others showed to the administrators: who did is told to nobody, and what it says of him he wrote himself',
  departures: 'an account that is on its way out downloads nothing',
  facts: 'what he did, said once more to the parts of the program that follow it; what came of it is in his copy',
  topics: 'how often something was told to his open pages',
  topic_events: 'what was told to them in the last days; what it was about is in his copy',
  karma_changes: 'figures that are not a second old, on their way into his karma',
  rate_limits: 'how often he has done something of late',
  assistant_ledger: 'what each of his questions cost; how many he used in each month is in his copy',
}
