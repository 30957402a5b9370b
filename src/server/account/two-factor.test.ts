import { expect, test } from 'vitest'
import { type Browser, makeBrowser, nthMail, signIn, totpOf } from '#test/client.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: 'stub' })
const { url } = served
const PASSWORD = 'the quick brown kettle'

interface Enabled {
  sam: Awaited<ReturnType<typeof world.member>>
  browser: Browser
  totpURI: string
  codes: string[]
}

async function withTwoSteps(): Promise<Enabled> {
  const sam = await world.member({ password: PASSWORD })
  const browser = await signIn(url, sam)
  const enabled = await browser.call('/two-factor/enable', { password: PASSWORD })
  const { totpURI, backupCodes } = enabled.json as { totpURI: string; backupCodes: string[] }
  const code = totpOf(totpURI)
  expect((await browser.call('/two-factor/verify-totp', { code })).status).toBe(200)
  return { sam, browser, totpURI, codes: backupCodes }
}

/** The code that switched it on is used up, so this takes that of the next half minute. */
const nextCode = ({ totpURI }: Enabled) => totpOf(totpURI, Date.now() + 30_000)

async function firstStep({ sam }: Pick<Enabled, 'sam'>): Promise<Browser> {
  const browser = makeBrowser(url)
  const answer = await browser.call('/sign-in/email', { email: sam.email, password: PASSWORD })
  expect(answer).toMatchObject({ status: 200, json: { twoFactorRedirect: true } })
  expect(await browser.viewer()).toBeNull()
  return browser
}

test('switching it on needs the password, and takes effect only after a code was given', async () => {
  const sam = await world.member({ password: PASSWORD })
  const browser = await signIn(url, sam)
  const wrong = await browser.call('/two-factor/enable', { password: 'a wrong sentence here' })
  expect(wrong).toMatchObject({ status: 400, json: { code: 'INVALID_PASSWORD' } })
  const { json } = await browser.call('/two-factor/enable', { password: PASSWORD })
  expect(Object.keys(json).sort()).toEqual(['backupCodes', 'method', 'totpURI'])
  expect(new Set(json.backupCodes as string[]).size).toBe(10)
  expect((await browser.get('/api/v1/me')).json.two_factor_enabled).toBe(false)
  expect(await (await signIn(url, sam)).viewer()).toBe(sam.username)
  const confirmed = await browser.call('/two-factor/verify-totp', { code: totpOf(json.totpURI as string) })
  expect(confirmed.text).toBe('{}')
  expect((await browser.get('/api/v1/me')).json.two_factor_enabled).toBe(true)
})

test('signing in asks for the code: a wrong one is refused, the right one signs in', async () => {
  const owner = await withTwoSteps()
  const browser = await firstStep(owner)
  const wrong = await browser.call('/two-factor/verify-totp', { code: '000000' })
  expect(wrong).toMatchObject({ status: 401, json: { code: 'INVALID_CODE' } })
  expect(Object.keys(wrong.json.fields as object)).toEqual(['code'])
  expect(await browser.viewer()).toBeNull()
  const right = await browser.call('/two-factor/verify-totp', { code: nextCode(owner) })
  expect(right.text).toBe('{}')
  expect(await browser.viewer()).toBe(owner.sam.username)
})

test('a code from ten minutes ago is refused', async () => {
  const owner = await withTwoSteps()
  const browser = await firstStep(owner)
  const code = totpOf(owner.totpURI, Date.now() - 600_000)
  expect((await browser.call('/two-factor/verify-totp', { code })).status).toBe(401)
})

