import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { leavingAccount } from '#server/account/account.ts'
import { mailCount, makeBrowser, nthMail, signIn, until } from '#test/client.ts'
import { makeWorld, type Person, waitingForLocks } from '#test/world.ts'
import { beginLeaving, leavingJobs } from '../leaving/leaving.ts'
import { deviceName, rememberDevice } from './devices.ts'

const world = await makeWorld()
const served = await world.serve({ pages: 'stub' })
const { url } = served
const PASSWORD = 'the quick brown kettle'
const member = () => world.member({ password: PASSWORD })

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

type Device = { id: string; name: string; is_this: boolean }
const devicesOf = async (browser: ReturnType<typeof makeBrowser>) =>
  (await browser.get('/api/v1/me/devices')).json as unknown as Device[]

test.each([
  [FIREFOX, 'Firefox on Linux'],
  [IPHONE, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.0', 'A browser'],
  [null, 'A browser'],
])('%s is called %s', (agent, name) => expect(deviceName(agent)).toBe(name))

describe('the list of devices', () => {
  test('names each browser that is signed in, newest first, and marks this one', async () => {
    const sam = await member()
    await signIn(url, sam, { userAgent: IPHONE })
    const here = await signIn(url, sam, { userAgent: FIREFOX })
    const devices = await devicesOf(here)
    expect(devices.map(({ name, is_this }) => [name, is_this])).toEqual([
      ['Firefox on Linux', true],
      ['Safari on iPhone', false],
    ])
  })

  test('9: signs one of them out, immediately and in every process', async () => {
    const second = await world.serve({ pages: 'stub' })
    const sam = await member()
    const [here, stolen] = [
      await signIn(url, sam, { userAgent: FIREFOX }),
      await signIn(url, sam, { userAgent: IPHONE }),
    ]
    const copied = makeBrowser(second.url, {}, new Map(stolen.cookies))
    expect(await copied.viewer()).toBe(sam.username)
    const other = (await devicesOf(here)).find(({ is_this }) => !is_this)!
    expect((await here.send('DELETE', `/api/v1/me/devices/${other.id}`)).status).toBe(200)
    expect(await copied.viewer()).toBeNull()
    expect(await stolen.viewer()).toBeNull()
    expect(await here.viewer()).toBe(sam.username)
    const again = await here.send('DELETE', `/api/v1/me/devices/${other.id}`)
    expect(again).toMatchObject({ status: 404, json: { code: 'DEVICE_NOT_FOUND' } })
    await second.stop()
  })

  test('62: a member who is signed out by it is off the map, as if he had signed out on that device', async () => {
    const sam = await member()
    const [here] = [await signIn(url, sam), await signIn(url, sam), await signIn(url, sam)]
    const steps = async () => {
      await world.local(sam, { latitude: 53.5, longitude: -1.5 })
      // the session that the tests use
      await world.db.deleteFrom('session').where('id', '=', sam.id).execute()
    }
    const isOnMap = async () => {
      const { rows } = await sql<{ cell: number | null; local_mode_enabled: boolean }>`
        select cell, local_mode_enabled from profiles_private where id = ${sam.id}`.execute(world.db)
      expect(rows[0]!.cell !== null).toBe(rows[0]!.local_mode_enabled)
      return rows[0]!.local_mode_enabled
    }
    await steps()
    const others = (await devicesOf(here)).filter(({ is_this }) => !is_this)
    await here.send('DELETE', `/api/v1/me/devices/${others[0]!.id}`)
    expect(await isOnMap()).toBe(false)
    await steps()
    await here.send('DELETE', '/api/v1/me/devices')
    expect(await isOnMap()).toBe(false)
    await steps()
    // no other device is signed in: nothing has changed
    await here.send('DELETE', '/api/v1/me/devices')
    expect(await isOnMap()).toBe(true)
    const [own] = await devicesOf(here)
    await here.send('DELETE', `/api/v1/me/devices/${own!.id}`)
    expect(await isOnMap()).toBe(false)
  })

  test('signs out all other devices of the member, and no device of another member', async () => {
    const [sam, tom] = [await member(), await member()]
    const [here, one, two] = [await signIn(url, sam), await signIn(url, sam), await signIn(url, sam)]
    const toms = await signIn(url, tom)
    expect((await here.send('DELETE', '/api/v1/me/devices')).json).toEqual({ signed_out: 2 })
    expect(await Promise.all([here, one, two, toms].map((browser) => browser.viewer()))).toEqual([
      sam.username,
      null,
      null,
      tom.username,
    ])
  })

  test("answers the same for another member's device as for a missing one", async () => {
    const [sam, tom] = [await member(), await member()]
    const [here, toms] = [await signIn(url, sam), await signIn(url, tom)]
    const [theirs] = await devicesOf(toms)
    const answer = await here.send('DELETE', `/api/v1/me/devices/${theirs!.id}`)
    const missing = await here.send('DELETE', '/api/v1/me/devices/00000000-0000-4000-8000-000000000000')
    expect([answer.status, answer.text]).toEqual([missing.status, missing.text])
    expect(await toms.viewer()).toBe(tom.username)
  })
})

describe('the mail about a new device', () => {
  test('is sent for a new browser only: not for the first one, not for a known one', async () => {
    const sam = await member()
    const first = await signIn(url, sam, { userAgent: FIREFOX })
    await first.call('/sign-out')
    await first.call('/sign-in/email', { email: sam.email, password: PASSWORD })
    await signIn(url, sam, { userAgent: IPHONE })
    const mail = await nthMail(served, 'new-device', sam.email, 1)
    expect(mail.text).toContain('Safari on iPhone')
    expect(mail.link).toBe(`${served.baseUrl}/settings`)
    // mails are sent in order, so the next one shows that no other was pending
    await first.call('/request-password-reset', { email: sam.email })
    await nthMail(served, 'reset', sam.email, 1)
    expect(await mailCount(served, 'new-device', sam.email)).toBe(1)
  })

  test('is sent to each account separately, also if they share the browser', async () => {
    const [sam, tom] = [await member(), await member()]
    await signIn(url, tom)
    const shared = await signIn(url, sam)
    await shared.call('/sign-in/email', { email: tom.email, password: PASSWORD })
    await nthMail(served, 'new-device', tom.email, 1)
    expect(await mailCount(served, 'new-device', sam.email)).toBe(0)
  })

  test('is sent after a reset as well, for a browser that was known before', async () => {
    const sam = await member()
    const thief = await signIn(url, sam, { userAgent: IPHONE })
    const owner = makeBrowser(url, { userAgent: FIREFOX })
    await owner.call('/request-password-reset', { email: sam.email })
    const { link } = await nthMail(served, 'reset', sam.email, 1)
    const newPassword = 'eleven lazy herons'
    await owner.call('/reset-password', { token: new URL(link!).searchParams.get('token'), newPassword })
    await owner.call('/sign-in/email', { email: sam.email, password: newPassword })
    await thief.call('/sign-in/email', { email: sam.email, password: newPassword })
    const mail = await until('the owner hears of it', () => nthMail(served, 'new-device', sam.email, 1))
    expect(mail.text).toContain('Safari on iPhone')
  })
})

describe('29: a sign-in of a member who deletes his account', async () => {
  // this world runs no jobs: the test starts the work that follows a departure
  const still = await makeWorld()
  const { db } = still
  const leave = ({ id }: Person) =>
    beginLeaving(still.ctx(null), {
      ...{ member: id, removes_posts: false, account: leavingAccount },
      farewell: (to) => ({ kind: 'account-deleted', to, subject: '', paragraphs: [], reason: '' }),
    })
  const tracesOf = async ({ id }: Person) => {
    const { rows } = await sql`
      select s.signed_in_at, exists (select from known_devices k where k.user_id = s.id) as is_known,
        exists (select from member_seen m where m.member_id = s.id) as is_seen
      from profiles_private s where s.id = ${id}`.execute(db)
    return rows
  }
  const NONE = { signed_in_at: null, is_known: false, is_seen: false }

  test('that ends after the deletion creates nothing, and does not fail', async () => {
    const leo = await still.member()
    await leave(leo)
    expect(await rememberDevice({ db }, leo.id, 'late')).toEqual({ first: true, fresh: false })
    expect(await tracesOf(leo)).toEqual([NONE])
    await leavingJobs({ db, live: { notify() {} }, log: still.log, account: leavingAccount }).tasks.finish_departures!(
      {},
    )
    expect(await tracesOf(leo)).toEqual([])
    expect(await rememberDevice({ db }, leo.id, 'later')).toEqual({ first: true, fresh: false })
  })

  test('that runs at the same moment creates nothing either', async () => {
    const leo = await still.member()
    let both: Promise<unknown[]> | undefined
    await db.transaction().execute(async (held) => {
      // the deletion waits for the public row, and holds the account row by then
      await sql`select from profiles where id = ${leo.id} for update`.execute(held)
      const leaving = leave(leo)
      await waitingForLocks(still, 1)
      both = Promise.all([leaving, rememberDevice({ db }, leo.id, 'meanwhile')])
      both.catch(() => {}) // awaited below
      await waitingForLocks(still, 2)
    })
    expect(await both).toEqual([true, { first: true, fresh: false }])
    expect(await tracesOf(leo)).toEqual([NONE])
  })
})
