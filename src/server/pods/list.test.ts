import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { searchable } from '#contract/words.ts'
import { makeWorld, refusal } from '#test/world.ts'
import { listPods } from './pods.ts'

const world = await makeWorld()
const [ana, ben, eve] = await Promise.all(['ana', 'ben', 'eve'].map((name) => world.member({ name })))

/** Sets the last activity to this many minutes ago. */
const podAt = async (minutes: number, input: Parameters<typeof world.pod>[0], description: string | null = null) => {
  const pod = await world.pod(input)
  await sql`update pods set last_activity_at = now() - make_interval(mins => ${minutes}), description = ${description}
    where id = ${pod.id}`.execute(world.db)
  return pod
}
const names = async (input: { q?: string; page?: number } = {}, who = ana!) =>
  (await world.as(who).pods.listPods(input)).items.map(({ name }) => name)

test('only members can read the list', async () => {
  expect(await refusal(world.as(null).pods.listPods({}))).toMatchObject({
    status: 401,
    message: 'Sign in to access pods',
  })
})

test('the position of a private pod shows non-members the day of its last activity, not the time', async () => {
  const at = async (pod: { id: string }, moment: string) =>
    sql`update pods set last_activity_at = ${moment}::timestamptz where id = ${pod.id}`.execute(world.db)
  const make = (name: string, is_private = false) => world.pod({ members: [eve!], name, is_private })
  const [one, other, open] = [await make('Shut one', true), await make('Shut other', true), await make('Open one')]
  await at(one, '2020-05-05T10:00:00Z')
  await at(other, '2020-05-05T23:59:59Z')
  await at(open, '2020-05-05T00:00:01Z')
  const before = await names()
  expect(before[0]).toBe('Open one')
  await at(one, '2020-05-05T23:59:59Z')
  await at(other, '2020-05-05T00:30:00Z')
  expect(await names()).toEqual(before)
  expect(await names({ q: 'one' })).toEqual(before.filter((name) => name.endsWith('one')))
  // its members see the exact order
  expect(await names({}, eve!)).toEqual(['Shut one', 'Shut other', 'Open one'])
  await at(one, '2020-05-06T00:00:00Z')
  expect(await names()).toEqual(['Shut one', ...before.filter((name) => name !== 'Shut one')])
  await sql`delete from pods where creator_id = ${eve!.id}`.execute(world.db)
})

test('an empty list has one page', async () => {
  expect(await world.as(ana!).pods.listPods({})).toEqual({ items: [], page: 1, pages: 1 })
})

describe('with twelve pods', () => {
  beforeAll(async () => {
    for (let n = 1; n <= 10; n++) await podAt(n, { members: [eve!], name: `Open ${n}` })
    await podAt(100, { members: [eve!, ana!], name: 'Mine, quiet' })
    await podAt(90, { members: [ana!], name: 'Mine, made', is_private: true })
    const gone = await podAt(0, { members: [eve!], name: 'Gone' })
    await world.as(eve!).pods.deletePod({ id: gone.id })
  })

  test('a page has nine pods: the viewer’s own first, then the most recently active', async () => {
    const first = await world.as(ana!).pods.listPods({})
    expect(first).toMatchObject({ page: 1, pages: 2 })
    expect(first.items.map(({ name }) => name)).toEqual([
      ...['Mine, made', 'Mine, quiet'],
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => `Open ${n}`),
    ])
    expect(await names({ page: 2 })).toEqual(['Open 8', 'Open 9', 'Open 10'])
    expect(first.items[0]).toMatchObject({ is_member: true, is_creator: true, is_private: true, current_members: 1 })
    expect(first.items[1]).toMatchObject({ is_member: true, is_creator: false, current_members: 2, capacity: 6 })
    expect(first.items[2]).toMatchObject({ is_member: false, is_creator: false, is_pending: false })
    // the list does not contain the members
    expect(JSON.stringify(first)).not.toContain(eve!.id)
  })

  test('a page after the last gives the last one; an invalid page is refused', async () => {
    expect(await world.as(ana!).pods.listPods({ page: 100 })).toMatchObject({ page: 2, pages: 2 })
    for (const page of [0, -1, 101, 1e9, 1.5])
      expect(await refusal(world.as(ana!).pods.listPods({ page }))).toMatchObject({ status: 400 })
  })

  test('the card shows the viewer’s pending request', async () => {
    const asked = await podAt(200, { members: [eve!], name: 'Shut', is_private: true })
    await world.as(ben!).pods.requestToJoinPod({ id: asked.id })
    const found = (await world.as(ben!).pods.listPods({ q: 'Shut' })).items
    expect(found).toMatchObject([{ name: 'Shut', is_pending: true, is_private: true }])
  })
})

