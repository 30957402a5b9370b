/** Pipelined reads on shared connections. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { prepared, readings } from '#server/kernel/postgres/prepared.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { db, pool } = world.database

const reading = readings.get(db)!
const LINES = 3
/** Ends every connection that is in the middle of, or between, our reads. */
const cut = () =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%/* reading test */%' and pid <> pg_backend_pid()`,
  )
const divide = (by: number) =>
  reading.read<{ result: number }>('test_divide', 'select 60 / $1::int as result /* reading test */', [by])!

describe('reads that are sent without waiting', () => {
  test('get their own results, however many are running', async () => {
    const numbers = Array.from({ length: 60 }, (_, place) => place + 1)
    const answers = await Promise.all(numbers.map((by) => divide(by)))
    expect(answers).toEqual(numbers.map((by) => [{ result: Math.trunc(60 / by) }]))
  })

  test('fail alone', async () => {
    const all = await Promise.allSettled([1, 0, 2, 0, 3, 4, 0, 5].map((by) => divide(by)))
    expect(all.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true, true, false, true])
    const [, failed] = all
    expect((failed as PromiseRejectedResult).reason).toMatchObject({ code: '22012' })
  })

  test('fail with a connection that is closed; the next read uses another connection', async () => {
    await Promise.all([1, 2, 3].map((by) => divide(by)))
    const hanging = reading
      .read('test_sleep', 'select pg_sleep($1) /* reading test */', [20])!
      .catch((error: Error) => error)
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where query like 'select pg_sleep%reading test%' and state = 'active'`,
        )
        return rows.length
      })
      .toBe(1)
    await cut()
    expect(await hanging).toBeInstanceOf(Error)
    // one on each connection: the idle ones were closed, too, and this process may learn of it a moment later
    const onAll = () => Promise.all([1, 2, 3].map((by) => divide(by))).catch(() => null)
    await expect.poll(onAll).toEqual([[{ result: 60 }], [{ result: 30 }], [{ result: 20 }]])
  })

  test('do not wait if all connections are full: the pool is used', async () => {
    const sleep = (seconds: number) => reading.read('test_sleep', 'select pg_sleep($1) /* reading test */', [seconds])
    const asked = Array.from({ length: LINES * 50 }, () => sleep(0.001))
    expect(asked.every(Boolean)).toBe(true)
    expect(sleep(0)).toBeUndefined()
    await Promise.all(asked)
    expect(sleep(0)).toBeDefined()
  })
})

test('see uncommitted rows within their transaction, and outside only committed ones', async () => {
  const names = prepared((db, { id }: { id: number }) =>
    db.selectFrom(sql<{ id: number; name: string }>`reading_test`.as('t')).select('t.name').where('t.id', '=', id),
  )
  await pool.query('create table reading_test (id int primary key, name text)')
  await db.transaction().execute(async (inside) => {
    await sql`insert into reading_test values (1, 'Sam')`.execute(inside)
    expect(await names(inside, { id: 1 })).toEqual([{ name: 'Sam' }])
    expect(await names(db, { id: 1 })).toEqual([])
  })
  expect(await names(db, { id: 1 })).toEqual([{ name: 'Sam' }])
})
