/** After any actions in any order, and whenever the member looked, the counts equal a plain recount of all rows. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { PLACES } from '#contract/badge-words.ts'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { makeWorld, type Network, type Person } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const { id: category } = await world.seeded('New Dads')

interface Town {
  /** the first is the member whose counts are read */
  people: Person[]
  /** public with him, private with him, public without him, private without him */
  networks: Network[]
  mine: string
  others: string
}

async function settle(): Promise<Town> {
  const people = await world.members(3)
  const make = async (isOpen: boolean, members: Person[]) =>
    isOpen ? world.publicNetwork({ members }) : world.privateNetwork({ members })
  const networks = [
    ...[await make(true, people), await make(false, people)],
    ...[await make(true, people.slice(1)), await make(false, people.slice(1))],
  ]
  const [mine, others] = [await world.post({ by: people[0]! }), await world.post({ by: people[1]! })]
  await world.as(people[0]!).badges.markSeen({ place: 'feed' })
  await sql`update member_seen set feed_at = now() - interval '200 minutes', groups_at = now() - interval '200 minutes',
    local_at = now() - interval '200 minutes', profile_at = now() - interval '200 minutes'
    where member_id = ${people[0]!.id}`.execute(db)
  return { people, networks, mine: mine.id, others: others.id }
}

interface Action {
  by: number
  /** a network, or none */
  where: number
  /** when it was done, in minutes before now: odd, so that it is never the exact moment at which he looked */
  ago: number
  days: number
  many: number
  place: (typeof PLACES)[number]
}

const past = (ago: number) => sql`now() - ${ago * 2 + 1} * interval '1 minute'`
const networkOf = ({ networks }: Town, { where }: Action) => networks[where] ?? null
const latest = (table: string) =>
  sql`select id from ${sql.table(table)} order by created_at desc, id limit 1 offset floor(random() * 3)`

