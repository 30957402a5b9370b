/** The bulk seed's messages in networks: by members, in order, and the product continues on them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/world.ts'
import { fillDatabase } from './bulk.ts'

const ORDER = { seed: 7, members: 60, posts: 40, comments: 200, votes: 0, groups: 12, talk: 4000 }
const [world, twin] = (await Promise.all([makeWorld(), makeWorld()])) as [World, World]

beforeAll(async () => {
  await fillDatabase(world.url, ORDER)
  await fillDatabase(twin.url, ORDER)
})

const rowsOf = async ({ db }: World) =>
  (
    await sql`select (select json_agg(m order by m.id) from group_messages m) as messages,
    (select json_agg(t order by t.topic) from topics t) as topics,
    (select json_agg(to_jsonb(f) - 'id' order by f.id) from facts f) as facts`.execute(db)
  ).rows[0] as Record<string, unknown[]>

/** Networks that differ from what the product would have stored. */
const untrue = async ({ db }: World) =>
  (
    await sql`
    select g.name from groups g
      cross join lateral (select count(*) as n, coalesce(max(seq), 0) as last,
        count(*) filter (where not exists (select from group_members k where k.group_id = g.id and k.user_id = m.user_id)) as strangers
        from group_messages m where m.group_id = g.id) m
      left join topics t on t.topic = 'group:' || g.id
    where m.last <> m.n or coalesce(t.seq, 0) <> m.n or m.strangers > 0`.execute(db)
  ).rows

test('writes the requested messages, the same for the same seed, numbered without gaps, by members', async () => {
  const [one, two] = [await rowsOf(world), await rowsOf(twin)]
  expect(one).toEqual(two)
  expect(one.messages).toHaveLength(ORDER.talk)
  expect(await untrue(world)).toEqual([])
})

test('the product continues on them', async () => {
  const { rows } = await sql<{ group_id: string; user_id: string; seq: number }>`
    select m.group_id, m.user_id, t.seq from group_messages m join topics t on t.topic = 'group:' || m.group_id limit 1`.execute(
    world.db,
  )
  const { group_id, user_id, seq } = rows[0]!
  const message = { room: 'group' as const, room_id: group_id, id: randomUUID(), content: 'Life goes on.' }
  expect((await world.as({ id: user_id }).chat.sendMessage(message)).seq).toBe(seq + 1)
})

test('each comment names the author of its post, as the trigger would have written it', async () => {
  const { rows } = await sql<{ n: number; wrong: number }>`
    select count(*)::int as n, count(*) filter (where k.post_author_id is distinct from p.author_id)::int as wrong
    from comments k join posts p on p.id = k.post_id`.execute(world.db)
  expect(rows[0]).toEqual({ n: ORDER.comments, wrong: 0 })
})
