/** The stream of facts as a reader sees it: each fact once, whatever other transactions do (docs/decisions/036). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noLive } from '#server/kernel/live/hub.ts'
import { migrate } from '#server/kernel/postgres/database.ts'
import { type Reader, readAllFacts, readBatch, runReaders, runRepeatedly } from '#server/kernel/stream/readers.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()

/** Records the facts that it has reacted to, in the transaction of the reaction. */
async function makeReader(name: string): Promise<Reader & { noted(): Promise<string[]> }> {
  await sql`create table ${sql.table(`noted_${name}`)} (nth bigint generated always as identity, what text)`.execute(
    world.db,
  )
  const reader: Reader = {
    name,
    kinds: ['post.created'],
    async react(db, facts) {
      for (const { data } of facts)
        await sql`insert into ${sql.table(`noted_${name}`)} (what) values (${String(data.what)})`.execute(db)
    },
  }
  // the first read sets the cursor
  await readBatch(world.db, reader)
  const noted = async () =>
    (
      await sql<{ what: string }>`select what from ${sql.table(`noted_${name}`)} order by nth`.execute(world.db)
    ).rows.map(({ what }) => what)
  return { ...reader, noted }
}

const write = (what: string, db = world.db, kind = 'post.created') =>
  sql`insert into facts (kind, data) values (${kind}, jsonb_build_object('what', ${what}::text))`.execute(db)

test('a reader misses nothing that commits after its first read, and reads each fact of its kinds once', async () => {
  await write('before')
  const reader = await makeReader('first')
  await write('one')
  await write('vote', world.db, 'vote.cast')
  await write('two')
  await readAllFacts(world.db, [reader])
  await readAllFacts(world.db, [reader])
  // if another transaction of the cluster has run since, it also gets the earlier ones
  expect((await reader.noted()).filter((what) => what !== 'before')).toEqual(['one', 'two'])
})

test('a fact that commits late is not skipped, however many are read meanwhile', async () => {
  const reader = await makeReader('late')
  const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = world.db.transaction().execute(async (db) => {
    await write('late', db)
    written.resolve()
    await go.promise
  })
  await written.promise
  await write('early')
  await readBatch(world.db, reader)
  expect(await reader.noted()).toEqual([])
  go.resolve()
  await late
  await readAllFacts(world.db, [reader])
  expect(await reader.noted()).toEqual(['late', 'early'])
})

test('a failed reaction leaves the cursor where it was', async () => {
  const reader = await makeReader('failing')
  await write('once')
  const failing: Reader = {
    ...reader,
    async react(db, facts) {
      await reader.react(db, facts)
      throw new Error('no')
    },
  }
  await expect(readAllFacts(world.db, [failing])).rejects.toThrow('no')
  expect(await reader.noted()).toEqual([])
  await readAllFacts(world.db, [reader])
  expect(await reader.noted()).toEqual(['once'])
})

test('a fact that always fails is parked after some attempts, and does not block others', async () => {
  const reader = await makeReader('parking')
  const failing: Reader = {
    ...reader,
    async react(db, facts) {
      await reader.react(db, facts)
      if (facts.some(({ data }) => data.what === 'poison')) await sql`select 1 / 0`.execute(db)
    },
  }
  for (const what of ['before it', 'poison', 'after it']) await write(what)
  const kept = runReaders({ ...world, live: noLive }, [failing])
  await expect.poll(reader.noted, { timeout: 25_000 }).toEqual(['before it', 'after it'])
  await write('later')
  await expect.poll(reader.noted).toContain('later')
  await kept.stop()
  const { rows } =
    await sql`select p.reader, p.failure, f.data from parked_facts p join facts f on f.id = p.fact_id`.execute(world.db)
  expect(rows).toEqual([{ reader: 'parking', failure: 'error 22012', data: { what: 'poison' } }])
  expect(world.lines.find(({ level, text }) => level === 'warn' && text?.includes('parked'))).toBeDefined()
})

