import { describe, expect, test } from 'vitest'
import { type Answer, type Browser, makeBrowser, signIn, totpOf } from '#test/client.ts'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const limited = { RATE_LIMITS: 'on' }
const behindProxy = await world.serve({ pages: 'stub', env: { ...limited, TRUST_PROXY: '127.0.0.1' } })
const { url } = behindProxy
const PASSWORD = 'the quick brown kettle'
const WRONG = 'a wrong sentence here'

let network = 0
/** Returns addresses that no other test uses. */
const someAddresses = () => {
  const mine = ++network
  return (i: number) => `10.${mine}.${i >> 8}.${i & 255}`
}

/** Runs all attempts at the same time. If the queue is full an attempt is repeated, because it was not counted. */
async function crowd(count: number, attempt: (i: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      for (;;) {
        const answer = await attempt(i)
        if (answer.status !== 503) return answer
        await new Promise((go) => setTimeout(go, 100))
      }
    }),
  )
}
const withStatus = (answers: Answer[], wanted: number) => answers.filter(({ status }) => status === wanted)
const wrong = (browser: Browser, email: string) => browser.call('/sign-in/email', { email, password: WRONG })

describe('guarantees', () => {
  guarantee(
    '5',
    'of concurrent wrong passwords for one account from many addresses ten are checked; his own browser can still sign in',
    { short: 40, full: 400 },
    async (clients) => {
      const sam = await world.member({ password: PASSWORD })
      const at = someAddresses()
      const own = await signIn(url, sam, { from: at(60_000) })
      const answers = await crowd(clients, (i) =>
        wrong(makeBrowser(url, { from: at(i) }), i % 2 ? sam.email : sam.email.toUpperCase()),
      )
      expect(withStatus(answers, 401)).toHaveLength(10)
      const refused = withStatus(answers, 429)
      expect(refused).toHaveLength(clients - 10)
      for (const { headers, json } of refused) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
        expect(json.message).toMatch(/^That was a little fast\. Please try again in 15 minutes\.$/)
      }
      const right = { email: sam.email, password: PASSWORD }
      expect((await makeBrowser(url, { from: at(70_000) }).call('/sign-in/email', right)).status).toBe(429)
      // the username has its own ten attempts: a count per account would reveal whose address it is
      const byName = (password: string) =>
        makeBrowser(url, { from: at(70_000) }).call('/sign-in/username', { username: sam.username, password })
      expect((await byName(WRONG)).status).toBe(401)
      expect((await byName(PASSWORD)).status).toBe(200)
      expect((await own.call('/sign-in/email', right)).status).toBe(200)
    },
  )

  test('5: a known browser has its own rate limit', async () => {
    const sam = await world.member({ password: PASSWORD })
    const at = someAddresses()
    const own = await signIn(url, sam, { from: at(0) })
    const answers = await crowd(23, () => wrong(own.copy(), sam.email))
    expect(withStatus(answers, 401)).toHaveLength(20)
    expect(withStatus(answers, 429)).toHaveLength(3)
  })

  test('5: a browser that one account knows is not known to another', async () => {
    const [sam, tom] = [await world.member({ password: PASSWORD }), await world.member({ password: PASSWORD })]
    const at = someAddresses()
    const own = await signIn(url, sam, { from: at(0) })
    const answers = await crowd(12, () => wrong(own.copy(), tom.email))
    expect(withStatus(answers, 401)).toHaveLength(10)
  })

  guarantee(
    '5',
    'of concurrent attempts from one address at many accounts sixty are checked',
    { short: 66, full: 1000 },
    async (accounts) => {
      const at = someAddresses()
      const answers = await Promise.all(
        Array.from({ length: accounts }, (_, i) =>
          wrong(makeBrowser(url, { from: at(1) }), `nobody.${network}.${i}@example.org`),
        ),
      )
      expect(withStatus(answers, 429)).toHaveLength(accounts - 60)
      expect(withStatus(answers, 401).length + withStatus(answers, 503).length).toBe(60)
    },
  )

  test("5: an IP address counts once however the proxies write it, and the proxy's own is never used", async () => {
    const through = (hops: string, i: number) => wrong(makeBrowser(url, { from: hops }), `proxied.${i}@example.org`)
    const hops = Array.from({ length: 63 }, (_, i) => `203.0.113.7:${5000 + i}, 127.0.0.1:${6000 + i}`)
    const answers = await Promise.all(hops.map(through))
    expect(withStatus(answers, 429)).toHaveLength(3)
    expect((await through('203.0.113.8, ::ffff:127.0.0.1', 100)).status).toBe(401)
    expect((await through('::ffff:203.0.113.7, [::ffff:127.0.0.1]:80', 101)).status).toBe(429)
  })

  test('5: rate limits hold in a second process on the same database, and after a restart', async () => {
    const sam = await world.member({ password: PASSWORD })
    const at = someAddresses()
    await crowd(5, (i) => wrong(makeBrowser(url, { from: at(i) }), sam.email))
    const second = await world.serve({ pages: 'stub', env: { ...limited, TRUST_PROXY: '127.0.0.1' } })
    const answers = await crowd(8, (i) => wrong(makeBrowser(second.url, { from: at(10 + i) }), sam.email))
    expect(withStatus(answers, 401)).toHaveLength(5)
    expect(withStatus(answers, 429)).toHaveLength(3)
    await second.stop()
  })

  test('5: without a trusted proxy, X-Forwarded-For is ignored', async () => {
    const open = await world.serve({ pages: 'stub', env: limited })
    const at = someAddresses()
    const signUp = (i: number) => makeBrowser(open.url, { from: at(i) }).call('/sign-up/email', { email: 'x' })
    expect((await signUp(0)).status).toBe(400) // the body is checked first, and costs no attempt
    const ask = (i: number) => makeBrowser(open.url, { from: at(i) }).call('/verify/confirm', { token: 'x' })
    const answers = await Promise.all(Array.from({ length: 35 }, (_, i) => ask(i)))
    expect(withStatus(answers, 400)).toHaveLength(30)
    expect(withStatus(answers, 429)).toHaveLength(5)
    await open.stop()
  })

  test('5: of the addresses that a trusted proxy forwards, only the last one is used', async () => {
    const at = someAddresses()
    const ask = (i: number) =>
      makeBrowser(url, { from: `${at(i)}, ${at(5000)}` }).call('/verify/confirm', { token: 'x' })
    const answers = await Promise.all(Array.from({ length: 35 }, (_, i) => ask(i)))
    expect(withStatus(answers, 429)).toHaveLength(5)
    const chained = `${at(1)}, ${at(6000)}, 127.0.0.1`
    expect((await makeBrowser(url, { from: chained }).call('/verify/confirm', { token: 'x' })).status).toBe(400)
  })

  test('5: the IPv6 addresses of one household count as one, however they are written', async () => {
    const written = [
      (i: number) => `2001:db8:77:1::${i.toString(16)}`,
      (i: number) => `2001:0DB8:0077:0001:ffff:ffff:ffff:${i.toString(16)}`,
    ]
    const ask = (from: string) => makeBrowser(url, { from }).call('/verify/confirm', { token: 'x' })
    const answers = await Promise.all(Array.from({ length: 35 }, (_, i) => ask(written[i % 2]!(i + 1))))
    expect(withStatus(answers, 400)).toHaveLength(30)
    expect((await ask('2001:db8:77:2::1')).status).toBe(400)
  })
})

