/** Checks the responses that the screens' stand-in gives for /api/auth (test/screens/auth-endpoints.ts) against the real endpoints. */
import { afterAll, expect, test } from 'vitest'
import { type Answer, makeBrowser, nthMail, signIn, totpOf } from './client.ts'
import { makeNewcomers, tokenOf } from './newcomers.ts'
import { type Done, type EndpointPath, REFUSALS, wordsOf } from './screens/auth-endpoints.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: 'stub' })
const { url } = served
const PASSWORD = 'the quick brown kettle'
const WRONG = 'a wrong sentence here'
const GUESSED = 'password1234'
const { newcomer, signedUp } = makeNewcomers(served, PASSWORD)

const asked = new Set<string>()

/** The endpoint refuses with exactly these words. */
function expectRefusal<Path extends EndpointPath>(
  path: Path,
  word: keyof (typeof REFUSALS)[Path] & string,
  said: Answer,
) {
  asked.add(`${path} ${word}`)
  expect({ status: said.status, body: said.json }, `${path} ${word}`).toEqual(wordsOf(path, word))
}
/** The endpoint succeeds, with exactly this response. */
function expectDone<Path extends EndpointPath>(path: Path, done: Done[Path], said: Answer) {
  asked.add(path)
  expect({ status: said.status, body: said.json }, path).toEqual({ status: 200, body: done })
}

async function member() {
  const sam = await world.member({ password: PASSWORD })
  return { sam, browser: await signIn(url, sam) }
}

test('signing up, verifying, and removing an account that another person made', async () => {
  const { person, browser, answer, token } = await signedUp()
  const { username, email } = person
  expectDone('sign-up/email', { token: null, user: { email, name: username, username, emailVerified: false } }, answer)
  const signUp = (changes: object) => makeBrowser(url).call('/sign-up/email', { ...newcomer(), ...changes })
  expectRefusal('sign-up/email', 'weak', await signUp({ password: GUESSED }))
  expectRefusal('sign-up/email', 'taken', await signUp({ username }))
  expectDone('send-verification-email', { status: true }, await browser.call('/send-verification-email', { email }))

  const confirm = (body: object, from = makeBrowser(url)) => from.call('/verify/confirm', body)
  expectDone('verify/confirm', { signed_in: false, needs_password: true }, await confirm({ token }))
  expectRefusal('verify/confirm', 'password', await confirm({ token, password: WRONG }))
  expectRefusal('verify/confirm', 'token', await confirm({ token: 'x' }))
  for (const [path, body, word] of [
    ['sign-in/email', { email }, 'unverified'],
    ['sign-in/username', { username }, 'unverified'],
  ] as const)
    expectRefusal(path, word, await makeBrowser(url).call(`/${path}`, { ...body, password: PASSWORD }))
  expectDone('verify/confirm', { signed_in: true }, await confirm({ token }, browser))
  expectDone('verify/confirm', { signed_in: false }, await confirm({ token }, browser))

  const disown = (key: string) => makeBrowser(url).call('/verify/disown', { token: key })
  expectRefusal('verify/disown', 'verified', await disown(token))
  expectRefusal('verify/disown', 'token', await disown('x'))
  expectDone('verify/disown', { removed: true }, await disown((await signedUp()).token))
})

test('signing in and out, and a new password', async () => {
  const { sam, browser } = await member()
  const [byEmail, byName] = [{ email: sam.email }, { username: sam.username }]
  const call = (path: EndpointPath, body: object) => makeBrowser(url).call(`/${path}`, body)
  for (const [path, who] of [
    ['sign-in/email', byEmail],
    ['sign-in/username', byName],
  ] as const) {
    expectDone(path, {}, await call(path, { ...who, password: PASSWORD }))
    expectRefusal(path, 'wrong', await call(path, { ...who, password: WRONG }))
  }

  expectDone('request-password-reset', { status: true }, await call('request-password-reset', byEmail))
  const token = tokenOf((await nthMail(served, 'reset', sam.email, 1)).link)
  const reset = (body: object) => call('reset-password', { newPassword: PASSWORD, ...body })
  expectRefusal('reset-password', 'weak', await reset({ token, newPassword: GUESSED }))
  expectDone('reset-password', { status: true }, await reset({ token }))
  expectRefusal('reset-password', 'token', await reset({ token }))

  const own = await signIn(url, sam)
  const change = (body: object, from = own) =>
    from.call('/change-password', { currentPassword: PASSWORD, newPassword: 'eleven lazy herons', ...body })
  expectRefusal('change-password', 'gone', await change({}, browser))
  expectRefusal('change-password', 'weak', await change({ newPassword: GUESSED }))
  expectRefusal('change-password', 'password', await change({ currentPassword: WRONG }))
  expectDone('change-password', { status: true }, await change({}))
  expectDone('sign-out', { success: true }, await own.call('/sign-out'))

  await world.db
    .updateTable('profiles_private')
    .set({ suspended_at: new Date(), suspended_reason: 'Threats in messages' })
    .where('id', '=', sam.id)
    .execute()
  const right = { password: 'eleven lazy herons' }
  expectRefusal('sign-in/email', 'suspended', await call('sign-in/email', { ...byEmail, ...right }))
  expectRefusal('sign-in/username', 'suspended', await call('sign-in/username', { ...byName, ...right }))
})

