/** The SQL statements of docs/alerts.md, as an operator copies them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addJob } from '#server/kernel/jobs/jobs.ts'
import { readers } from '#server/reactions.ts'
import { root } from './bounded.ts'
import { makeWorld } from './world.ts'

const { db } = await makeWorld()
const page = readFileSync(join(root, 'docs/alerts.md'), 'utf8')
const statements = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].flatMap(([, block]) =>
  block!
    .replace(/^--.*\n/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean),
)
const statementWith = (...words: string[]) => {
  const found = statements.filter((statement) => words.every((word) => statement.includes(word)))
  expect(found).toHaveLength(1)
  return found[0]!
}
const run = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(db)

/** One mail that waits for its first attempt, one that has failed three times, and one that has failed for good. */
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  for (const attempts of [0, 3, 14]) {
    const mail = { kind: 'note', to: 'dad@example.org', subject: '', paragraphs: [], reason: '' }
    await addJob(db, 'mail', mail)
    await sql`update graphile_worker._private_jobs set attempts = ${attempts}::int, priority = ${attempts}::int,
      run_at = now() + interval '1 hour' * (case ${attempts}::int when 14 then -1 when 0 then 0 else 1 end)
      where id = (select max(id) from graphile_worker._private_jobs)`.execute(db)
  }
})
/** The attempts before, the attempts now, and whether the job is due. */
const jobs = async () => {
  const { rows } = await sql<{ before: number; attempts: number; is_due: boolean }>`
    select priority as before, attempts, run_at <= now() and attempts < max_attempts as is_due
    from graphile_worker.jobs order by priority`.execute(db)
  return rows.map(({ before, attempts, is_due }) => [before, attempts, is_due])
}

test('each of them runs', async () => {
  for (const statement of statements) await run(statement)
  expect(statements.length).toBeGreaterThan(6)
})

test('the question about the queue counts the jobs that are due, and those that have failed for good', async () => {
  const { rows } = await run(statementWith('as dead'))
  expect(rows).toMatchObject([
    { task_identifier: 'mail', dead: false, count: 1 },
    { task_identifier: 'mail', dead: true, count: 1 },
  ])
})

test('a mail that has failed for good is run again from its first attempt', async () => {
  expect((await run(statementWith('reschedule_jobs', 'attempts >= max_attempts'))).rows).toMatchObject([{ count: 1 }])
  expect(await jobs()).toEqual([
    [0, 0, true],
    [3, 3, false],
    [14, 0, true],
  ])
})

test('a mail that has failed for good is deleted, and no other', async () => {
  await run(statementWith('complete_jobs'))
  expect(await jobs()).toEqual([
    [0, 0, true],
    [3, 3, false],
  ])
})

test('a mail that waits for its next attempt is due at once', async () => {
  await run(statementWith('reschedule_jobs', 'between 1 and'))
  expect(await jobs()).toEqual([
    [0, 0, true],
    [3, 3, true],
    [14, 14, false],
  ])
})

test('the page names every reader of the program, and no other', () => {
  const section = page.split(/^## /m).find((part) => part.startsWith('FatherkinReaderBehind'))!
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(named.sort()).toEqual(readers.map(({ name }) => name).sort())
})
