import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { migrate, openDatabase } from '#server/kernel/postgres/database.ts'
import { applyFunctions, hasFunctions, parseFunctions, readFunctions } from '#server/kernel/postgres/functions.ts'
import { asOwner, inDatabase, testPool } from '#test/template.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
// one process waits until the other has finished, however busy the machine is
const patience = { lock_timeout: 60_000, statement_timeout: 60_000, query_timeout: 60_000 }
const { db, close } = openDatabase(world.url, 4, world.log, patience)
afterAll(close)
const root = fileURLToPath(new URL('..', import.meta.url))
const files = Object.fromEntries(
  globSync('db/functions/*', { cwd: root }).map((path) => [basename(path), readFileSync(`${root}/${path}`, 'utf8')]),
)
const ours = await readFunctions()
/** The real folder, with these files added or replaced. */
const withFiles = (more: Record<string, string>) => parseFunctions({ ...files, ...more })
const apply = (more: Record<string, string>, force = true) => applyFunctions(db, withFiles(more), world.log, force)
const answer = async (expression: string) =>
  (await sql<{ answer: unknown }>`select ${sql.raw(expression)} as answer`.execute(world.db)).rows[0]?.answer
const exists = async (signature: string) => (await answer(`to_regprocedure('${signature}') is not null`)) as boolean
const body = (text: string) =>
  `create or replace function probe(n integer) returns integer language sql as $$ ${text} $$;\n`

afterEach(async () => {
  await applyFunctions(db, ours, world.log, true)
})

test('the folder holds every function, view and trigger of the database', async () => {
  const { rows } = await sql<{ name: string }>`
    select 'function ' || p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select 'view ' || c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
    union all select 'trigger ' || t.tgname || ' on ' || c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`.execute(world.db)
  expect(rows.map(({ name }) => name).sort()).toEqual(ours.objects.map(({ name }) => name).sort())
})

test('each file names its owner and its guarantee', () => {
  for (const [name, text] of Object.entries(files))
    expect(text, name).toMatch(
      /^-- (The room [a-z-]+ owns|The kernel owns) these functions \(src\/server\/\S+\)\.\n-- Promise: /,
    )
})

describe('a set of functions', () => {
  test('that is in force is not applied again', async () => {
    expect(await apply({})).toBe(false)
    expect(await migrate(world.url, world.log)).toEqual([])
  })

  test('is applied once by two processes that start at the same time', async () => {
    const both = [apply({ 'probe.sql': body('select n') }), apply({ 'probe.sql': body('select n') })]
    expect((await Promise.all(both)).sort()).toEqual([false, true])
  })

  test('replaces what changed, and drops what left the folder', async () => {
    await apply({ 'probe.sql': body('select n + 1') })
    expect(await answer('probe(1)')).toBe(2)
    await apply({ 'probe.sql': body('select n + 2') })
    expect(await answer('probe(1)')).toBe(3)
    await apply({ 'probe.sql': '' })
    expect(await exists('probe(integer)')).toBe(false)
  })

  test('leaves alone what it did not create', async () => {
    await sql`create function operators_own() returns integer language sql as 'select 1'`.execute(world.db)
    await apply({ 'probe.sql': body('select n') })
    await apply({ 'probe.sql': '' })
    expect([await exists('operators_own()'), await exists('probe(integer)')]).toEqual([true, false])
    await sql`drop function operators_own()`.execute(world.db)
  })

  test('may change the arguments, the names of arguments and the type of a result', async () => {
    await apply({ 'probe.sql': body('select n') })
    const other = 'create or replace function probe(words text) returns text language sql as $$ select words $$;\n'
    await apply({ 'probe.sql': other })
    expect([await answer(`probe('a')`), await exists('probe(integer)')]).toEqual(['a', false])
    await apply({
      'probe.sql': other.replace('returns text', 'returns text[]').replace('select words', 'select array[words]'),
    })
    expect(await answer(`probe('a')`)).toEqual(['a'])
    await apply({ 'probe.sql': other.replaceAll('words', 'sought') })
    expect(await answer(`probe(sought => 'b')`)).toBe('b')
  })

  test('may have views and triggers, of which only those that changed touch their table', async () => {
    const noted = (what: string) => `
create or replace function probe_note() returns trigger language plpgsql as $$
begin
  new.data := new.data || '{"probe": ${what}}';
  return new;
end $$;
create or replace trigger probe_note before insert on facts for each row execute function probe_note();
create or replace view probe_facts as select id, kind from facts;
`
    await apply({ 'probe.sql': noted('1') })
    const oid = () => answer(`(select oid::text || ' ' || xmin::text from pg_trigger where tgname = 'probe_note')`)
    const before = await oid()
    await apply({ 'probe.sql': noted('2').replace('select id, kind', 'select id, kind, actor_id') })
    expect(await oid()).toBe(before)
    await sql`insert into facts (kind) values ('probe.done')`.execute(world.db)
    const { rows } = await sql`select data from facts order by id desc limit 1`.execute(world.db)
    expect(rows).toEqual([{ data: { probe: 2 } }])
    await apply({ 'probe.sql': noted('2').replace('select id, kind', 'select kind') })
    await sql`select kind from probe_facts`.execute(world.db)
    await apply({ 'probe.sql': '' })
    expect(await answer(`to_regclass('probe_facts')::text`)).toBeNull()
  })

  test('of an older version does not come back by itself, and does when the operator asks for it', async () => {
    const [older, newer] = [{ 'probe.sql': body('select 1') }, { 'probe.sql': body('select 2') }]
    await apply(older)
    await apply(newer)
    expect(await apply(older, false)).toBe(false)
    expect(await answer('probe(0)')).toBe(2)
    expect(world.lines.at(-1)).toMatchObject({ level: 'warn' })
    expect(await hasFunctions(world.db)).toBe(true)
    expect(await apply(older, true)).toBe(true)
    expect(await answer('probe(0)')).toBe(1)
    expect(await apply(newer, false)).toBe(false)
  })
})

