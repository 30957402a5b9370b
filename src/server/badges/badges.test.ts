/** The four counts: what counts, up to the limits of each rule, and what has been seen. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { BadgePlace } from '#contract/badge-words.ts'
import { removeComment } from '#server/comments/removing.ts'
import { inTransaction } from '#server/kernel/ctx.ts'
import { removePost, restorePost } from '#server/posts/removing.ts'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { daysAhead, makeWorld, type Network, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const YEAR = 365 * 24 * 3600_000

const badges = (who: Person, zone = 'UTC') => world.as(who).badges.getBadges({ zone })
const countsOf = async (who: Person) => {
  const { feed, groups, local, profile } = await badges(who)
  return { feed, groups, local, profile }
}
const see = (who: Person, place: BadgePlace, ago = 0) => world.as(who).badges.markSeen({ place, ago })
const say = (by: Person, { id }: { id: string }) =>
  world.as(by).chat.sendMessage({ room: 'group', room_id: id, id: randomUUID(), content: 'Morning' })
const askFor = (by: Person, to: Person, status = 'pending') =>
  sql`insert into connections (requester_id, addressee_id, status, accepted_at, declines, declined_at)
    select ${by.id}, ${to.id}, ${status}, case when ${status} = 'accepted' then now() end,
      case when ${status} = 'declined' then 1 else 0 end, case when ${status} = 'declined' then now() end`.execute(db)
const block = (by: Person, whom: Person) =>
  sql`insert into blocks (blocker_id, blocked_id) values (${by.id}, ${whom.id})`.execute(db)
const karma = (who: Person, is: number) =>
  sql`update profiles set community_karma = ${is} where id = ${who.id}`.execute(db)
const remove = async (table: 'posts' | 'comments', { id }: { id: string }) => {
  const remover = table === 'posts' ? removePost : removeComment
  expect(await inTransaction(world.ctx(null), (ctx) => remover(ctx, id, 'Unkind'))).toBe(true)
}
const seenAgo = (who: Person, age: string) =>
  sql`update member_seen set feed_at = now() - ${age}::interval, groups_at = now() - ${age}::interval,
    local_at = now() - ${age}::interval, profile_at = now() - ${age}::interval where member_id = ${who.id}`.execute(db)
const NONE = { feed: 0, groups: 0, local: 0, profile: 0 }

const comeIn = ({ id }: Person) =>
  sql`update profiles_private set signed_in_at = now() where id = ${id} and signed_in_at is null`.execute(db)
/** Two members with nothing new; the counts are the first one's. */
async function pair(): Promise<[Person, Person]> {
  const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
  for (const one of [ana, ben]) await comeIn(one)
  return [ana, ben]
}

describe("items from before the member's first sign-in", () => {
  test('are not new, and neither is the karma that he has already', async () => {
    const [ben, network] = [await world.member(), await world.publicNetwork({ members: [] })]
    const ana = await world.member()
    await sql`insert into group_members (group_id, user_id) values (${network.id}, ${ana.id}), (${network.id}, ${ben.id})`.execute(
      db,
    )
    await world.post({ by: ben })
    await say(ben, network)
    await world.event({ by: ben, event_date: daysAhead(1) })
    await karma(ana, 40)
    const { seen, ...counts } = await badges(ana)
    expect(counts).toMatchObject(NONE)
    expect(seen.karma).toBe(40)
    // from his first sign-in on everything is new
    await comeIn(ana)
    expect(await countsOf(ana)).toEqual(NONE)
    await karma(ana, 43)
    await world.post({ by: ben })
    expect(await countsOf(ana)).toEqual({ ...NONE, feed: 1, profile: 3 })
    // a later sign-in does not change that
    await sql`update profiles_private set signed_in_at = now() where id = ${ana.id}`.execute(db)
    expect(await countsOf(ana)).toEqual({ ...NONE, feed: 1, profile: 3 })
  })
  test('are not new either if he marks a place as seen first', async () => {
    const [ben, ana] = [await world.member(), await world.member()]
    await world.post({ by: ben })
    expect(await see(ana, 'groups', 1000)).toMatchObject(NONE)
  })
})

