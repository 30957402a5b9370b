/** A community is copied as an operator does it: the command is a process of its own. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { fillDatabase } from '#bench/bulk/bulk.ts'
import { prepareJobs } from '#server/kernel/jobs/jobs.ts'
import { copyDatabase } from '#server/kernel/postgres/copy.ts'
import { migrate, openDatabase } from '#server/kernel/postgres/database.ts'
import { startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { seedBase } from '#server/seed.ts'
import { until } from './client.ts'
import { copyPristine, TEMPLATE } from './cluster.ts'
import { postgres15 } from './postgres15.ts'
import { makeProgram } from './program.ts'
import { asOwner, inDatabase, testPool } from './template.ts'

vi.setConfig({ testTimeout: 120_000 })

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const root = fileURLToPath(new URL('..', import.meta.url))
const clusterUrl = inject('clusterUrl')
const folder = mkdtempSync(join(tmpdir(), 'fk-copy-'))
const ORDER = {
  members: 40,
  posts: 120,
  comments: 300,
  votes: 400,
  groups: 6,
  pods: 8,
  messages: 200,
  rounds: 10,
  talk: 50,
  events: 20,
}
const made: string[] = []
let source: string

async function makeDatabase(template = ''): Promise<string> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  await asOwner(clusterUrl, `create database ${name} ${template && `template ${template} strategy file_copy`}`)
  made.push(name)
  return inDatabase(clusterUrl, name)
}

/** Tables with words in their ground form. */
const OF_WORDS = ['known_words', 'post_search', 'retrieval_sweeps']
/** The id of a post with the word "added". */
const ADDED = '00000000-0000-4000-8000-0000000000ad'

/** Members, what they wrote, a job that waits, and texts that are easily lost. */
async function fill(url: string): Promise<void> {
  await fillDatabase(url, { seed: 7, ...ORDER })
  await asOwner(
    url,
    `select graphile_worker.add_job('mail', '{"to": "a@x.example"}', run_at := now() + interval '1 day')`,
  )
  await asOwner(
    url,
    `insert into posts (id, title, content, body, excerpt, type, author_id, category_id)
       select '${ADDED}', 'Sugar', 'He added sugar', '[]', '', 'text', author_id, category_id from posts limit 1;
     update posts set content = E'tab\\t, \\\\N, line\\n, 👨‍👧 and \\\\.' where id = (select max(id::text)::uuid from posts)`,
  )
}

