import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '#server/kernel/postgres/database.ts'
import { applyMigrations, namesIn, parseMigration, readMigrations } from '#server/kernel/postgres/migrations.ts'
import { until } from './client.ts'
import { asOwner, inDatabase, testPool } from './template.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const name = `migrations_${randomUUID().replaceAll('-', '')}`
const url = inDatabase(inject('clusterUrl'), name)
const released = await readMigrations()
const withProbe = (text: string) => [...released, parseMigration('900-probe', text)]
let pool: pg.Pool

beforeAll(async () => {
  await asOwner(inject('clusterUrl'), `create database ${name}`)
  await migrate(url, quiet)
  pool = testPool({ connectionString: url, max: 4, lock_timeout: 500 })
  await pool.query('create table probes (id integer, word text); insert into probes values (1, $$a$$), (2, $$a$$)')
})
afterAll(async () => {
  await pool.end()
  await asOwner(inject('clusterUrl'), `drop database ${name} with (force)`)
})

const apply = async (text: string, log = quiet) => {
  const applied: string[] = []
  await applyMigrations(pool, log, applied, undefined, withProbe(text))
  return applied
}
const forget = () => pool.query(`delete from kysely_migration where name >= '900'`)
const isValid = async (index: string) => {
  const { rows } = await pool.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [index])
  return rows[0]?.indisvalid as boolean | undefined
}

test('a database that is newer than the program is refused with a sentence, and nothing is changed', async () => {
  await pool.query(`insert into kysely_migration values ('999-of-tomorrow', 'x')`)
  await expect(migrate(url, quiet)).rejects.toThrow(
    /^The database is newer than this version of the program: .+ \(999-of-tomorrow\)\. Start the version .+ restore a backup/,
  )
  await pool.query(`delete from kysely_migration where name = '999-of-tomorrow'`)
  expect(await migrate(url, quiet)).toEqual([])
})

test('a database that lacks a migration before its last one is refused', async () => {
  await pool.query(`delete from kysely_migration where name = '049-achievements-of-check-ins'`)
  await expect(migrate(url, quiet)).rejects.toThrow(/has migration \d+-\S+, but not 049-/)
  await pool.query(`insert into kysely_migration values ('049-achievements-of-check-ins', 'x')`)
})

test('migrations are committed one by one, and a failed one leaves nothing', async () => {
  const files = [
    ...withProbe('create table first_of_two ();'),
    parseMigration('901-wrong', 'create table second_of_two (); select 1 / 0;'),
  ]
  const applied: string[] = []
  await expect(applyMigrations(pool, quiet, applied, undefined, files)).rejects.toThrow('Migration 901-wrong failed')
  expect(applied).toEqual(['900-probe'])
  const { rows } = await pool.query(
    `select to_regclass('first_of_two')::text as first, to_regclass('second_of_two')::text as second`,
  )
  expect(rows).toEqual([{ first: 'first_of_two', second: null }])
  expect((await namesIn(pool)).has('901-wrong')).toBe(false)
  await pool.query('drop table first_of_two')
  await forget()
})

test('a migration that finds a table in use gives up after a moment, so that requests do not queue behind it', async () => {
  const holder = await pool.connect()
  await holder.query('begin; select from probes')
  await expect(apply('alter table probes add column late text;')).rejects.toMatchObject({ cause: { code: '55P03' } })
  await holder.query('commit')
  holder.release()
  expect(await apply('alter table probes add column late text;')).toEqual(['900-probe'])
  await forget()
})

describe('a migration without a transaction', () => {
  const unique = '-- no transaction\n-- why\ncreate unique index concurrently probes_word on probes (word);\n'

  test('may hold only what can be repeated', () => {
    const parse = (text: string) => parseMigration('051-x', `-- no transaction\n${text}`)
    expect(parse('create index concurrently a on b (c);\n-- why\nalter table b validate constraint d;').steps).toEqual([
      { kind: 'create', index: 'a', text: 'create index concurrently a on b (c)' },
      { kind: 'validate', index: '', text: 'alter table b validate constraint d' },
    ])
    expect(() => parse('create index concurrently if not exists a on b (c);')).toThrow(/may only hold/)
    expect(() => parse('update b set c = 1;')).toThrow(/may only hold.+update b/)
    expect(parseMigration('051-x', 'create table b ();').steps).toBeNull()
  })

  test('that was interrupted makes its index again', async () => {
    await expect(apply(unique)).rejects.toThrow('Migration 900-probe failed')
    expect(await isValid('probes_word')).toBe(false)
    await pool.query('update probes set word = id')
    expect(await apply(unique)).toEqual(['900-probe'])
    expect(await isValid('probes_word')).toBe(true)
    // interrupted after its last statement: it is recorded, and the index stays
    await forget()
    expect(await apply(unique)).toEqual(['900-probe'])
    await forget()
  })

  test('drops an index and validates a constraint, also a second time', async () => {
    await pool.query('alter table probes add constraint probes_words check (word is not null) not valid')
    const text =
      '-- no transaction\ndrop index concurrently probes_word;\nalter table probes validate constraint probes_words;'
    for (const _attempt of [1, 2]) {
      expect(await apply(text)).toEqual(['900-probe'])
      await forget()
    }
    expect(await isValid('probes_word')).toBeUndefined()
    const { rows } = await pool.query(`select convalidated from pg_constraint where conname = 'probes_words'`)
    expect(rows).toEqual([{ convalidated: true }])
  })

  test('goes on beside writers, and another process that starts meanwhile waits for it', async () => {
    const heard: string[] = []
    const log = { ...quiet, info: (_: object, text?: string) => void heard.push(text ?? '') }
    const writer = await pool.connect()
    await writer.query('begin; insert into probes values (3, $$c$$)')
    const text = '-- no transaction\ncreate index concurrently probes_id on probes (id);'
    const first = apply(text)
    await until('the index is being built', async () => (await isValid('probes_id')) === false)
    const others = testPool({ connectionString: url, max: 2, lock_timeout: 500 })
    const applied: string[] = []
    const second = applyMigrations(others, log, applied, undefined, withProbe(text))
    await until('the second one waits', async () => heard.length > 0)
    await pool.query('insert into probes values (4, $$d$$)')
    await writer.query('commit')
    writer.release()
    await Promise.all([first, second])
    await others.end()
    expect([await first, applied, await isValid('probes_id')]).toEqual([['900-probe'], [], true])
    expect(heard).toEqual(['another process is bringing the database up to date; this one waits for it'])
    await forget()
  })
})