describe('feed', () => {
  test('posts of others count, his own do not', async () => {
    const [ana, ben] = await pair()
    await world.post({ by: ana })
    expect(await countsOf(ana)).toEqual(NONE)
    await world.post({ by: ben })
    expect(await countsOf(ana)).toEqual({ ...NONE, feed: 1 })
  })
  test('posts in his networks count, public or private, and in no others', async () => {
    const [ana, ben] = await pair()
    const mine = [
      await world.publicNetwork({ members: [ana, ben] }),
      await world.privateNetwork({ members: [ana, ben] }),
    ]
    const others = [await world.publicNetwork({ members: [ben] }), await world.privateNetwork({ members: [ben] })]
    for (const network of [...mine, ...others]) await world.postIn(network, { by: ben })
    expect((await badges(ana)).feed).toBe(2)
    await world.leave(mine[0]!, ana)
    expect((await badges(ana)).feed).toBe(1)
    await world.leave(mine[1]!, ana)
    expect((await badges(ana)).feed).toBe(0)
  })
  test('posts of a network that becomes private count for its members only', async () => {
    const [ana, ben] = await pair()
    const [outside] = await pair()
    const network = await world.publicNetwork({ members: [ana, ben] })
    await world.postIn(network, { by: ben })
    await sql`update groups set is_public = false where id = ${network.id}`.execute(db)
    expect((await badges(ana)).feed).toBe(1)
    expect((await badges(outside)).feed).toBe(0)
    await sql`update groups set status = 'rejected' where id = ${network.id}`.execute(db)
    expect((await badges(ana)).feed).toBe(0)
  })
  test('a deleted or removed post does not count; a restored one does', async () => {
    const [ana, ben] = await pair()
    const [one, two] = [await world.post({ by: ben }), await world.post({ by: ben })]
    expect((await badges(ana)).feed).toBe(2)
    await world.as(ben).posts.deletePost({ id: one.id })
    await remove('posts', two)
    expect((await badges(ana)).feed).toBe(0)
    await inTransaction(world.ctx(null), (ctx) => restorePost(ctx, two.id))
    expect((await badges(ana)).feed).toBe(1)
  })
  test("a post of a deleted account counts like another member's", async () => {
    const [ana, ben] = await pair()
    await world.post({ by: ben })
    await sql`delete from "user" where id = ${ben.id}`.execute(db)
    expect((await badges(ana)).feed).toBe(1)
  })
})

describe('networks', () => {
  test('messages of others in his networks count', async () => {
    const [ana, ben] = await pair()
    const [mine, other] = [
      await world.privateNetwork({ members: [ana, ben] }),
      await world.publicNetwork({ members: [ben] }),
    ]
    await say(ana, mine)
    await say(ben, mine)
    await say(ben, other)
    expect(await countsOf(ana)).toEqual({ ...NONE, groups: 1 })
    await world.leave(mine, ana)
    expect(await countsOf(ana)).toEqual(NONE)
  })
  test('pods never count', async () => {
    const [ana, ben] = await pair()
    const pod = await world.pod({ members: [ana, ben] })
    await world.as(ben).chat.sendMessage({ room: 'pod', room_id: pod.id, id: randomUUID(), content: 'Morning' })
    expect(await countsOf(ana)).toEqual(NONE)
  })
  test('messages that he has read in the chat are seen, and later ones are not', async () => {
    const [ana, ben] = await pair()
    const [one, two] = [
      await world.publicNetwork({ members: [ana, ben] }),
      await world.publicNetwork({ members: [ana, ben] }),
    ]
    const { seq } = await say(ben, one)
    await say(ben, two)
    await world.as(ana).chat.markRead({ room: 'group', room_id: one.id, seq })
    expect((await badges(ana)).groups).toBe(1)
    // his other tabs and devices are notified, once
    const notifications = () => world.notified.filter((name) => name === `seen:${ana.id}`)
    expect(notifications()).toHaveLength(1)
    await world.as(ana).chat.markRead({ room: 'group', room_id: one.id, seq })
    expect(notifications()).toHaveLength(1)
    await say(ben, one)
    expect((await badges(ana)).groups).toBe(2)
    await see(ana, 'groups')
    expect((await badges(ana)).groups).toBe(0)
  })
  test('a deleted message does not count', async () => {
    const [ana, ben] = await pair()
    const network = await world.publicNetwork({ members: [ana, ben] })
    const { id } = await say(ben, network)
    await world.as(ben).chat.deleteMessage({ room: 'group', room_id: network.id, id })
    expect((await badges(ana)).groups).toBe(0)
  })
})

