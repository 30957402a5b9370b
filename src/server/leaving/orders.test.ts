/** Whoever holds something of a member who goes gets the rest of it, too: in one order, so that none waits for the other. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#db/types.ts'
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
    ...{ member: id, removes_posts: false },
    farewell: (to) => ({ kind: 'account-deleted', to, subject: '', paragraphs: [], reason: '' }),
  })
const finish = () => leavingJobs({ db, live: { ring() {} }, log: world.log }).tasks.finish_departures!({})

/** Begun while somebody holds this, and waiting for it; what he does then is done before it. */
async function whileHeld<Result>(
  hold: (db: Kysely<DB>) => Promise<unknown>,
  begin: () => Promise<Result>,
  then: (db: Kysely<DB>) => Promise<unknown>,
): Promise<Result> {
  let begun: Promise<Result> | undefined
  await db.transaction().execute(async (held) => {
    await hold(held)
    begun = begin()
    begun.catch(() => {}) // whoever began it looks at it
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

test('the first steps hold the public row before the private one, as whoever edits his profile or goes', async () => {
  const leo = await comes()
  const { saveProfileStep, saveInterests } = world.as(leo).onboarding
  const steps = [
    () => saveProfileStep({ first_name: 'Leo', last_name: 'Reed', display_name: 'Leo R.' }),
    () => saveInterests({ interests: ['Travel', 'Cooking', 'Music'] }),
  ]
  for (const [n, step] of steps.entries()) {
    const told = await whileHeld(
      (db) => held(PUBLIC(leo)).execute(db),
      step,
      (db) => held(PRIVATE(leo), atOnce).execute(db),
    )
    expect(told.step).toBe(n + 1)
  }
})

test('whoever suspends a member holds his sessions, and then gets what is private, also where he goes', async () => {
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

test('whoever decides what was reported of his page gets the rest, also where he goes', async () => {
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

test('what was read of his page before he left, and reported after, is gone with his account', async () => {
  const leo = await comes()
  await leave(leo)
  await reported(leo).execute(db)
  await finish()
  expect(await casesOf(leo)).toEqual([])
})
