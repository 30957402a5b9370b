import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { migrate } from '#server/kernel/postgres/database.ts'
import { migrationNames, parseMigration } from '#server/kernel/postgres/migrations.ts'
import { until } from '#test/client.ts'
import { asOwner, inDatabase } from '#test/template.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const root = fileURLToPath(new URL('..', import.meta.url))

/** With DB_TYPES=write it writes the file instead of comparing it. */
test('db/types.ts matches the tables that the migrations make', async () => {
  const args = [
    ...(process.env.DB_TYPES === 'write' ? [] : ['--verify']),
    ...['--dialect', 'postgres', '--url', world.url, '--out-file', 'db/types.ts'],
    ...[
      '--type-mapping',
      '{"int8":"number"}',
      '--exclude-pattern',
      '(kysely_*|graphile_worker.*)',
      '--default-schema',
      'public',
    ],
  ]
  const codegen = `${root}/node_modules/kysely-codegen/dist/cli/bin.js`
  await promisify(execFile)(process.execPath, [codegen, ...args], { cwd: root })
})

test('77: a role with superuser rights is refused with a message, and nothing is changed', async () => {
  const almighty = new URL(world.url)
  almighty.username = 'postgres'
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  await expect(migrate(almighty.href, quiet)).rejects.toThrow(/connects as a superuser.+create role/)
})

/** Several statements in one query are a transaction, in which no index is built concurrently. */
async function runFile(client: pg.Client, file: string): Promise<void> {
  const { text, steps } = parseMigration(file, readFileSync(`${root}/db/migrations/${file}`, 'utf8'))
  for (const step of steps ?? [{ text }]) await client.query(step.text)
}

describe('the migrations', () => {
  const names = globSync('*', { cwd: `${root}/db/migrations` }).sort()

  test('are SQL files, numbered from 001 without gaps, with words for a name', () => {
    expect(names.map((name) => name.slice(0, 4))).toEqual(names.map((_, n) => `${String(n + 1).padStart(3, '0')}-`))
    for (const name of names) expect(name).toMatch(/^\d{3}-[a-z]+(-[a-z]+)*\.sql$/)
  })

  test('go forward only', () => {
    // a trigger that forbids truncate also contains the word: "before … or truncate on"
    const backwards = /\b(drop\s+(schema|database)|truncate(?!\s+on\s)|rollback)\b/i
    // test/upgrade says whether a released program still uses what is dropped
    for (const name of names) expect(readFileSync(`${root}/db/migrations/${name}`, 'utf8'), name).not.toMatch(backwards)
  })

  test('make tables: functions, views and triggers are in db/functions', () => {
    // a migration that must replace a function, because its results are stored, explains it in the comment above it
    const makes =
      /^(?!.*\bbecause\b).*\n\s*create (or replace )?(constraint )?(function|procedure|trigger|view|aggregate)\b/im
    expect('-- Adds one.\ncreate or replace function f()').toMatch(makes)
    for (const name of names.slice(40))
      expect(readFileSync(`${root}/db/migrations/${name}`, 'utf8'), name).not.toMatch(makes)
  })

  test('are all applied in order, and applying them again changes nothing, even twice at the same time', async () => {
    const applied = await sql<{ name: string }>`select name from kysely_migration order by timestamp, name`.execute(
      world.db,
    )
    expect(applied.rows.map(({ name }) => `${name}.sql`)).toEqual(await migrationNames())
    expect(await Promise.all([migrate(world.url, world.log), migrate(world.url, world.log)])).toEqual([[], []])
  })
})

test('retry in short attempts while a table is locked, until it is free', async () => {
  const isTold = () =>
    world.lines.some(({ level, text }) => level === 'warn' && text?.startsWith('the database is in use'))
  let migrating: Promise<string[]> | undefined
  await world.db.transaction().execute(async (db) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(db)
    migrating = migrate(world.url, world.log, { patience: 100 })
    await expect.poll(isTold).toBe(true)
  })
  expect(await migrating).toEqual([])
})

