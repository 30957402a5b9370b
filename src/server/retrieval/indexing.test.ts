/** The index is updated in short steps, however much there is to do and whatever fails. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld, type Person } from '#test/world.ts'
import { readAllFacts } from '../kernel/stream/readers.ts'
import { parseBody } from '../kernel/text/markdown.ts'
import { indexBatch } from './indexing.ts'
import { indexAll, retrievalReader, sweep } from './retrieval.ts'

const world = await makeWorld()
const { db } = world
const ana = await world.member({ name: 'ana' })
const post = await world.post({ by: ana, title: 'Lighthouses', content: 'Which lighthouse can be climbed?' })

const waiting = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from retrieval_stale where tries < 5`.execute(db)).rows[0]!.n
const holding = async (lexeme: string) =>
  (
    await sql<{ n: number }>`select coalesce(sum(tf), 0)::int as n from retrieval_postings h
      join retrieval_lexemes l on l.id = h.lexeme where l.lexeme = ${lexeme}`.execute(db)
  ).rows[0]!.n

const commentsOf = (by: Person, content: string, many: number) =>
  sql`insert into comments (post_id, author_id, content, body)
    select ${post.id}, ${by.id}, ${content}, ${JSON.stringify(parseBody(content))}::jsonb from generate_series(1, ${many}::int)`.execute(
    db,
  )

/** As after a restart: everything is checked again. */
const everything = async () => {
  await world.readFacts()
  await sweep(db)
  await sql`insert into retrieval_stale (post_id, comment_id) select post_id, id from comments`.execute(db)
  await indexAll(db)
}

test('a member who does not want to be quoted is marked in batches, and nothing is marked in the transaction of the fact', async () => {
  const gus = await world.member({ name: 'gus' })
  await commentsOf(gus, 'The lantern turns.', 450)
  await everything()
  expect(await holding('lantern')).toBe(450)
  const wish = async (is_quotable: boolean) => {
    await world.as(gus).assistant.setQuotable({ is_quotable })
    const before = await waiting()
    await readAllFacts(db, [retrievalReader])
    expect(await waiting()).toBe(before)
  }
  await wish(false)
  await indexBatch(db, world.log)
  expect(await waiting()).toBe(200)
  // halfway he changes the setting and changes it back: the sweep starts again
  await wish(true)
  await wish(false)
  await indexAll(db)
  expect(await holding('lantern')).toBe(0)
  await wish(true)
  await indexAll(db)
  expect(await holding('lantern')).toBe(450)
})

test('a sweep continues while members write', async () => {
  await world.readFacts()
  await sweep(db)
  await world.post({ by: ana, title: 'Harbour', content: 'A tugboat.' })
  await readAllFacts(db, [retrievalReader])
  expect(await waiting()).toBe(1)
  await indexBatch(db, world.log)
  expect(await holding('tugboat')).toBe(1)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from posts`.execute(db)
  expect(await waiting()).toBe(rows[0]!.n)
  await indexAll(db)
})

test('one step reads at most 200,000 characters, and exceeds this by one source at most', async () => {
  const words = 'Rope and anchor. '.repeat(1000).slice(0, 10_000)
  await commentsOf(ana, words, 30)
  await sql`insert into retrieval_stale (post_id, comment_id) select post_id, id from comments where content = ${words}`.execute(
    db,
  )
  await indexBatch(db, world.log)
  expect(await waiting()).toBe(10)
  await indexAll(db)
  await sql`delete from comments where content = ${words}`.execute(db)
  await everything()
})

test('a source that cannot be indexed does not delay others, is left alone after five attempts, and is retried when it changes', async () => {
  await world.readFacts()
  await sql`alter table retrieval_lexemes add constraint no_kraken check (lexeme <> 'kraken')`.execute(db)
  const beast = await world.post({ by: ana, title: 'Beast', content: 'A kraken.' })
  await world.post({ by: ana, title: 'Bird', content: 'A cormorant.' })
  await readAllFacts(db, [retrievalReader])
  await expect(indexBatch(db, world.log)).rejects.toThrow('no_kraken')
  expect(await holding('cormor')).toBe(1)
  for (let tries = 2; tries <= 5; tries++) {
    expect(await waiting()).toBe(1)
    await expect(indexBatch(db, world.log)).rejects.toThrow('no_kraken')
  }
  expect(await waiting()).toBe(0)
  expect(await indexBatch(db, world.log)).toBe(0)
  expect(world.lines.filter(({ text }) => text === 'a source cannot be indexed')).toMatchObject([
    { level: 'warn', data: { post_id: beast.id } },
  ])
  await world.as(ana).posts.editPost({ id: beast.id, content: 'A narwhal.' })
  await world.readFacts()
  expect(await holding('narwhal')).toBe(1)
  expect((await sql`select from retrieval_stale`.execute(db)).rows).toEqual([])
})