describe('local', () => {
  test('events from today to the seventh day count, if another member made them and they are not cancelled', async () => {
    const [ana, ben] = await pair()
    const make = (days: number, by = ben) => world.event({ by, event_date: daysAhead(days), time_zone: 'UTC' })
    for (const [days, count] of [
      [0, 1],
      [3, 2],
      [7, 3],
      [8, 3],
      [10, 3],
    ] as const) {
      await make(days)
      expect((await badges(ana)).local, `in ${days} days`).toBe(count)
    }
    await make(1, ana)
    const { id } = await make(1)
    expect((await badges(ana)).local).toBe(4)
    await world.as(ben).events.cancelEvent({ id })
    expect((await badges(ana)).local).toBe(3)
  })
  test("the days are those of the member's time zone", async () => {
    const [ana, ben] = await pair()
    await world.event({ by: ben, event_date: daysAhead(0), time_zone: 'UTC' })
    const { rows } = await sql<{ east: number; west: number }>`
      select ((now() at time zone 'Pacific/Kiritimati')::date - (now() at time zone 'UTC')::date) as east,
        ((now() at time zone 'Pacific/Pago_Pago')::date - (now() at time zone 'UTC')::date) as west`.execute(db)
    // where it is tomorrow already, the event was yesterday
    expect((await badges(ana, 'Pacific/Kiritimati')).local).toBe(rows[0]!.east > 0 ? 0 : 1)
    expect((await badges(ana, 'Pacific/Pago_Pago')).local).toBe(1)
    expect((await badges(ana, 'Mars/Olympus')).local).toBe(1)
  })
  test('an event of a private network counts for its members only, one of a public network for all', async () => {
    const [ana, ben] = await pair()
    const hidden = await world.privateNetwork({ members: [ana, ben] })
    await world.event({ by: ben, event_date: daysAhead(2), group_id: hidden.id })
    expect((await badges(ana)).local).toBe(1)
    await world.leave(hidden, ana)
    expect((await badges(ana)).local).toBe(0)
    const open = await world.publicNetwork({ members: [ben] })
    await world.event({ by: ben, event_date: daysAhead(2), group_id: open.id })
    expect((await badges(ana)).local).toBe(1)
    await sql`update groups set is_public = false where id = ${open.id}`.execute(db)
    expect((await badges(ana)).local).toBe(0)
  })
})

