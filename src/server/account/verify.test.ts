import { readdir, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { makeBrowser, nthMail } from '#test/client.ts'
import { makeNewcomers, tokenOf } from '#test/newcomers.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: process.env.PAGES_DIR ? 'built' : 'stub' })
const { url, baseUrl, mail, outbox } = served
const PASSWORD = 'the quick brown kettle'
const { newcomer, signedUp } = makeNewcomers(served, PASSWORD)

const accountsOf = (email: string) =>
  world.db.selectFrom('user').select(['id', 'username', 'emailVerified']).where('email', '=', email).execute()

describe('11: verifying the address', () => {
  test('a sign-up sends a mail whose link leads to the page with the button, as a file that only the owner can read', async () => {
    const { person, link, answer } = await signedUp({ ...newcomer(), username: 'new_father' })
    expect(link.startsWith(`${baseUrl}/verify?token=`)).toBe(true)
    const name = (await readdir(outbox)).find((one) => one.endsWith(`-verify-${person.email}.eml`))
    expect((await stat(`${outbox}/${name}`)).mode & 0o777).toBe(0o600)
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
    expect(answer.json).toEqual({
      token: null,
      user: { email: person.email, name: person.username, username: person.username, emailVerified: false },
    })
    expect((await mail('verify', person.email)).text).toContain(person.username)
  })

  test('opening the link, as mail scanners do, changes nothing', async () => {
    const { person, link, token } = await signedUp()
    const scanner = makeBrowser(url)
    await scanner.get(link.slice(baseUrl.length))
    await scanner.get(`/api/auth/verify/confirm?token=${token}`)
    await scanner.get(`/api/auth/verify-email?token=${token}`)
    expect(scanner.cookies.size).toBe(0)
    expect(await accountsOf(person.email)).toMatchObject([{ emailVerified: false }])
  })

  test('the button signs in the browser that signed up', async () => {
    const { person, browser, token } = await signedUp()
    const answer = await browser.call('/verify/confirm', { token })
    expect(answer.json).toEqual({ signed_in: true })
    expect(await browser.viewer()).toBe(person.username)
  })

  test('the button in another browser asks for the password, and then verifies and signs in', async () => {
    const { person, token } = await signedUp()
    const elsewhere = makeBrowser(url)
    const asked = await elsewhere.call('/verify/confirm', { token })
    expect(asked.json).toEqual({ signed_in: false, needs_password: true })
    expect(elsewhere.cookies.size).toBe(0)
    const wrong = await elsewhere.call('/verify/confirm', { token, password: 'another sentence altogether' })
    expect(wrong).toMatchObject({ status: 400, json: { code: 'INVALID_PASSWORD' } })
    expect(await accountsOf(person.email)).toMatchObject([{ emailVerified: false }])
    const { password } = person
    expect((await elsewhere.call('/verify/confirm', { token, password })).json).toEqual({ signed_in: true })
    expect(await elsewhere.viewer()).toBe(person.username)
  })

  test("a stranger who signs up with the address in the meantime is not let in by a click of the mailbox's owner", async () => {
    const { person, browser: owner } = await signedUp()
    const stranger = { ...newcomer(), email: person.email, password: 'not the sentence of the owner' }
    await makeBrowser(url).call('/sign-up/email', stranger)
    const { link } = await nthMail(served, 'verify', person.email, 2)
    const token = tokenOf(link)
    const pressed = await owner.call('/verify/confirm', { token })
    expect(pressed.json).toEqual({ signed_in: false, needs_password: true })
    const { email, password } = stranger
    expect((await makeBrowser(url).call('/sign-in/email', { email, password })).status).toBe(403)
    await owner.call('/verify/disown', { token })
    expect(await accountsOf(person.email)).toEqual([])
  })

  test('the button signs in once: the second click finds the address verified', async () => {
    const { browser, token } = await signedUp()
    await browser.call('/verify/confirm', { token })
    const again = makeBrowser(url, {}, new Map([...browser.cookies].filter(([name]) => name.endsWith('sign_up'))))
    expect((await again.call('/verify/confirm', { token })).json).toEqual({ signed_in: false })
  })

  test('a link that is truncated, invented or made for another account verifies nothing', async () => {
    const { person, token } = await signedUp()
    const [head, body, mark] = token.split('.')
    const others = Buffer.from(body!, 'base64url').toString().replace(person.email, 'someone@example.org')
    const forged = [head, Buffer.from(others).toString('base64url'), mark].join('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    for (const bad of [token.slice(0, -2), forged, unsigned, 'x', '']) {
      const answer = await makeBrowser(url).call('/verify/confirm', { token: bad })
      expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_TOKEN' } })
    }
    expect(await accountsOf(person.email)).toMatchObject([{ emailVerified: false }])
  })

  test('"This wasn\'t me" deletes the account and frees its address and its name', async () => {
    const { person, token } = await signedUp()
    expect((await makeBrowser(url).call('/verify/disown', { token })).json).toEqual({ removed: true })
    expect(await accountsOf(person.email)).toEqual([])
    expect((await makeBrowser(url).get(`/api/v1/members/${person.username}`)).status).toBe(404)
    expect((await makeBrowser(url).call('/verify/confirm', { token })).json).toMatchObject({ code: 'INVALID_TOKEN' })
    const { browser, token: newer } = await signedUp(person, 2)
    expect((await browser.call('/verify/confirm', { token: newer })).json).toEqual({ signed_in: true })
  })

  test('"This wasn\'t me" does nothing to a verified address', async () => {
    const { person, browser, token } = await signedUp()
    await browser.call('/verify/confirm', { token })
    const late = await makeBrowser(url).call('/verify/disown', { token })
    expect(late).toMatchObject({ status: 409, json: { code: 'ALREADY_VERIFIED' } })
    expect(await browser.viewer()).toBe(person.username)
  })

  test('the mail is sent again on request, and its link works', async () => {
    const { person, browser } = await signedUp()
    await browser.call('/send-verification-email', { email: person.email.toUpperCase() })
    const { link: newer } = await nthMail(served, 'verify', person.email, 2)
    expect((await browser.call('/verify/confirm', { token: tokenOf(newer) })).json).toEqual({ signed_in: true })
  })
})
