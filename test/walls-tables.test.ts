// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the stones are sources with templates
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { COMPUTED, GRANTS, OWNERS } from '#db/owners.ts'
import { sourcesOf } from './changed.ts'
import { tablesInSql } from './sql-tables.ts'
import { checkTables, type TableRules, tablesOfTypes } from './tables.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('rooms touch their own tables, and others only if db/owners.ts permits it', () => {
  const sources = sourcesOf(root)
  for (const path of globSync('db/functions/*.sql', { cwd: root }))
    sources.set(path, readFileSync(join(root, path), 'utf8'))
  const tables = tablesOfTypes(sources.get('db/types.ts')!)
  const report = checkTables(sources, { tables, owners: OWNERS, grants: GRANTS, computed: COMPUTED })
  expect(report.breaches).toEqual([])
  // a check that reads nothing would find nothing
  expect(tables.size).toBeGreaterThan(80)
  expect(report.statements).toBeGreaterThan(900)
  expect(new Set(report.touches.map(({ table }) => table)).size).toBeGreaterThan(75)
})

/** A small correct program; each test adds one breach. */
const files = {
  'src/server/posts/posts.ts': `export const post = (db) => db.selectFrom('posts as p').where('p.id', '=', 1)`,
  'src/server/votes/votes.ts': 'export const cast = sql`insert into votes (post_id) select p.id from posts p`',
  'src/server/kernel/live/live.ts': 'export const told = (db) => db.deleteFrom("topics")',
  'src/town/town.ts': 'await sql.raw(`delete from ${table}`).execute(db)',
  'db/functions/votes.sql': `
    create function count_vote() returns trigger language plpgsql as $$
    declare before int := (select amount from votes where post_id = new.post_id);
    begin
      update votes set amount = before + 1 where post_id = new.post_id;
      return new;
    end $$;
    create trigger count_vote after insert on votes for each row execute function count_vote();`,
}
const rules: TableRules = {
  tables: new Set(['posts', 'votes', 'topics']),
  owners: { posts: 'posts', votes: 'votes', topics: 'kernel/live' },
  grants: [{ room: 'votes', reads: ['posts'], why: 'A vote is cast on a post.' }],
  computed: [{ file: 'src/town/town.ts', writes: ['posts'], why: 'The town is emptied.' }],
}
const breachesWith = (changes: Record<string, string>, ruled: Partial<TableRules> = {}) => {
  const sources = new Map<string, string>(Object.entries(files))
  for (const [path, line] of Object.entries(changes)) sources.set(path, `${sources.get(path) ?? ''}\n${line}`)
  return checkTables(sources, { ...rules, ...ruled }).breaches.join('\n')
}
/** In the room of posts, which does not own votes. */
const inPosts = (line: string) => breachesWith({ 'src/server/posts/posts.ts': `export const stone = ${line}` })
const inFunctions = (text: string) => breachesWith({ 'db/functions/votes.sql': text })