test('a failed reaction is retried until it succeeds, and each doubling of its failures is a warning', async () => {
  const stopping = new AbortController()
  const before = world.lines.length
  let calls = 0
  await runRepeatedly(
    'a failure that happens nine times',
    world.log,
    stopping.signal,
    async () => {
      calls++
      if (calls <= 9) throw new Error('no')
      stopping.abort()
      return 0
    },
    1,
  )
  const retries = world.lines.slice(before).filter(({ text }) => text === 'this is tried again')
  expect(retries.map(({ level }) => level)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((nth) => (nth === 4 || nth === 8 ? 'warn' : 'debug')),
  )
})

test('two processes of one reader react once to each fact', async () => {
  const reader = await makeReader('twice')
  const parts = { ...world, live: noLive }
  const kept = [runReaders(parts, [reader]), runReaders(parts, [reader])]
  await Promise.all(Array.from({ length: 40 }, (_, nth) => write(String(nth))))
  await expect.poll(async () => (await reader.noted()).length).toBe(40)
  await write('last')
  await expect.poll(async () => (await reader.noted()).at(-1)).toBe('last')
  for (const one of kept) await one.stop()
  expect(new Set(await reader.noted()).size).toBe(41)
  expect(await reader.noted()).toHaveLength(41)
})

test('no cursor is moved back in a healthy cluster, whatever commits during the check', async () => {
  const reader = await makeReader('healthy')
  await write('unread')
  const stream = async () => {
    const facts = await sql`select id, xid::text from facts order by id`.execute(world.db)
    const readers = await sql`select name, xid::text, fact_id from readers order by name`.execute(world.db)
    return { facts: facts.rows, readers: readers.rows }
  }
  await world.db.transaction().execute(async (db) => {
    // this transaction has a lower number than the fact, which is committed before the read
    await sql`select pg_current_xact_id()`.execute(db)
    await write('beside')
    const before = await stream()
    await sql`select rebase_stream()`.execute(db)
    expect((await sql`select id, xid::text from facts order by id`.execute(db)).rows).toEqual(before.facts)
  })
  const before = await stream()
  const writing = Array.from({ length: 40 }, (_, nth) => write(String(nth)))
  await Promise.all([...writing, ...writing.map(() => sql`select rebase_stream()`.execute(world.db))])
  const after = await stream()
  expect(after.readers).toEqual(before.readers)
  expect(after.facts.slice(0, before.facts.length)).toEqual(before.facts)
  await readAllFacts(world.db, [reader])
  expect((await reader.noted()).slice(0, 2)).toEqual(['unread', 'beside'])
  expect(await reader.noted()).toHaveLength(42)
})

test('in a database that was restored into a new cluster, a reader continues where it was', async () => {
  const reader = await makeReader('moved')
  await write('read')
  await readAllFacts(world.db, [reader])
  await write('unread')
  // a reader that is further behind would have all of them read again from its position
  await sql`delete from readers where name <> ${reader.name}`.execute(world.db)
  // like numbers of another cluster: far ahead of this one’s
  await sql`update facts set xid = (xid::text::bigint + 1000000)::text::xid8 where xid is not null`.execute(world.db)
  await sql`update readers set xid = (xid::text::bigint + 1000000)::text::xid8`.execute(world.db)
  await write('too early')
  await migrate(world.url, world.log)
  await write('new')
  await readAllFacts(world.db, [reader])
  expect((await reader.noted()).toSorted()).toEqual(['new', 'read', 'too early', 'unread'])
})

test('an unread fact is not lost if only some numbers are still to come', async () => {
  const reader = await makeReader('mixed')
  await write('of this cluster')
  await write('of another')
  await sql`update facts set xid = (xid::text::bigint + 1000000)::text::xid8 where data ->> 'what' = 'of another'`.execute(
    world.db,
  )
  await migrate(world.url, world.log)
  await write('new')
  await readAllFacts(world.db, [reader])
  const noted = await reader.noted()
  for (const what of ['of this cluster', 'of another', 'new'])
    expect(noted.filter((one) => one === what)).toEqual([what])
})