test('58: if the database becomes unavailable during the migrations, the migrations fail and the process continues', async () => {
  const ours = sql`datname = current_database() and application_name = 'fatherkin migrate'`
  await world.db.transaction().execute(async (holder) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(holder)
    const cut = expect(migrate(world.url, world.log)).rejects.toThrow('Bringing the database up to date failed')
    await until('the migrator waits', async () => {
      const { rows } = await sql`select from pg_stat_activity where ${ours} and wait_event_type = 'Lock'`.execute(
        world.db,
      )
      return rows.length > 0
    })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`.execute(world.db)
    await cut
  })
  expect(await migrate(world.url, world.log)).toEqual([])
})

test('karma paid for events before migration 032 stays if they have begun, and is deleted without a loss if they have not', async () => {
  const name = `before_${randomUUID().replaceAll('-', '')}`
  await asOwner(inject('clusterUrl'), `create database ${name}`)
  const client = new pg.Client({ connectionString: inDatabase(world.url, name) })
  await client.connect()
  try {
    const files = globSync('*', { cwd: `${root}/db/migrations` }).sort()
    const since = files.findIndex((file) => file.startsWith('032'))
    for (const file of files.slice(0, since)) await runFile(client, file)
    await client.query(`
      insert into "user" (id, name, email, "emailVerified", username)
        select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'Dad', n || '@x.example', true, 'dad.' || n from generate_series(1, 2) n;
      insert into local_events (title, location, event_date, event_time, time_zone)
        select 'Swim', 'Lido', current_date + days, '10:00', 'UTC' from unnest(array[-3, -2, 5]) days;
      update local_events set cancelled_at = now() where event_date = current_date - 2;
      insert into event_attendees (event_id, user_id) select e.id, u.id from local_events e, "user" u
        where u.username = 'dad.1' or e.event_date > current_date;
      select fold_karma(100);
      insert into member_seen (member_id, karma) select id, community_karma from profiles on conflict (member_id) do update set karma = excluded.karma`)
    const figures = async () => {
      const { rows } = await client.query<{ events: number; karma: number; news: number }>(`
        select k.events, p.community_karma as karma, p.community_karma - s.karma as news from profiles p
          join karma_counts k on k.member_id = p.id join member_seen s on s.member_id = p.id order by p.id`)
      return rows
    }
    expect(await figures()).toEqual([
      { events: 2, karma: 6, news: 0 },
      { events: 1, karma: 3, news: 0 },
    ])
    for (const file of files.slice(since)) await runFile(client, file)
    expect(await figures()).toEqual([
      { events: 1, karma: 3, news: 0 },
      { events: 0, karma: 0, news: 0 },
    ])
  } finally {
    await client.end()
    await asOwner(inject('clusterUrl'), `drop database ${name} with (force)`)
  }
})

test('similar names from before the rule are reported to the operator, and not changed automatically', async () => {
  const [first, second] = [await world.member({ username: 'tim.old' }), await world.member({ username: 'tim.new' })]
  const text = readFileSync(`${root}/db/migrations/005-names-and-answers.sql`, 'utf8')
  const look = /do \$\$.*?\$\$;/s.exec(text)![0]
  await sql.raw(look).execute(world.db)
  const before = world.db.transaction().execute(async (past) => {
    await sql`drop index profiles_username_looks`.execute(past)
    await sql`update profiles set username = 'timold' where id = ${second.id}`.execute(past)
    await sql.raw(look).execute(past)
  })
  await expect(before).rejects.toThrow(`Usernames that look alike: ${first.username} and timold`)
})

test('27: ids that were used before their kind was stored stay used, each for its kind', async () => {
  const [ana, ben] = [await world.member(), await world.member()]
  const post = await world.post({ by: ana })
  const thread = await world.post({ by: ana })
  const comment = await world.comment({ by: ben, on: thread })
  await world.as(ana).posts.deletePost({ id: post.id })
  await world.as(ben).comments.deleteComment({ id: comment.id })
  const text = readFileSync(`${root}/db/migrations/013-both-forms.sql`, 'utf8')
  await world.db.transaction().execute(async (past) => {
    await sql`alter table used_ids drop column kind, add primary key (id)`.execute(past)
    await sql.raw(text).execute(past)
  })
  const { rows } = await sql`select id, kind from used_ids order by kind`.execute(world.db)
  expect(rows).toEqual([
    { id: comment.id, kind: 'comments' },
    { id: post.id, kind: 'posts' },
  ])
  await world.as(ana).posts.deletePost({ id: thread.id })
})

test('25: a name of a pending sign-up cannot be a profile’s name, and the other way round', async () => {
  const [owner, other] = [await world.member({ name: 'holder' }), await world.member()]
  const hold = (username: string) =>
    sql`insert into taken_sign_ups values (${owner.id}, ${username}, 'x')`.execute(world.db)
  await expect(hold(other.username.toUpperCase())).rejects.toMatchObject({ code: '23505' })
  await hold('held.name')
  await expect(world.member({ username: 'heldname' })).rejects.toThrow()
  await sql`delete from taken_sign_ups`.execute(world.db)
  expect((await world.member({ username: 'heldname' })).username).toBe('heldname')
})

/** The entities of the data description, as far as their rooms exist. */
test.each([
  [
    'profiles',
    'id username display_name avatar_url community_karma created_at bio location post_count comment_count kin_count community_score content_score social_score total_gamification_score',
  ],
  [
    'profiles_private',
    'first_name last_name date_of_birth latitude longitude local_mode_enabled dark_mode_enabled onboarding_completed',
  ],
  ['groups', 'id name description location is_public member_count status avatar_url banner_url creator_id created_at'],
  ['group_members', 'group_id user_id role is_admin joined_at'],
  [
    'posts',
    'id title content type upvotes downvotes comment_count created_at updated_at group_id author_id category_id',
  ],
  ['categories', 'id name color description post_count'],
  ['post_votes', 'post_id user_id is_upvote'],
  ['comment_votes', 'comment_id user_id is_upvote'],
  ['comments', 'id post_id author_id content upvotes downvotes created_at updated_at'],
  [
    'local_events',
    'id title description location event_date event_time latitude longitude user_id group_id attendees_count created_at',
  ],
  ['event_attendees', 'event_id user_id'],
  ['event_comments', 'event_id user_id content created_at'],
])('%s has the described columns', async (table, columns) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
    world.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(columns.split(' ')))
})

test('no account data are in a row that other members read', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name in ('profiles', 'posts', 'comments', 'groups')`.execute(
    world.db,
  )
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => /mail|birth|first_name|last_name|latitude|longitude|password|token/.test(name)),
  ).toEqual([])
})

