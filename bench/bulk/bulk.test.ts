/** The bulk seed: the same rows for the same seed, correct counters, texts as the product would have parsed them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { excerptOf, parseBody } from '#server/kernel/text/markdown.ts'
import { karmaDrift, scoreDrift } from '#test/karma.ts'
import { makeWorld, type World } from '#test/world.ts'
import { type Filled, fillDatabase, THREAD_WORDS } from './bulk.ts'
import { parseSeedOptions } from './seed-options.ts'
import { WORDS } from './words.ts'

const ORDER = { seed: 7, members: 60, posts: 300, comments: 900, votes: 1500, groups: 12 }
const [world, twin, other, untouched, lived, small] = (await Promise.all(
  Array.from({ length: 6 }, () => makeWorld({ passwords: 'real' })),
)) as [World, World, World, World, World, World]
let filled: Filled

beforeAll(async () => {
  filled = await fillDatabase(world.url, ORDER)
  await fillDatabase(twin.url, ORDER)
})

/**
 * Every column except passwords and values that the database numbers or dates itself; categories by name, because their ids
 * differ.
 */
async function rowsOf({ db }: World): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ name: string; rows: unknown[] }>`
    select 'users' as name, json_agg(t order by t.id) as rows from "user" t
    union all select 'accounts', json_agg(to_jsonb(t) - 'password' order by t.id) from account t
    union all select 'profiles', json_agg(t order by t.id) from profiles t
    union all select 'private', json_agg(t order by t.id) from profiles_private t
    union all select 'groups', json_agg(t order by t.id) from groups t where creator_id is not null
    union all select 'members', json_agg(t order by t.user_id, t.group_id) from group_members t
    union all select 'posts', json_agg(to_jsonb(t) - 'category_id' || jsonb_build_object('category', c.name) order by t.id)
      from posts t join categories c on c.id = t.category_id
    union all select 'comments', json_agg(t order by t.id) from comments t
    union all select 'post votes', json_agg(t order by t.user_id, t.post_id) from post_votes t
    union all select 'comment votes', json_agg(t order by t.user_id, t.comment_id) from comment_votes t
    union all select 'options', json_agg(t order by t.id) from poll_options t
    union all select 'poll votes', json_agg(t order by t.id) from poll_votes t
    union all select 'facts', json_agg(to_jsonb(t) - 'id' order by t.id) from facts t`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

/** The product's counters and the recounted values, where they differ. */
async function drift({ db }: World): Promise<unknown[]> {
  const open = sql`(p.group_id is null or exists (select from groups g where g.id = p.group_id and g.is_public))`
  const { rows } = await sql`
    select * from (
      select 'comments of a post' as what, p.id, p.comment_count as said,
        (select count(*) from comments k where k.post_id = p.id) as counted from posts p
      union all select 'upvotes of a post', p.id, p.upvotes,
        (select count(*) from post_votes v where v.post_id = p.id and v.is_upvote) from posts p
      union all select 'downvotes of a post', p.id, p.downvotes,
        (select count(*) from post_votes v where v.post_id = p.id and not v.is_upvote) from posts p
      union all select 'upvotes of a comment', k.id, k.upvotes,
        (select count(*) from comment_votes v where v.comment_id = k.id and v.is_upvote) from comments k
      union all select 'downvotes of a comment', k.id, k.downvotes,
        (select count(*) from comment_votes v where v.comment_id = k.id and not v.is_upvote) from comments k
      union all select 'votes of an option', o.id, o.vote_count,
        (select count(*) from poll_votes v where v.option_id = o.id) from poll_options o
      union all select 'posts of a category', c.id, c.post_count,
        (select count(*) from posts p where p.category_id = c.id and ${open}) from categories c
      union all select 'posts of a member', a.id, a.post_count,
        (select count(*) from posts p where p.author_id = a.id and ${open}) from profiles a
      union all select 'comments of a member', a.id, a.comment_count,
        (select count(*) from comments k join posts p on p.id = k.post_id where k.author_id = a.id and ${open}) from profiles a
      union all select 'members of a group', g.id, g.member_count,
        (select count(*) from group_members m where m.group_id = g.id) from groups g
      union all select 'members of a cell', gen_random_uuid(), c.members,
        (select count(*) from profiles_private s where s.cell = c.cell) from local_cells c
      union all select 'members who are in no cell that is counted', s.id, 0, 1 from profiles_private s
        where s.cell is not null and not exists (select from local_cells c where c.cell = s.cell)
      union all select 'networks', g.id, t.amount, (select count(*) from groups where status = 'approved')
        from totals t, (select gen_random_uuid() as id) g where t.name = 'groups'
    ) t where said <> counted`.execute(db)
  return rows
}

