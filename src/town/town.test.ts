/** The demo town has what README promises, on a real database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import { unlimited } from '#server/kernel/http/limits.ts'
import { karmaDrift, scoreDrift } from '#test/karma.ts'
import { makeWorld } from '#test/world.ts'
import { networks } from './networks.ts'
import { people } from './people.ts'
import { pods } from './pods.ts'
import { rounds } from './rounds.ts'
import { threads } from './threads.ts'
import { createTown } from './town.ts'

/** networks of the base data that the town's members have joined */
const BASE = [
  'New Fathers',
  'Single Dads',
  'Stepdads',
  'Stay-at-Home Dads',
  'Night Shift Dads',
  'Dads of Teenagers',
  'Co-Parenting',
  'Dads Outdoors',
]
const names = new Set(people.map(({ username }) => username))
const all = threads.map(({ title, content }) => `${title}\n${content}`).join('\n')

describe('the texts of the town', () => {
  test('have at least forty members and a hundred and fifty posts, some in each of the twelve categories', () => {
    expect(names.size).toBeGreaterThanOrEqual(40)
    expect(names.size).toBe(people.length)
    expect(threads.length).toBeGreaterThanOrEqual(150)
    const counts = CATEGORIES.map((name) => threads.filter(({ category }) => category === name).length)
    expect(counts.reduce((sum, count) => sum + count)).toBe(threads.length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(5)
    // the categories must differ in size, as in a real town
    expect(new Set(counts).size).toBeGreaterThan(3)
  })

  test('repeat nothing, and only its members write them', () => {
    expect(new Set(threads.map(({ title }) => title)).size).toBe(threads.length)
    const speakers = threads.flatMap(({ by, replies }) => [by, ...replies.map((reply) => reply.by)])
    expect(speakers.filter((name) => !names.has(name))).toEqual([])
  })

  test('have networks, public and private, whose admins and authors are members of the town', () => {
    expect(networks.filter(({ is_public }) => is_public).length).toBeGreaterThanOrEqual(3)
    expect(networks.some(({ is_public, asking }) => !is_public && asking?.length)).toBe(true)
    for (const { name, members, asking = [], lines = [], posts } of networks) {
      expect(new Set(members).size, name).toBe(members.length)
      expect([...members, ...asking.map(({ by }) => by)].filter((one) => !names.has(one))).toEqual([])
      expect(lines.filter(({ by }) => !members.includes(by))).toEqual([])
      const speakers = posts.flatMap(({ by, replies = [] }) => [by, ...replies.map((reply) => reply.by)])
      expect(speakers.filter((one) => !members.includes(one))).toEqual([])
      expect(asking.filter(({ by }) => members.includes(by))).toEqual([])
      for (const { up, replies = [] } of posts)
        for (const votes of [up, ...replies.map((reply) => reply.up ?? 0)]) expect(votes).toBeLessThan(members.length)
    }
  })

  test('have long threads, right-to-left text, emoji and very long words', () => {
    expect(threads.filter(({ replies }) => replies.length > 20).length).toBeGreaterThanOrEqual(3)
    expect(all).toMatch(/\p{Script=Arabic}{3}/u)
    expect(all).toMatch(/\p{Extended_Pictographic}/u)
    const words = threads.flatMap(({ content, replies }) => [content, ...replies.map((reply) => reply.content)])
    expect(Math.max(...words.flatMap((text) => text.split(/\s+/)).map((word) => word.length))).toBeGreaterThan(60)
  })

  test('ask questions of the last weeks that nobody has answered yet', () => {
    const waiting = threads.filter(
      ({ type, replies, hoursAgo }) => type === 'question' && !replies.length && hoursAgo < 600,
    )
    expect(new Set(waiting.map(({ by }) => by)).size).toBeGreaterThanOrEqual(3)
  })

  test('have polls, each with two to eight options, and each member votes at most once', () => {
    const polls = threads.filter(({ type }) => type === 'poll')
    expect(polls.length).toBeGreaterThanOrEqual(5)
    for (const { title, poll } of threads.filter((thread) => thread.type === 'poll' || thread.poll)) {
      expect(poll?.length, title).toBeGreaterThanOrEqual(2)
      expect(poll?.length, title).toBeLessThanOrEqual(8)
      expect(
        poll?.reduce((sum, { votes }) => sum + votes, 0),
        title,
      ).toBeLessThan(people.length)
    }
  })

  test('have no answer from the future, and no more votes than members', () => {
    for (const { title, by: _, hoursAgo, up, down = 0, replies } of threads) {
      expect(up + down, title).toBeLessThan(people.length)
      for (const { minutesLater, up: votes = 0 } of replies) {
        expect(minutesLater, title).toBeLessThan(hoursAgo * 60)
        expect(votes, title).toBeLessThan(people.length)
      }
    }
  })
})

describe('its pods', () => {
  test('are private or public, one is full, and the members with printed logins are in some', () => {
    expect(pods.filter((pod) => pod.is_private).length).toBeGreaterThanOrEqual(2)
    expect(pods.filter(({ members, capacity }) => members.length === capacity)).toHaveLength(1)
    for (const { username } of people.slice(0, 3))
      expect(pods.some(({ members, asking = [] }) => [...members, ...asking].includes(username))).toBe(true)
  })

  test('are of members of the town, and only members of a pod write there, in order', () => {
    for (const { name, members, asking = [], lines, capacity, of } of pods) {
      expect(members.length, name).toBeLessThanOrEqual(capacity)
      for (const man of [...members, ...asking]) expect(names.has(man), `${man} of ${name}`).toBe(true)
      expect(new Set([...members, ...asking]).size).toBe(members.length + asking.length)
      for (const { by } of lines) expect(members, name).toContain(by)
      // the network of the pod, if any, must be one of its creator
      const network = networks.find((one) => one.name === of)
      if (of) expect(network?.members, name).toContain(members[0])
      const times = lines.map(({ minutesAgo }) => -minutesAgo)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
    }
  })
})

/** Each closed round has a message that stands for its recap. */
const CLOSED = Object.values(rounds).reduce((sum, of) => sum + of.rounds.length - (of.isOpen ? 1 : 0), 0)

describe('its rounds', () => {
  test('are of its pods, and only their members check in, once in each round', () => {
    for (const [name, of] of Object.entries(rounds)) {
      const { members, daysOld } = pods.find((pod) => pod.name === name)!
      expect(of.rounds.length * of.weeks * 7, name).toBeLessThan(daysOld)
      for (const said of of.rounds) {
        const by = said.map((one) => one.by)
        expect(new Set(by).size).toBe(by.length)
        for (const one of said) {
          expect(members, name).toContain(one.by)
          if (one.taken) expect(members.filter((who) => who !== one.by)).toContain(one.taken.by)
        }
      }
    }
  })

  test('wait for the first member, and one member is on a pause', () => {
    const { rounds: said, isOpen, paused } = rounds['Six AM Club']!
    expect(isOpen).toBe(true)
    expect(said.at(-1)!.map(({ by }) => by)).not.toContain(people[0]!.username)
    expect(paused).toHaveLength(1)
  })
})

describe('creating it', async () => {
  const world = await makeWorld()
  const folder = mkdtempSync(join(tmpdir(), 'fk-town-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const parts = { ...world, limits: unlimited, loginsFile: join(folder, 'logins.json') }
  const count = async (table: string) =>
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(world.db)).rows[0]?.n

  test('starts again after an interrupted start, creates everything once, and gives the same logins again', async () => {
    const early = await world.member({ name: 'early' })
    await sql`update "user" set email = 'early@demo.invalid' where id = ${early.id}`.execute(world.db)
    await world.post({ by: early })
    const logins = await createTown(parts)
    expect(logins).toHaveLength(3)
    const inside = networks.flatMap(({ posts }) => posts)
    const written = threads.length + inside.length
    expect([await count('posts'), await count('profiles')]).toEqual([written, people.length])
    const answers = [...threads, ...inside].map(({ replies = [] }) => replies.length)
    expect(await count('comments')).toBe(answers.reduce((sum, some) => sum + some, 0))
    const own = networks.filter(({ name }) => !BASE.includes(name)).length
    expect(await count('groups')).toBe(8 + own)
    expect(await count('group_members')).toBe(networks.reduce((sum, { members }) => sum + members.length, 0))
    const votes = threads.flatMap(({ poll = [] }) => poll.map((one) => one.votes))
    expect(await count('poll_votes')).toBe(votes.reduce((sum, some) => sum + some, 0))
    const { rows } = await sql`
      select name from categories c where post_count <> (select count(*) from posts p where p.category_id = c.id
        and (p.group_id is null or exists (select from groups g where g.id = p.group_id and g.is_public)))`.execute(
      world.db,
    )
    expect(rows).toEqual([])
    expect([await count('pods'), await count('pod_members'), await count('pod_messages')]).toEqual([
      pods.length,
      pods.flatMap(({ members }) => members).length,
      pods.flatMap(({ lines }) => lines).length + CLOSED,
    ])
    const { rows: checked } = await sql`
      select count(*)::int as check_ins, count(distinct c.round_id)::int as rounds,
        count(distinct r.pod_id) filter (where r.closed_at is null)::int as open,
        count(*) filter (where c.created_at not between r.opens_at and least(r.closes_at, now()))::int as untimely
      from check_ins c join rounds r on r.id = c.round_id`.execute(world.db)
    const said = Object.values(rounds).flatMap((of) => of.rounds)
    expect(checked).toEqual([{ check_ins: said.flat().length, rounds: said.length, open: 2, untimely: 0 }])
    const { rows: next } = await sql`select from rhythms where next_at < now() + interval '1 day'`.execute(world.db)
    expect(next).toEqual([])
    const tom = await world.as(null).members.getMember({ username: people[0]!.username })
    expect((await world.as({ id: tom.id }).day.getDay({})).check_ins).toMatchObject([
      { pod: { name: 'Six AM Club' }, open_until: expect.any(Date) },
      { pod: { name: 'First Year, No Map' }, open_until: null },
    ])
    const { rows: belonging } = await sql`
      select p.name, g.name as of from pods p join groups g on g.id = p.group_id`.execute(world.db)
    expect(new Set(belonging.map((one) => JSON.stringify(one)))).toEqual(
      new Set(pods.flatMap(({ name, of }) => (of ? JSON.stringify({ name, of }) : []))),
    )
    expect(belonging.length).toBeGreaterThan(1)
    expect([await karmaDrift(world), await scoreDrift(world)]).toEqual([[], []])
    const { rows: honoured } = await sql<{ without: number; untold: number }>`
      select count(*) filter (where p.community_karma <= 0 or u.user_id is null)::int as without,
        count(*) filter (where u.told_at is null and u.user_id is not null)::int as untold
      from profiles p left join user_achievements u on u.user_id = p.id`.execute(world.db)
    expect(honoured).toEqual([{ without: 0, untold: 0 }])
    await world.readFacts()
    expect(await count('graphile_worker._private_jobs')).toBe(0)
    // one cell of a mile has enough members, also after one has signed out; most are answered with five miles
    const { rows: miles } = await sql<{
      members: number
    }>`select members from local_cells order by members desc`.execute(world.db)
    expect(miles[0]?.members).toBeGreaterThan(5)
    expect(miles.filter(({ members }) => members < 5).length).toBeGreaterThan(10)
    const { rows: asked } = await sql<{ question: string; state: string; quoted: number }>`
      select q.question, q.state, count(s.nth)::int as quoted from assistant_questions q
        left join assistant_sentences s on s.question_id = q.id group by q.id order by q.created_at`.execute(world.db)
    expect(asked.map(({ question, state }) => [question, state])).toEqual([
      ['I did not feel love for the baby at the start, does it come?', 'answered'],
      ['How do I get rid of black mould behind a wardrobe?', 'answered'],
      ['My lad has gone quiet. How do I ask without an interview?', 'answered'],
      ['Was going to four days a week worth the money?', 'answered'],
    ])
    for (const { quoted } of asked) expect(quoted).toBeGreaterThan(1)
    expect(await createTown(parts)).toEqual(logins)
    expect(await count('posts')).toBe(written)
  }, 120_000)

  test('leaves a database with other data alone', async () => {
    await world.member({ name: 'stranger' })
    const before = await count('posts')
    await expect(createTown({ ...parts, loginsFile: join(folder, 'none.json') })).rejects.toThrow('members live in it')
    expect(await count('posts')).toBe(before)
  })
})
