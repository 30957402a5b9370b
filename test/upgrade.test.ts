/** From the last released version to this one. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fillDatabase } from '#bench/bulk/bulk.ts'
import { CONTRACTED, RELEASED } from '#db/released.ts'
import { migrate } from '#server/kernel/postgres/database.ts'
import { readMigrations } from '#server/kernel/postgres/migrations.ts'
import { TEMPLATE } from './cluster.ts'
import { type Breach, breachesOf, type Interface, interfaceOf } from './interface.ts'
import { longLocks, unreleased } from './migration-locks.ts'
import { makeProgram } from './program.ts'
import { makeReleased, writeReleased } from './released.ts'
import { asOwner, inDatabase } from './template.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const clusterUrl = inject('clusterUrl')
const made: string[] = []
let url: string
let client: pg.Client
let old: Interface

async function makeDatabase(template = ''): Promise<string> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  await asOwner(clusterUrl, `create database ${name} ${template && `template ${template} strategy file_copy`}`)
  made.push(name)
  return inDatabase(clusterUrl, name)
}

const AMOUNTS = { members: 30, posts: 150, comments: 400, votes: 500, groups: 6, pods: 8 }
const MORE = { messages: 200, rounds: 16, talk: 60, events: 30 }

beforeAll(async () => {
  if (process.env.RELEASED === 'write') {
    const present = await makeDatabase(TEMPLATE)
    await fillDatabase(present, { seed: 7, ...AMOUNTS, ...MORE })
    await writeReleased(present)
  }
  url = await makeDatabase()
  await makeReleased(url)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  old = await interfaceOf(client)
})
afterAll(async () => {
  await client.end()
  for (const name of made) await asOwner(clusterUrl, `drop database ${name} with (force)`)
})

const numbers = async () => {
  const { rows } = await client.query(
    'select (select count(*)::int from posts) as posts, (select count(*)::int from comments) as comments, (select count(*)::int from profiles) as members',
  )
  return rows
}

test('the migrations since the last release hold no lock while they work on the rows of a table', async () => {
  const migrations = await readMigrations()
  const names = unreleased(migrations.map(({ name }) => name))
  const found: string[] = []
  for (const { name, text, steps } of migrations.filter((migration) => names.includes(migration.name))) {
    if (steps) {
      for (const step of steps) await client.query(step.text)
    } else {
      await client.query('begin')
      found.push(...(await longLocks(client, text)).map((sentence) => `${name}: ${sentence}`))
      // whatever was found: the other tests go on from here
      await client.query('commit')
    }
    await client.query('insert into kysely_migration values ($1, $2)', [name, new Date().toISOString()])
  }
  expect(found).toEqual([])
})

test('a process of the released version finds everything that it uses, and may write what it wrote', async () => {
  await migrate(url, quiet)
  const now = await interfaceOf(client)
  const breaches = breachesOf(old, now)
  const isListed = ({ what }: { what: string }) => CONTRACTED.some((line) => line.what === what)
  expect(breaches.filter((breach) => !isListed(breach)).map(({ sentence }) => sentence)).toEqual([])
  // a line that is not needed any more would hide the next breach
  const needed = breaches.map(({ what }) => what)
  expect(CONTRACTED.filter(({ what }) => !needed.includes(what))).toEqual([])
  const versions = RELEASED.map(({ version }) => version as string)
  for (const { what, since } of CONTRACTED) expect(versions, what).toContain(since)
})

test('a community of the released version goes on with this one', async () => {
  const before = await numbers()
  const program = makeProgram({ DATABASE_URL: url })
  try {
    const { url: address } = await program.start()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const { items } = (await (await fetch(`${address}/api/v1/feed`)).json()) as { items: unknown[] }
    expect(items.length).toBeGreaterThan(0)
  } finally {
    await program.remove()
  }
  expect(await numbers()).toEqual(before)
  expect(before).toEqual([{ posts: AMOUNTS.posts, comments: AMOUNTS.comments, members: AMOUNTS.members }])
})

/** What a change would break; it is undone. */
async function breachesBy(text: string): Promise<Breach[]> {
  await client.query('begin')
  try {
    const before = await interfaceOf(client)
    await client.query(text)
    return breachesOf(before, await interfaceOf(client))
  } finally {
    await client.query('rollback')
  }
}

describe('a change is reported that', () => {
  const REPORTED: [string, string, RegExp][] = [
    ['drops a column', 'alter table profiles drop column bio', /uses profiles\.bio, which is dropped/],
    ['renames a column', 'alter table profiles rename bio to about', /uses profiles\.bio/],
    ['renames a table', 'alter table help_lines rename to lines_of_help', /uses help_lines\.\w+, which is dropped/],
    ['drops a table', 'drop table help_lines', /uses help_lines/],
    [
      'changes a type',
      'alter table profiles alter column bio type varchar(2000)',
      /profiles\.bio is character varying/,
    ],
    [
      'requires a column',
      "update profiles set bio = coalesce(bio, 'x'); set constraints all immediate; alter table profiles alter column bio set not null",
      /profiles\.bio must be given/,
    ],
    [
      'adds a required column',
      'alter table totals add column n integer; update totals set n = 1; alter table totals alter column n set not null',
      /totals\.n must be given/,
    ],
    [
      'drops a default',
      'alter table pods alter column created_at drop default',
      /pods\.created_at has lost its default/,
    ],
    ['adds a check', "alter table profiles add check (bio <> 'x') not valid", /rule "profiles: CHECK .+ is new/],
    ['adds a key', 'create unique index on profiles (bio)', /rule "profiles: UNIQUE .*bio.+ is new/],
    [
      'drops a function',
      'drop function search_blocks(timestamptz)',
      /call search_blocks\(at timestamp with time zone\)/,
    ],
    [
      'renames an argument',
      'drop function known_words_of(text); create function known_words_of(texts text) returns text[] language sql as $$ select null::text[] $$',
      /call known_words_of/,
    ],
    [
      'changes a result',
      'drop function known_words_of(text); create function known_words_of(words text) returns text language sql as $$ select null::text $$',
      /known_words_of\(words text\) returns text and returned text\[\]/,
    ],
  ]

  test.each(REPORTED)('%s', async (_name, text, sentence) => {
    expect((await breachesBy(text)).map((breach) => breach.sentence).join('\n')).toMatch(sentence)
  })

  test.each([
    ['a table', 'create table more (id integer primary key, post_id uuid not null references posts (id))'],
    ['a column', "alter table profiles add column more text; alter table profiles add check (more <> '') not valid"],
    ['a required column with a default', 'alter table profiles add column more integer not null default 0'],
    ['a function', 'create function more() returns integer language sql as $$ select 1 $$'],
    ['a default', 'alter table profiles alter column bio set default $$$$'],
    ['a rule that is dropped', 'alter table achievements drop constraint achievements_metric_check'],
  ])('but not %s', async (_name, text) => {
    expect(await breachesBy(text)).toEqual([])
  })
})