describe('a breach is reported', () => {
  test('the sources themselves have none', () => expect(breachesWith({})).toBe(''))

  const reads: [string, string][] = [
    ['a select', `db.selectFrom('votes')`],
    ['a select of two tables', `db.selectFrom(['posts', 'votes as v'])`],
    ['a join', `db.selectFrom('posts').leftJoin('votes as v', 'v.post_id', 'posts.id')`],
    ['a lateral join', `db.selectFrom('posts').innerJoinLateral((eb) => eb.selectFrom('votes').as('v'), (j) => j)`],
    ['a subquery', `db.selectFrom((eb) => eb.selectFrom('votes').selectAll().as('v'))`],
    ['an exists', `db.selectFrom('posts').where((eb) => eb.exists(eb.selectFrom('votes')))`],
    ['a query by `with`', `db.with('mine', (q) => q.selectFrom('votes')).selectFrom('mine')`],
    ['a chain that goes on by $if', `db.selectFrom('posts').$if(true, (q) => q.innerJoin('votes', 'a', 'b'))`],
    ['an update from', `db.updateTable('posts').from('votes').set({})`],
    ['a template', 'sql`select 1 from votes`'],
    ['a template with a type', 'sql<{ id: string }>`select v.id from votes v`'],
    ['a join in a template', 'sql`select 1 from posts p join votes v on v.post_id = p.id`'],
    ['a comma in a template', 'sql`posts p, votes v`'],
    ['a subselect', 'sql`(select count(*) from votes v where v.post_id = ${id}) as amount`'],
    ['an exists in a template', 'sql`${a} and not exists (select from votes where post_id = p.id)`'],
    ['a `with` query', 'sql`with mine as (select * from votes) select * from mine`'],
    ['a `with` query of a part', 'sql`mine as materialized (select * from votes)`'],
    ['a lateral in a template', 'sql`cross join lateral (select from votes limit ${n}) x`'],
    ['a union', 'sql`union all select post_id from votes`'],
    ['a part that is a join', 'sql`left join votes v on v.post_id = ${post}`'],
    ['a part that is a name', 'sql`votes`'],
    ['a template in a hole', 'sql`select ${sql`(select 1 from votes)`} from posts p ${where}`'],
    ['a raw text', `sql.raw('array(select post_id from votes)')`],
    ['a raw text of two', `sql.raw(yes ? 'select 1 from votes' : 'null')`],
    ['a plain text', `client.query('select 1 from votes')`],
    ['a plain part of a statement', `({ when: 'exists (select from votes v)' })`],
    ['a plain template', 'client.query(`select ${columns} from votes`)'],
    ['quotation marks', 'sql`select 1 from "votes"`'],
    ['the schema', 'sql`select 1 from public.votes`'],
  ]
  test.each(reads)('when a room reads by %s', (_name, line) => {
    expect(inPosts(line)).toMatch(/posts\.ts:2 reads votes, which belongs to votes: use its public module/)
  })

  const writes: [string, string][] = [
    ['an insert', `db.insertInto('votes').values({})`],
    ['an update', `db.updateTable('votes').set({})`],
    ['a delete', `db.deleteFrom('votes')`],
    ['a merge', `db.mergeInto('votes').using('posts', 'a', 'b')`],
    ['a lock', `db.selectFrom('votes as v').innerJoin('posts', 'a', 'b').forUpdate()`],
    ['a lock of one', `db.selectFrom('posts').innerJoin('votes as v', 'a', 'b').forUpdate(['v'])`],
    ['sql.table', 'sql`update ${sql.table("votes")} set a = 1`'],
    ['an insert in a template', 'sql`insert into votes (a) values ${rows} on conflict do nothing`'],
    ['an update in a template', 'sql`update votes v set ${what} from posts p returning v.id`'],
    ['a delete in a template', 'sql`delete from votes where id = ${id}`'],
    ['a delete in a `with` query', 'sql`with gone as (delete from votes returning id) select id from gone`'],
    ['a merge in a template', 'sql`merge into votes v using posts p on true when matched then delete`'],
    ['a lock in a template', 'sql`select 1 from votes for update`'],
    ['a lock of one in a template', 'sql`select 1 from posts p join votes v on true for no key update of v`'],
    ['a copy', 'client.query(`copy votes (a) from stdin`)'],
    ['a truncate', `sql.raw('truncate votes')`],
  ]
  test.each(writes)('when a room writes by %s', (_name, line) => {
    expect(inPosts(line)).toMatch(/posts\.ts:2 writes votes, which belongs to votes/)
  })

  const functions: [string, string, RegExp][] = [
    [
      'a function in SQL',
      `create function f() returns bigint language sql as 'select count(*) from topics';`,
      /votes\.sql:\d+ reads topics/,
    ],
    [
      'a function with a parsed body',
      'create function f() returns bigint language sql return (select count(*) from topics);',
      /reads topics/,
    ],
    [
      'a declaration',
      'create function f() returns int language plpgsql as $$ declare n int := (select 1 from topics); begin return n; end $$;',
      /reads topics/,
    ],
    [
      'a condition',
      'create function f() returns int language plpgsql as $$ begin if exists (select from topics) then return 1; end if; end $$;',
      /reads topics/,
    ],
    [
      'a loop',
      'create function f() returns int language plpgsql as $$ declare r record; begin for r in select * from topics loop null; end loop; end $$;',
      /reads topics/,
    ],
    [
      'a write',
      'create function f() returns int language plpgsql as $$ begin update posts set a = 1; return 1; end $$;',
      /votes\.sql:\d+ writes posts/,
    ],
    [
      'a trigger',
      'create trigger t after insert on topics for each row execute function count_vote();',
      /reads topics/,
    ],
  ]
  test.each(functions)('when the functions of a room touch another one’s table in %s', (_name, text, sentence) => {
    expect(inFunctions(text)).toMatch(sentence)
  })

  test('when a room that may only read writes', () => {
    expect(breachesWith({ 'src/server/votes/votes.ts': 'sql`update posts set a = 1`' })).toMatch(/writes posts/)
  })
  test('when the kernel touches the table of a room', () => {
    expect(breachesWith({ 'src/server/kernel/live/live.ts': 'sql`select from posts`' })).toMatch(
      /live\.ts:2 reads posts/,
    )
  })
  test('when a table has no owner', () => {
    const tables = new Set([...rules.tables, 'badges'])
    expect(breachesWith({}, { tables })).toBe('the table badges has no owner')
  })
  test('when an owner names no table', () => {
    const owners = { ...rules.owners, badges: 'votes' }
    expect(breachesWith({}, { owners })).toBe('votes owns badges, and there is no such table')
  })
  test('when an owner is not a room', () => {
    expect(breachesWith({}, { owners: { ...rules.owners, topics: 'kernel/gone' } })).toMatch(/there is no such room/)
  })
  test('when a file of functions is of no room', () => {
    expect(breachesWith({ 'db/functions/badges.sql': 'select 1' })).toBe(
      'db/functions/badges.sql: there is no room badges',
    )
  })
  test('when a grant is not used', () => {
    const unused = [...rules.grants, { room: 'posts', writes: ['votes'], why: 'Long ago.' }]
    expect(breachesWith({}, { grants: unused })).toBe('this grant is not used any more: posts writes votes')
  })
  test('when a grant allows more than is used', () => {
    const more = [{ room: 'votes', writes: ['posts'], why: 'Long ago.' }]
    expect(breachesWith({}, { grants: more })).toBe('this grant is not used any more: votes writes posts')
  })
  test('when something is granted twice', () => {
    expect(breachesWith({}, { grants: [...rules.grants, ...rules.grants] })).toBe('granted twice: votes posts')
  })
  test('when a name is not a table', () => {
    expect(inPosts('sql`select 1 from vote`')).toMatch(/posts\.ts:2: vote is neither a table nor a query/)
  })

  const computed: [string, string][] = [
    ['Kysely', 'db.selectFrom(name)'],
    ['a template of Kysely', 'db.deleteFrom(`${room}_members`)'],
    ['sql.table', 'sql`select from ${sql.table(name)}`'],
    ['a raw text', 'sql.raw(text)'],
    ['a hole in a plain text', 'client.query(`delete from ${name}`)'],
    ['a lock on something else', '(q) => q.forUpdate()'],
  ]
  test.each(computed)('when a name is computed by %s', (_name, line) => {
    expect(inPosts(line)).toMatch(/posts\.ts:2 .*: the name of a table is computed/)
  })
  test('when a file does not compute a name any more', () => {
    const old = [...rules.computed, { file: 'src/server/posts/posts.ts', why: 'Long ago.' }]
    expect(breachesWith({}, { computed: old })).toBe(
      'src/server/posts/posts.ts does not compute the name of a table any more',
    )
  })
  test('when SQL cannot be read', () => {
    expect(inPosts('sql`select select from where`')).toMatch(/posts\.ts:2 cannot be read as SQL: select select/)
    expect(() => inFunctions('create function f( returns')).toThrow(/syntax error/)
  })
})