async function count({ db }: World, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.id(table)}`.execute(db)
  return rows[0]!.n
}

const base = await count(untouched, 'groups')
const amounts = async (of: World) => ({
  members: await count(of, 'profiles'),
  posts: await count(of, 'posts'),
  comments: await count(of, 'comments'),
  votes: (await count(of, 'post_votes')) + (await count(of, 'comment_votes')) + (await count(of, 'poll_votes')),
  // the base seed has some rows of its own
  groups: (await count(of, 'groups')) - base,
})

/** Indexes, constraints and triggers, as the database describes them. */
async function shape({ db }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select indexdef as text from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
    order by text`.execute(db)
  return rows
}

test('writes exactly the requested number of rows', async () => {
  const { seed: _, ...asked } = ORDER
  expect(await amounts(world)).toEqual(asked)
})

test('the same seed writes the same rows', async () => {
  const [one, two] = [await rowsOf(world), await rowsOf(twin)]
  expect(Object.keys(one)).toHaveLength(13)
  for (const [name, rows] of Object.entries(one)) expect(rows, name).toEqual(two[name])
})

test('another seed writes other texts', async () => {
  await fillDatabase(other.url, { ...ORDER, seed: 8 })
  const { rows: same } =
    await sql`select title from posts where title = any(${sql.val(await titles(world))}::text[])`.execute(other.db)
  expect(same).toEqual([])
})

const titles = async ({ db }: World) =>
  (await db.selectFrom('posts').select('title').execute()).map(({ title }) => title)

test('every counter equals a recount', async () => {
  expect(await drift(world)).toEqual([])
  expect([await karmaDrift(world), await scoreDrift(world)]).toEqual([[], []])
  const most = await world.db
    .selectFrom('posts')
    .select(sql<number>`max(comment_count)`.as('n'))
    .executeTakeFirstOrThrow()
  expect(most.n).toBeGreaterThan(50)
})

test('every text has the tree and the excerpt that the product would make of it', async () => {
  const posts = await world.db.selectFrom('posts').select(['content', 'body', 'excerpt']).execute()
  for (const { content, body, excerpt } of posts) {
    expect(body).toEqual(parseBody(content))
    expect(excerpt).toBe(excerptOf(parseBody(content)))
  }
  const comments = await world.db.selectFrom('comments').select(['content', 'body']).execute()
  for (const { content, body } of comments) expect(body).toEqual(parseBody(content))
  const kinds = new Set(posts.flatMap(({ body }) => (body as { t: string }[]).map(({ t }) => t)))
  expect([...kinds].sort()).toEqual(['p', 'ul'])
})

test('search finds every post as if the trigger had indexed it', async () => {
  const { rows } = await sql`
    select p.id from posts p full join post_search s on s.post_id = p.id
    where (s.created_at, s.words) is distinct from (p.created_at, search_vector(p.title, p.content, p.created_at))
      or s.group_id is distinct from p.group_id`.execute(world.db)
  expect(rows).toEqual([])
  const { items } = await world.as(null).search.searchPosts({ q: THREAD_WORDS[0]! })
  expect(items.length).toBeGreaterThan(0)
})

test('every word is counted as if its post had been written by a member, and no count is pending', async () => {
  const { rows } = await sql`
    select * from (select w as word, count(*)::int as posts from posts p, unnest(known_words_of(p.title || ' ' || p.content)) w
      where p.open_to = '00000000-0000-0000-0000-000000000000' group by w) t
    full join known_words k using (word) where t.posts is distinct from k.posts`.execute(world.db)
  expect(rows).toEqual([])
  expect(await world.db.selectFrom('known_word_changes').selectAll().execute()).toEqual([])
})

test('words are real and follow Zipf’s law, and each of a few rare words occurs in one of twenty threads', async () => {
  expect(WORDS.length).toBeGreaterThan(20_000)
  const { rows } = await sql<{ share: number }>`
    select avg((content ~* ${THREAD_WORDS.join('|')})::int)::float as share from posts`.execute(world.db)
  expect(rows[0]!.share).toBeGreaterThan(0.15) // five words: 1 - 0.95⁵ is 0.23
  expect(rows[0]!.share).toBeLessThan(0.3)
})