test('the second step', async () => {
  const { sam, browser } = await member()
  const enable = (password: string) => browser.call('/two-factor/enable', { password })
  expectRefusal('two-factor/enable', 'password', await enable(WRONG))
  const enabled = await enable(PASSWORD)
  const { totpURI, backupCodes } = enabled.json as Done['two-factor/enable']
  expect(backupCodes).toHaveLength(10)
  expectDone('two-factor/enable', { method: 'totp', totpURI, backupCodes }, enabled)
  const app = (from: typeof browser, code: string) => from.call('/two-factor/verify-totp', { code })
  expectRefusal('two-factor/verify-totp', 'wrong', await app(browser, wrongCode(totpURI)))
  expectDone('two-factor/verify-totp', {}, await app(browser, totpOf(totpURI)))

  const away = await browser.call('/delete-account', { password: PASSWORD, removesPosts: false })
  expectRefusal('delete-account', 'code', away)
  const renew = (password: string) => browser.call('/two-factor/generate-backup-codes', { password })
  expectRefusal('two-factor/generate-backup-codes', 'password', await renew(WRONG))
  const renewed = await renew(PASSWORD)
  const codes = (renewed.json as Done['two-factor/generate-backup-codes']).backupCodes
  expect(codes).toHaveLength(10)
  expectDone('two-factor/generate-backup-codes', { status: true, backupCodes: codes }, renewed)

  const other = makeBrowser(url)
  const paper = (code: string) => other.call('/two-factor/verify-backup-code', { code })
  expectRefusal('two-factor/verify-totp', 'late', await app(other, '000000'))
  expectRefusal('two-factor/verify-backup-code', 'late', await paper(codes[0]!))
  for (const [path, who] of [
    ['sign-in/email', { email: sam.email }],
    ['sign-in/username', { username: sam.username }],
  ] as const)
    expectDone(path, { twoFactorRedirect: true }, await other.call(`/${path}`, { ...who, password: PASSWORD }))
  expectRefusal('two-factor/verify-backup-code', 'wrong', await paper(backupCodes[0]!))
  expectDone('two-factor/verify-backup-code', {}, await paper(codes[0]!))

  const disable = (password: string) => browser.call('/two-factor/disable', { password })
  expectRefusal('two-factor/disable', 'password', await disable(WRONG))
  expectDone('two-factor/disable', { status: true }, await disable(PASSWORD))
})

test('a new address, a copy of the member’s data, and the deletion of the account', async () => {
  const { sam, browser } = await member()
  const visitor = makeBrowser(url)
  const wished = `moved.${sam.email}`
  const change = (body: object, from = browser) =>
    from.call('/change-email', { newEmail: wished, password: PASSWORD, ...body })
  expectRefusal('change-email', 'gone', await change({}, visitor))
  expectRefusal('change-email', 'same', await change({ newEmail: sam.email }))
  expectRefusal('change-email', 'password', await change({ password: WRONG }))
  expectDone('change-email', { status: true }, await change({}))
  const token = tokenOf((await nthMail(served, 'confirm-email', wished, 1)).link)
  const confirm = (body: object, from = visitor) => from.call('/change-email/confirm', { token, ...body })
  expectDone('change-email/confirm', { signed_in: false, needs_password: true }, await confirm({}))
  expectRefusal('change-email/confirm', 'password', await confirm({ password: WRONG }))
  expectDone('change-email/confirm', { signed_in: true }, await confirm({}, browser))
  expectRefusal('change-email/confirm', 'token', await confirm({}))
  expectDone('change-email', { status: true }, await change({ newEmail: sam.email }))
  const back = tokenOf((await nthMail(served, 'confirm-email', sam.email, 1)).link)
  expectDone('change-email/confirm', { signed_in: false }, await confirm({ token: back, password: PASSWORD }))

  const own = await signIn(url, sam)
  const copy = (password: string, from = own) => from.call('/own-data', { password })
  expectRefusal('own-data', 'gone', await copy(PASSWORD, visitor))
  expectRefusal('own-data', 'password', await copy(WRONG))
  const file = await copy(PASSWORD)
  expectDone('own-data', file.json, file)
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+-my-data\.json"$/)

  const leave = (password: string, from = own) => from.call('/delete-account', { password, removesPosts: false })
  expectRefusal('delete-account', 'gone', await leave(PASSWORD, visitor))
  expectRefusal('delete-account', 'password', await leave(WRONG))
  expectDone('delete-account', { deleted: true }, await leave(PASSWORD))
})

afterAll(() => {
  const lines = Object.entries(REFUSALS).flatMap(([path, refusals]) => [
    path,
    ...Object.keys(refusals).map((word) => `${path} ${word}`),
  ])
  expect([...asked].sort(), 'every line of the tables was asked for').toEqual(lines.sort())
})

/** A code that differs from all codes that an app could show now. */
function wrongCode(uri: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => totpOf(uri, Date.now() + steps * 30_000))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code))!
}
