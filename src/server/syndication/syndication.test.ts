import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld } from '#test/world.ts'
import { countParts, readPart, SOURCES } from './sitemap.ts'

const world = await makeWorld()
const ctx = world.ctx(null)
const ana = await world.member({ name: 'ana' })
const open = await world.publicNetwork({ members: [ana] })
const secret = await world.privateNetwork({ members: [ana] })

const pathsOf = async (number: number) => (await readPart(ctx, 'posts', number))?.map(({ path }) => path)

test('parts of the sitemap are filled from the oldest post on, and keep their URLs and posts when more posts are written', async () => {
  const written: string[] = []
  const write = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const { id } = n % 3 === 0 ? await world.postIn(open, { by: ana }) : await world.post({ by: ana })
      await world.postIn(secret, { by: ana })
      written.push(`/post/${id}`)
    }
  }
  expect(await countParts(ctx, 'posts', 4)).toBe(1)
  expect(await pathsOf(1)).toEqual([])
  await write(4)
  expect(await countParts(ctx, 'posts', 4)).toBe(1)
  await write(7)
  // two at the same time, as from two processes
  expect(await Promise.all([countParts(ctx, 'posts', 4), countParts(ctx, 'posts', 4)])).toEqual([3, 3])
  const before = [await pathsOf(1), await pathsOf(2), await pathsOf(3)]
  const sorted = await world.db.selectFrom('posts').select('id').orderBy('created_at').orderBy('id').execute()
  const inOrder = sorted.map(({ id }) => `/post/${id}`).filter((path) => written.includes(path))
  expect(before).toEqual([inOrder.slice(0, 4), inOrder.slice(4, 8), inOrder.slice(8)])
  await write(9)
  expect(await countParts(ctx, 'posts', 4)).toBe(5)
  expect([await pathsOf(1), await pathsOf(2)]).toEqual(before.slice(0, 2))
  const all = (await Promise.all([1, 2, 3, 4, 5].map(pathsOf))).flat()
  expect(all.toSorted()).toEqual(written.toSorted())
  expect(await pathsOf(6)).toBeUndefined()
  // a deleted post leaves its part and moves no other
  await world.db.deleteFrom('posts').where('id', '=', written[0]!.slice(6)).execute()
  expect(await pathsOf(2)).toEqual(before[1])
})

test('the time of a post is that of its newest comment', async () => {
  const post = await world.post({ by: ana, title: 'Answered' })
  const comment = await world.comment({ by: ana, on: post })
  const last = await countParts(ctx, 'posts', 4)
  const found = (await readPart(ctx, 'posts', last))?.find(({ path }) => path.endsWith(post.id))
  expect(found?.changed_at).toEqual(comment.updated_at)
})

test('a part is read along the index of its source', async () => {
  // in several inserts: all rows of one statement have the same time
  for (let first = 1; first < 4000; first += 400)
    await sql`insert into posts (id, title, content, body, excerpt, type, category_id, group_id, created_at, updated_at)
    select gen_random_uuid(), 'x', 'x', '[]', 'x', 'text', (select id from categories limit 1),
      case when n % 2 = 0 then ${secret.id}::uuid end, now() + n * interval '1 second', now() + n * interval '1 second'
    from generate_series(${first}::int, ${first + 399}::int) n`.execute(world.db)
  await sql`analyze posts`.execute(world.db)
  expect(await countParts(ctx, 'posts', 100)).toBeGreaterThan(10)
  const from = { created_at: new Date(Date.now() + 100_000), id: randomUUID() }
  const to = { created_at: new Date(Date.now() + 300_000), id: randomUUID() }
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${SOURCES.posts({ from, to }, 50_000)}`.execute(world.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan .*posts_newest/)
})

test('public networks are in the sitemap with the time of their newest post; private and unapproved networks never are', async () => {
  const [open, shut] = [await world.publicNetwork({ members: [ana] }), await world.privateNetwork({ members: [ana] })]
  const pending = await world.publicNetwork({ members: [ana] })
  await world.db.updateTable('groups').set({ status: 'pending' }).where('id', '=', pending.id).execute()
  const post = await world.as(ana).posts.getPost(await world.postIn(open, { by: ana }))
  await world.postIn(shut, { by: ana })
  const listed = async () => (await readPart(world.ctx(null), 'groups', 1)) ?? []
  expect(await listed()).toContainEqual({ path: `/group/${open.slug}`, changed_at: post.updated_at })
  const paths = (await listed()).map(({ path }) => path)
  for (const { slug } of [shut, pending]) expect(paths).not.toContain(`/group/${slug}`)
  await world.db.updateTable('groups').set({ is_public: false }).where('id', '=', open.id).execute()
  expect((await listed()).map(({ path }) => path)).not.toContain(`/group/${open.slug}`)
})
