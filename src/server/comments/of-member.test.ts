import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listMemberComments } from '#server/comments/comments.ts'
import { type Ctx, inTransaction } from '#server/kernel/ctx.ts'
import { makeWorld, type Network, type Person, refusal } from '#test/world.ts'

/** The comments that a member wrote, as his page shows them. */
const world = await makeWorld()
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
const subject = await world.category('Evenings')

const listFor = (who: Person | null, of: Person, after?: string) =>
  world.as(who).comments.listMemberComments({ username: of.username, after })

/**
 * Inserts this number of his comments below the post, a minute apart, the last one now. The statements run as if it
 * were one comment.
 */
async function many(count: number, by: Person, post: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into comments (post_id, author_id, content, body, created_at, updated_at)
    select ${post}::uuid, ${by.id}::uuid, 'Number ' || n, '[{"t":"p","c":["Number"]}]'::jsonb, at, at
    from generate_series(1, ${count}::int) n cross join lateral (select now() - n * interval '1 minute' as at) t
    order by n returning id`.execute(world.db)
  return rows.map(({ id }) => id)
}

async function pagesFor(who: Person | null, of: Person) {
  const pages: string[][] = []
  let after: string | undefined
  do {
    const { items, next } = await listFor(who, of, after)
    pages.push(items.map(({ id }) => id))
    after = next ?? undefined
  } while (after)
  return pages
}

test('shows each comment with its post and category, newest first', async () => {
  const carl = await world.member({ name: 'carl' })
  const open = await world.publicNetwork({ members: [carl] })
  const general = await world.post({ by: ana, title: 'The cot', category: subject })
  const shared = await world.postIn(open, { by: ana, title: 'The van', category: subject })
  const first = await world.comment({ by: carl, on: general, content: 'A **long** story.\n\nAnd more.' })
  const second = await world.comment({ by: carl, on: shared })
  await world.comment({ by: ben, on: general })
  expect(await listFor(null, carl)).toEqual({
    items: [
      {
        ...{ id: second.id, excerpt: 'Same here.', upvotes: 0, downvotes: 0 },
        ...{ created_at: second.created_at, updated_at: second.updated_at },
        post: { id: shared.id, title: 'The van' },
        category: { id: subject.id, name: 'Evenings', slug: subject.slug, color: 'new' },
        group: { id: open.id, name: open.name, slug: open.slug, location: null },
      },
      expect.objectContaining({
        id: first.id,
        excerpt: 'A long story. And more.',
        post: { id: general.id, title: 'The cot' },
        group: null,
      }),
    ],
    next: null,
  })
})

test('is read page by page, each comment once, also if many have the same time', async () => {
  const carl = await world.member()
  const post = await world.post({ by: ana })
  const ids = await many(65, carl, post.id)
  expect(await pagesFor(ben, carl)).toEqual([ids.slice(0, 20), ids.slice(20, 40), ids.slice(40, 60), ids.slice(60)])
  await sql`update comments set created_at = date_trunc('hour', now()), updated_at = now() where author_id = ${carl.id}`.execute(
    world.db,
  )
  const pages = await pagesFor(null, carl)
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 20, 5])
  expect(pages.flat().sort()).toEqual([...ids].sort())
})

test('answers a wrong username and an invalid cursor with their faults', async () => {
  const missing = { code: 'USER_NOT_FOUND', status: 404, message: 'User not found' }
  for (const username of ['nobody', '', 'a\0b', 'unknown'])
    expect(await refusal(world.as(null).comments.listMemberComments({ username }))).toEqual(missing)
  expect(await refusal(listFor(ben, ana, 'abc'))).toMatchObject({ code: 'INVALID' })
  expect(
    await refusal(world.as(ben).comments.listMemberComments({ username: ana.username, all: true } as never)),
  ).toMatchObject({ code: 'INVALID' })
})

describe('comments below posts of private networks', () => {
  const turn = async (network: Network, is_public: boolean) => {
    await sql`update groups set is_public = ${is_public} where id = ${network.id}`.execute(world.db)
  }
  test('are seen by members of the network only, and by everyone as soon as it is made public, and no longer once it is private again', async () => {
    const [carl, dora] = [await world.member(), await world.member()]
    const network = await world.privateNetwork({ members: [carl, dora] })
    const [general, inside] = [await world.post({ by: ana }), await world.postIn(network, { by: dora })]
    const said = await world.comment({ by: carl, on: general })
    const hidden = await world.comment({ by: carl, on: inside })
    const idsFor = async (who: Person | null) => (await listFor(who, carl)).items.map(({ id }) => id)
    for (const who of [null, ben]) expect(await idsFor(who)).toEqual([said.id])
    for (const who of [carl, dora]) expect(await idsFor(who)).toEqual([hidden.id, said.id])
    await turn(network, true)
    for (const who of [null, ben, dora]) expect(await idsFor(who)).toEqual([hidden.id, said.id])
    await turn(network, false)
    for (const who of [null, ben]) expect(await idsFor(who)).toEqual([said.id])
    expect(await idsFor(dora)).toEqual([hidden.id, said.id])
    // he wrote it, and then left the network
    await world.leave(network, carl)
    expect(await idsFor(carl)).toEqual([said.id])
  })

  test('each comment has the same visibility as its post, whichever way the network is changed', async () => {
    const carl = await world.member()
    const network = await world.privateNetwork({ members: [carl] })
    const post = await world.postIn(network, { by: carl })
    const ids = await many(5, carl, post.id)
    await sql`update comments set removed_at = now(), removed_reason = 'Spam' where id = ${ids[0]}`.execute(world.db)
    const differing = async () =>
      (
        await sql`select k.id from comments k join posts p on p.id = k.post_id
          where k.open_to is distinct from case when k.removed_at is null then p.open_to end`.execute(world.db)
      ).rows
    expect(await differing()).toEqual([])
    for (const is_public of [true, false, true]) {
      await turn(network, is_public)
      await sql`select reindex_visibility(${network.id}::uuid, 300, 2000)`.execute(world.db)
      expect(await differing()).toEqual([])
    }
    await sql`update comments set removed_at = null, removed_reason = null where id = ${ids[0]}`.execute(world.db)
    expect(await differing()).toEqual([])
    expect((await listFor(null, carl)).items).toHaveLength(5)
  })

  test('a page reads only what it shows, however many comments are hidden or removed', async () => {
    const [carl, dora, eve] = [await world.member(), await world.member(), await world.member()]
    const network = await world.privateNetwork({ members: [carl, dora] })
    const [general, inside] = [await world.post({ by: ana }), await world.postIn(network, { by: dora })]
    const old = await many(30, carl, general.id)
    await sql`update comments set created_at = created_at - interval '1 year' where author_id = ${carl.id}`.execute(
      world.db,
    )
    const hidden = new Set(await many(4000, carl, inside.id))
    const gone = await many(2000, carl, general.id)
    await sql`update comments set removed_at = now(), removed_reason = 'Spam' where id = any (${gone}::uuid[])`.execute(
      world.db,
    )
    await sql`vacuum analyze comments`.execute(world.db)
    await sql`vacuum analyze posts`.execute(world.db)
    for (const who of [null, eve]) {
      const { page, read } = await readBy(who, (ctx) => listMemberComments(ctx, { username: carl.username }))
      expect(page.items.map(({ id }) => id)).toEqual(old.slice(0, 20))
      expect(read).toBeLessThan(200)
    }
    const seen = await readBy(dora, (ctx) => listMemberComments(ctx, { username: carl.username }))
    expect(seen.page.items.filter(({ id }) => hidden.has(id))).toHaveLength(20)
    expect(seen.read).toBeLessThan(300)
    // the author also sees his removed comments, and the page reads as little
    const own = await readBy(carl, (ctx) => listMemberComments(ctx, { username: carl.username }))
    expect(own.page.items.some(({ id }) => gone.includes(id))).toBe(true)
    expect(own.page.items).toHaveLength(20)
    expect(own.read).toBeLessThan(400)
  })

  /** How many rows of comments and posts the database fetched for the query. */
  const readBy = <Result>(who: Person | null, list: (ctx: Ctx) => Promise<Result>) =>
    inTransaction(world.ctx(who), async (ctx) => {
      const before = await fetched(ctx)
      const page = await list(ctx)
      return { page, read: (await fetched(ctx)) - before }
    })

  async function fetched({ db }: Ctx): Promise<number> {
    const { rows } = await sql<{ rows: number }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname in ('posts', 'comments')`.execute(db)
    return rows[0]!.rows
  }
})