beforeAll(async () => {
  source = await makeDatabase(TEMPLATE)
  await fill(source)
})
afterAll(async () => {
  for (const name of made) await asOwner(clusterUrl, `drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

interface Ended {
  code: number
  output: string
}

const command = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    execFile(process.execPath, ['src/copy-database.ts', ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })

const copy = (from: string, to: string, say: (line: string) => void = () => {}) =>
  copyDatabase({
    ...{ from, to, say, log: quiet },
    storeAgain: () => Promise.reject(new Error('the versions are the same')),
    copyBeside() {},
    async prepareJobs(url) {
      const pool = testPool({ connectionString: url })
      await prepareJobs(pool, quiet).finally(() => pool.end())
    },
  })

async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Everything in a database that is ours, in words: rows, definitions and states, in an order that does not depend on its history. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const schemas = `('public'::regnamespace, 'graphile_worker'::regnamespace)`
  const tables = await ask<{ name: string }>(
    url,
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in ${schemas}
       and relname not in ('kysely_migration', 'kysely_migration_lock', 'function_sets', 'migrations',
         'write_marks', 'replica_epoch') order by 1`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables)
    content[name] = (await ask<{ row: string }>(url, `select t::text as row from ${name} t order by 1`)).map(
      ({ row }) => row,
    )
  const definitions = {
    constraints: `select conname, conrelid::regclass::text, pg_get_constraintdef(oid), convalidated from pg_constraint where connamespace in ${schemas} order by 2, 1, 3`,
    indexes: `select indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where relnamespace in ${schemas} order by 1`,
    triggers: `select tgname, tgrelid::regclass::text, pg_get_triggerdef(t.oid), tgenabled from pg_trigger t join pg_class c on c.oid = t.tgrelid where not tgisinternal and relnamespace in ${schemas} order by 2, 1`,
    functions: `select p.oid::regprocedure::text, md5(prosrc) from pg_proc p where pronamespace in ${schemas} order by 1`,
    sequences: `select schemaname, sequencename, last_value::text from pg_sequences where sequencename not like 'function_sets%' order by 1, 2`,
    migrations: 'select name from kysely_migration order by 1',
    jobs: 'select id from graphile_worker.migrations order by 1',
  }
  for (const [name, text] of Object.entries(definitions)) content[`every one of ${name}`] = await ask(url, text)
  return content
}

test('a community moves from a DATABASE_URL into a folder, and the program goes on with it', async () => {
  const program = makeProgram()
  copyPristine(inject('pristine'), program.dataDir)
  try {
    const { code, output } = await command('--from', source, '--to', program.dataDir)
    expect(output).toMatch(/public\.posts: 121 rows\n/)
    expect(output).toMatch(
      /Copied [\d,]+ rows of \d+ tables\. Each table was recounted and compared\.\nStart .+ Copy the secret/,
    )
    expect(code).toBe(0)
    const before = await contentOf(source)
    const copied = await startEmbedded({ dataDir: program.dataDir })
    expect(await contentOf(copied.url)).toEqual(before)
    await copied.stop()
    const { url } = await program.start()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const posts = (await (await fetch(`${url}/api/v1/feed`)).json()) as { items: unknown[] }
    expect(posts.items.length).toBeGreaterThan(0)
  } finally {
    await program.remove()
  }
})

test('and from a folder into another one, with the secret and the files', async () => {
  const [from, middle, to] = ['from', 'middle', 'to'].map((name) => join(folder, name)) as [string, string, string]
  for (const dir of [from, to]) copyPristine(inject('pristine'), dir)
  mkdirSync(join(from, 'files/ab'), { recursive: true })
  writeFileSync(join(from, 'files/ab/one.webp'), 'an image')
  writeFileSync(join(from, 'secret'), 'of this community')
  expect((await command('--from', source, '--to', from)).code).toBe(0)
  const { code, output } = await command('--from', from, '--to', to)
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/The secret and the files were copied, too\. The source was not changed\.\n$/),
  ])
  expect(readFileSync(join(to, 'files/ab/one.webp'), 'utf8')).toBe('an image')
  expect(readFileSync(join(to, 'secret'), 'utf8')).toBe('of this community')
  // and back to a URL
  const back = await makeDatabase()
  expect((await command('--from', to, '--to', back)).code).toBe(0)
  expect(await contentOf(back)).toEqual(await contentOf(source))

  const again = await command('--from', from, '--to', to)
  expect(again).toEqual({
    code: 1,
    output: expect.stringMatching(/^The target is not empty: it has \d+ tables\. Name a new/),
  })
  expect(await command('--from', middle, '--to', to)).toEqual({
    code: 1,
    output: `There is no database in ${middle}.\n`,
  })
  const inUse = await startEmbedded({ dataDir: from })
  const refused = await command('--from', from, '--to', middle)
  expect(refused).toEqual({ code: 1, output: `DATA_DIR ${from} is in use by another process.\n` })
  expect(existsSync(middle)).toBe(false)
  await inUse.stop()
})