describe('these are not tables:', () => {
  const own: [string, string][] = [
    ['an alias', 'sql`select votes.id from posts votes`'],
    ['a `with` query of the same name', 'sql`with votes as (select 1 as id) select id from votes`'],
    ['a column', 'sql`select p.votes from posts p`'],
    ['a `with` query of Kysely', `db.with('mine', (q) => q.selectFrom('posts')).selectFrom('mine')`],
    ['a hole', 'sql`select 1 from ${part} x where ${more} order by ${order}`'],
    ['the catalogue of PostgreSQL', 'sql`select 1 from pg_class, information_schema.columns, graphile_worker.jobs`'],
    ['an English sentence', `'Select what you want from votes, or ask us'`],
    ['a column in a hole after a dot', 'sql`p.${sql.raw(column)} = 1`'],
    ['a column by sql.ref', 'sql`select ${sql.ref(column)} from posts`'],
    ['an operator', `sql.raw(yes ? '<' : '>')`],
  ]
  test.each(own)('%s', (_name, line) => expect(inPosts(line)).toBe(''))

  test('a `with` query hides a table only after it, unless it is recursive', () => {
    const isTable = () => true
    const tables = (text: string) => tablesInSql([text], isTable).mentions.map(({ table }) => table)
    expect(tables('with votes as (select * from votes) select * from votes')).toEqual(['votes'])
    expect(tables('with recursive votes as (select * from votes) select * from votes')).toEqual([])
    expect(tables('select (with votes as (select 1) select * from votes) from votes')).toEqual(['votes'])
  })
  test('transition tables of a trigger', () => {
    expect(
      inFunctions(`create function f() returns trigger language plpgsql as $$ begin update votes set a = 1 from added; return null; end $$;
        create trigger t after insert on votes referencing new table as added for each statement execute function f();`),
    ).toBe('')
  })
})
