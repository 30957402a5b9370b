/** Public counts include only what everyone may see, also while visibility changes and members write in the network. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, refusal } from '#test/world.ts'
import { feedOfAll } from '../syndication/syndication.ts'
import { groupJobs } from './groups.ts'

const world = await makeWorld()
const [ana, ben, eve] = [await world.member(), await world.member(), await world.member()]
const category = await world.seeded('New Dads')
const { id } = await world.db
  .insertInto('groups')
  .values({ name: 'The Shed', creator_id: ana.id })
  .returning('id')
  .executeTakeFirstOrThrow()
await world.as(ben).groups.joinGroup({ id })

const write = (who = ben, group_id: string | undefined = id) =>
  world
    .as(who)
    .posts.createPost({ type: 'text', title: 'Hello', content: 'Hello.', category_id: category.id, group_id })
const turn = (is_public: boolean) => world.as(ana).groups.editGroup({ id, is_public })

async function drift() {
  const open = sql`(p.group_id is null or exists (select from groups g where g.id = p.group_id and g.is_public))`
  const { rows } = await sql`select * from (
    select 'category' as what, c.id, c.post_count as said,
      (select count(*) from posts p where p.category_id = c.id and ${open}) as counted from categories c
    union all select 'posts', a.id, a.post_count, (select count(*) from posts p where p.author_id = a.id and ${open}) from profiles a
    union all select 'comments', a.id, a.comment_count, (select count(*) from comments k join posts p on p.id = k.post_id
      where k.author_id = a.id and ${open}) from profiles a) t where said <> counted`.execute(world.db)
  return rows
}

test('the counts follow when a network becomes private and public again', async () => {
  const post = await write()
  await world.comment({ by: eve, on: post })
  const before = await world.as(null).members.getMember({ username: ben.username })
  await turn(false)
  expect(await drift()).toEqual([])
  expect((await world.as(null).members.getMember({ username: ben.username })).post_count).toBe(before.post_count - 1)
  await turn(true)
  expect(await drift()).toEqual([])
})

test('a change of visibility applies at once to posts, comments and lists', async () => {
  const post = await write()
  await turn(false)
  expect(world.notified).toContain(`group:${id}`)
  expect(await refusal(world.as(eve).posts.getPost({ id: post.id }))).toMatchObject({ status: 404 })
  expect(await refusal(world.comment({ by: eve, on: post }))).toMatchObject({ status: 404 })
  for (const who of [eve, null])
    expect(await refusal(world.as(who).feed.listGroupPosts({ slug: 'the-shed' }))).toMatchObject({
      ...{ code: 'MEMBERS_ONLY', status: 403 },
    })
  expect((await world.as(ben).feed.listGroupPosts({ slug: 'THE-SHED' })).items[0]!.id).toBe(post.id)
  await turn(true)
  const { items } = await world.as(null).feed.listGroupPosts({ slug: 'the-shed' })
  expect(items[0]!.id).toBe(post.id)
  const times = items.map(({ created_at }) => created_at.getTime())
  expect(times).toEqual([...times].sort((one, other) => other - one))
  expect(await refusal(world.as(null).feed.listGroupPosts({ slug: 'no-shed' }))).toMatchObject({
    message: 'Group not found.',
  })
})

test('the counts stay correct while visibility changes and members write and delete at the same time', async () => {
  const other = await world.post({ by: eve })
  const mine = await Promise.all(Array.from({ length: 12 }, () => write()))
  const theirs = await Promise.all(mine.slice(0, 6).map((post) => world.comment({ by: ben, on: post })))
  const gone = (call: Promise<unknown>) => call.catch(() => {})
  const switching = (async () => {
    for (let n = 0; n < 12; n++) await turn(n % 2 === 1)
  })()
  await Promise.all([
    switching,
    ...Array.from({ length: 24 }, (_, n) => write(n % 3 ? ben : ana)),
    ...Array.from({ length: 24 }, (_, n) => gone(world.comment({ by: n % 2 ? ben : eve, on: mine[n % 12]! }))),
    ...Array.from({ length: 12 }, () => world.comment({ by: ana, on: other })),
    ...mine.slice(6, 10).map((post) => gone(world.as(ben).posts.deletePost({ id: post.id }))),
    ...theirs.slice(0, 3).map((comment) => gone(world.as(ben).comments.deleteComment({ id: comment.id }))),
  ])
  expect(await drift()).toEqual([])
  expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})

test('a post that is written while the network becomes private is not counted', async () => {
  await turn(true)
  const [shut, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const closing = world.db.transaction().execute(async (trx) => {
    await sql`select lock_group_exclusive(${id}::uuid)`.execute(trx)
    shut.resolve()
    await done.promise
    await sql`update groups set is_public = false where id = ${id}`.execute(trx)
  })
  await shut.promise
  const before = (await world.as(null).categories.getCategory({ slug: category.slug })).post_count
  const writing = write()
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(world.db)).rows.length < 1) await new Promise((go) => setTimeout(go, 5))
  done.resolve()
  await Promise.all([closing, writing])
  expect((await world.as(null).categories.getCategory({ slug: category.slug })).post_count).toBe(before)
})

describe('a network with more posts than one reindex batch', () => {
  const turning = async () => (await world.db.selectFrom('group_turns').select('group_id').execute()).length
  const turnAll = () => groupJobs({ db: world.db }).tasks.reindex_visibility!({})
  const listed = async (title: string) => {
    const [category, member, search, feed] = await Promise.all([
      world.as(null).feed.listCategoryPosts({ slug: 'new-dads' }),
      world.as(null).feed.listMemberPosts({ username: ben.username }),
      world.as(null).search.searchPosts({ q: ben.username, in: 'all', order: 'new' }),
      feedOfAll(world.ctx(null), { brand: 'Fatherkin', baseUrl: 'https://example.org' }),
    ])
    const found = [category, member, search].map(({ items }) => items.filter((post) => post.title === title).length)
    return [...found, feed.text.split(`>${title}</title>`).length - 1]
  }
  /** Adds posts that are newer than all others, each with one comment, and counted. */
  async function fill(title: string, count: number) {
    await sql`insert into posts (title, content, body, excerpt, type, author_id, category_id, group_id, created_at, updated_at)
      select ${title}, 'Hello.', '[]', 'Hello.', 'text', ${ben.id}, ${category.id}, ${id}, at, at
      from (select now() + interval '1 hour' - n * interval '1 second' as at from generate_series(1, ${count}::int) n) t`.execute(
      world.db,
    )
    await sql`insert into comments (post_id, author_id, content, body) select id, ${eve.id}, 'Hello.', '[]' from posts
      where title = ${title}`.execute(world.db)
    await sql`update posts set comment_count = 1 where title = ${title}`.execute(world.db)
    await sql`update categories set post_count = post_count + ${count} where id = ${category.id}`.execute(world.db)
    await sql`update profiles set post_count = post_count + ${count} where id = ${ben.id}`.execute(world.db)
    await sql`update profiles set comment_count = comment_count + ${count} where id = ${eve.id}`.execute(world.db)
  }

  test('is hidden and shown at once in every list, and its counts follow', async () => {
    await turn(true)
    await fill('Many', 700)
    expect([await drift(), await listed('Many')]).toEqual([[], [20, 20, 20, 20]])
    await turn(false)
    expect([await turning(), await listed('Many')]).toEqual([1, [0, 0, 0, 0]])
    const jobs = await sql`select from graphile_worker.jobs where task_identifier = 'reindex_visibility'`.execute(
      world.db,
    )
    expect(jobs.rows.length).toBeGreaterThan(0)
    // change back while the reindex is running
    await turn(true)
    expect([await turning(), await listed('Many')]).toEqual([1, [20, 20, 20, 20]])
    await turn(false)
    // run a job that an older version has queued
    await groupJobs({ db: world.db }).tasks.turn_posts!({})
    expect([await turning(), await drift(), await listed('Many')]).toEqual([0, [], [0, 0, 0, 0]])
    expect((await world.as(ben).feed.listCategoryPosts({ slug: category.slug })).items[19]!.title).toBe('Many')
    await turn(true)
    await turnAll()
    expect([await turning(), await drift(), await listed('Many')]).toEqual([0, [], [20, 20, 20, 20]])
  })

  test('has exact counts at the end, even if members write and delete meanwhile', async () => {
    await fill('Others', 600)
    const some = await world.db.selectFrom('posts').select('id').where('title', '=', 'Others').limit(60).execute()
    const gone = (call: Promise<unknown>) => call.catch(() => {})
    await Promise.all([
      (async () => {
        for (let n = 0; n < 5; n++) await turn(n % 2 === 1)
      })(),
      (async () => {
        for (let n = 0; n < 5; n++) await turnAll()
      })(),
      ...Array.from({ length: 20 }, () => write()),
      ...some.slice(0, 30).map((post) => gone(world.comment({ by: ben, on: post }))),
      ...some.slice(20, 60).map((post) => gone(world.as(ben).posts.deletePost(post))),
    ])
    await turnAll()
    expect([await turning(), await drift()]).toEqual([0, []])
    expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })
})
