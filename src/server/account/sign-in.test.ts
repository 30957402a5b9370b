import { scryptSync } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mailCount, makeBrowser, nthMail, seenOf, signIn, totpOf } from '#test/client.ts'
import { guarantee, isFull } from '#test/guarantees/guarantee.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: 'stub' })
const { url } = served
/** a world with the real password hashing */
const real = await makeWorld({ passwords: 'real' })
const { url: realUrl } = await real.serve({ pages: 'stub' })
const PASSWORD = 'the quick brown kettle'

test('a member signs in with his e-mail or his username, in any case', async () => {
  const sam = await world.member({ username: 'Sam.Dad', password: PASSWORD })
  const ways: [string, object][] = [
    ['/sign-in/email', { email: sam.email }],
    ['/sign-in/email', { email: ` ${sam.email.toUpperCase()} ` }],
    ['/sign-in/username', { username: 'sam.dad' }],
    ['/sign-in/username', { username: 'SAM.DAD' }],
  ]
  for (const [path, name] of ways) {
    const browser = makeBrowser(url)
    expect((await browser.call(path, { ...name, password: PASSWORD })).status).toBe(200)
    expect(await browser.viewer()).toBe('Sam.Dad')
  }
})

test('no answer to a sign-in contains a token, a hash or an id of a session', async () => {
  const sam = await world.member({ password: PASSWORD })
  const answer = await makeBrowser(url).call('/sign-in/email', { email: sam.email, password: PASSWORD })
  expect(answer.text).toBe('{}')
})

test('a wrong password is refused with a sentence at its field, and sets no cookie', async () => {
  const sam = await world.member({ password: PASSWORD })
  const browser = makeBrowser(url)
  const answer = await browser.call('/sign-in/email', { email: sam.email, password: `${PASSWORD}s` })
  const sentence = 'That email and password do not go together. Nothing was changed.'
  expect(answer).toMatchObject({ status: 401, json: { message: sentence, fields: { password: sentence } } })
  expect(browser.cookies.size).toBe(0)
})

test('an unverified member with the right password reads that he has to verify his address, and can request the mail again', async () => {
  const sam = await world.member({ password: PASSWORD, verified: false })
  const browser = makeBrowser(url)
  const wrong = await browser.call('/sign-in/email', { email: sam.email, password: 'another sentence altogether' })
  expect(wrong.status).toBe(401)
  for (const [path, name] of [
    ['/sign-in/email', { email: sam.email }],
    ['/sign-in/username', { username: sam.username }],
  ] as const) {
    const answer = await browser.call(path, { ...name, password: PASSWORD })
    expect(answer).toMatchObject({ status: 403, json: { code: 'EMAIL_NOT_VERIFIED' } })
  }
  expect(browser.cookies.size).toBe(0)
  expect(await mailCount(served, 'verify', sam.email)).toBe(0)
  await browser.call('/send-verification-email', { email: sam.email })
  const { link } = await nthMail(served, 'verify', sam.email, 1)
  const token = new URL(link!).searchParams.get('token')
  await browser.call('/verify/confirm', { token, password: PASSWORD })
  expect((await browser.call('/sign-in/email', { email: sam.email, password: PASSWORD })).status).toBe(200)
})

test('with REQUIRE_VERIFIED_EMAIL=0 an unverified member may sign in', async () => {
  const lax = await world.serve({ pages: 'stub', env: { REQUIRE_VERIFIED_EMAIL: '0' } })
  const sam = await world.member({ password: PASSWORD, verified: false })
  expect(await (await signIn(lax.url, sam)).viewer()).toBe(sam.username)
})

test.each([
  ['a name with NUL', '/sign-in/username', { username: 'sam\0' }, [400]],
  ['a name that is an e-mail', '/sign-in/username', { username: 'sam@example.org' }, [401, 422]],
  ['a name of 300 letters', '/sign-in/username', { username: 'x'.repeat(300) }, [400]],
  ['an e-mail of 300 letters', '/sign-in/email', { email: `${'x'.repeat(300)}@example.org` }, [400]],
  ['a password of 3,000 letters', '/sign-in/email', { email: 'a@example.org', password: 'x'.repeat(3000) }, [400]],
  ['a password of 1,500 letters', '/sign-in/email', { email: 'a@example.org', password: 'x'.repeat(1500) }, [400]],
  ['an array for an e-mail', '/sign-in/email', { email: ['a@example.org'] }, [400]],
])('%s is refused without an internal error', async (_what, path, body, statuses) => {
  const answer = await makeBrowser(url).call(path, { password: PASSWORD, ...body })
  expect(statuses).toContain(answer.status)
})

