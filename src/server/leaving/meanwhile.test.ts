/**
 * Requests that run while an account is deleted: they wait for the deletion, and do not store names of the member
 * again.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PROFILE_FIELDS } from '#contract/profile-words.ts'
import { leavingAccount } from '#server/account/account.ts'
import { makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'
import { beginLeaving, leavingJobs } from './leaving.ts'

const world = await makeWorld()
const { db } = world
const finish = () => leavingJobs({ ...world.ctx(null), account: leavingAccount }).tasks.finish_departures!({})

/** Runs `meanwhile` while the deletion has not yet committed; what it returns is run after the commit. */
async function whileLeaving(who: Person, meanwhile: () => Promise<() => Promise<void>>) {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const leaving = db.transaction().execute(async (trx) => {
    const here = { transaction: { value: () => ({ execute: (work: (db: unknown) => unknown) => work(trx) }) } }
    const farewell = (to: string) =>
      ({ to, kind: 'farewell', subject: 'Goodbye', text: 'Goodbye', html: 'Goodbye' }) as never
    const ctx = { ...world.ctx(who), db: Object.create(trx, here) }
    await beginLeaving(ctx, { member: who.id, removes_posts: false, farewell, account: leavingAccount })
    begun.resolve()
    await go.promise
  })
  await Promise.race([begun.promise, leaving])
  const end = await meanwhile()
  go.resolve()
  await leaving
  await end()
}

test('while an account is deleted, no field of a profile can change', async () => {
  const { rows } = await sql<{ table: 'profiles' | 'profiles_private'; definition: string }>`
    select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgname = 'stays_nobody' order by 1`.execute(db)
  expect(rows.map(({ table }) => table)).toEqual(['profiles', 'profiles_private'])
  const leo = await world.member()
  await db.insertInto('departures').values({ member_id: leo.id, removes_posts: false }).execute()
  const { rows: columns } = await sql<{ table: string; name: string }>`
    select attrelid::regclass::text as table, attname as name from pg_attribute
    where attrelid in ('profiles'::regclass, 'profiles_private'::regclass) and attnum > 0 and not attisdropped`.execute(
    db,
  )
  for (const { table, definition } of rows) {
    const here = columns.filter((column) => column.table === table).map(({ name }) => name)
    const free = [...definition.matchAll(/'(\w+)'/g)].map(([, column]) => column!)
    expect(free.length).toBeGreaterThan(5)
    // a free column that does not exist would be a spelling mistake
    expect(free.filter((column) => !here.includes(column))).toEqual([])
    for (const field of table === 'profiles' ? PROFILE_FIELDS.public : PROFILE_FIELDS.private) {
      const value = field === 'date_of_birth' ? '1980-01-02' : 'Canary'
      const change = sql`update ${sql.table(table)} set ${sql.ref(field)} = ${value} where id = ${leo.id}`.execute(db)
      await expect(change, field).rejects.toMatchObject({ code: '23503' })
    }
  }
  await db.updateTable('profiles').set({ post_count: 3 }).where('id', '=', leo.id).execute()
})

const SIGNED_OUT = { code: 'UNAUTHENTICATED', status: 401 }

test.each([
  [
    'a change of his profile',
    (leo: Person) => world.as(leo).members.updateProfile({ display_name: 'Leo Canary', first_name: 'Leo' }),
  ],
  [
    'a change of a private field',
    (leo: Person) => world.as(leo).members.updateProfile({ date_of_birth: '1980-01-02' }),
  ],
  [
    'the profile step of the first steps',
    (leo: Person) =>
      world.as(leo).onboarding.saveProfileStep({ display_name: 'Leo Canary', first_name: 'Leo', last_name: 'Canary' }),
  ],
  ['his place', (leo: Person) => world.as(leo).nearby.updateLocation({ location: 'Canary Wharf' })],
])('%s is refused', async (_name, call) => {
  const leo = await world.member()
  const post = await world.post({ by: leo })
  await whileLeaving(leo, async () => {
    const ended = refusal(call(leo))
    await waitingForLocks(world, 1)
    return async () => expect(await ended).toMatchObject(SIGNED_OUT)
  })
  const { author } = await world.as(null).posts.getPost({ id: post.id })
  expect(author).toMatchObject({ display_name: 'Unknown User', location: null })
  const kept = db.selectFrom('profiles_private').select(['first_name', 'last_name', 'date_of_birth'])
  expect(await kept.where('id', '=', leo.id).execute()).toEqual([
    { first_name: null, last_name: null, date_of_birth: null },
  ])
  await finish()
})

test('a report of a profile keeps its names no longer than the account exists', async () => {
  const [leo, ben] = [await world.member({ name: 'leocanary' }), await world.member()]
  await world.as(leo).members.updateProfile({ bio: 'A canary.' })
  await whileLeaving(leo, async () => {
    await world.as(ben).reports.reportThing({ kind: 'profile', id: leo.id, reason: 'spam' })
    return async () => {}
  })
  await finish()
  expect(await db.selectFrom('user').select('id').where('id', '=', leo.id).execute()).toEqual([])
  const { rows } = await sql`select snapshot from report_cases where snapshot::text ilike '%canary%'`.execute(db)
  expect(rows).toEqual([])
})
