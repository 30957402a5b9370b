/** Mail addresses that browsers accept, from sign-up to the mails; and names that mail programs would link. */

import { readdir, readFile } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { makeBrowser, nthMail, signIn } from '#test/client.ts'
import { tokenOf } from '#test/newcomers.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: 'stub' })
const { url, outbox } = served
const PASSWORD = 'the quick brown kettle'
let count = 0
const newName = () => `new.${++count}`

/** as the outbox names its files */
const filed = (address: string) => address.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 100)
const newest = (kind: string, address: string, nth = 1) => nthMail(served, kind, filed(address), nth)

async function recipientsOf(kind: string, address: string) {
  const names = (await readdir(outbox)).filter((name) => name.endsWith(`-${kind}-${filed(address)}.eml`))
  const { to, headers } = await PostalMime.parse(await readFile(`${outbox}/${names.sort().at(-1)}`))
  // an address with dots in a row is quoted in a header
  return {
    to: to?.map(({ address }) => address?.replace(/^"(.*)"@/, '$1@')),
    bcc: headers.find(({ key }) => key === 'bcc'),
  }
}

const LONG = `${'l'.repeat(64)}@${`${'d'.repeat(61)}.`.repeat(2)}example.org`
const ACCEPTED: [typed: string, kept: string][] = [
  ['first&last@example.org', 'first&last@example.org'],
  ["o'brien@example.org", "o'brien@example.org"],
  ['!#$%*/=?^_{|}~@example.org', '!#$%*/=?^_{|}~@example.org'],
  ['back`tick@example.org', 'back`tick@example.org'],
  ['.dot..dots.@example.org', '.dot..dots.@example.org'],
  ['=?utf-8?q?x?=@example.org', '=?utf-8?q?x?=@example.org'],
  ['Dad@BÜCHER.example', 'dad@xn--bcher-kva.example'],
  ['pop@xn--bcher-kva.example', 'pop@xn--bcher-kva.example'],
  ['papa@例え．テスト', 'papa@xn--r8jz45g.xn--zckzah'],
  ['x@xn--e1afmkfd.xn--p1ai', 'x@xn--e1afmkfd.xn--p1ai'],
  ['1@1.example.org', '1@1.example.org'],
  [LONG, LONG],
]

describe('an address that a browser accepts', () => {
  test.each(ACCEPTED)('works from sign-up to sign-in, reset and a new address: %s', async (typed, kept) => {
    const browser = makeBrowser(url)
    const person = { email: typed, username: newName(), password: PASSWORD }
    expect(await browser.call('/sign-up/email', person)).toMatchObject({ status: 200, json: { user: { email: kept } } })
    const { link } = await newest('verify', kept)
    expect(await recipientsOf('verify', kept)).toEqual({ to: [kept], bcc: undefined })
    await browser.call('/send-verification-email', { email: typed })
    await newest('verify', kept, 2)
    expect((await browser.call('/verify/confirm', { token: tokenOf(link) })).json).toEqual({ signed_in: true })
    await signIn(url, person)
    expect((await makeBrowser(url).call('/request-password-reset', { email: typed })).status).toBe(200)
    const next = 'eleven lazy herons'
    const { link: reset } = await newest('reset', kept)
    const answer = await makeBrowser(url).call('/reset-password', { token: tokenOf(reset), newPassword: next })
    expect(answer.status).toBe(200)
    const own = await signIn(url, { email: kept, password: next })
    // another spelling is the same account
    expect((await makeBrowser(url).call('/sign-up/email', { ...person, username: newName() })).status).toBe(200)
    await newest('already-registered', kept)
    const data = await own.call('/own-data', { password: next })
    expect(data.text).toContain(JSON.stringify(kept))
  })

  test.each(ACCEPTED)('may be the new address of an account: %s', async (typed, kept) => {
    const email = `+${kept}`.replace(LONG, LONG.slice(1))
    const leo = await world.member({ name: 'leo', password: PASSWORD })
    const browser = await signIn(url, leo)
    const newEmail = typed === LONG ? email : `+${typed}`
    expect((await browser.call('/change-email', { password: PASSWORD, newEmail })).status).toBe(200)
    const { link } = await newest('confirm-email', email)
    expect((await browser.call('/change-email/confirm', { token: tokenOf(link) })).status).toBe(200)
    await signIn(url, { email, password: PASSWORD })
  })
})

test.each([
  ['dad@localhost', 'Mail would not reach you at localhost. Is its ending missing, like .org?'],
  ['dad@gmail', 'Mail would not reach you at gmail. Is its ending missing, like .org?'],
  ['dad@127.0.0.1', 'Mail would not reach you at 127.0.0.1. Is its ending missing, like .org?'],
  [`${'l'.repeat(65)}@example.org`, 'This address is too long'],
  [`l@${`${'d'.repeat(61)}.`.repeat(4)}example.org`, 'This address is too long'],
  ['ü@example.org', /^Enter an email/],
  ['o’brien@example.org', /^Enter an email/],
  ['a b@example.org', /^Enter an email/],
  ['"a b"@example.org', /^Enter an email/],
  ['a,b@example.org', /^Enter an email/],
  ['a@b@example.org', /^Enter an email/],
  ['a@example..org', /^Enter an email/],
  ['a@-example.org', /^Enter an email/],
  ['a@example.org.', /^Enter an email/],
  ['a@bücher.example/x', /^Enter an email/],
  ['a@bücher.example:25', /^Enter an email/],
  ['a@bücher.example?x', /^Enter an email/],
  [`a@${'d'.repeat(64)}.org`, /^Enter an email/],
  ['a@example.org\r\nBcc: b@example.org', /^Enter an email/],
  ['a@example.org\0', /^Enter an email/],
  ['<a@example.org>', /^Enter an email/],
])('%j is refused with a sentence at its field', async (email, message) => {
  const { status, json } = await makeBrowser(url).call('/sign-up/email', {
    email,
    username: newName(),
    password: PASSWORD,
  })
  expect({ status, json }).toMatchObject({ status: 400, json: { fields: { email: expect.stringMatching(message) } } })
})

describe('a name that mail programs would link', () => {
  const NAMES = ['evil.example.com', 'www.evil.com', 'evil.com', 'a.b-c.de', '1.2.3.4', '0800-555-0100', 'x_evil.com']

  test.each(NAMES)('does not stand in a mail to an address that is not verified: %s', async (username) => {
    const email = `stranger.${++count}@example.org`
    await makeBrowser(url).call('/sign-up/email', { email, username, name: username, password: PASSWORD })
    const verify = await newest('verify', email)
    expect(verify.text).not.toContain(username)
    expect(verify.text).toContain('show us that this address is yours.\n')
    await makeBrowser(url).call('/verify/confirm', { token: tokenOf(verify.link), password: PASSWORD })
    const browser = await signIn(url, { email, password: PASSWORD })
    const newEmail = `stranger.${++count}@example.org`
    await browser.call('/change-email', { password: PASSWORD, newEmail })
    const confirm = await newest('confirm-email', newEmail)
    expect(confirm.text).not.toContain(username)
    expect(confirm.subject).not.toContain(username)
    expect(confirm.text).toContain('An account at Fatherkin is to use this address')
  })

  test('another name does', async () => {
    const email = `stranger.${++count}@example.org`
    await makeBrowser(url).call('/sign-up/email', { email, username: 'sam_o-b2', password: PASSWORD })
    expect((await newest('verify', email)).text).toContain('The account is called sam_o-b2.')
  })
})
