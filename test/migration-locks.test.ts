import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { RELEASED, SMALL_TABLES } from '#db/released.ts'
import { migrate } from '#server/kernel/postgres/database.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { longLocks } from './migration-locks.ts'
import { asOwner, inDatabase } from './template.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const root = fileURLToPath(new URL('..', import.meta.url))
const clusterUrl = inject('clusterUrl')

/** A database with the migrations up to `until`. */
async function databaseAt(until: string): Promise<{ client: pg.Client; drop: () => Promise<void> }> {
  const name = `locks_${randomUUID().replaceAll('-', '')}`
  await asOwner(clusterUrl, `create database ${name}`)
  const url = inDatabase(clusterUrl, name)
  await migrate(url, quiet, { until })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const drop = async () => {
    await client.end()
    await asOwner(clusterUrl, `drop database ${name} with (force)`)
  }
  return { client, drop }
}

/** What the check says about a migration, which is not applied. */
async function judged(client: pg.Client, text: string): Promise<string[]> {
  await client.query('begin')
  try {
    return await longLocks(client, text)
  } finally {
    await client.query('rollback')
  }
}

test('the small tables exist', async () => {
  const { client, drop } = await databaseAt(RELEASED.at(-1)!.migration)
  try {
    for (const table of SMALL_TABLES) await client.query(`select from ${table} limit 1`)
  } finally {
    await drop()
  }
})

const FILLS_WITHOUT_A_LOCK = /^create table notes as select/

const REFUSED: [string, string, RegExp][] = [
  ['builds an index', 'create index probes_word on probes (word)', /builds an index of probes.+create index concurr/],
  ['adds a key', 'alter table probes add unique (word)', /builds an index of probes/],
  ['adds a check', "alter table probes add check (word <> '')", /reads all rows of probes.+not valid/],
  ['adds a column with a check', "alter table probes add column c text check (c <> '')", /reads all rows of probes/],
  ['forbids null', 'alter table probes alter column word set not null', /reads all rows of probes/],
  [
    'adds a reference',
    'alter table probes add foreign key (other) references holders (id)',
    /checks a reference for all rows of probes.+not valid/,
  ],
  [
    'adds a reference between empty tables',
    'alter table empties add foreign key (other) references holders (id)',
    /checks a reference for all rows of empties/,
  ],
  ['changes a type', 'alter table probes alter column other type bigint', /rewrites probes.+job/],
  [
    'adds a column that is computed',
    'alter table probes add column at timestamptz default clock_timestamp()',
    /rewrites probes/,
  ],
  [
    'adds a generated column',
    "alter table probes add column g text generated always as (word || '!') stored",
    /rewrites probes/,
  ],
  ['changes all rows', 'update probes set other = 0', /changes 5000 rows of probes.+job/],
  ['deletes many rows', 'delete from probes where id > 4900', /changes 100 rows of probes/],
  [
    'fills a new table under the lock of another one',
    'create table notes (probe_id integer references probes (id), word text); insert into notes select id, word from probes',
    /reads all rows of probes.+ShareRowExclusiveLock/,
  ],
  [
    'validates in the transaction of another lock',
    `alter table probes add constraint c check (word <> '') not valid; alter table probes validate constraint c`,
    /reads all rows of probes/,
  ],
  [
    'works in a block',
    `do $$ begin alter table holders add column n integer; perform count(*) from probes; end $$`,
    /reads all rows of probes while others wait for holders \(AccessExclusiveLock\)/,
  ],
]

const PASSED: [string, string][] = [
  [
    'a new table with references',
    'create table notes (probe_id integer references probes (id), word text check (word <> $a$$a$)); create index on notes (word)',
  ],
  ['a new column', 'alter table probes add column c integer'],
  ['a new column with a constant', "alter table probes add column c text not null default 'a'"],
  ['a new column with a reference', 'alter table probes add column c integer references holders (id)'],
  ['a check that is not valid', "alter table probes add constraint c check (word <> '') not valid"],
  [
    'a reference that is not valid',
    'alter table probes add constraint c foreign key (other) references holders (id) not valid',
  ],
  ['a longer text', 'alter table probes alter column word type text'],
  ['no more null', 'alter table probes alter column kind drop not null'],
  ['a dropped index', 'drop index probes_other'],
  ['a look at one row', "alter table probes add column c integer; update probes set word = 'x' where id = 7"],
  [
    'a small table',
    'alter table achievements drop constraint achievements_metric_check; alter table achievements add check (points < 1000000); update achievements set points = points',
  ],
  ['a new table filled without a lock', 'create table notes as select id, word from probes'],
]

/** Fills two tables that the examples work on. */
const makeProbes = async (client: pg.Client, rows: number) =>
  void (await client.query(`
    create table probes (id integer primary key, word text, other integer, kind text default 'a');
    create table holders (id integer primary key);
    create table empties (other integer);
    create index probes_other on probes (other);
    insert into holders select generate_series(1, ${rows});
    insert into probes select n, 'word ' || n, n from generate_series(1, ${rows}) n;
    analyze probes, holders`))

describe('a migration is refused if it', () => {
  let client: pg.Client
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ client, drop } = await databaseAt('043-kinds-of-things'))
    await makeProbes(client, 5000)
  })
  afterAll(() => drop())

  test.each(REFUSED)('%s', async (_name, text, sentence) => {
    expect((await judged(client, text)).join('\n')).toMatch(sentence)
  })

  test.each(PASSED)('but not for %s', async (_name, text) => {
    expect(await judged(client, text)).toEqual([])
  })
})

/** In ms: what others may wait for a migration. */
const MAX_LOCK_MS = 1000
const rows = { short: 20_000, full: 1_000_000 }
guarantee('76', 'what the check lets pass holds its locks for at most a second', rows, async (size) => {
  const { client, drop } = await databaseAt('043-kinds-of-things')
  try {
    await makeProbes(client, size)
    const times: Record<string, number> = {}
    for (const [name, text] of PASSED.filter(([, text]) => !FILLS_WITHOUT_A_LOCK.test(text))) {
      await client.query('begin')
      const since = performance.now()
      await client.query(text)
      times[name] = Math.round(performance.now() - since)
      await client.query('rollback')
    }
    console.log(`ms under locks at ${size} rows:`, times)
    expect(Object.entries(times).filter(([, ms]) => ms > MAX_LOCK_MS)).toEqual([])
  } finally {
    await drop()
  }
})

test('of the released migrations, those that made tables pass, and those that built an index are refused', async () => {
  const { client, drop } = await databaseAt('043-kinds-of-things')
  try {
    const file = (name: string) => readFileSync(`${root}/db/migrations/${name}.sql`, 'utf8')
    await client.query('begin')
    expect(await longLocks(client, file('044-rounds'))).toEqual([])
    await client.query('commit')
    expect((await judged(client, file('045-recaps-and-asks'))).join('\n')).toMatch(/builds an index of pod_messages/)
  } finally {
    await drop()
  }
})