test('a comment that an administrator removed is only in its author’s list, with the reason', async () => {
  const carl = await world.member()
  const post = await world.post({ by: ana })
  const [kept, taken] = [await world.comment({ by: carl, on: post }), await world.comment({ by: carl, on: post })]
  await sql`update comments set removed_at = now(), removed_reason = 'Unkind' where id = ${taken.id}`.execute(world.db)
  for (const who of [null, ben]) expect((await listFor(who, carl)).items.map(({ id }) => id)).toEqual([kept.id])
  expect((await listFor(carl, carl)).items.map(({ id, removed }) => [id, removed])).toEqual([
    [taken.id, { reason: 'Unkind' }],
    [kept.id, undefined],
  ])
  await sql`update comments set removed_at = null, removed_reason = null where id = ${taken.id}`.execute(world.db)
  expect((await listFor(null, carl)).items.map(({ id }) => id)).toEqual([taken.id, kept.id])
})

test('the author’s own list is complete and in order over all pages, whichever comments were removed', async () => {
  const carl = await world.member()
  const network = await world.privateNetwork({ members: [carl] })
  const places = [await world.post({ by: ana }), await world.postIn(network, { by: carl })]
  const written = [...(await many(33, carl, places[0]!.id)), ...(await many(12, carl, places[1]!.id))]
  const taken = written.filter((_, place) => place % 3 === 0)
  await sql`update comments set removed_at = now(), removed_reason = 'Spam' where id = any (${taken}::uuid[])`.execute(
    world.db,
  )
  const { rows } = await sql<{ id: string }>`
    select id from comments where author_id = ${carl.id} order by created_at desc, id desc`.execute(world.db)
  const pages = await pagesFor(carl, carl)
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(pages.flat()).toEqual(rows.map(({ id }) => id))
  expect((await pagesFor(ben, carl)).flat()).toHaveLength(22)
  // only the author; not if he has left the network of the post
  await world.leave(network, carl)
  expect((await pagesFor(carl, carl)).flat()).toHaveLength(33)
})