const ACTIONS: Record<string, (town: Town, action: Action) => Promise<unknown>> = {
  post: ({ people, ...town }, action) =>
    sql`insert into posts (title, content, body, excerpt, type, author_id, category_id, group_id, created_at, updated_at)
      values ('Title', 'Words', '[]', 'Words', 'text', ${people[action.by]!.id}, ${category},
        ${networkOf({ people, ...town }, action)?.id ?? null}, ${past(action.ago)}, now())`.execute(db),
  message: (town, action) =>
    sql`insert into group_messages (id, group_id, user_id, content, seq, created_at)
      select ${randomUUID()}, g.id, ${town.people[action.by]!.id}, 'Words',
        tell('group:' || g.id, 'message.sent', null), greatest(now() - interval '1 minute', (select max(created_at) from group_messages where group_id = g.id))
      from groups g where g.id = ${(networkOf(town, action) ?? town.networks[0]!).id}`.execute(db),
  read: (town, action) =>
    sql`insert into chat_reads (user_id, topic, seq) select ${town.people[0]!.id}, t.topic, greatest(0, t.seq - ${action.many % 2})
      from topics t where t.topic = ${`group:${(networkOf(town, action) ?? town.networks[0]!).id}`}
      on conflict (user_id, topic) do update set seq = greatest(chat_reads.seq, excluded.seq)`.execute(db),
  event: (town, action) =>
    sql`insert into local_events (title, location, event_date, event_time, time_zone, user_id, group_id, cancelled_at,
        created_at, updated_at)
      values ('Swim', 'Lido', (now() at time zone 'UTC')::date + ${action.days}::int, '10:00', 'UTC', ${town.people[action.by]!.id},
        ${networkOf(town, action)?.id ?? null}, ${action.many === 0 ? sql`now()` : null}, ${past(action.ago)}, now())`.execute(
      db,
    ),
  comment: (town, action) =>
    sql`insert into comments (post_id, author_id, content, body, created_at, updated_at)
      values (${action.many % 3 ? town.mine : town.others}, ${town.people[action.by]!.id}, 'Words', '[]', ${past(action.ago)}, now())`.execute(
      db,
    ),
  remove: (_town, action) => {
    const table = action.many % 2 ? 'posts' : 'comments'
    const nobody = table === 'posts' ? sql`, open_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'` : sql``
    return sql`update ${sql.table(table)} set removed_at = now(), removed_reason = 'Unkind' ${nobody}
      where id in (${latest(table)})`.execute(db)
  },
  restore: () =>
    sql`update posts p set removed_at = null, removed_reason = null, open_to = case when p.group_id is null
        or exists (select from groups g where g.id = p.group_id and g.is_public and g.status = 'approved')
        then '00000000-0000-0000-0000-000000000000' else p.group_id end
      where p.removed_at is not null`.execute(db),
  delete: (town, action) => {
    const table = ['posts', 'comments', 'group_messages', 'local_events'][action.many % 4]!
    return sql`delete from ${sql.table(table)} where id in (${latest(table)}) and id <> all(${[town.mine, town.others]}::uuid[])`.execute(
      db,
    )
  },
  request: ({ people }, { by, many }) =>
    sql`insert into connections (requester_id, addressee_id, status, declines, declined_at)
      select ${people[by]!.id}, ${people[0]!.id}, ${many % 3 ? 'pending' : 'declined'}, ${many % 3 ? 0 : 1},
        ${many % 3 ? null : new Date()}::timestamptz
      where ${by} > 0 on conflict do nothing`.execute(db),
  withdraw: ({ people }, { by }) => sql`delete from connections where requester_id = ${people[by]!.id}`.execute(db),
  block: ({ people }, { by, many }) =>
    sql`insert into blocks (blocker_id, blocked_id) select ${people[many % 2 ? 0 : by]!.id}, ${people[many % 2 ? by : 0]!.id}
      where ${by} > 0 on conflict do nothing`.execute(db),
  unblock: () => sql`delete from blocks`.execute(db),
  karma: ({ people }, { ago }) =>
    sql`update profiles set community_karma = ${ago - 50} where id = ${people[0]!.id}`.execute(db),
  leave: (town, action) => world.leave(networkOf(town, action) ?? town.networks[0]!, town.people[0]!),
  join: (town, action) =>
    sql`insert into group_members (group_id, user_id) values (${(networkOf(town, action) ?? town.networks[0]!).id}, ${town.people[0]!.id})
      on conflict do nothing`.execute(db),
  turn: (town, action) =>
    sql`update groups set is_public = not is_public where id = ${(networkOf(town, action) ?? town.networks[0]!).id}`.execute(
      db,
    ),
  // the look is reported this late, and at other minutes than any action
  see: ({ people }, { place, ago }) => world.as(people[0]!).badges.markSeen({ place, ago: ago * 120_000 }),
}

interface CountedRow {
  id: string
  user: string | null
  group: string | null
  at: Date
  ok: boolean
}

