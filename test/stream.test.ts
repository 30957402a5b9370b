/** The stream of facts: a reader gets each fact once, in order, and none is skipped, however late it commits. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FactKind } from '#server/kernel/facts.ts'
import { type Reader, readAll, readSome, rebaseStream } from '#server/kernel/readers.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const { db } = world

let named = 0
/** A reader that writes down what it was told, in its own transaction, and that begins with what happens from now on. */
async function reader(react?: (n: number) => void): Promise<Reader & { told(): Promise<number[]> }> {
  const name = `notes_${'abcdefghij'[named++]}`
  await sql`create table ${sql.table(name)} (place integer generated always as identity, n integer not null)`.execute(
    db,
  )
  const made: Reader = {
    name,
    kinds: ['report.sent'],
    async react(tx, facts) {
      for (const { data } of facts) {
        await sql`insert into ${sql.table(name)} (n) values (${data.n as number})`.execute(tx)
        react?.(data.n as number)
      }
    },
  }
  await readAll(db, [made])
  return {
    ...made,
    async told() {
      const { rows } = await sql<{ n: number }>`select n from ${sql.table(name)} order by place`.execute(db)
      return rows.map(({ n }) => n)
    },
  }
}

const tell = (n: number, on = db, kind: FactKind = 'report.sent') =>
  on
    .insertInto('facts')
    .values({ kind, data: JSON.stringify({ n }) })
    .execute()

test('what commits late is not skipped, and what commits after it is not told before it', async () => {
  const notes = await reader()
  const late = await db.startTransaction().execute()
  await tell(1, late)
  await tell(2)
  await readAll(db, [notes])
  expect(await notes.told()).toEqual([])
  await late.commit().execute()
  await readAll(db, [notes])
  expect(await notes.told()).toEqual([1, 2])
})

test('what is rolled back is told to nobody, and holds nothing back', async () => {
  const notes = await reader()
  const vain = await db.startTransaction().execute()
  await tell(1, vain)
  await tell(2)
  await vain.rollback().execute()
  await readAll(db, [notes])
  expect(await notes.told()).toEqual([2])
})

test('facts of other kinds are passed over', async () => {
  const notes = await reader()
  await tell(1, db, 'report.decided')
  await tell(2)
  await readAll(db, [notes])
  expect(await notes.told()).toEqual([2])
  expect(await readSome(db, notes)).toBe(0)
})

test('a reaction that fails moves nothing, and is made again', async () => {
  let failures = 2
  const notes = await reader((n) => {
    if (n === 2 && failures-- > 0) throw new Error('not now')
  })
  await tell(1)
  await tell(2)
  await expect(readSome(db, notes)).rejects.toThrow('not now')
  await expect(readSome(db, notes)).rejects.toThrow('not now')
  expect(await notes.told()).toEqual([])
  await readAll(db, [notes])
  expect(await notes.told()).toEqual([1, 2])
})

test('several processes that read at once tell each fact once, beside members who write', async () => {
  const notes = await reader()
  const all = Array.from({ length: 200 }, (_, n) => n)
  const write = async (part: number) => {
    for (const n of all.filter((one) => one % 4 === part)) await db.transaction().execute((tx) => tell(n, tx))
  }
  let isWriting = true
  const read = async () => {
    do await readSome(db, notes)
    while (isWriting)
  }
  const readers = [read(), read(), read()]
  await Promise.all([0, 1, 2, 3].map(write))
  isWriting = false
  await Promise.all(readers)
  await readAll(db, [notes])
  expect((await notes.told()).sort((a, b) => a - b)).toEqual(all)
})

test('after a restore into a new cluster, whose transactions are counted anew, nothing is skipped or held back', async () => {
  await sql`delete from readers`.execute(db)
  const notes = await reader()
  await tell(1)
  await readAll(db, [notes])
  await tell(2)
  // as it stands in a copy that was made in a cluster that had counted further
  await sql`update facts set xid = (xid::text::bigint + 1000000)::text::xid8 where xid is not null`.execute(db)
  await sql`update readers set xid = (xid::text::bigint + 1000000)::text::xid8`.execute(db)
  await rebaseStream(db)
  await tell(4)
  await readAll(db, [notes])
  expect((await notes.told()).sort()).toEqual([1, 2, 4])
})