test.skipIf(!postgres15())(
  'a folder of PostgreSQL 15 is not started by 18, and is copied with the old programs',
  async () => {
    const [old, to] = [join(folder, 'of-15'), join(folder, 'of-18')]
    const made15 = await startEmbedded({ dataDir: old, binDir: postgres15()! })
    await migrate(made15.url, quiet)
    const database = openDatabase(made15.url, 2, quiet)
    await prepareJobs(database.pool, quiet)
    await seedBase(database.db)
    await database.close()
    await fill(made15.url)
    const before = await contentOf(made15.url)
    await made15.stop()

    await expect(startEmbedded({ dataDir: old })).rejects.toThrow(
      /was made by PostgreSQL 15 and cannot be read by 18: copy it with npm run copy-database/,
    )
    copyPristine(inject('pristine'), to)
    const wrong = await command('--from', old, '--to', to, '--from-bin', folder)
    expect(wrong).toEqual({
      code: 1,
      output: expect.stringMatching(/made by PostgreSQL 15, and its programs are not in /),
    })
    expect(await command('--from', old, '--to', to, '--from-bin', postgres15()!)).toMatchObject({ code: 0 })
    const made18 = await startEmbedded({ dataDir: to })
    const after = await contentOf(made18.url)
    expect(await ask(made18.url, 'show server_version_num')).toEqual([
      { server_version_num: expect.stringMatching(/^18/) },
    ])
    // "added" has another ground form in 18: the search must find it by the new one
    const words = "select words @@ (search_words('added'))[1]::tsquery as is_found from post_search where post_id = "
    expect(await ask(made18.url, `${words} '${ADDED}'`)).toEqual([{ is_found: true }])
    expect(await ask(made18.url, 'select kind from retrieval_sweeps')).toContainEqual({ kind: 'all posts' })
    await made18.stop()
    // PostgreSQL 18 has a constraint for each "not null", and other words for some definitions
    const isRows = (name: string) => !name.startsWith('every one of') && !OF_WORDS.includes(name)
    for (const name of Object.keys(before).filter(isRows)) expect(after[name], name).toEqual(before[name])
    expect(after['every one of sequences']).toEqual(before['every one of sequences'])
  },
)

describe('a copy is refused', () => {
  test('while a program uses the source', async () => {
    const used = new pg.Client({ connectionString: source, application_name: 'fatherkin' })
    await used.connect()
    await expect(copy(source, await makeDatabase())).rejects.toThrow(/^A program uses the source\. Stop it first/)
    await used.end()
  })

  test('if something is written to the source meanwhile', async () => {
    const target = await makeDatabase()
    let writing: Promise<void> | undefined
    const say = () => {
      writing ??= asOwner(source, 'update categories set color = color')
    }
    const copying = copy(source, target, say).finally(() => writing)
    await expect(copying).rejects.toThrow(/^Something was written to the source meanwhile/)
    expect(await ask(target, 'select from posts')).toEqual([])
  })

  test('if the source has a table that this program does not make', async () => {
    await asOwner(source, 'create table operators_own (id integer)')
    await expect(copy(source, await makeDatabase())).rejects.toThrow(/^The source has the table public\.operators_own/)
    await asOwner(source, 'drop table operators_own')
  })

  test('if the source is newer than the program, or holds nothing', async () => {
    await asOwner(source, `insert into kysely_migration values ('999-tomorrow', 'x')`)
    await expect(copy(source, await makeDatabase())).rejects.toThrow(/newer than this version/)
    await asOwner(source, `delete from kysely_migration where name = '999-tomorrow'`)
    await expect(copy(await makeDatabase(), await makeDatabase())).rejects.toThrow('The source holds no community.')
  })

  test('without both places, with one sentence', async () => {
    expect(await command('--from', source)).toEqual({
      code: 1,
      output: expect.stringMatching(/^Usage: npm run copy-database/),
    })
  })
})

test('a copy that was interrupted leaves no rows; the program does not start on it, and a second copy goes on', async () => {
  const target = await makeDatabase()
  let isCut = false
  const cut = () => {
    if (isCut) return
    isCut = true
    void asOwner(
      target,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'fatherkin copy'`,
    )
  }
  await expect(copy(source, target, cut)).rejects.toThrow()
  await until('the transaction has ended', async () => (await ask(target, 'select from posts')).length === 0)
  await expect(migrate(target, quiet)).rejects.toThrow(
    /^A community is being copied into this database, or the copy was interrupted/,
  )
  const copied = await copy(source, target)
  expect(copied.rows).toBeGreaterThan(1000)
  expect(await contentOf(target)).toEqual(await contentOf(source))
  expect(await migrate(target, quiet)).toEqual([])
})
