/** The job that stores the words of all posts again after a migration. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/postgres/database.ts'
import { asOwner } from '#test/template.ts'
import { makeWorld } from '#test/world.ts'
import { reindex } from './reindex.ts'
import { countWords } from './search.ts'

const world = await makeWorld()
const { db } = world
const ana = await world.member({ name: 'ana' })
const found = async (q: string) =>
  (await world.as(null).search.searchPosts({ q, in: 'text', spelling: 'as_typed' })).items.map(({ id }) => id)

/** As the posts were stored before: without the words that only the new rule knows. */
const asBefore = () => sql`update post_search set words = to_tsvector('simple', 'nothing')`.execute(db)
const begin = () => sql`insert into search_reindexing default values`.execute(db)
const isLeft = async () => (await db.selectFrom('search_reindexing').selectAll().execute()).length > 0

async function someHundredPosts(): Promise<string> {
  const { id } = await world.post({ by: ana, title: 'Straße', content: '我的父親節快樂' })
  // in several inserts: all rows of one statement have the same time
  for (let n = 0; n < 3; n++)
    await sql`insert into posts (id, title, content, body, excerpt, type, category_id, created_at, updated_at)
      select gen_random_uuid(), 'Bulk', 'co-parenting', '[]', '', 'text', (select id from categories limit 1), now(), now()
      from generate_series(1, 150)`.execute(db)
  return id
}

test('every post is found again, and the job ends', async () => {
  const id = await someHundredPosts()
  await asBefore()
  await countWords(db)
  await sql`delete from known_words`.execute(db)
  expect(await found('strasse')).toEqual([])
  await begin()
  await reindex(db, world.log)
  expect(await isLeft()).toBe(false)
  expect([await found('strasse'), await found('父親')]).toEqual([[id], [id]])
  const { rows } = await sql<{
    stale: number
  }>`select count(*)::int as stale from post_search s join posts p on p.id = s.post_id
    where s.words <> search_vector(p.title, p.content, p.created_at)`.execute(db)
  expect(rows).toEqual([{ stale: 0 }])
  await countWords(db)
  const known = await db.selectFrom('known_words').select(['word', 'stem']).where('word', '=', 'strasse').execute()
  expect(known).toEqual([{ word: 'strasse', stem: 'strass' }])
})

test('a post that is being changed is left until it is free, and has its new words', async () => {
  const { id } = await world.post({ by: ana, title: 'Weißbrot', content: 'Nothing more.' })
  await asBefore()
  await begin()
  let working: Promise<void> | undefined
  await db.transaction().execute(async (editing) => {
    await sql`update posts set title = 'Schwarzbrot' where id = ${id}::uuid`.execute(editing)
    working = reindex(db, world.log)
    // it tries again and again, and comes no further
    await expect
      .poll(
        async () => (await sql`select from pg_stat_activity where query like '%skip locked%'`.execute(db)).rows.length,
      )
      .toBeGreaterThan(0)
    expect(await isLeft()).toBe(true)
  })
  await working
  expect([await isLeft(), await found('schwarzbrot'), await found('weissbrot')]).toEqual([false, [id], []])
})

test('two processes do not disturb each other', async () => {
  const id = await someHundredPosts()
  await asBefore()
  await begin()
  await Promise.all([reindex(db, world.log), reindex(db, world.log)])
  await reindex(db, world.log)
  expect(await isLeft()).toBe(false)
  expect(await found('strasse')).toContain(id)
})

const knownWords = async () =>
  (await sql<{ word: string; stem: string }>`select word, stem from known_words order by word`.execute(db)).rows

test('known words of the old rule go, and those without a stem get it', async () => {
  await world.post({ by: ana, title: 'Sleeping', content: 'Straßen' })
  await countWords(db)
  await sql`delete from known_words where word not in ('sleeping', 'strassen')`.execute(db)
  await sql`insert into known_words (word, posts) select w, 1 from unnest(
    ${['我的父親節快樂', '아버지가', 'คุณพ่อ', 'straßen', 'łódź', 'løft', 'donʼt', 'naïve', 'naive', 'отец', 'ёлка', 'елка', 'שלום']}::text[]) as w`.execute(
    db,
  )
  await sql`update known_words set stem = ''`.execute(db)
  // of an old process, and not counted yet
  await sql`insert into known_word_changes (words, way) values (${['großvater', 'dads']}, 1)`.execute(db)
  await begin()
  await reindex(db, world.log)
  expect(await isLeft()).toBe(false)
  const stems = {
    dads: 'dad',
    naive: 'naiv',
    sleeping: 'sleep',
    strassen: 'strassen',
    елка: 'елка',
    отец: 'отец',
    שלום: 'שלום',
  }
  expect(Object.fromEntries((await knownWords()).map(({ word, stem }) => [word, stem]))).toEqual(stems)
})

test('a post that takes too long is left, and all others have their words', async () => {
  const posts = []
  for (let n = 0; n < 6; n++)
    posts.push(await world.post({ by: ana, title: `Weiß ${n}`, content: n === 3 ? 'slow' : 'quick' }))
  await asBefore()
  await asOwner(world.url, 'alter function search_vector(text, text, timestamptz) rename to search_vector_itself')
  await asOwner(
    world.url,
    `create function search_vector(title text, content text, at timestamptz) returns tsvector language plpgsql as $$
      begin
        if content = 'slow' then perform pg_sleep(60); end if;
        return search_vector_itself(title, content, at);
      end $$`,
  )
  const hasty = openDatabase(world.url, 2, world.log, { statement_timeout: 1000 })
  await begin()
  try {
    while (await isLeft()) await reindex(hasty.db, world.log)
  } finally {
    await hasty.close()
    await asOwner(world.url, 'drop function search_vector(text, text, timestamptz)')
    await asOwner(world.url, 'alter function search_vector_itself(text, text, timestamptz) rename to search_vector')
  }
  expect((await found('weiss')).toSorted()).toEqual(posts.flatMap(({ id }, n) => (n === 3 ? [] : [id])).toSorted())
  expect(world.lines.filter(({ text }) => text?.includes('took too long'))).toMatchObject([
    { data: { post: posts[3]!.id } },
  ])
})