test('polls are complete, and no member votes, comments or posts where he may not read', async () => {
  const { rows } = await sql`
    select p.id from posts p where p.type = 'poll' and (select count(*) from poll_options o where o.post_id = p.id) not between 2 and 8
    union all select p.id from posts p join groups g on g.id = p.group_id and not g.is_public
      cross join lateral (select p.author_id as member union all select k.author_id from comments k where k.post_id = p.id
        union all select v.user_id from post_votes v where v.post_id = p.id
        union all select v.user_id from comment_votes v join comments k on k.id = v.comment_id where k.post_id = p.id
        union all select v.user_id from poll_votes v where v.post_id = p.id) d
      where not exists (select from group_members m where m.group_id = g.id and m.user_id = d.member)`.execute(world.db)
  expect(rows).toEqual([])
})

test('the database has the same indexes, constraints and triggers as before', async () => {
  expect(await shape(world)).toEqual(await shape(untouched))
})

test('the first members can sign in', async () => {
  const [login] = filled.logins
  const { user } = await world.auth.api.signInEmail({ body: { email: login!.email, password: filled.password } })
  expect(user.id).toBe((await world.as(null).members.getMember({ username: login!.username })).id)
})

test('the product continues on these data: a post, a comment and a vote are counted', async () => {
  const { id } = await world.as(null).members.getMember({ username: filled.logins[1]!.username })
  const { items } = await world.as({ id }).feed.listFeed({})
  expect(items).toHaveLength(20)
  await world.as({ id }).comments.createComment({ post_id: items[0]!.id, content: 'Same here.' })
  await world.as({ id }).votes.castPostVote({ post_id: items[0]!.id, direction: 'up' })
  await world.as({ id }).posts.createPost({
    type: 'text',
    title: 'After the seed',
    content: 'Life goes on.',
    category_id: items[0]!.category.id,
  })
  expect(await drift(world)).toEqual([])
})

test('a second run adds the same amount with new members, and its counters are correct', async () => {
  const before = await rowsOf(twin)
  expect((await fillDatabase(twin.url, ORDER)).run).toBe(2)
  const { seed: _, ...asked } = ORDER
  expect(await amounts(twin)).toEqual(
    Object.fromEntries(Object.entries(asked).map(([name, amount]) => [name, amount * 2])),
  )
  expect(await drift(twin)).toEqual([])
  expect((await rowsOf(twin)).posts).toEqual(expect.arrayContaining(before.posts!.slice(0, 5)))
})

test('a database with members that no seed made is refused, unless the seed is forced', async () => {
  await lived.member()
  await expect(fillDatabase(lived.url, ORDER)).rejects.toThrow(
    'This database holds 1 member that no seed has made. Take another DATA_DIR, or say --force.',
  )
  expect(await count(lived, 'posts')).toBe(0)
  await fillDatabase(lived.url, { ...ORDER, force: true })
  expect(await count(lived, 'profiles')).toBe(61)
  expect(await drift(lived)).toEqual([])
  expect([await karmaDrift(lived), await scoreDrift(lived)]).toEqual([[], []])
})

test('a number of votes that members and posts do not allow is refused, and nothing is written', async () => {
  const order = { seed: 1, members: 3, posts: 2, comments: 0, votes: 50, groups: 0 }
  await expect(fillDatabase(small.url, order)).rejects.toThrow('50 votes do not fit')
  expect(await count(small, 'profiles')).toBe(0)
})

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
test.each([
  ['--pods 3', 'Pods need members: say --members too.'],
  ['--members 1 --messages 1', 'Messages need pods: say --pods too.'],
  ['--events 9', 'Events need members: say --members too.'],
  ['--posts 3', 'Posts need members: say --members too.'],
  ['--members 3 --votes 3', 'Votes need posts: say --posts too.'],
  ['--members many', '--members must be a whole number; it is "many".'],
  ['--member 3', "Unknown option '--member'."],
  ['', 'Usage: npm run seed -- --members N'],
])('npm run seed -- %s: %s', async (args, sentence) => {
  const seeding = async () => fillDatabase(twin.url, parseSeedOptions(args.split(' ').filter(Boolean)))
  await expect(seeding()).rejects.toThrow(sentence)
})

test('npm run seed prints errors on the error output and exits with 1', async () => {
  const ended = run(process.execPath, ['bench/seed.ts'], { cwd: root })
  await expect(ended).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Usage: npm run') })
})

test('npm run seed fills the database of DATABASE_URL and prints a summary', async () => {
  const env = { ...process.env, DATABASE_URL: small.url, LOG_LEVEL: 'silent' }
  const args = ['bench/seed.ts', '--members', '5', '--posts=7', '--pods', '0', '--seed', '3']
  const { stdout } = await run(process.execPath, args, { cwd: root, env })
  expect(stdout).toMatch(/Done in \d+ s: run 1 of PostgreSQL at DATABASE_URL\.\nA second run adds as much again/)
  expect(stdout).toContain('5 members can sign in with the password ')
  expect(await count(small, 'posts')).toBe(7)
})
