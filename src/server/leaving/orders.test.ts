/**
 * Lock order for rows of a member whose account is deleted: every transaction locks them in one order, so none
 * deadlock.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#db/types.ts'
import { leavingAccount } from '#server/account/account.ts'
import { makeWorld, type Person, waitingForLocks } from '#test/world.ts'
import { beginLeaving, leavingJobs } from './leaving.ts'

const world = await makeWorld()
const { db } = world
const comes = async () => {
  const leo = await world.member({ onboarded: false })
  const session = { id: randomUUID(), userId: leo.id, token: randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) }
  await db
    .insertInto('session')
    .values({ ...session, createdAt: new Date(), updatedAt: new Date() })
    .execute()
  return leo
}

const leave = ({ id }: Person) =>
  beginLeaving(world.ctx(null), {
    ...{ member: id, removes_posts: false, account: leavingAccount },
    farewell: (to) => ({ kind: 'account-deleted', to, subject: '', paragraphs: [], reason: '' }),
  })
const finish = () =>
  leavingJobs({ db, live: { notify() {} }, log: world.log, account: leavingAccount }).tasks.finish_departures!({})

/** Starts `begin` while the test holds a lock. Runs `then` once `begin` waits for it, before the lock is released. */
async function whileHeld<Result>(
  hold: (db: Kysely<DB>) => Promise<unknown>,
  begin: () => Promise<Result>,
  then: (db: Kysely<DB>) => Promise<unknown>,
): Promise<Result> {
  let begun: Promise<Result> | undefined
  await db.transaction().execute(async (held) => {
    await hold(held)
    begun = begin()
    begun.catch(() => {}) // the caller awaits it
    await waitingForLocks(world, 1)
    await then(held)
  })
  return begun!
}

const PUBLIC = ({ id }: Person) => sql`select from profiles where id = ${id}`
const PRIVATE = ({ id }: Person) => sql`select from profiles_private where id = ${id}`
const SESSIONS = ({ id }: Person) => sql`select from session where "userId" = ${id}`
const held = (rows: ReturnType<typeof PUBLIC>, how = sql`for update`) => sql`${rows} ${how}`
const atOnce = sql`for no key update nowait`

test('the first steps lock the public row before the private one, as editing a profile and leaving do', async () => {
  const leo = await comes()
  const { saveProfileStep, saveInterests } = world.as(leo).onboarding
  const steps = [
    () => saveProfileStep({ first_name: 'Leo', last_name: 'Reed', display_name: 'Leo R.' }),
    () => saveInterests({ interests: ['Travel', 'Cooking', 'Music'] }),
  ]
  for (const [n, step] of steps.entries()) {
    const answer = await whileHeld(
      (db) => held(PUBLIC(leo)).execute(db),
      step,
      (db) => held(PRIVATE(leo), atOnce).execute(db),
    )
    expect(answer.step).toBe(n + 1)
  }
})

test("suspending locks the member's sessions before the private row, also if the member is leaving", async () => {
  const leo = await comes()
  const isBegun = await whileHeld(
    (db) => held(SESSIONS(leo)).execute(db),
    () => leave(leo),
    (db) => held(PRIVATE(leo), atOnce).execute(db),
  )
  expect(isBegun).toBe(true)
  expect((await SESSIONS(leo).execute(db)).rows).toEqual([])
})

const reported = ({ id }: Person) => sql`insert into report_cases (kind, subject_id, author_id, snapshot)
  values ('profile', ${id}, ${id}, '{"title": "Leo"}')`
const casesOf = async ({ id }: Person) =>
  (await sql`select from report_cases where subject_id = ${id}`.execute(db)).rows

test('deciding a report of a profile gets all its locks, also if the member is leaving', async () => {
  const leo = await comes()
  await reported(leo).execute(db)
  await whileHeld(
    (db) => sql`select from report_cases where subject_id = ${leo.id} for update`.execute(db),
    () => leave(leo),
    async (db) => {
      for (const rows of [SESSIONS, PRIVATE]) await held(rows(leo), atOnce).execute(db)
    },
  )
  expect(await casesOf(leo)).toEqual([])
})

test('a report that shows a profile as it was before the deletion is deleted with the account', async () => {
  const leo = await comes()
  await leave(leo)
  await reported(leo).execute(db)
  await finish()
  expect(await casesOf(leo)).toEqual([])
})
