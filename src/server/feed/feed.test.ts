import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard } from '#contract/posts.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { searchPosts } from '../search/search.ts'
import { feedOfAll } from '../syndication/syndication.ts'
import { listCategoryPosts, listGroupPosts, listMemberPosts } from './feed.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })

type Read = (after?: string) => Promise<PageOf<PostCard>>
const feedOf =
  (who: Person | null): Read =>
  (after) =>
    world.as(who).feed.listFeed({ after })
const postsIn =
  (slug: string, who: Person | null = null): Read =>
  (after) =>
    world.as(who).feed.listCategoryPosts({ slug, after })
const postsBy =
  ({ username }: Person, who: Person | null = null): Read =>
  (after) =>
    world.as(who).feed.listMemberPosts({ username, after })

/** Reads all pages of a list; `between` runs after each page but the last. */
async function pagesOf(read: Read, between?: () => Promise<unknown>): Promise<PostCard[][]> {
  const pages: PostCard[][] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await read(after)
    pages.push(items)
    if (!next) return pages
    after = next
    await between?.()
  }
}
const idsOf = async (read: Read) => (await pagesOf(read)).flat().map(({ id }) => id)

/** Creates many posts at once, the newest last, some with the same time. */
async function many(
  count: number,
  by: Person,
  category: { id: string },
  group_id: string | null = null,
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    title: `Post ${n}`,
    content: 'x',
    body: '[]',
    excerpt: 'x',
    type: 'text',
    author_id: by.id,
    category_id: category.id,
    group_id,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(n / 3))),
    updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(n / 3))),
  }))
  await world.db.insertInto('posts').values(rows).execute()
  const key = ({ created_at, id }: (typeof rows)[number]) => `${created_at.toISOString()} ${id}`
  return rows.sort((a, b) => (key(a) < key(b) ? 1 : -1)).map(({ id }) => id)
}

test('a card contains everything that a list shows', async () => {
  const subject = await world.category()
  const [{ id }, network] = [
    await world.post({ by: ana, category: subject, content: 'One\n\n> *two*' }),
    await world.publicNetwork({ members: [ana] }),
  ]
  await world.postIn(network, { by: ana, category: subject, type: 'question' })
  await world.as(ben).votes.castPostVote({ post_id: id, direction: 'down' })
  await world.comment({ by: ben, on: { id } })
  const { items } = await postsIn(subject.slug, ben)()
  const { created_at } = items[1]!
  expect(items[1]).toEqual({
    id,
    title: 'Sleep at last',
    excerpt: 'One two',
    type: 'text',
    upvotes: 0,
    downvotes: 1,
    comment_count: 1,
    created_at: expect.any(Date),
    updated_at: created_at,
    author: { id: ana.id, username: ana.username, display_name: 'Ana', avatar_url: null, location: null },
    category: { ...subject, color: 'new' },
    group: null,
    my_vote: 'down',
  })
  const { id: group_id, name, slug } = network
  expect(items[0]).toMatchObject({
    type: 'question',
    group: { id: group_id, name, slug, location: null },
    my_vote: null,
  })
  expect((await postsIn(subject.slug)()).items[1]).toMatchObject({ my_vote: null })
})