describe('searching', () => {
  beforeAll(async () => {
    await podAt(300, { members: [eve!], name: 'Sourdough Saturdays' }, 'Bread at 100% by Émile_Zola \\ friends')
    await podAt(310, { members: [ana!], name: 'Knitting' }, 'Also SOURDOUGH, but mine')
  })

  test.each([
    ['part of a name, in any case', 'DOUGH SAT', ['Sourdough Saturdays']],
    ['a word of the description only', 'knit', ['Knitting']],
    ['words in any order and position', 'friends  SOURDOUGH émile', ['Sourdough Saturdays']],
    ['two words, one of which no pod has', 'sourdough zqx', []],
    ['both, his own first', 'sourDOUGH', ['Knitting', 'Sourdough Saturdays']],
    ['accents in any case', 'éMILE', ['Sourdough Saturdays']],
    ['a percent sign is itself', '100%', ['Sourdough Saturdays']],
    ['an underscore is itself', 'Émile_', ['Sourdough Saturdays']],
    ['a backslash is itself', '\\ friends', ['Sourdough Saturdays']],
    ['two letters', 'gh', ['Knitting', 'Sourdough Saturdays']],
    ['one sign', '\\', ['Sourdough Saturdays']],
    ['% alone is no wildcard', '%%%', []],
    ['_ alone is no wildcard', '___', []],
    ['nonsense', 'zqxzqx', []],
    ['a NUL and half a surrogate pair', 'knit\0\ud800', []],
  ])('by %s', async (_what, q, found) => {
    expect(await names({ q })).toEqual(found)
  })

  describe('among many', () => {
    beforeAll(async () => {
      // in batches, because a statement has a time limit of seconds
      for (let from = 1; from < 20_000; from += 2000)
        await sql`insert into pods (name, description, last_activity_at)
        select 'Filler ' || n, 'A pod about nothing much ' || n, now() - make_interval(hours => 10 + n)
        from generate_series(${from}::int, ${from + 1999}::int) n`.execute(world.db)
      await sql`vacuum analyze pods`.execute(world.db)
    })

    test('the search uses the trigram index', async () => {
      expect(await names({ q: 'saturdays' })).toEqual(['Sourdough Saturdays'])
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select p.id from pods p where p.status = 'active'
      and p.words like '%' || lower('saturdays') || '%'
      order by p.listed_at desc, p.id desc limit 900`.execute(world.db)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('pods_by_words')
      // the list ends after a hundred pages, with any number of pods
      const all = await world.as(ana!).pods.listPods({ page: 100 })
      expect(all).toMatchObject({ page: 100, pages: 100 })
      expect(all.items).toHaveLength(9)
      // the latest matches of a common word, all matches of a rare one
      const found = await world.as(ana!).pods.listPods({ q: 'filler', page: 20 })
      expect(found).toMatchObject({ page: 20, pages: 20 })
      expect(found.items.at(-1)!.name).toBe('Filler 180')
      expect(await names({ q: 'filler 19999' })).toEqual(['Filler 19999'])
    })

    /** Returns how many rows of pods were read, by any index. */
    const rowsRead = (q: string) =>
      world.db.transaction().execute(async (db) => {
        const read = async () => {
          const { rows } = await sql<{ amount: number }>`select seq_tup_read + idx_tup_fetch as amount
          from pg_stat_xact_user_tables where relname = 'pods'`.execute(db)
          return Number(rows[0]!.amount)
        }
        const before = await read()
        const { items } = await listPods({ ...world.ctx(ana!), db }, { q, page: 1 })
        return { rows: (await read()) - before, found: items.length }
      })

    test.each([
      ['one common word a hundred times', 'much '.repeat(100), 9],
      ['common words, reversed', 'much nothing about pod', 9],
      ['a letter a hundred times', 'e '.repeat(100), 9],
      ['a hundred wildcards', '%'.repeat(200), 0],
      ['common words and one that no pod has', 'much nothing about pod zqxzqx', 0],
      ['parts of common words without spaces', 'nothing'.repeat(28), 0],
      ['two hundred letters of the alphabet', 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(4), 9],
      ['twenty words', Array.from({ length: 20 }, (_, n) => `pod${n}`).join(' '), 0],
    ])('34: a search reads a limited number of rows: %s', async (_what, q, found) => {
      // of 20,000 pods: at most the latest quarter, and the rows of the page
      const read = await rowsRead(searchable(q))
      expect(read.found).toBe(found)
      expect(read.rows).toBeLessThan(6000)
    })
  })
})