describe('profile', () => {
  test('requests count until they are answered, seen or not', async () => {
    const [ana, ben] = await pair()
    await askFor(ben, ana)
    await askFor(ana, await world.member())
    await askFor(await world.member(), ana, 'accepted')
    await askFor(await world.member(), ana, 'declined')
    expect(await countsOf(ana)).toEqual({ ...NONE, profile: 1 })
    expect((await see(ana, 'profile')).profile).toBe(1)
    await sql`delete from connections where requester_id = ${ben.id}`.execute(db)
    expect((await badges(ana)).profile).toBe(0)
  })
  test('comments by others on his own posts count', async () => {
    const [ana, ben] = await pair()
    const [mine, his] = [await world.post({ by: ana }), await world.post({ by: ben })]
    await see(ana, 'feed')
    await world.comment({ by: ben, on: mine })
    await world.comment({ by: ana, on: mine })
    await world.comment({ by: ben, on: his })
    expect((await badges(ana)).profile).toBe(1)
    const { id } = await world.comment({ by: ben, on: mine })
    const removed = await world.comment({ by: ben, on: mine })
    await remove('comments', removed)
    expect((await badges(ana)).profile).toBe(2)
    await world.as(ben).comments.deleteComment({ id })
    expect((await badges(ana)).profile).toBe(1)
    await remove('posts', mine)
    expect((await badges(ana)).profile).toBe(0)
  })
  test('a deleted comment does not count, and his tabs are notified to read the counts again', async () => {
    const [ana, ben] = await pair()
    const { id } = await world.comment({ by: ben, on: await world.post({ by: ana }) })
    expect((await badges(ana)).profile).toBe(1)
    const before = world.notified.length
    await world.as(ben).comments.deleteComment({ id })
    expect(world.notified.slice(before)).toContain(`seen:${ana.id}`)
    expect((await badges(ana)).profile).toBe(0)
  })
  test('comments on a post that he may no longer read do not count', async () => {
    const [ana, ben] = await pair()
    const network = await world.privateNetwork({ members: [ana, ben] })
    const post = await world.postIn(network, { by: ana })
    await world.comment({ by: ben, on: post })
    expect((await badges(ana)).profile).toBe(1)
    await world.leave(network, ana)
    expect((await badges(ana)).profile).toBe(0)
    await sql`update groups set is_public = true where id = ${network.id}`.execute(db)
    expect((await badges(ana)).profile).toBe(1)
  })
  test('karma counts by how much it has grown since he last looked', async () => {
    const [ana] = await pair()
    await karma(ana, 7)
    expect((await badges(ana)).profile).toBe(7)
    await karma(ana, 4)
    expect((await badges(ana)).profile).toBe(4)
    await karma(ana, -3)
    expect((await badges(ana)).profile).toBe(0)
    const { profile, seen } = await see(ana, 'profile')
    expect({ profile, karma: seen.karma }).toEqual({ profile: 0, karma: -3 })
    await karma(ana, -1)
    expect((await badges(ana)).profile).toBe(2)
    // another place does not mark the profile as seen
    await see(ana, 'feed')
    expect((await badges(ana)).profile).toBe(2)
    await karma(ana, 5000)
    expect((await badges(ana)).profile).toBe(100)
  })
  test("a comment stores its post's author, whatever the statement says, and null once his account is deleted", async () => {
    const [ana, ben] = await pair()
    const post = await world.post({ by: ana })
    const { rows } = await sql<{ id: string; post_author_id: string }>`
      insert into comments (post_id, author_id, content, body, post_author_id)
      values (${post.id}, ${ben.id}, 'Hm', '[]', ${ben.id})
      returning id, post_author_id`.execute(db)
    expect(rows[0]!.post_author_id).toBe(ana.id)
    await sql`delete from "user" where id = ${ana.id}`.execute(db)
    const left = await db.selectFrom('comments').select('post_author_id').where('id', '=', rows[0]!.id).execute()
    expect(left).toEqual([{ post_author_id: null }])
    // a post of a deleted account can still get comments
    expect((await world.comment({ by: ben, on: post })).content).toBe('Same here.')
  })
})

describe('members who are blocked', () => {
  test.each(['he blocked him', 'was blocked by him'])('%s: nothing of the other member counts', async (how) => {
    const [ana, ben] = await pair()
    const network = await world.publicNetwork({ members: [ana, ben] })
    const mine = await world.post({ by: ana })
    await world.post({ by: ben })
    await world.postIn(network, { by: ben })
    await say(ben, network)
    await world.event({ by: ben, event_date: daysAhead(2) })
    await world.comment({ by: ben, on: mine })
    await askFor(ben, ana)
    expect(await countsOf(ana)).toEqual({ feed: 2, groups: 1, local: 1, profile: 2 })
    await (how === 'he blocked him' ? block(ana, ben) : block(ben, ana))
    expect(await countsOf(ana)).toEqual(NONE)
    await sql`delete from blocks where ${ana.id} in (blocker_id, blocked_id)`.execute(db)
    expect(await countsOf(ana)).toEqual({ feed: 2, groups: 1, local: 1, profile: 2 })
  })
})

