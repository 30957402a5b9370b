import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/ctx.ts'
import { isOutage, openDatabase } from '#server/kernel/postgres/postgres.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()

describe('one operation, one transaction', () => {
  test('two transactions that wait for each other both commit, once each', async () => {
    const [left, right] = [await world.category(), await world.category()]
    const met = Promise.withResolvers<void>()
    let first = 0
    const addTo = async (own: typeof left, other: typeof left) =>
      inTransaction(world.ctx(null), async ({ db }) => {
        const add = ({ id }: typeof left) =>
          sql`update categories set post_count = post_count + 1 where id = ${id}`.execute(db)
        await add(own)
        if (++first === 2) met.resolve()
        await met.promise
        await add(other)
      })
    await Promise.all([addTo(left, right), addTo(right, left)])
    for (const { slug } of [left, right]) {
      expect((await world.as(null).categories.getCategory({ slug })).post_count).toBe(2)
    }
    const data = expect.objectContaining({ code: '40P01', attempt: 1, where: expect.stringContaining('"categories"') })
    expect(world.lines).toContainEqual(expect.objectContaining({ level: 'warn', data }))
    // each abort of the other is recorded, and it starts again: mostly once, sometimes they conflict again
    const ended = world.lines.filter(({ data }) => (data as { code?: string } | undefined)?.code === '40P01')
    expect(first).toBe(2 + ended.length)
  })

  test.each([
    ['40P01', 3],
    ['40001', 3],
    ['23505', 1],
    [undefined, 1],
  ])('a transaction that fails with %s is tried %i times in all, and then reports the reason', async (code, times) => {
    let tries = 0
    const error = Object.assign(new Error('no'), { code })
    const call = inTransaction(world.ctx(null), async () => {
      tries++
      throw error
    })
    await expect(call).rejects.toBe(error)
    expect(tries).toBe(times)
  })
})

test('a call that still runs when the program stops fails as an outage, not as an error of ours', async () => {
  const stopped = openDatabase(world.url, 1, world.log)
  const read = () => sql`select 1`.execute(stopped.db)
  await read()
  await stopped.close()
  for (const use of [read, () => stopped.db.transaction().execute(read), () => stopped.pool.query('select 1')]) {
    const failure: unknown = await use().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(isOutage(failure), String(failure)).toBe(true)
  }
})