test('a code that has signed in does not work again, even at the same moment', async () => {
  const owner = await withTwoSteps()
  const code = nextCode(owner)
  const browsers = [await firstStep(owner), await firstStep(owner), await firstStep(owner)]
  const [late, ...both] = browsers
  const answers = await Promise.all(both.map((browser) => browser.call('/two-factor/verify-totp', { code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  const again = await late!.call('/two-factor/verify-totp', { code })
  expect(again).toMatchObject({ status: 401, json: { code: 'INVALID_CODE' } })
  expect(await late!.viewer()).toBeNull()
})

test('the code that switched it on does not sign in', async () => {
  const sam = await world.member({ password: PASSWORD })
  const browser = await signIn(url, sam)
  const { json } = await browser.call('/two-factor/enable', { password: PASSWORD })
  const code = totpOf(json.totpURI as string)
  expect((await browser.call('/two-factor/verify-totp', { code })).status).toBe(200)
  const other = await firstStep({ sam })
  expect(await other.call('/two-factor/verify-totp', { code })).toMatchObject({
    status: 401,
    json: { code: 'INVALID_CODE' },
  })
})

test('a recovery code signs in once, also if it is sent twice at the same moment', async () => {
  const owner = await withTwoSteps()
  const [one, two, three] = [await firstStep(owner), await firstStep(owner), await firstStep(owner)]
  const code = owner.codes[0]!
  const answers = await Promise.all(
    [one, two].map((browser) => browser.call('/two-factor/verify-backup-code', { code })),
  )
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const late = await three.call('/two-factor/verify-backup-code', { code })
  expect(late).toMatchObject({ status: 401, json: { code: 'INVALID_BACKUP_CODE' } })
  expect((await three.call('/two-factor/verify-backup-code', { code: owner.codes[1]! })).status).toBe(200)
  expect(await three.viewer()).toBe(owner.sam.username)
})

test('a recovery code may be typed in any case, with spaces or without its dash', async () => {
  const owner = await withTwoSteps()
  const typed = [
    owner.codes[0]!.toUpperCase(),
    owner.codes[1]!.replace('-', ''),
    ` ${owner.codes[2]!.replace('-', ' - ')}`,
  ]
  for (const code of typed) {
    const browser = await firstStep(owner)
    expect((await browser.call('/two-factor/verify-backup-code', { code })).status).toBe(200)
  }
  for (const code of owner.codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
})

test('new recovery codes need the password and invalidate the old ones', async () => {
  const owner = await withTwoSteps()
  const refused = await owner.browser.call('/two-factor/generate-backup-codes', { password: 'a wrong sentence here' })
  expect(refused.status).toBe(400)
  const { json } = await owner.browser.call('/two-factor/generate-backup-codes', { password: PASSWORD })
  const [fresh] = json.backupCodes as string[]
  const browser = await firstStep(owner)
  expect((await browser.call('/two-factor/verify-backup-code', { code: owner.codes[0]! })).status).toBe(401)
  expect((await browser.call('/two-factor/verify-backup-code', { code: fresh! })).status).toBe(200)
})

test('a cookie of the first step of another member, or an invented one, is refused', async () => {
  const [owner, other] = [await withTwoSteps(), await withTwoSteps()]
  const browser = await firstStep(other)
  expect((await browser.call('/two-factor/verify-totp', { code: nextCode(owner) })).status).toBe(401)
  for (const value of ['2fa-guess', '']) {
    const guesser = makeBrowser(url, {}, new Map([['fk.two_factor', value]]))
    const answer = await guesser.call('/two-factor/verify-totp', { code: nextCode(owner) })
    expect(answer).toMatchObject({ status: 401, json: { code: 'INVALID_TWO_FACTOR_COOKIE' } })
  }
})

test('a first step ends after five wrong codes, and cannot be used a second time', async () => {
  const owner = await withTwoSteps()
  const browser = await firstStep(owner)
  for (let i = 0; i < 5; i++) await browser.call('/two-factor/verify-totp', { code: '000000' })
  const late = await browser.copy().call('/two-factor/verify-totp', { code: nextCode(owner) })
  expect(late).toMatchObject({ status: 400, json: { message: 'These were too many tries. Please sign in again.' } })
  const fresh = await firstStep(owner)
  const copied = fresh.copy()
  expect((await fresh.call('/two-factor/verify-totp', { code: nextCode(owner) })).status).toBe(200)
  expect((await copied.call('/two-factor/verify-totp', { code: nextCode(owner) })).status).toBe(401)
})

test('a password reset skips neither the second step nor a pending first one', async () => {
  const owner = await withTwoSteps()
  const { email } = owner.sam
  const thief = await firstStep(owner)
  await makeBrowser(url).call('/request-password-reset', { email })
  const { link } = await nthMail(served, 'reset', email, 1)
  const newPassword = 'eleven lazy herons'
  const token = new URL(link!).searchParams.get('token')
  expect((await makeBrowser(url).call('/reset-password', { token, newPassword })).status).toBe(200)
  expect((await thief.call('/two-factor/verify-totp', { code: nextCode(owner) })).status).toBe(401)
  const browser = makeBrowser(url)
  const step = await browser.call('/sign-in/email', { email, password: newPassword })
  expect(step.json).toEqual({ twoFactorRedirect: true })
  expect(await browser.viewer()).toBeNull()
})

test('switching it off needs the password; then the password alone signs in', async () => {
  const owner = await withTwoSteps()
  expect((await owner.browser.call('/two-factor/disable', { password: 'a wrong sentence here' })).status).toBe(400)
  expect((await owner.browser.call('/two-factor/disable', { password: PASSWORD })).status).toBe(200)
  expect(await (await signIn(url, owner.sam)).viewer()).toBe(owner.sam.username)
})

test('a visitor cannot switch anything', async () => {
  for (const path of ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes'])
    expect((await makeBrowser(url).call(path, { password: PASSWORD })).status).toBe(401)
})

test('neither the secret nor the recovery codes are stored in plain text', async () => {
  const owner = await withTwoSteps()
  const row = await world.db
    .selectFrom('twoFactor')
    .select(['secret', 'backupCodes'])
    .where('userId', '=', owner.sam.id)
    .executeTakeFirstOrThrow()
  for (const code of owner.codes) expect(row.backupCodes).not.toContain(code)
  expect(row.secret).not.toContain(new URL(owner.totpURI).searchParams.get('secret'))
})