describe('every list', () => {
  const lists: [string, () => Promise<{ read: Read; ids: string[] }>][] = [
    [
      'the feed',
      async () => {
        const only = await world.member()
        const network = await world.privateNetwork({ members: [only] })
        const seen = await idsOf(feedOf(null))
        const ids = [...(await many(43, ana, await world.category(), network.id)), ...seen]
        // the general posts of other tests are all older or all newer, so only the order is checked
        const { rows } = await sql<{
          id: string
        }>`select id from posts where id = any (${ids}::uuid[]) order by created_at desc, id desc`.execute(world.db)
        return { read: feedOf(only), ids: rows.map(({ id }) => id) }
      },
    ],
    [
      'a category',
      async () => {
        const subject = await world.category()
        return { read: postsIn(subject.slug), ids: await many(43, ana, subject) }
      },
    ],
    [
      'a member’s posts',
      async () => {
        const carl = await world.member()
        return { read: postsBy(carl), ids: await many(43, carl, await world.category()) }
      },
    ],
    [
      'a network’s posts',
      async () => {
        const network = await world.privateNetwork({ members: [ben] })
        const read: Read = (after) => world.as(ben).feed.listGroupPosts({ slug: network.slug, after })
        return { read, ids: await many(43, ana, await world.category(), network.id) }
      },
    ],
  ]

  test.each(lists)('%s is newest first, 20 to a page, each post once', async (_name, make) => {
    const { read, ids } = await make()
    const pages = await pagesOf(read)
    expect(pages.flat().map(({ id }) => id)).toEqual(ids)
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(20)
  })

  test.each(lists.slice(1))('%s loses and repeats nothing while others write and delete', async (_name, make) => {
    const { read, ids } = await make()
    const { author, category } = (await read()).items[0]!
    let at = 0
    const disturb = async () => {
      await many(2, { ...ana, id: author!.id }, category)
      await world.post({ by: { ...ana, id: author!.id }, category })
      // the post that the cursor points to
      at += 20
      await world.db
        .deleteFrom('posts')
        .where('id', '=', ids[at - 1]!)
        .execute()
    }
    const seen = (await pagesOf(read, disturb)).flat().map(({ id }) => id)
    expect(seen).toEqual([...new Set(seen)])
    // posts written meanwhile further down may appear, too; those that existed before appear in order
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids)
  })

  test('reports that no page follows if a page is exactly full, and is empty if there is nothing', async () => {
    const [full, empty] = [await world.category(), await world.category()]
    await many(20, ana, full)
    expect((await pagesOf(postsIn(full.slug))).map(({ length }) => length)).toEqual([20])
    expect(await postsIn(empty.slug)()).toEqual({ items: [], next: null })
    expect(await postsBy(await world.member())()).toEqual({ items: [], next: null })
  })

  const place = (time: string, id: string) => Buffer.from(`${time}.${id}`).toString('base64url')
  const id = '0b7e3f0e-6a52-4d8e-9d8a-0f3c5a1b2c3d'
  test.each([
    'rubbish',
    'x',
    '-',
    place('', id),
    place('kx', 'x'),
    place('-kx', id),
    place('-2gosa7pa2gv', id),
    place('zzzzzzzzzzzzz', id),
    place('1e3!', id),
    place('kx', `${id}' or 1=1`),
    `${place('kx', id)}A`,
    'A'.repeat(120),
  ])('refuses the place "%s", which it never gave out', async (after) => {
    const sentence = 'This is not a place in the list'
    const post = await world.post({ by: ana })
    for (const read of [feedOf(null), feedOf(ana), postsIn('new-dads'), postsBy(ana)]) {
      expect(await refusal(read(after))).toMatchObject({
        code: 'INVALID',
        status: 400,
        data: { fields: { after: sentence } },
      })
    }
    expect(await refusal(world.as(null).comments.listComments({ post_id: post.id, after }))).toMatchObject({
      code: 'INVALID',
    })
  })

  test.each(['', 'a b', 'a\0', "'", 'ä', 'A'.repeat(121)])('refuses the malformed cursor "%s"', async (after) => {
    expect(await refusal(feedOf(ana)(after))).toMatchObject({ code: 'INVALID', status: 400 })
  })
})

describe('the feed', () => {
  test('shows general posts to everyone, and posts of networks to their members only', async () => {
    const open = await world.publicNetwork({ members: [ana] })
    const closed = await world.privateNetwork({ members: [ana] })
    const ids = {
      general: (await world.post({ by: ben })).id,
      open: (await world.postIn(open, { by: ana })).id,
      closed: (await world.postIn(closed, { by: ana })).id,
    }
    const seenBy = async (who: Person | null) => {
      const { items } = await feedOf(who)()
      return Object.entries(ids).flatMap(([name, id]) => (items.some((card) => card.id === id) ? [name] : []))
    }
    expect(await seenBy(null)).toEqual(['general'])
    expect(await seenBy(ben)).toEqual(['general'])
    expect(await seenBy(ana)).toEqual(['general', 'open', 'closed'])
    await world.leave(open, ana)
    await world.leave(closed, ana)
    expect(await seenBy(ana)).toEqual(['general'])
  })

  test('merges the posts of many networks and general posts into one order', async () => {
    const carl = await world.member()
    const subject = await world.category()
    for (let n = 0; n < 4; n++) await many(13, ana, subject, (await world.privateNetwork({ members: [carl] })).id)
    await many(13, ana, subject)
    const cards = (await pagesOf(feedOf(carl))).flat().filter(({ category }) => category.id === subject.id)
    const keys = cards.map(({ created_at, id }) => `${created_at.toISOString()} ${id}`)
    expect(keys).toHaveLength(65)
    expect(keys).toEqual([...keys].sort().reverse())
  })
})

