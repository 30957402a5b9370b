/** The bulk seed's pods: the same rows for the same seed, correct numbers, and the product continues on them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/world.ts'
import { type Filled, fillDatabase } from './bulk.ts'

const ORDER = {
  seed: 7,
  members: 60,
  posts: 0,
  comments: 0,
  votes: 0,
  groups: 0,
  pods: 300,
  messages: 4000,
  rounds: 900,
}
const [world, twin] = (await Promise.all([makeWorld(), makeWorld()])) as [World, World]
let filled: Filled

beforeAll(async () => {
  filled = await fillDatabase(world.url, ORDER)
  await fillDatabase(twin.url, ORDER)
})

async function rowsOf({ db }: World) {
  const { rows } = await sql`
    select (select json_agg(t order by t.id) from pods t) as pods,
      (select json_agg(to_jsonb(t) - 'id' order by t.pod_id, t.user_id) from pod_members t) as members,
      (select json_agg(t order by t.topic) from topics t) as topics,
      (select json_agg(t order by t.id) from pod_messages t) as messages,
      (select json_agg(t order by t.id) from rounds t) as rounds,
      (select json_agg(t order by t.id) from check_ins t) as check_ins,
      (select json_agg(t order by t.round_id, t.user_id) from round_results t) as results,
      (select json_agg(to_jsonb(t) - 'id' order by t.id) from facts t) as facts`.execute(db)
  return rows[0] as Record<string, unknown[]>
}

/** Pods that differ from what the product would have stored. */
async function untrue({ db }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id, p.name from pods p
      cross join lateral (select count(*) as n, bool_or(m.user_id = p.creator_id) as has_creator, max(m.joined_at) as at
        from pod_members m where m.pod_id = p.id and m.is_active) m
      cross join lateral (select count(*) as n, coalesce(max(s.seq), 0) as last, max(s.created_at) as at,
        count(*) filter (where not exists (select from pod_members k where k.pod_id = p.id and k.user_id = s.user_id)) as strangers
        from pod_messages s where s.pod_id = p.id) s
      left join topics t on t.topic = 'pod:' || p.id
      -- who comes and goes is told in the same count
      cross join lateral (select count(*) as n from topic_events e where e.topic = t.topic and e.kind like 'pod.%') e
    where p.current_members <> m.n or m.n not between 1 and p.capacity or not m.has_creator
      or s.last <> s.n or coalesce(t.seq, 0) <> s.n + e.n or s.strangers > 0
      or p.last_activity_at <> greatest(s.at, m.at,
        (select max(c.updated_at) from check_ins c join rounds r on r.id = c.round_id where r.pod_id = p.id))`.execute(
    db,
  )
  return rows
}

test('writes the requested pods, the same for the same seed, with correct numbers', async () => {
  const [one, two] = [await rowsOf(world), await rowsOf(twin)]
  expect(one.pods).toHaveLength(ORDER.pods)
  expect(one.messages).toHaveLength(ORDER.messages)
  expect(one).toEqual(two)
  expect(await untrue(world)).toEqual([])
  // some pods have many messages, most have few
  const { rows } = await sql<{ n: number }>`select count(*) as n from pod_messages group by pod_id`.execute(world.db)
  expect(Math.max(...rows.map(({ n }) => n))).toBeGreaterThan(200)
})

test('writes rounds as the functions of the database would have closed them', async () => {
  const { db } = world
  const { rows: counts } = await sql<{ rounds: number; check_ins: number; facts: number }>`
    select (select count(*)::int from rounds) as rounds, (select count(*)::int from check_ins) as check_ins,
      (select count(*)::int from facts where kind in ('round.opened', 'round.closed', 'check_in.sent')) as facts`.execute(
    db,
  )
  const { rounds, check_ins, facts } = counts[0]!
  expect(rounds).toBe(ORDER.rounds)
  expect(check_ins).toBeGreaterThan(ORDER.rounds)
  expect(facts).toBe(2 * rounds + check_ins)
  // settled again, every result is the same
  const results = () => sql`select * from round_results order by round_id, user_id`.execute(db).then(({ rows }) => rows)
  const before = await results()
  await sql`delete from round_results`.execute(db)
  await sql`select settle_round(r) from (select r from rounds r order by r.opens_at, r.id) one`.execute(db)
  expect(await results()).toEqual(before)
  const { rows: astray } = await sql`
    select c.id from check_ins c join rounds r on r.id = c.round_id left join check_ins b on b.id = c.about_id
      left join rounds o on o.id = b.round_id
    where c.created_at not between r.opens_at and r.closes_at
      or not exists (select from pod_members m where m.pod_id = r.pod_id and m.user_id = c.user_id and m.joined_at <= r.opens_at)
      or c.about_id is not null and (b.user_id <> c.user_id or o.pod_id <> r.pod_id or o.number >= r.number)
      or c.about_id is null and exists (select from check_ins e join rounds x on x.id = e.round_id
        where e.user_id = c.user_id and x.pod_id = r.pod_id and x.number < r.number)`.execute(db)
  expect(astray).toEqual([])
})

test('a member who signs in finds pods that he created, and the product continues on them', async () => {
  const { id } = await world.as(null).members.getMember({ username: filled.logins[1]!.username })
  const { items, pages } = await world.as({ id }).pods.listPods({})
  expect(items[0]!.is_member).toBe(true)
  expect(pages).toBe(34)
  const mine = items.find(({ is_creator }) => is_creator)!
  const place = { room: 'pod' as const, room_id: mine.id }
  const before = await world.as({ id }).chat.listMessages(place)
  const messageCount = await world.as({ id }).chat.sendMessage({ ...place, id: randomUUID(), content: 'Life goes on.' })
  expect(messageCount.seq).toBe(before.seq + 1)
  const open = (await world.as({ id }).pods.listPods({ page: 20 })).items.find(
    (pod) => !pod.is_private && !pod.is_full,
  )!
  await world.as({ id }).pods.joinPod({ id: open.id })
  expect(await untrue(world)).toEqual([])
})

test('a second run adds the same amount', async () => {
  expect((await fillDatabase(twin.url, ORDER)).run).toBe(2)
  expect((await rowsOf(twin)).pods).toHaveLength(2 * ORDER.pods)
  expect(await untrue(twin)).toEqual([])
})