describe('a start stops with a message, and changes nothing', () => {
  const refused = async (more: Record<string, string>, sentence: RegExp) => {
    await expect(apply(more)).rejects.toThrow(sentence)
    expect(await applyFunctions(db, ours, world.log)).toBe(false)
  }

  test('when results of a changed function are stored, also through another function', async () => {
    const lower = {
      'account.sql': files['account.sql']!.replace(`translate(lower(username)`, 'translate(upper(username)'),
    }
    await refused(lower, /changes the function looks_of.+(index|constraint).+Write a migration/)
    const names = { 'search.sql': files['search.sql']!.replace('chr(97 +', 'chr(98 +') }
    await refused(names, /changes the function name_key.+index.+Write a migration/)
    const through = (result: string) =>
      ['select probe_inner(n)', result]
        .map((text, nth) =>
          body(text).replace('probe(', ['probe(', 'probe_inner('][nth]!).replace(' as', ' immutable as'),
        )
        .join('')
    await apply({ 'probe.sql': through('select n') })
    await sql`create table probes (n integer, of_n integer generated always as (probe(n)) stored)`.execute(world.db)
    await expect(apply({ 'probe.sql': through('select n + 1') })).rejects.toThrow(
      /changes the function probe_inner.+column of_n.+Write a migration/,
    )
    await sql`drop table probes`.execute(world.db)
  })

  test('when something else depends on what must be dropped', async () => {
    await apply({ 'probe.sql': body('select n') })
    await sql`create table probes (n integer default probe(1))`.execute(world.db)
    const changed = body('select 1::bigint').replace('returns integer', 'returns bigint')
    await expect(apply({ 'probe.sql': changed })).rejects.toThrow(
      /default value for column n of table probes.+Write a migration/,
    )
    await sql`drop table probes`.execute(world.db)
    expect(await answer('probe(1)')).toBe(1)
  })

  test('when a body has an error', async () => {
    await refused({ 'probe.sql': body('select missing from posts') }, /probe.+missing/)
    const plpgsql = 'create or replace function probe() returns void language plpgsql as $$ begin nonsense; end $$;'
    await refused({ 'probe.sql': plpgsql }, /probe.+nonsense/)
  })

  test('when the folder holds anything else, or an object twice', () => {
    expect(() => withFiles({ 'probe.sql': 'create table probes ();' })).toThrow(/no function, view or trigger/)
    expect(() => withFiles({ 'probe.sql': body('select 1') + body('select 2') })).toThrow('"function probe" twice')
  })
})

test('retries in short attempts if the table of a trigger is locked', async () => {
  await sql`update function_sets set hash = 'older', objects = objects || '{"trigger take_name on pods": "older"}'
    where hash = ${ours.hash}`.execute(world.db)
  const isTold = () => world.lines.some(({ text }) => text?.startsWith('the database is in use'))
  let migrating: Promise<string[]> | undefined
  await world.db.transaction().execute(async (holder) => {
    await sql`lock table pods in row exclusive mode`.execute(holder)
    migrating = migrate(world.url, world.log, { patience: 100 })
    await expect.poll(isTold).toBe(true)
  })
  expect(await migrating).toEqual(['functions'])
})

test('a database of migration 030 with data gets the present tables and functions', async () => {
  const name = `since_${randomUUID().replaceAll('-', '')}`
  await asOwner(inject('clusterUrl'), `create database ${name}`)
  const url = inDatabase(world.url, name)
  const pool = testPool({ connectionString: url, max: 2 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  try {
    const past = globSync('*.sql', { cwd: `${root}/db/migrations` })
      .sort()
      .slice(0, 30)
    const migrations = Object.fromEntries(
      past.map((file) => {
        const text = readFileSync(`${root}/db/migrations/${file}`, 'utf8')
        const up: Migration['up'] = async (old) => void (await sql.raw(text).execute(old))
        return [file.replace(/\.sql$/, ''), { up }]
      }),
    )
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
    expect(error).toBeUndefined()
    await sql
      .raw(`
      insert into "user" (id, name, email, "emailVerified", username)
        select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'Dad', n || '@x.example', true, 'dad.' || n from generate_series(1, 2) n;
      insert into groups (id, name, description, creator_id) values ('00000000-0000-4000-8000-000000000010', 'Cyclists', 'We ride',
        '00000000-0000-4000-8000-000000000001');
      insert into categories (id, name, color) values ('00000000-0000-4000-8000-000000000020', 'Hobbies', '#123456');
      insert into posts (id, title, content, body, excerpt, type, author_id, category_id)
        values ('00000000-0000-4000-8000-000000000030', 'Kettles', 'A kettle', '[]', 'A kettle', 'text',
          '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000020');
      select * from cast_post_vote('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000030', 'up')`)
      .execute(db)
    const applied = await migrate(url, world.log)
    expect(applied.slice(0, 1)).toEqual(['031-names-that-deceive'])
    expect(applied.at(-1)).toBe('functions')
    await sql`select fold_karma(100)`.execute(db)
    const { rows } = await sql`select (select community_karma from profiles where username = 'dad.1') as karma,
      (select count(*)::int from names_taken where kind = 'group') as names`.execute(db)
    expect(rows).toEqual([{ karma: 21, names: 1 }])
    expect(await migrate(url, world.log)).toEqual([])
  } finally {
    await db.destroy()
    await asOwner(inject('clusterUrl'), `drop database ${name} with (force)`)
  }
})