describe('99 and more', () => {
  const many = async (ben: Person, network: Network, mine: string, count: number) => {
    await sql`insert into posts (title, content, body, excerpt, type, author_id, category_id)
      select 'One of many', 'Words', '[]', 'Words', 'text', ${ben.id}, (select id from categories order by name limit 1)
      from generate_series(1, ${count}::int)`.execute(db)
    await sql`insert into group_messages (id, group_id, user_id, content, seq)
      select gen_random_uuid(), ${network.id}, ${ben.id}, 'Words', n + 10000 from generate_series(1, ${count}::int) n`.execute(
      db,
    )
    await sql`insert into comments (post_id, author_id, content, body)
      select ${mine}, ${ben.id}, 'Words', '[]' from generate_series(1, ${count}::int)`.execute(db)
    await sql`insert into local_events (title, location, event_date, event_time, time_zone, user_id)
      select 'One of many', 'Lido', current_date + n % 7, '10:00', 'UTC', ${ben.id} from generate_series(1, ${count}::int) n`.execute(
      db,
    )
  }
  test('counts are exact up to 99; above that they are all the same number', async () => {
    const [ana, ben] = await pair()
    const network = await world.publicNetwork({ members: [ana, ben] })
    const { id } = await world.post({ by: ana })
    await many(ben, network, id, 99)
    expect(await countsOf(ana)).toEqual({ feed: 99, groups: 99, local: 99, profile: 99 })
    await sql`delete from group_messages where seq between 10001 and 10199`.execute(db)
    await many(ben, network, id, 1000 - 900)
    expect(await countsOf(ana)).toEqual({ feed: 100, groups: 100, local: 100, profile: 100 })
    await karma(ana, 50)
    await seenAgo(ana, '1 year')
    expect(await countsOf(ana)).toEqual({ feed: 100, groups: 100, local: 100, profile: 100 })
  })
})

describe('seen', () => {
  test('opening a place resets its count, the other counts stay, and all devices of the member agree', async () => {
    const [ana, ben] = await pair()
    const network = await world.publicNetwork({ members: [ana, ben] })
    await world.post({ by: ben })
    await say(ben, network)
    await world.event({ by: ben, event_date: daysAhead(2) })
    await karma(ana, 1)
    const all = { feed: 1, groups: 1, local: 1, profile: 1 }
    expect(await countsOf(ana)).toEqual(all)
    for (const place of ['local', 'feed', 'profile', 'groups'] as const) {
      all[place] = 0
      expect(await see(ana, place)).toMatchObject(all)
      expect(await countsOf(ana)).toEqual(all)
    }
    expect(world.notified.filter((name) => name === `seen:${ana.id}`)).toHaveLength(4)
  })
  test('the time never decreases, whichever device sends it late', async () => {
    const [ana, ben] = await pair()
    await world.post({ by: ben })
    const { seen } = await see(ana, 'feed')
    expect((await see(ana, 'feed', YEAR / 365)).seen.feed).toEqual(seen.feed)
    expect((await badges(ana)).feed).toBe(0)
  })
  test('items that arrived after he looked count, however late the visit is reported', async () => {
    const [ana, ben] = await pair()
    await sql`update posts set created_at = created_at - interval '1 day'`.execute(db)
    await seenAgo(ana, '1 hour')
    const post = await world.post({ by: ben })
    await sql`update posts set created_at = now() - interval '30 minutes', updated_at = now() where id = ${post.id}`.execute(
      db,
    )
    expect((await see(ana, 'feed', 40 * 60_000)).feed).toBe(1)
    expect((await see(ana, 'feed', 20 * 60_000)).feed).toBe(0)
  })
  guarantee(
    '54',
    'the database sets the time at which a place was seen, whatever a device sends',
    { short: 1, full: 1 },
    async () => {
      const [ana] = await pair()
      const { seen, now } = await see(ana, 'feed')
      expect(seen.feed.getTime()).toBeLessThanOrEqual(now.getTime())
      for (const ago of [-1, -YEAR, YEAR, 0.5, Number.NaN, 1e300]) {
        expect((await refusal(see(ana, 'feed', ago))).code).toBe('INVALID')
      }
      const body = { place: 'feed', ago: 0, at: '2999-01-01T00:00:00.000Z' }
      expect((await refusal(world.as(ana).badges.markSeen(body as { place: 'feed'; ago: number }))).code).toBe(
        'INVALID',
      )
      expect((await badges(ana)).seen.feed).toEqual(seen.feed)
    },
  )
  test('only members have counts, each his own', async () => {
    expect((await refusal(world.as(null).badges.getBadges({}))).status).toBe(401)
    expect((await refusal(world.as(null).badges.markSeen({ place: 'feed' }))).status).toBe(401)
    const gone = await world.member()
    await sql`delete from "user" where id = ${gone.id}`.execute(db)
    expect((await refusal(badges(gone))).status).toBe(401)
    expect((await refusal(see(gone, 'local'))).status).toBe(401)
  })
})