test('the right password costs no attempt: a member may sign in again and again', async () => {
  const sam = await world.member({ password: PASSWORD })
  const at = someAddresses()
  for (let i = 0; i < 12; i++) await signIn(url, sam, { from: at(i) })
})

test('a stolen session cannot be used to guess the password', async () => {
  const sam = await world.member({ password: PASSWORD })
  const at = someAddresses()
  const stolen = (await signIn(url, sam, { from: at(0) })).cookies
  const ways: [string, object][] = [
    ['/change-password', { currentPassword: WRONG, newPassword: 'eleven lazy herons' }],
    ['/two-factor/enable', { password: WRONG }],
    ['/two-factor/disable', { password: WRONG }],
  ]
  const answers = await crowd(14, (i) => makeBrowser(url, { from: at(i) }, stolen).call(...ways[i % 3]!))
  expect(withStatus(answers, 400)).toHaveLength(10)
  expect(withStatus(answers, 429)).toHaveLength(4)
})

test('wrong codes lock the second step, and the answer says for how long', async () => {
  const sam = await world.member({ password: PASSWORD })
  const at = someAddresses()
  const own = await signIn(url, sam, { from: at(0) })
  const { totpURI } = (await own.call('/two-factor/enable', { password: PASSWORD })).json as { totpURI: string }
  await own.call('/two-factor/verify-totp', { code: totpOf(totpURI) })
  const codes: Answer[] = []
  for (let i = 1; i <= 3; i++) {
    const thief = makeBrowser(url, { from: at(i) })
    await thief.call('/sign-in/email', { email: sam.email, password: PASSWORD })
    for (let n = 0; n < 6; n++) codes.push(await thief.call('/two-factor/verify-totp', { code: '000000' }))
  }
  expect(withStatus(codes, 401).filter(({ json }) => json.code === 'INVALID_CODE')).toHaveLength(10)
  const last = codes.at(-1)!
  expect(last).toMatchObject({
    status: 429,
    json: { message: 'Too many codes were wrong. Please try again in 15 minutes.' },
  })
  expect(last.headers.get('retry-after')).toBe('900')
})

describe('mail that other people can trigger', () => {
  for (const [path, body] of [
    ['/request-password-reset', {}],
    ['/send-verification-email', {}],
  ] as const) {
    test(`${path} sends one address at most four mails in a quarter of an hour, and answers the same for an unknown one`, async () => {
      const sam = await world.member({ verified: path !== '/send-verification-email' })
      for (const email of [sam.email, `nobody.${++network}@example.org`]) {
        const at = someAddresses()
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, i) => makeBrowser(url, { from: at(i) }).call(path, { email, ...body })),
        )
        expect(withStatus(answers, 200)).toHaveLength(4)
        expect(withStatus(answers, 429)).toHaveLength(2)
      }
    })
  }

  test('repeated sign-ups with one address send its owner at most a dozen mails an hour', async () => {
    const owner = await world.member({ password: PASSWORD })
    const at = someAddresses()
    const answers = await crowd(15, (i) =>
      makeBrowser(url, { from: at(i) }).call('/sign-up/email', {
        email: owner.email,
        username: `bomb.${i}`,
        password: PASSWORD,
      }),
    )
    expect(withStatus(answers, 200)).toHaveLength(12)
    expect(withStatus(answers, 429)).toHaveLength(3)
  })
})