describe('the database has the same limits as the contract', async () => {
  const ana = await world.member()
  const post = await world.post({ by: ana })
  const comment = await world.comment({ by: ana, on: post })
  const network = await world.privateNetwork({ members: [ana] })
  const long = (length: number) => '👶'.repeat(length)
  const set = (table: string, column: string, value: unknown, id: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(world.db)

  test.each([
    ['posts', 'title', 200, post.id],
    ['posts', 'content', 40_000, post.id],
    ['comments', 'content', 10_000, comment.id],
    ['profiles', 'display_name', 80, ana.id],
    ['profiles', 'bio', 500, ana.id],
    ['profiles', 'location', 120, ana.id],
    ['profiles_private', 'first_name', 80, ana.id],
    ['profiles_private', 'last_name', 80, ana.id],
    ['groups', 'name', 60, network.id],
    ['groups', 'description', 1000, network.id],
    ['groups', 'location', 120, network.id],
  ])('%s.%s holds %i characters and not one more', async (table, column, length, id) => {
    await set(table, column, long(length), id)
    await expect(set(table, column, long(length + 1), id)).rejects.toMatchObject({ code: '23514' })
  })

  test.each([
    ['posts', 'type', 'video', post.id],
    ['posts', 'title', '', post.id],
    ['posts', 'upvotes', -1, post.id],
    ['posts', 'downvotes', -1, post.id],
    ['posts', 'comment_count', -1, post.id],
    ['posts', 'updated_at', '2000-01-01', post.id],
    ['comments', 'content', '', comment.id],
    ['comments', 'upvotes', -1, comment.id],
    ['comments', 'downvotes', -1, comment.id],
    ['profiles', 'username', 'ab', ana.id],
    ['profiles', 'username', 'a b c', ana.id],
    ['profiles', 'username', 'Unknown', ana.id],
    ['profiles', 'post_count', -1, ana.id],
    ['profiles', 'comment_count', -1, ana.id],
    ['groups', 'status', 'open', network.id],
  ])('%s.%s is never %j', async (table, column, value, id) => {
    await expect(set(table, column, value, id)).rejects.toMatchObject({ code: '23514' })
  })

  test('one vote per member and target', async () => {
    const votes = { post_id: post.id, user_id: ana.id, is_upvote: true }
    await world.db.insertInto('post_votes').values(votes).execute()
    const again = world.db
      .insertInto('post_votes')
      .values({ ...votes, is_upvote: false })
      .execute()
    await expect(again).rejects.toMatchObject({ code: '23505' })
    const voted = { comment_id: comment.id, user_id: ana.id, is_upvote: true }
    await world.db.insertInto('comment_votes').values(voted).execute()
    await expect(world.db.insertInto('comment_votes').values(voted).execute()).rejects.toMatchObject({ code: '23505' })
  })
})

test('a reference that may be followed or deleted through has an index', async () => {
  const { rows } = await sql<{ missing: string }>`
    select conrelid::regclass || ' ' || a.attname as missing
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum 
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`.execute(
    world.db,
  )
  expect(rows).toEqual([])
})

test('an old display name that equals a reserved word when put on one line does not stop the migrations', async () => {
  const name = `named_${randomUUID().replaceAll('-', '')}`
  await asOwner(inject('clusterUrl'), `create database ${name}`)
  const client = new pg.Client({ connectionString: inDatabase(world.url, name) })
  await client.connect()
  try {
    const files = globSync('*', { cwd: `${root}/db/migrations` }).sort()
    const since = files.findIndex((file) => file.startsWith('031'))
    for (const file of files.slice(0, since)) await runFile(client, file)
    await client.query(`insert into "user" (id, name, email, "emailVerified", username)
      values ('00000000-0000-4000-8000-000000000001', 'Admin\u200e', '1@x.example', true, 'dad.1')`)
    for (const file of files.slice(since)) await runFile(client, file)
    const { rows } = await client.query('select display_name from profiles')
    expect(rows).toEqual([{ display_name: 'Admin' }])
  } finally {
    await client.end()
    await asOwner(inject('clusterUrl'), `drop database ${name}`)
  }
})
