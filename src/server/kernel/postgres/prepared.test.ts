/** Part of the plain project, which has no database: the tests look at what is passed to the driver. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DB } from '#db/types.ts'
import { makeNames, PreparingClient, prepared } from './prepared.ts'

afterEach(() => vi.restoreAllMocks())

describe('a statement with parameters', () => {
  const nameOf = makeNames()
  const sent = (text: string, values?: unknown[]) => {
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(() => undefined as never)
    new PreparingClient({ nameOf }).query(text, values)
    return query.mock.calls.at(-1)![0] as unknown as string | { name: string; text: string; values: unknown[] }
  }

  test('has its own name, which is always the same and short enough for the server', () => {
    const [one, again, other] = [sent('select $1', [1]), sent('select $1', [2]), sent('select $1::text', [1])]
    const names = [one, again, other].map((query) => (typeof query === 'string' ? '' : query.name))
    expect(names[0]).toBe(names[1])
    expect(names[0]).not.toBe(names[2])
    for (const name of names) expect(name).toMatch(/^fk_[\w-]{1,60}$/)
    expect(again).toMatchObject({ text: 'select $1', values: [2] })
  })

  test('is not prepared if it searches for words, and one without parameters is sent unchanged', () => {
    expect(sent('select from posts where words @@ $1::tsquery', ['x'])).toBeTypeOf('string')
    expect(sent('begin', [])).toBe('begin')
    expect(sent('select count(*) from t where a = $1', [1])).toMatchObject({ name: expect.any(String) })
  })

  test.each([
    'select * from t where a = $1',
    'insert into t values ($1) returning *',
    'select "u".* from "user" as "u" where $1',
  ])('that selects all columns has no name: %s', (text) => expect(sent(text, [1])).toBe(text))

  test('has no name if there are too many texts', () => {
    for (let number = 0; number < 500; number++) sent(`select $1, ${number}`, [1])
    expect(sent('select $1, 1000', [1])).toBeTypeOf('string')
    expect(sent('select $1', [1])).toMatchObject({ text: 'select $1' })
  })
})

test('a prepared query is compiled once for each set of null values, and filled in each time', async () => {
  const run: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void run.push(query),
  })
  const build = vi.fn((db: Kysely<DB>, { name, after }: { name: string; after: Date | null }) =>
    db
      .selectFrom('categories')
      .select('id')
      .where('name', '=', name)
      .$if(after !== null, (query) => query.where(sql<boolean>`${after} < now()`)),
  )
  const query = prepared(build)
  const now = new Date()
  await query(db, { name: 'one', after: null })
  await query(db, { name: 'two', after: null })
  await query(db, { name: 'three', after: now })
  expect(build).toHaveBeenCalledTimes(2)
  expect(run.map(({ parameters }) => parameters)).toEqual([['one'], ['two'], ['three', now]])
  expect(run[2]!.sql).toContain('$2 < now()')
})
