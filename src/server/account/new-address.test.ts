import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Browser, mailCount, makeBrowser, nthMail, seenOf, signIn, until } from '#test/client.ts'
import { openListener } from '#test/live-listener.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: 'stub' })
const { url } = served
const PASSWORD = 'the quick brown kettle'
let count = 0

async function comes() {
  const who = await world.member({ name: 'leo', password: PASSWORD })
  return { who, browser: await signIn(url, who), wished: `new.${++count}@example.org` }
}
const ask = (browser: Browser, newEmail: string, password = PASSWORD) =>
  browser.call('/change-email', { password, newEmail })
const tokenOf = async (to: string) => new URL((await served.mail('confirm-email', to)).link!).searchParams.get('token')!
const emailOf = async ({ id }: { id: string }) =>
  (await world.db.selectFrom('user').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

test('13: needs the password, and an address other than the current one', async () => {
  const { who, browser, wished } = await comes()
  expect(await ask(makeBrowser(url), wished)).toMatchObject({ status: 401 })
  const wrong = await ask(browser, wished, 'a wrong sentence here')
  expect(wrong).toMatchObject({ status: 400, json: { code: 'INVALID_PASSWORD' } })
  expect(await ask(browser, who.email.toUpperCase())).toMatchObject({ status: 400, json: { code: 'SAME_EMAIL' } })
  expect(await ask(browser, 'no address')).toMatchObject({ status: 400 })
  expect(await mailCount(served, 'confirm-email', wished)).toBe(0)
})

test('13: both addresses get a mail, and nothing changes before the button; then every other session and socket ends', async () => {
  const { who, browser, wished } = await comes()
  const other = await signIn(url, who)
  const listener = await openListener(url, other.cookieHeader())
  expect((await ask(browser, wished)).text).toBe('{"status":true}')
  const notice = await served.mail('email-to-change', who.email)
  expect(notice.link).toMatch(/\/forgot$/)
  expect(notice.text).not.toContain(wished)
  const token = await tokenOf(wished)
  // a mail scanner that opens the link changes nothing
  await browser.get(`/verify?token=${token}`)
  expect(await emailOf(who)).toBe(who.email)
  const before = browser.cookies.get('fk.session_token')
  const old = browser.copy()
  expect(await browser.call('/change-email/confirm', { token })).toMatchObject({
    status: 200,
    json: { signed_in: true },
  })
  expect(await emailOf(who)).toBe(wished)
  expect(browser.cookies.get('fk.session_token')).not.toBe(before)
  expect(await browser.viewer()).toBe(who.username)
  for (const dead of [old, other]) expect(await dead.viewer()).toBeNull()
  await listener.untilClosed()
  expect((await served.mail('email-changed', who.email)).subject).toContain('was changed')
  expect((await makeBrowser(url).call('/sign-in/email', { email: who.email, password: PASSWORD })).status).toBe(401)
  expect(await (await signIn(url, { email: wished, password: PASSWORD })).viewer()).toBe(who.username)
  // it works once
  expect(await browser.call('/change-email/confirm', { token })).toMatchObject({
    status: 400,
    json: { code: 'INVALID_TOKEN' },
  })
})

test('13: in another browser the button asks for the password, so that one click cannot give an account away', async () => {
  const { who, browser, wished } = await comes()
  await ask(browser, wished)
  const token = await tokenOf(wished)
  const stranger = await signIn(url, await world.member({ password: PASSWORD }))
  for (const elsewhere of [makeBrowser(url), stranger]) {
    const asked = await elsewhere.call('/change-email/confirm', { token })
    expect(asked.text).toBe('{"signed_in":false,"needs_password":true}')
    const wrong = await elsewhere.call('/change-email/confirm', { token, password: 'a wrong sentence here' })
    expect(wrong).toMatchObject({ status: 400, json: { code: 'INVALID_PASSWORD' } })
  }
  expect(await emailOf(who)).toBe(who.email)
  const right = await makeBrowser(url).call('/change-email/confirm', { token, password: PASSWORD })
  expect(right).toMatchObject({ status: 200, json: { signed_in: false } })
  expect(await emailOf(who)).toBe(wished)
  expect(await browser.viewer()).toBeNull()
})

test('13: a taken address gets the same answer as a free one, and its owner gets a mail', async () => {
  const { who, browser, wished } = await comes()
  const owner = await world.member({ name: 'owner' })
  const [free, taken] = [await ask(browser, wished), await ask(browser, owner.email)]
  expect(seenOf(taken)).toBe(seenOf(free))
  await nthMail(served, 'email-to-change', who.email, 2)
  await nthMail(served, 'already-registered', owner.email, 1)
  expect(await mailCount(served, 'confirm-email', owner.email)).toBe(0)
})

test('an address that was taken in the meantime stays with its owner; an unverified sign-up is replaced', async () => {
  const { who, browser, wished } = await comes()
  await ask(browser, wished)
  const token = await tokenOf(wished)
  const rival = await world.member({ email: wished })
  expect(await browser.call('/change-email/confirm', { token })).toMatchObject({
    status: 400,
    json: { code: 'INVALID_TOKEN' },
  })
  expect(await emailOf(who)).toBe(who.email)
  expect(await emailOf(rival)).toBe(wished)
  expect(await browser.viewer()).toBe(who.username)
  await sql`update "user" set "emailVerified" = false where id = ${rival.id}`.execute(world.db)
  expect((await browser.call('/change-email/confirm', { token })).status).toBe(200)
  expect(await emailOf(who)).toBe(wished)
})

test('two clicks at the same moment make one change', async () => {
  const { who, browser, wished } = await comes()
  await ask(browser, wished)
  const token = await tokenOf(wished)
  const press = () => browser.copy().call('/change-email/confirm', { token, password: PASSWORD })
  const answers = await Promise.all([press(), press(), press()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status } of answers) expect(status).toBeLessThan(500)
  expect(await mailCount(served, 'email-changed', who.email)).toBeLessThanOrEqual(1)
})

test('a new password cancels a change that was requested before; a link for another purpose is refused', async () => {
  const { who, browser, wished } = await comes()
  await ask(browser, wished)
  const token = await tokenOf(wished)
  const newPassword = 'eleven lazy herons'
  expect((await browser.call('/change-password', { currentPassword: PASSWORD, newPassword })).status).toBe(200)
  expect(await browser.call('/change-email/confirm', { token })).toMatchObject({
    status: 400,
    json: { code: 'INVALID_TOKEN' },
  })
  expect(await browser.call('/verify/confirm', { token })).toMatchObject({ status: 400 })
  expect(await browser.call('/change-email/confirm', { token: 'x.y.z' })).toMatchObject({ status: 400 })
  expect(await emailOf(who)).toBe(who.email)
  await until('his own mails are there', async () => (await mailCount(served, 'password-changed', who.email)) === 1)
})
