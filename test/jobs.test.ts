/** A due job is done once, also when the worker that had taken it is gone; expired data are deleted. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Mail } from '#server/kernel/jobs/mail.ts'
import { addJob, startJobs } from '#server/kernel/jobs/queue.ts'
import { openDatabase } from '#server/kernel/postgres/database.ts'
import { mailCount, nthMail, signIn, until } from './client.ts'
import { snapshot } from './snapshot.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const PASSWORD = 'the quick brown kettle'
const { db } = world
const served = await world.serve({ pages: 'stub' })

const mailTo = (to: string): Mail => ({ kind: 'note', to, subject: 'Hello', paragraphs: ['Hello.'], reason: 'A test.' })
const run = (task: string) => sql`select graphile_worker.add_job(${task})`.execute(db)
const waiting = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(db)
  return rows[0]!.n
}

test('a mail of a transaction that was rolled back is never sent, one that was committed is sent once', async () => {
  const rolledBack = db.transaction().execute(async (inside) => {
    await addJob(inside, 'mail', mailTo('never@example.org'))
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  await db.transaction().execute((inside) => addJob(inside, 'mail', mailTo('once@example.org')))
  await nthMail(served, 'note', 'once@example.org', 1)
  await until('no job is left', async () => (await waiting()) === 0)
  expect(await mailCount(served, 'note', 'once@example.org')).toBe(1)
  expect(await mailCount(served, 'note', 'never@example.org')).toBe(0)
})

test('many mails to one address at the same moment are as many files', async () => {
  await Promise.all(Array.from({ length: 20 }, () => addJob(db, 'mail', mailTo('many@example.org'))))
  await nthMail(served, 'note', 'many@example.org', 20)
})

test('a job that a killed worker held for minutes is taken by another worker', async () => {
  await db.transaction().execute(async (inside) => {
    await addJob(inside, 'mail', mailTo('late@example.org'))
    await sql`update graphile_worker._private_jobs set locked_by = 'a dead one', attempts = 1,
      locked_at = now() - interval '6 minutes' where locked_by is null`.execute(inside)
  })
  await run('unlock')
  await nthMail(served, 'note', 'late@example.org', 1)
})

test('expired data are deleted, also if there is more than one batch, and nothing else is', async () => {
  const sam = await world.member()
  const past = new Date(Date.now() - 2 * 24 * 3600 * 1000)
  const ahead = new Date(Date.now() + 3600 * 1000)
  const session = (expiresAt: Date) => ({ userId: sam.id, token: randomUUID(), updatedAt: past, expiresAt })
  const gone = await world.member()
  // the map contains only members who are signed in somewhere
  for (const one of [sam, gone]) await world.local(one, { latitude: 53.5, longitude: -1.5 })
  await db.deleteFrom('session').execute()
  await db
    .insertInto('session')
    .values([session(past), session(ahead), { ...session(past), userId: gone.id }])
    .execute()
  const mark = (expiresAt: Date) => ({ identifier: randomUUID(), value: 'x', expiresAt })
  await db
    .insertInto('verification')
    .values([mark(past), mark(ahead)])
    .execute()
  await sql`insert into rate_limits (key, points, expire)
    select 'k' || n, 1, ${past.getTime()}::bigint from generate_series(1, 12000) n union all select 'kept', 1, ${ahead.getTime()}::bigint`.execute(
    db,
  )
  const holder = await world.member()
  await sql`insert into known_devices values
    (${holder.id}, 'old', now() - interval '401 days'), (${holder.id}, 'young', now() - interval '399 days')`.execute(
    db,
  )
  for (const days of [6, 8]) {
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.add_job('mail', '{}', run_at := now() + interval '1 day')`.execute(db)
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - make_interval(days => ${days})
      where id = ${rows[0]!.id}`.execute(db)
  }
  const pod = await world.pod({ members: [holder] })
  for (const _ of [8, 6]) await sql`select tell(${`pod:${pod.id}`}, 'message.sent', null)`.execute(db)
  // his own topic receives his karma meanwhile
  const said = sql`topic = ${`pod:${pod.id}`}`
  await sql`update topic_events set created_at = now() - make_interval(days => case seq when 1 then 8 else 6 end)
    where ${said}`.execute(db)
  await run('forget')
  await until('all expired data are deleted', async () => {
    const { rows } = await sql<object>`
      select (select count(*) from rate_limits) as limits, (select count(*) from verification) as marks,
        (select count(*) from session) as sessions, (select string_agg(seq::text, ' ') from topic_events where ${said}) as told,
        (select string_agg(token_hash, ' ') from known_devices where user_id = ${holder.id}) as devices,
        (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts) as dead,
        (select string_agg(id::text, ' ') from profiles_private where local_mode_enabled or cell is not null) as near`.execute(
      db,
    )
    return (
      JSON.stringify(rows[0]) ===
      `{"limits":1,"marks":1,"sessions":1,"told":"2","devices":"young","dead":1,"near":"${sam.id}"}`
    )
  })
})

test('a sign-up that nobody verified or used is deleted after a week; a member who has signed in stays', async () => {
  const [owner, fresh, old, used] = [
    await world.member({ password: PASSWORD }),
    await world.member({ password: PASSWORD, verified: false }),
    await world.member({ password: PASSWORD, verified: false }),
    await world.member({ password: PASSWORD, verified: false }),
  ]
  const lax = await world.serve({ pages: 'stub', env: { REQUIRE_VERIFIED_EMAIL: '0' } })
  const browser = await signIn(lax.url, used)
  // a new password chosen in a browser without its cookie leaves him no known browser
  browser.cookies.delete('fk.device')
  const change = { currentPassword: PASSWORD, newPassword: 'eleven lazy herons' }
  expect((await browser.call('/change-password', change)).status).toBe(200)
  const ids = [owner, fresh, old, used].map(({ id }) => id)
  const aged = [owner, old, used].map(({ id }) => id)
  await sql`update "user" set "createdAt" = now() - interval '8 days' where id = any (${aged}::uuid[])`.execute(db)
  for (const [member, days] of [
    [owner, 8],
    [fresh, 1],
  ] as const)
    await sql`insert into taken_sign_ups values (${member.id}, ${`held.${days}`}, 'x', now() - make_interval(days => ${days}))`.execute(
      db,
    )
  await run('forget')
  await until('expired rows are deleted', async () => {
    const left = await db.selectFrom('user').select('id').where('id', 'in', ids).execute()
    const held = await db.selectFrom('taken_sign_ups').select('username').execute()
    return left.length === 3 && held.length === 1 && held[0]!.username === 'held.1'
  })
  const gone = await db.selectFrom('user').select('id').where('id', '=', old.id).execute()
  expect(gone).toEqual([])
  await lax.stop()
})

test('unanswered questions to the assistant are deleted after a month, and their costs after three', async () => {
  const { id } = await world.member()
  for (const [state, days] of [
    ['refused', 31],
    ['failed', 31],
    ['refused', 29],
    ['answered', 400],
  ] as const)
    await sql`insert into assistant_questions (id, member_id, question, state, created_at)
      values (gen_random_uuid(), ${id}, ${`${state} ${days}`}, ${state}, now() - make_interval(days => ${days}))`.execute(
      db,
    )
  for (const [state, days] of [
    ['charged', 100],
    ['returned', 100],
    ['charged', 85],
    ['reserved', 100],
  ] as const)
    await sql`insert into assistant_ledger (question_id, member_id, month, state, tokens, settled_at, created_at)
      select gen_random_uuid(), ${id}, date_trunc('month', t)::date, ${state}, ${days}, case when ${state} <> 'reserved' then t end, t
      from (select now() - make_interval(days => ${days}) as t) x`.execute(db)
  await run('forget')
  await until('only the others are left', async () => {
    const { rows } = await sql<{ questions: string; ledger: string }>`
      select (select string_agg(question, ', ' order by question) from assistant_questions where member_id = ${id}) as questions,
        (select string_agg(tokens::text, ', ' order by tokens) from assistant_ledger where member_id = ${id}
          and state <> 'reserved') as ledger`.execute(db)
    return rows[0]!.questions === 'answered 400, refused 29' && rows[0]!.ledger === '85'
  })
})

test('a job that fails is retried later, and blocks no other job', async () => {
  await sql`select graphile_worker.add_job('mail', '{"kind":"broken"}')`.execute(db)
  await addJob(db, 'mail', mailTo('next@example.org'))
  await nthMail(served, 'note', 'next@example.org', 1)
  const failed = async () =>
    (
      await sql<{ attempts: number; last_error: string | null }>`
      select attempts, last_error from graphile_worker._private_jobs where last_error is not null`.execute(db)
    ).rows
  await until('it has failed', async () => (await failed()).length === 1)
  expect(await failed()).toMatchObject([{ attempts: 1 }])
})

test('a snapshot sees the job of an operation, and no job of the schedule', async () => {
  const before = await snapshot(db)
  const byTheClock = JSON.stringify({ _cron: { ts: new Date().toISOString() } })
  await sql`select graphile_worker.add_job('unlock', ${byTheClock}::json)`.execute(db)
  expect(await snapshot(db)).toBe(before)
  await addJob(db, 'mail', mailTo('seen@example.org'))
  await nthMail(served, 'note', 'seen@example.org', 1)
  expect(await snapshot(db)).not.toBe(before)
})

test('the decision about a report is deleted after half a year, unless an item can still be restored', async () => {
  for (const [days, kind, decision] of [
    [181, 'post', 'dismissed'],
    [181, 'message', 'removed'],
    [179, 'message', 'removed'],
    [181, 'post', 'removed'],
    [181, 'event', null],
  ] as const)
    await sql`insert into report_cases (kind, subject_id, snapshot, decision, decided_at, reported_at) values (${kind},
      gen_random_uuid(), '{}', ${decision}, case when ${decision}::text is not null then now() - make_interval(days => ${days}) end,
      now() - make_interval(days => ${days}))`.execute(db)
  await run('forget')
  await until('only these cases are left', async () => {
    const left = await db.selectFrom('report_cases').select(['kind', 'decision']).orderBy('kind').execute()
    const words = left.map(({ kind, decision }) => `${kind} ${decision ?? 'open'}`).join()
    return words === 'event open,message removed,post removed'
  })
})

test.each([
  ['is done', false, []],
  ['fails', true, [{ attempts: 1, last_error: 'It fails.', locked_at: null }]],
])(
  'a job that %s while the database is unavailable is recorded as such when the database is back',
  async (_name, fails, left) => {
    const near = openDatabase(world.url, 4, world.log, { connectionTimeoutMillis: 500 })
    const outOfReach = Promise.withResolvers<void>()
    const isUnheard = Promise.withResolvers<void>()
    const connect = near.pool.connect.bind(near.pool)
    const held: { release(): void }[] = []
    let done = 0
    let refused = 0
    const noRoom = () => {}
    const task = async () => {
      done++
      // one more connection listens for news of jobs
      while (held.length < 3) await connect().then((client) => held.push(client), noRoom)
      outOfReach.resolve()
      near.pool.connect = (...args: unknown[]) => {
        const client = (connect as (...args: unknown[]) => Promise<never>)(...args)
        // two workers ask for the next job, and one reports the end of its job
        client?.catch(() => ++refused === 3 && isUnheard.resolve())
        return client as never
      }
      if (fails) throw new Error('It fails.')
    }
    const jobs = startJobs(near.pool, { deliver: async () => {} }, '', world.log, {
      rooms: [{ tasks: { reach: task }, crontab: '' }],
      expired: [],
    })
    onTestFinished(async () => {
      await jobs.stop()
      await near.close()
    })
    await run('reach')
    await outOfReach.promise
    await isUnheard.promise
    for (const client of held) client.release()
    const reached = async () =>
      (
        await sql`select attempts, last_error, locked_at from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where identifier = 'reach'`.execute(db)
      ).rows
    await expect.poll(reached).toEqual(left)
    expect(done).toBe(1)
  },
)