describe('a category', () => {
  test('shows only its posts, including those in public networks, and filters by type', async () => {
    const [subject, other] = [await world.category(), await world.category()]
    const open = await world.publicNetwork({ members: [] })
    const text = await world.post({ by: ana, category: subject })
    const question = await world.post({ by: ana, category: subject, type: 'question' })
    const shared = await world.postIn(open, { by: ana, category: subject })
    await world.post({ by: ana, category: other })
    const idsFor = async (type?: 'text' | 'question' | 'poll') =>
      (await world.as(null).feed.listCategoryPosts({ slug: subject.slug, type })).items.map(({ id }) => id).sort()
    expect(await idsFor()).toEqual([text.id, question.id, shared.id].sort())
    expect(await idsFor('text')).toEqual([text.id, shared.id].sort())
    expect(await idsFor('question')).toEqual([question.id])
    expect(await idsFor('poll')).toEqual([])
    const type = 'video' as 'text'
    expect(await refusal(world.as(null).feed.listCategoryPosts({ slug: subject.slug, type }))).toMatchObject({
      code: 'INVALID',
    })
  })

  test('is paged also if it is filtered by type', async () => {
    const subject = await world.category()
    const ids = await many(30, ana, subject)
    await sql`update posts set type = 'question' where id = any (${ids.filter((_, n) => n % 5 !== 0)}::uuid[])`.execute(
      world.db,
    )
    const read: Read = (after) => world.as(null).feed.listCategoryPosts({ slug: subject.slug, type: 'question', after })
    expect((await pagesOf(read)).map(({ length }) => length)).toEqual([20, 4])
  })
})

describe('if many private posts lie between the visible ones', () => {
  test('a list reads no more posts than it shows', async () => {
    const [carl, dora, eve] = [await world.member({ name: 'bartholomew' }), await world.member(), await world.member()]
    const subject = await world.category()
    const [shut, open] = [
      await world.privateNetwork({ members: [carl, dora] }),
      await world.publicNetwork({ members: [] }),
    ]
    const old = await many(30, carl, subject, open.id)
    const hidden = new Set<string>()
    for (let n = 0; n < 5; n++) for (const id of await many(800, carl, subject, shut.id)) hidden.add(id)
    await sql`vacuum analyze posts`.execute(world.db)
    const [slug, { username }] = [subject.slug, carl]
    const lists: [string, (ctx: Ctx) => Promise<PageOf<{ id: string }>>][] = [
      ['category', (ctx) => listCategoryPosts(ctx, { slug })],
      ['category by type', (ctx) => listCategoryPosts(ctx, { slug, type: 'text' })],
      ['member', (ctx) => listMemberPosts(ctx, { username })],
      ['search by name', (ctx) => searchPosts(ctx, { q: username, in: 'all', order: 'new' })],
      ['search by category', (ctx) => searchPosts(ctx, { q: subject.name, in: 'all', order: 'new' })],
    ]
    for (const who of [null, eve]) {
      for (const [name, list] of lists) {
        const { page, read } = await readBy(who, list)
        expect([name, page.items.map(({ id }) => id)]).toEqual([name, old.slice(0, 20)])
        expect.soft(read, `posts that are read for ${name}`).toBeLessThan(150)
      }
      const refused = await readBy(who, (ctx) => listGroupPosts(ctx, { slug: shut.slug }).catch(() => 'refused'))
      expect(refused.page).toBe('refused')
      expect(refused.read).toBeLessThan(150)
    }
    for (const [name, list] of lists) {
      const { page, read } = await readBy(dora, list)
      expect([name, page.items.filter(({ id }) => hidden.has(id)).length]).toEqual([name, 20])
      expect.soft(read, `posts that are read for ${name}`).toBeLessThan(150)
    }
    const news = await readBy(null, (ctx) => feedOfAll(ctx, { brand: 'Fatherkin', baseUrl: 'https://example.org' }))
    expect(news.read).toBeLessThan(150)
  })

  /** How many rows of posts the database fetched for the query. */
  const readBy = <Result>(who: Person | null, list: (ctx: Ctx) => Promise<Result>) =>
    inTransaction(world.ctx(who), async (ctx) => {
      const before = await fetched(ctx)
      const page = await list(ctx)
      return { page, read: (await fetched(ctx)) - before }
    })

  async function fetched({ db }: Ctx): Promise<number> {
    const { rows } = await sql<{ rows: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
      from pg_stat_xact_user_tables where relname = 'posts'`.execute(db)
    return rows[0]!.rows
  }
})