/** Reads all rows and counts them in the test. */
async function recount({ people: [me] }: Town) {
  const { id } = me!
  const all = async <R>(query: ReturnType<typeof sql>) => (await query.execute(db)).rows as R[]
  const [seen] = await all<{
    feed_at: Date
    groups_at: Date
    local_at: Date
    profile_at: Date
    karma: number
    now: number
    since: Date
  }>(
    sql`select s.*, p.community_karma as now, now() - interval '2 minutes' as since from member_seen s join profiles p on p.id = s.member_id where p.id = ${id}`,
  )
  const inside = new Set(
    (await all<{ g: string }>(sql`select group_id as g from group_members where user_id = ${id}`)).map(({ g }) => g),
  )
  const open = new Set((await all<{ id: string }>(sql`select id from groups where is_public`)).map((one) => one.id))
  const blocks = await all<{ one: string; other: string }>(
    sql`select blocker_id as one, blocked_id as other from blocks`,
  )
  const apart = new Set(blocks.flatMap(({ one, other }) => (one === id ? [other] : other === id ? [one] : [])))
  const posts = await all<CountedRow>(
    sql`select id, author_id as user, group_id as group, created_at as at, removed_at is null as ok from posts`,
  )
  const reads = new Map(
    (await all<{ topic: string; seq: number }>(sql`select topic, seq from chat_reads where user_id = ${id}`)).map(
      (r) => [r.topic, r.seq],
    ),
  )
  const messages = await all<CountedRow & { seq: number }>(
    sql`select id, user_id as user, group_id as group, created_at as at, seq, true as ok from group_messages`,
  )
  const events =
    await all<CountedRow>(sql`select id, user_id as user, group_id as group, created_at as at, cancelled_at is null
    and event_date between (now() at time zone 'UTC')::date and (now() at time zone 'UTC')::date + 7 as ok from local_events`)
  const comments = await all<CountedRow & { post: string }>(
    sql`select id, author_id as user, post_id as post, created_at as at, removed_at is null as ok from comments`,
  )
  const waiting = await all<{ by: string }>(
    sql`select requester_id as by from connections where addressee_id = ${id} and status = 'pending'`,
  )
  const anothers = ({ user, ok }: Pick<CountedRow, 'user' | 'ok'>) => ok && user !== id && !(user && apart.has(user))
  const sees = (group: string | null) => group === null || open.has(group) || inside.has(group)
  const his = new Map(
    posts.filter(({ user, ok, group }) => user === id && ok && sees(group)).map((post) => [post.id, post]),
  )
  const news = {
    feed: posts.filter((one) => anothers(one) && one.at > seen!.feed_at && (!one.group || inside.has(one.group))),
    groups: messages.filter(
      (one) =>
        anothers(one) &&
        one.at > seen!.groups_at &&
        inside.has(one.group!) &&
        one.seq > (reads.get(`group:${one.group}`) ?? 0),
    ),
    local: events.filter((one) => anothers(one) && one.at > seen!.local_at && sees(one.group)),
    profile: comments.filter((one) => anothers(one) && his.has(one.post) && one.at > seen!.profile_at),
  }
  const profile =
    waiting.filter(({ by }) => !apart.has(by)).length + news.profile.length + Math.max(0, seen!.now - seen!.karma)
  return {
    ...{
      feed: news.feed.length,
      groups: news.groups.length,
      local: news.local.length,
      profile: Math.min(100, profile),
    },
    recent: Object.values(news)
      .flat()
      .filter(({ at }) => at > seen!.since)
      .map(({ id }) => id)
      .sort(),
  }
}

const action = fc.tuple(
  fc.constantFrom(...Object.keys(ACTIONS), 'post', 'message', 'comment', 'event', 'see', 'see'),
  fc.record({
    by: fc.nat(2),
    where: fc.nat(5),
    ago: fc.nat(90),
    days: fc.nat(9),
    many: fc.nat(11),
    place: fc.constantFrom(...PLACES),
  }),
)

guarantee(
  '20',
  'the four badge counts equal a plain recount, after any actions and visits in any order',
  { short: 12, full: 200 },
  async (numRuns) => {
    let counted = 0
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 12, maxLength: 40 }), async (actions) => {
        await sql`delete from posts`.execute(db)
        await sql`delete from local_events`.execute(db)
        const town = await settle()
        for (const [name, how] of actions) {
          await ACTIONS[name]!(town, how)
          const { feed, groups, local, profile, recent } = await world.as(town.people[0]!).badges.getBadges({})
          expect({ feed, groups, local, profile, recent: recent.sort() }, name).toEqual(await recount(town))
          counted += feed + groups + local + profile
        }
      }),
      { numRuns },
    )
    // the runs did count something
    expect(counted).toBeGreaterThan(numRuns * 20)
  },
)