describe('guarantees', () => {
  const known = world.member({ username: 'known.one', email: 'known.one@example.org', password: PASSWORD })
  const unknown = { username: 'knows.not', email: 'knows.not@example.org' }
  const WAYS: [string, (who: { username: string; email: string }) => [string, object]][] = [
    ['signing in by e-mail', ({ email }) => ['/sign-in/email', { email, password: 'a wrong sentence here' }]],
    [
      'signing in by username',
      ({ username }) => ['/sign-in/username', { username, password: 'a wrong sentence here' }],
    ],
    ['asking for a reset', ({ email }) => ['/request-password-reset', { email }]],
    ['asking for the mail again', ({ email }) => ['/send-verification-email', { email }]],
  ]
  guarantee(
    '2',
    'a known and an unknown address get the same answer after the same time',
    { short: 3, full: 500 },
    async (samples) => {
      const person = { known: await known, unknown }
      const ways = WAYS.map(async ([what, ask]) => {
        const times = { known: [] as number[], unknown: [] as number[] }
        const seen = new Set<string>()
        for (let i = 0; i < samples * 2; i++) {
          const kind = i % 2 ? 'known' : 'unknown'
          const from = performance.now()
          const answer = await makeBrowser(url).call(...ask(person[kind]))
          times[kind].push(performance.now() - from)
          seen.add(seenOf(answer))
        }
        expect([...seen], what).toHaveLength(1)
        // times are checked in the full run only, on a machine that does nothing else
        if (isFull) expect(Math.abs(0.5 - auc(times.known, times.unknown)), what).toBeLessThan(0.05)
      })
      await Promise.all(ways)
    },
  )

  test("4: passwords are stored as the library's scrypt (N 16384, r 16, p 1), each with its own salt", async () => {
    const two = [await real.member({ password: PASSWORD }), await real.member({ password: PASSWORD })]
    const rows = await real.db
      .selectFrom('account')
      .select('password')
      .where(
        'userId',
        'in',
        two.map(({ id }) => id),
      )
      .execute()
    const [first, second] = rows.map(({ password }) => password!)
    expect(first).not.toBe(second)
    const [salt, hash] = first!.split(':')
    const options = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
    expect(scryptSync(PASSWORD, salt!, 64, options).toString('hex')).toBe(hash)
  })

  guarantee(
    '4',
    'many sign-ins at the same time do not block the process; beyond the queue’s maximum they are refused with Retry-After',
    { short: 64, full: 640 },
    async (clients) => {
      const sam = await real.member({ password: PASSWORD })
      const lag = monitorEventLoopDelay({ resolution: 5 })
      const watch = makeBrowser(realUrl)
      await watch.get('/healthz')
      lag.enable()
      const crowd = Promise.all(
        Array.from({ length: clients }, () => makeBrowser(realUrl).call('/sign-in/email', credentials(sam))),
      )
      let over = false
      let slowest = 0
      void crowd.then(() => {
        over = true
      })
      while (!over) {
        const from = performance.now()
        expect((await watch.get('/healthz')).status).toBe(200)
        slowest = Math.max(slowest, performance.now() - from)
        // without a pause the measurement itself would use most of a core
        await pause(5)
      }
      lag.disable()
      const answers = await crowd
      const refused = answers.filter(({ status }) => status === 503)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(26)
      expect(refused.length).toBeGreaterThan(0)
      expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
      for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      // times are checked in the full run only; the clients run in this process as well, so this is an upper bound
      if (isFull) {
        expect(lag.percentile(99) / 1e6).toBeLessThan(50)
        expect(slowest).toBeLessThan(500)
      }
    },
  )

  test('4: judging a new password, however slow, does not block the process', async () => {
    const repeated = ['4@8({<3€69&!1/|0$5+7%2', '19991231', '1234567890', '$$@@((4433']
    const hard = repeated.map((one) => one.repeat(16).slice(0, 128))
    const answers = Promise.all(
      hard.map((password, i) =>
        makeBrowser(realUrl).call('/sign-up/email', {
          email: `hard.${i}@example.org`,
          username: `hard.${i}`,
          password,
        }),
      ),
    )
    let over = false
    void answers.then(() => {
      over = true
    })
    let between = 0
    for (const watch = makeBrowser(realUrl); !over; between++) expect((await watch.get('/healthz')).status).toBe(200)
    for (const { status } of await answers) expect([200, 400]).toContain(status)
    // if this thread judged them, each would have let only one or two others in
    expect(between).toBeGreaterThan(hard.length * 5)
  })
})

test('with two-step verification the password alone does not sign in', async () => {
  const sam = await world.member({ password: PASSWORD })
  const owner = await signIn(url, sam)
  const { json } = await owner.call('/two-factor/enable', { password: PASSWORD })
  await owner.call('/two-factor/verify-totp', { code: totpOf(json.totpURI as string) })
  const thief = makeBrowser(url)
  expect((await thief.call('/sign-in/email', credentials(sam))).json).toEqual({ twoFactorRedirect: true })
  expect(await thief.viewer()).toBeNull()
})

const credentials = ({ email, password }: { email: string; password?: string }) => ({ email, password })

/** How well the times tell the two groups apart: 0.5 not at all, 0 or 1 always. */
function auc(one: number[], other: number[]): number {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0) as number))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}
