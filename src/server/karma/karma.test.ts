import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { POINTS } from '#contract/karma-words.ts'
import { karmaDrift, letBegin, scoreDrift } from '#test/karma.ts'
import { giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'
import { beginEvents } from '../events/events.ts'
import { ACHIEVEMENTS } from '../seed-achievements.ts'
import { foldAll, foldBatch, runKarma, updateKarmaBatch } from './karma.ts'

const world = await makeWorld()
const { db } = world
const NOBODY = {
  content_score: 0,
  social_score: 0,
  community_score: 0,
  total_gamification_score: 0,
  community_karma: 0,
}

/** The karma on his profile after everything is added up. */
async function scores({ id }: Person) {
  await foldAll(db)
  return db
    .selectFrom('profiles')
    .select(['content_score', 'social_score', 'community_score', 'total_gamification_score', 'community_karma'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
const karmaOf = async (person: Person) => (await scores(person)).community_karma
const vote = (by: Person, on: { id: string }, direction: 'up' | 'down' | 'none' = 'up') =>
  world.as(by).votes.castPostVote({ post_id: on.id, direction })
const voteBelow = (by: Person, on: { id: string }, direction: 'up' | 'down' | 'none' = 'up') =>
  world.as(by).votes.castCommentVote({ comment_id: on.id, direction })
/** Their connection, after it was accepted; both counts of kin change with it. */
async function connect(one: Person, other: Person) {
  await sql`insert into connections (requester_id, addressee_id, status, accepted_at)
    values (${one.id}, ${other.id}, 'accepted', now())`.execute(db)
  await countKin(one, other)
}
const countKin = (...people: Person[]) =>
  sql`update profiles p set kin_count = (select count(*) from connections c
      where c.status = 'accepted' and p.id in (c.requester_id, c.addressee_id))
    where p.id = any(${people.map(({ id }) => id)}::uuid[])`.execute(db)

/** What one of his tabs is to announce; a new tab unless one is given. */
const announced = async (person: Person, { tab = randomUUID() as string, told: announced = [] as string[] } = {}) =>
  (await world.as(person).karma.tellAchievements({ tab, told: announced })).items
const aMinuteLater = ({ id }: Person) =>
  sql`update user_achievements set told_by_until = told_by_until - interval '1 minute' where user_id = ${id}`.execute(
    db,
  )

afterEach(async () => {
  await foldAll(db)
  expect(await karmaDrift(world)).toEqual([])
  expect(await scoreDrift(world)).toEqual([])
})

describe('points follow the rows, and are lost with them', () => {
  test('a post and a comment are 5 each', async () => {
    const [ana, ben] = await world.members(2)
    const post = await world.post({ by: ana! })
    const comment = await world.comment({ by: ben!, on: post })
    expect(await scores(ana!)).toEqual({ ...NOBODY, content_score: 5, total_gamification_score: 5, community_karma: 5 })
    expect(await karmaOf(ben!)).toBe(5)
    await world.as(ben!).comments.deleteComment({ id: comment.id })
    await world.as(ana!).posts.deletePost({ id: post.id })
    expect(await scores(ana!)).toEqual(NOBODY)
    expect(await scores(ben!)).toEqual(NOBODY)
  })

  test('a vote of another member is 1 up or down, and can be changed and withdrawn; the member’s own vote counts nothing', async () => {
    const [ana, ben] = await world.members(2)
    const post = await world.post({ by: ana! })
    const comment = await world.comment({ by: ana!, on: post })
    const votes = async () => {
      await foldAll(db)
      const { community_karma, votes, appreciated } = await world.as(ana!).karma.getKarma()
      expect(community_karma).toBe(10 + votes)
      return [votes, appreciated]
    }
    expect(await votes()).toEqual([0, 0])
    await vote(ben!, post)
    expect(await votes()).toEqual([1, 0.5])
    await voteBelow(ben!, comment, 'down')
    expect(await votes()).toEqual([0, 0.5])
    // the score counts his own vote, karma does not
    await voteBelow(ana!, comment)
    await vote(ana!, post)
    expect(await votes()).toEqual([0, 0.5])
    await vote(ben!, post, 'down')
    expect(await votes()).toEqual([-2, 0])
    await vote(ana!, post, 'none')
    await vote(ben!, post, 'none')
    await voteBelow(ben!, comment, 'none')
    expect(await votes()).toEqual([0, 0])
  })

  test('the member’s own vote counts in none of his figures, whatever it does to the score', async () => {
    const [ana, ben] = await world.members(2)
    const post = await world.post({ by: ana! })
    const comment = await world.comment({ by: ana!, on: post })
    const figures = async () => {
      await foldAll(db)
      const { appreciated, votes, content_score, community_karma, achievements } = await world.as(ana!).karma.getKarma()
      const { earned_at } = achievements.find(({ name }) => name === 'Warm Welcome')!
      return { appreciated, votes, content_score, community_karma, isWelcome: earned_at !== null }
    }
    await vote(ana!, post)
    await voteBelow(ana!, comment)
    const none = { appreciated: 0, votes: 0, content_score: 10, community_karma: 10, isWelcome: false }
    expect(await figures()).toEqual(none)
    // and it does not reduce his karma either
    await vote(ana!, post, 'down')
    await vote(ben!, post)
    const appreciated = { ...none, appreciated: 0.5, votes: 1, community_karma: 11, isWelcome: true }
    expect(await figures()).toEqual(appreciated)
    // and also not if the votes of others add up to zero
    await voteBelow(ben!, comment, 'down')
    await vote(ben!, post, 'none')
    await vote(ana!, post)
    expect(await figures()).toMatchObject({ appreciated: 0, votes: -1 })
    await world.as(ana!).posts.deletePost({ id: post.id })
    expect(await figures()).toMatchObject({ appreciated: null, votes: 0, community_karma: 0 })
  })

  test('deleting a post also takes the points of its comments from their authors', async () => {
    const [ana, ben, col] = await world.members(3)
    const post = await world.post({ by: ana! })
    const comment = await world.comment({ by: ben!, on: post })
    await voteBelow(col!, comment)
    await voteBelow(ana!, comment)
    await vote(col!, post)
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([6, 7])
    await world.as(ana!).posts.deletePost({ id: post.id })
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
  })

  test('a network and a pod are 15 until he leaves, an event is 3 when it begins', async () => {
    const [ana, ben] = await world.members(2)
    const network = await world.publicNetwork({ members: [ana!] })
    const { id } = await world.pod({ members: [ben!] })
    const event = await world.event({ by: ben! })
    await world.as(ana!).pods.joinPod({ id })
    await world.as(ana!).events.attendEvent({ id: event.id, going: true })
    expect(await karmaOf(ana!)).toBe(30)
    await letBegin(world, event)
    await beginEvents(db)
    expect(await scores(ana!)).toEqual({
      ...NOBODY,
      ...{ community_score: 33, total_gamification_score: 33, community_karma: 33 },
    })
    await world.as(ana!).groups.leaveGroup({ id: network.id })
    await world.as(ana!).pods.leavePod({ id })
    await world.as(ana!).events.attendEvent({ id: event.id, going: false })
    // an attended event stays attended
    expect(await karmaOf(ana!)).toBe(3)
  })

  test('an inactive pod membership counts nothing, and neither does one in a deleted pod', async () => {
    const [ana, ben] = await world.members(2)
    const { id } = await world.pod({ members: [ana!, ben!] })
    const seat = (is_active: boolean) =>
      db.updateTable('pod_members').set({ is_active }).where('pod_id', '=', id).where('user_id', '=', ben!.id).execute()
    await seat(false)
    expect(await karmaOf(ben!)).toBe(0)
    await seat(true)
    expect(await karmaOf(ben!)).toBe(15)
    await world.as(ana!).pods.deletePod({ id })
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
  })

  test('kin is 8 for both', async () => {
    const [ana, ben] = await world.members(2)
    await connect(ana!, ben!)
    expect(await scores(ana!)).toEqual({ ...NOBODY, social_score: 8, total_gamification_score: 8, community_karma: 8 })
    expect(await karmaOf(ben!)).toBe(8)
    await db.deleteFrom('connections').where('requester_id', '=', ana!.id).execute()
    await countKin(ana!, ben!)
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
  })

  test('the figures of a deleted account are deleted; the karma of others still equals the tally', async () => {
    const [ana, ben] = await world.members(2)
    const network = await world.publicNetwork({ members: [ana!, ben!] })
    const post = await world.postIn(network, { by: ana! })
    const comment = await world.comment({ by: ben!, on: post })
    await voteBelow(ana!, comment)
    await vote(ben!, post)
    await db.deleteFrom('user').where('id', '=', ana!.id).execute()
    await foldAll(db)
    expect(await db.selectFrom('karma_counts').selectAll().where('member_id', '=', ana!.id).execute()).toEqual([])
    // this test does not decide whether the tally keeps the votes of a deleted account: karma equals the tally
    const { upvotes } = await db
      .selectFrom('comments')
      .select('upvotes')
      .where('id', '=', comment.id)
      .executeTakeFirstOrThrow()
    expect(await karmaOf(ben!)).toBe(5 + 15 + upvotes)
    await db.deleteFrom('comments').where('id', '=', comment.id).execute()
    await db.updateTable('profiles').set({ comment_count: 0 }).where('id', '=', ben!.id).execute()
  })
})

describe('only what everyone sees counts', () => {
  test('posts in a private network do not count; they all count after it is made public, and do not count again after it is made private', async () => {
    const [ana, ben] = await world.members(2)
    const network = await world.privateNetwork({ members: [ana!, ben!] })
    await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${ana!.id}`.execute(
      db,
    )
    const post = await world.postIn(network, { by: ana! })
    const comment = await world.comment({ by: ben!, on: post })
    await vote(ben!, post)
    await voteBelow(ana!, comment)
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
    await world.as(ana!).groups.editGroup({ id: network.id, is_public: true })
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([21, 21])
    await vote(ben!, post, 'down')
    await world.as(ana!).groups.editGroup({ id: network.id, is_public: false })
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
    await vote(ben!, post, 'none')
    await world.as(ana!).posts.deletePost({ id: post.id })
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
  })

  test('a private network and attendance of its events count nothing; membership of a pod counts, because every member may see it', async () => {
    const [ana, ben] = await world.members(2)
    const network = await world.privateNetwork({ members: [ana!, ben!] })
    await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${ana!.id}`.execute(
      db,
    )
    const events = [1, 2].map(() => world.event({ by: ana!, group_id: network.id }))
    for (const event of await Promise.all(events)) {
      await world.as(ben!).events.attendEvent({ id: event.id, going: true })
      await letBegin(world, event)
    }
    await beginEvents(db)
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
    await world.as(ana!).groups.editGroup({ id: network.id, is_public: true })
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([21, 21])
    await db
      .deleteFrom('local_events')
      .where('id', '=', (await events[0]!).id)
      .execute()
    expect(await karmaOf(ben!)).toBe(18)
    await world.as(ana!).groups.editGroup({ id: network.id, is_public: false })
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
    await world.as(ana!).groups.editGroup({ id: network.id, is_public: true })
    await db.deleteFrom('groups').where('id', '=', network.id).execute()
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([0, 0])
    await world.pod({ members: [ben!], is_private: true })
    expect(await karmaOf(ben!)).toBe(15)
  })

  test('a removed comment takes its votes along, and brings them back when it is restored', async () => {
    const [ana, ben] = await world.members(2)
    const comment = await world.comment({ by: ana!, on: await world.post({ by: ben! }) })
    await voteBelow(ben!, comment)
    const take = async (removed: boolean) => {
      await sql`update comments set removed_at = ${removed ? sql`now()` : null}, removed_reason = ${removed ? 'unkind' : null}
        where id = ${comment.id}`.execute(db)
      await sql`update profiles set comment_count = ${removed ? 0 : 1} where id = ${ana!.id}`.execute(db)
    }
    await take(true)
    expect(await karmaOf(ana!)).toBe(0)
    await vote(ben!, { id: comment.post_id }, 'none')
    await take(false)
    expect(await karmaOf(ana!)).toBe(6)
  })
})

test('the displayed points of each action equal the points that are counted', async () => {
  const ana = await world.member()
  const { group, pod, kin, writing, event } = POINTS
  const figures = { posts: 2, comments: 3, kin: 5, groups: 7, pods: 11, events: 13, votes: 17 }
  const all = await db.transaction().execute(async (inside) => {
    await inside
      .insertInto('karma_counts')
      .values({ member_id: ana.id, ...figures })
      .execute()
    await sql`select set_scores(array[${ana.id}::uuid])`.execute(inside)
    const made = await inside.selectFrom('profiles').selectAll().where('id', '=', ana.id).executeTakeFirstOrThrow()
    await inside.deleteFrom('karma_counts').where('member_id', '=', ana.id).execute()
    await sql`update profiles set content_score = 0, social_score = 0, community_score = 0, total_gamification_score = 0,
      community_karma = 0 where id = ${ana.id}`.execute(inside)
    return made
  })
  const [content, social, community] = [writing * 5, kin * 5, group * 7 + pod * 11 + event * 13]
  expect(all).toMatchObject({
    ...{ content_score: content, social_score: social, community_score: community },
    ...{ total_gamification_score: content + social + community, community_karma: content + social + community + 17 },
  })
})

describe('adding up', () => {
  test('every change is added once, however many processes add up at the same moment', async () => {
    const people = await world.members(6)
    const post = await world.post({ by: people[0]! })
    await Promise.all(people.map((voter) => vote(voter, post)))
    await Promise.all(people.map((by) => world.comment({ by, on: post })))
    await Promise.all(Array.from({ length: 8 }, () => foldAll(db)))
    expect(await karmaOf(people[0]!)).toBe(15)
  })

  test('a failed round adds nothing and loses nothing', async () => {
    const ana = await world.member()
    await world.post({ by: ana })
    await sql`alter table karma_counts add constraint broken check (posts < 1) not valid`.execute(db)
    await expect(foldAll(db)).rejects.toThrow(/broken/)
    await sql`alter table karma_counts drop constraint broken`.execute(db)
    expect(await karmaOf(ana)).toBe(5)
  })

  test('a member whose profile row is locked is left for later, and nothing waits for him', async () => {
    const [ana, ben] = await world.members(2)
    await world.post({ by: ana! })
    await world.post({ by: ben! })
    await db.transaction().execute(async (held) => {
      await sql`select from profiles where id = ${ana!.id} for update`.execute(held)
      const { taken } = await foldBatch(db)
      expect(taken).toBe(1)
      expect(await foldBatch(db)).toEqual({ taken: 0, told: [] })
    })
    expect([await karmaOf(ana!), await karmaOf(ben!)]).toEqual([5, 5])
  })

  test('nothing is left of a member who was deleted meanwhile', async () => {
    const [ana, ben] = await world.members(2)
    const post = await world.post({ by: ana! })
    await vote(ben!, post)
    await db.deleteFrom('user').where('id', '=', ana!.id).execute()
    await foldAll(db)
    expect(await db.selectFrom('karma_changes').select('id').execute()).toEqual([])
  })

  test('only the member is notified, and only if his karma has changed', async () => {
    const [ana, ben] = await world.members(2)
    const post = await world.post({ by: ana! })
    await foldAll(db)
    const seen = await sql<{
      n: number
    }>`select count(*)::int as n from topic_events where topic = ${`member:${ana!.id}`}`.execute(db)
    await vote(ben!, post)
    await vote(ben!, post, 'none')
    expect(await foldBatch(db)).toEqual({ taken: 2, told: [] })
    await vote(ben!, post, 'down')
    expect(await foldBatch(db)).toEqual({ taken: 1, told: [ana!.id] })
    const { rows } = await sql<{ kind: string; subject: string | null }>`
      select kind, subject from topic_events where topic = ${`member:${ana!.id}`} order by seq offset ${seen.rows[0]!.n}`.execute(
      db,
    )
    expect(rows).toEqual([{ kind: 'karma.changed', subject: null }])
  })

  test('the loop adds up by itself, logs once when it fails, continues when it can, and stops when it is stopped', async () => {
    const notified: string[] = []
    const ana = await world.member()
    const since = world.lines.length
    const warned = () => world.lines.slice(since).filter(({ level }) => level === 'warn')
    await sql`alter function fold_karma rename to fold_karma_away`.execute(db)
    const karma = runKarma({ db, live: { notify: (topic) => void notified.push(topic) }, log: world.log })
    await world.post({ by: ana })
    await expect.poll(() => warned().length).toBe(1)
    await sql`alter function fold_karma_away rename to fold_karma`.execute(db)
    await expect.poll(() => notified).toContain(`member:${ana.id}`)
    expect(warned()).toHaveLength(1)
    await karma.stop()
    await world.post({ by: ana })
    expect(
      await db.selectFrom('profiles').select('community_karma').where('id', '=', ana.id).executeTakeFirst(),
    ).toEqual({
      community_karma: 5,
    })
  })
})

describe('achievements', () => {
  test('number at least 16, of all four kinds, all different, from the first action to those that take a year', () => {
    expect(ACHIEVEMENTS.length).toBeGreaterThanOrEqual(16)
    expect(new Set(ACHIEVEMENTS.map(({ category }) => category))).toEqual(
      new Set(['content', 'social', 'community', 'local']),
    )
    for (const of of [
      ({ name }) => name,
      ({ number }) => number,
      ({ points }) => points,
      ({ badge_emoji }) => badge_emoji,
      ({ metric, threshold }) => `${threshold} ${metric}`,
    ] as ((one: (typeof ACHIEVEMENTS)[number]) => unknown)[])
      expect(new Set(ACHIEVEMENTS.map(of)).size).toBe(ACHIEVEMENTS.length)
    expect(ACHIEVEMENTS.filter(({ threshold }) => threshold === 1).length).toBeGreaterThanOrEqual(5)
    expect(ACHIEVEMENTS.some(({ metric, threshold }) => metric === 'days' && threshold === 365)).toBe(true)
  })

  test('are listed by points, with the member’s progress and the time at which he earned them', async () => {
    const [ana, ben] = await world.members(2)
    const post = await world.post({ by: ana! })
    await vote(ben!, post)
    await foldAll(db)
    const { achievements } = await world.as(ana!).karma.getKarma()
    expect(achievements.map(({ points }) => points)).toEqual(
      ACHIEVEMENTS.map(({ points }) => points).sort((a, b) => a - b),
    )
    const named = (name: string) => achievements.find((one) => one.name === name)
    expect(named('First Words')).toMatchObject({
      earned_at: expect.any(Date),
      amount: 1,
      threshold: 1,
      badge_emoji: '🌱',
    })
    expect(named('Warm Welcome')).toMatchObject({ earned_at: expect.any(Date) })
    expect(named('Storyteller')).toMatchObject({ earned_at: null, amount: 1, threshold: 10 })
    expect(named('Coming Back')).toMatchObject({ earned_at: null, amount: 1, threshold: 4 })
  })

  test('a check-in earns one, which is announced, and no points; deleting it takes nothing back', async () => {
    const [ana, ben] = await world.members(2)
    const pod = await world.pod({ members: [ana!, ben!] })
    await giveRhythm(world, pod)
    await foldAll(db)
    await announced(ana!)
    const karma = async () => (await world.as(ana!).karma.getKarma()).community_karma
    const before = await karma()
    const { id } = await world.as(ana!).rounds.checkIn({ round_id: await openRound(world, pod), outcome: 'not' })
    expect((await foldBatch(db)).told).toEqual([ana!.id])
    expect((await announced(ana!)).map(({ name }) => name)).toEqual(['Said Out Loud'])
    expect(await karma()).toBe(before)
    await world.as(ana!).rounds.deleteCheckIn({ id })
    const { achievements } = await world.as(ana!).karma.getKarma()
    expect(achievements.find(({ name }) => name === 'Said Out Loud')).toMatchObject({
      ...{ earned_at: expect.any(Date), amount: 0 },
    })
  })

  test('are kept when what earned them is undone', async () => {
    const ana = await world.member()
    const { id } = await world.post({ by: ana })
    await foldAll(db)
    await world.as(ana).posts.deletePost({ id })
    await foldAll(db)
    const { achievements } = await world.as(ana).karma.getKarma()
    expect(achievements.find(({ name }) => name === 'First Words')).toMatchObject({
      earned_at: expect.any(Date),
      amount: 0,
    })
  })

  test('are sent to the first of his tabs that asks, and announced once after it confirms', async () => {
    const ana = await world.member()
    await world.comment({ by: ana, on: await world.post({ by: ana }) })
    await foldAll(db)
    const handed = await Promise.all(Array.from({ length: 6 }, () => announced(ana)))
    expect(
      handed
        .flat()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['First Words', 'Pull Up a Chair'])
    const ids = handed.flat().map(({ id }) => id)
    // a minute later another tab would get them, had they not been confirmed
    expect(await announced(ana, { told: ids })).toEqual([])
    await aMinuteLater(ana)
    expect(await announced(ana)).toEqual([])
  })

  test('are sent again if the response did not arrive: to the same tab at once, to another tab after a minute', async () => {
    const [ana, ben] = await world.members(2)
    for (const by of [ana!, ben!]) await world.post({ by })
    await foldAll(db)
    const tab = randomUUID()
    const [first] = await announced(ana!, { tab })
    expect(await announced(ana!, { tab })).toEqual([first])
    expect(await announced(ana!)).toEqual([])
    // a member cannot confirm those of another
    expect(await announced(ben!, { tab, told: [first!.id] })).toEqual([])
    await aMinuteLater(ana!)
    expect(await announced(ana!)).toEqual([first])
    // the first tab was slow, not closed
    expect(await announced(ana!, { tab, told: [first!.id] })).toEqual([])
    await aMinuteLater(ana!)
    expect(await announced(ana!)).toEqual([])
  })

  test('that depend on time alone are awarded when the member visits', async () => {
    const ana = await world.member()
    await world.publicNetwork({ members: [ana] })
    await foldAll(db)
    await announced(ana)
    await sql`update profiles set created_at = now() - interval '366 days' where id = ${ana.id}`.execute(db)
    expect((await announced(ana)).map(({ name }) => name)).toEqual(['A Year with Us'])
  })

  test('twelve weeks are evaluated separately from the sums, twenty members at a time, and every due member is evaluated', async () => {
    const [ana, ...others] = await world.members(25)
    const network = await world.publicNetwork({ members: [ana!, ...others] })
    await sql`alter function steady_weeks rename to steady_weeks_away`.execute(db)
    expect((await foldBatch(db)).taken).toBeGreaterThanOrEqual(25)
    await expect(updateKarmaBatch(db)).rejects.toThrow(/steady_weeks/)
    await sql`alter function steady_weeks_away rename to steady_weeks`.execute(db)
    expect(await scoreDrift(world)).toEqual([])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from karma_counts where is_due`.execute(db)
    expect(rows[0]!.n).toBeGreaterThanOrEqual(25)
    await db.transaction().execute(async (held) => {
      // a member who is being deleted is left for the next round
      await sql`select from profiles where id = ${ana!.id} for update`.execute(held)
      let left = rows[0]!.n - 1
      for (; left > 0; left = left - 20) {
        const { weighed } = await updateKarmaBatch(db)
        expect(weighed).toBeGreaterThanOrEqual(Math.min(left, 19))
        expect(weighed).toBeLessThanOrEqual(20)
      }
    })
    await foldAll(db)
    const weighed = await sql<{ n: number }>`select count(*)::int as n from karma_counts k
      join group_members m on m.user_id = k.member_id and m.group_id = ${network.id}
      where weighed_on = (now() at time zone 'UTC')::date`.execute(db)
    expect(weighed.rows[0]!.n).toBeGreaterThanOrEqual(25)
    expect(await updateKarmaBatch(db)).toEqual({ weighed: 0, told: [] })
  })

  test('an achievement of weeks is awarded and announced when he is evaluated', async () => {
    const [ana, ben] = await world.members(2)
    const post = await world.post({ by: ben! })
    await foldAll(db)
    for (const weeks of [0, 1, 2, 3]) {
      const { id } = await world.comment({ by: ana!, on: post })
      await sql`update comments set created_at = now() - make_interval(weeks => ${weeks}), updated_at = now() where id = ${id}`.execute(
        db,
      )
    }
    await foldBatch(db)
    expect(await updateKarmaBatch(db)).toEqual({ weighed: 1, told: [ana!.id] })
    expect((await announced(ana!)).map(({ name }) => name)).toContain('Coming Back')
  })

  test('twelve weeks are evaluated by what he did in each of them, once a day at most', async () => {
    const [ana, ben] = await world.members(2)
    const post = await world.post({ by: ben! })
    const { id: pod } = await world.pod({ members: [ana!, ben!] })
    await foldAll(db)
    expect((await world.as(ana!).karma.getKarma()).steady_weeks).toBe(null)
    const back = (weeks: number) => sql`now() - make_interval(weeks => ${weeks})`
    for (const weeks of [0, 1, 2]) {
      const { id } = await world.comment({ by: ana!, on: post })
      await sql`update comments set created_at = ${back(weeks)}, updated_at = now() where id = ${id}`.execute(db)
    }
    for (const weeks of [3, 4, 5]) {
      const { id } = await world.post({ by: ana! })
      await sql`update posts set created_at = ${back(weeks)}, updated_at = now() where id = ${id}`.execute(db)
    }
    await sql`insert into pod_messages (id, pod_id, user_id, content, seq, created_at)
      select gen_random_uuid(), ${pod}, ${ana!.id}, 'Here.', 1000 + n, now() - make_interval(weeks => n) from generate_series(6, 8) n`.execute(
      db,
    )
    const event = await world.event({ by: ben! })
    await world.as(ana!).events.attendEvent({ id: event.id, going: true })
    const attended = async (weeks: number) => {
      await sql`update local_events set event_date = ((${back(weeks)}) at time zone 'UTC')::date where id = ${event.id}`.execute(
        db,
      )
      await beginEvents(db)
      return (await world.as(ana!).karma.getKarma()).steady_weeks
    }
    await sql`update event_attendees set created_at = now() - interval '1 year' where event_id = ${event.id}`.execute(
      db,
    )
    // events in the future, then nine to twelve weeks ago
    expect((await world.as(ana!).karma.getKarma()).steady_weeks).toBe(9)
    expect(await attended(9)).toBe(10)
    expect(await attended(12)).toBe(9)
    expect(await attended(9)).toBe(10)
    await giveRhythm(world, { id: pod })
    const { id: check_in } = await world.as(ana!).rounds.checkIn({
      ...{ round_id: await openRound(world, { id: pod }), outcome: 'kept' },
    })
    await sql`update check_ins set created_at = ${back(10)} where id = ${check_in}`.execute(db)
    expect((await world.as(ana!).karma.getKarma()).steady_weeks).toBe(11)
    await sql`delete from check_ins where id = ${check_in}`.execute(db)
    await foldAll(db)
    const weighed = () =>
      db.selectFrom('karma_counts').select('weeks').where('member_id', '=', ana!.id).executeTakeFirst()
    // he was evaluated today, when he first attended
    expect(await weighed()).toEqual({ weeks: 0 })
    await sql`update karma_counts set weighed_on = weighed_on - 1 where member_id = ${ana!.id}`.execute(db)
    await announced(ana!)
    expect(await weighed()).toEqual({ weeks: 10 })
    const { achievements } = await world.as(ana!).karma.getKarma()
    expect(achievements.find(({ name }) => name === 'Coming Back')).toMatchObject({
      earned_at: expect.any(Date),
      amount: 10,
    })
  })
})

describe('a member’s own figures', () => {
  test('are dashes for a newcomer, without invented shares', async () => {
    const ana = await world.member()
    expect(await world.as(ana).karma.getKarma()).toMatchObject({
      ...NOBODY,
      ...{ questions_answered: 0, appreciated: null, steady_weeks: null, votes: 0 },
    })
  })

  test('are refreshed, and his achievements awarded, as soon as he asks', async () => {
    const [ana, ben] = await world.members(2)
    await world.comment({ by: ana!, on: await world.post({ by: ben! }) })
    expect(await world.as(ana!).karma.refreshScores({ target_user_id: ana!.id })).toEqual({
      ...NOBODY,
      ...{ content_score: 5, total_gamification_score: 5, community_karma: 5 },
    })
    await world.publicNetwork({ members: [ana!] })
    const { items } = await world.as(ana!).karma.awardAchievements({ target_user_id: ana!.id })
    expect(items.map(({ name }) => name)).toEqual(['Through the Door'])
    expect((await world.as(ana!).karma.getKarma()).questions_answered).toBe(1)
  })

  test('cannot be refreshed by another member, and a visitor is asked to sign in', async () => {
    const [ana, ben] = await world.members(2)
    const notYourself = { code: 'NOT_YOURSELF', status: 403, message: 'You can only do this for yourself' }
    const signIn = { code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to see your karma' }
    const target = { target_user_id: ben!.id }
    expect(await refusal(world.as(ana!).karma.refreshScores(target))).toEqual(notYourself)
    expect(await refusal(world.as(ana!).karma.awardAchievements(target))).toEqual(notYourself)
    expect(await refusal(world.as(null).karma.refreshScores(target))).toEqual(signIn)
    expect(await refusal(world.as(null).karma.getKarma())).toEqual(signIn)
    expect(await refusal(world.as(null).karma.tellAchievements({ tab: randomUUID() }))).toEqual(signIn)
  })
})
