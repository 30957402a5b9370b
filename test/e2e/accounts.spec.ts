/** Signing in and the security of an account, as a member meets them. Rooms: account. */
import type { Page } from '@playwright/test'
import { totpOf } from '#test/client.ts'
import { expect, newPerson, PASSWORD, type Person, signIn, test, toast, visit } from './journey.ts'
import { mailedLink } from './mail.ts'
import { insertMember } from './members.ts'

test.use({ pardoned: /^Failed to load resource: the server responded with a status of 40[0134]/ })

const NEW_PASSWORD = 'seven slow trains to Whitby'

async function typeSignIn(page: Page, identity: string, password: string) {
  await page.getByLabel('Email or username').fill(identity)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('in a browser that did not sign up, a member gets the mail again, and verifies and signs in with his password', async ({
  page,
  town,
  otherBrowser,
}) => {
  const { username, email, password } = newPerson('elsewhere')
  const data = { email, password, username, name: username }
  await page.request.post('/api/auth/sign-up/email', { headers: { origin: town.url }, data })
  const phone = await (await otherBrowser()).newPage()
  await visit(phone, '/auth')
  await typeSignIn(phone, email, password)
  await expect(heading(phone)).toHaveText('Your email is not verified yet')
  await phone.getByRole('button', { name: 'Send it again' }).click()
  await expect(phone.getByRole('status').filter({ hasText: 'A new mail is on its way.' })).toBeVisible()
  await visit(phone, await mailedLink(town, 'verify', email, 2))
  await expect(phone.getByText(email)).toBeVisible()
  await phone.getByRole('button', { name: 'Verify my email' }).click()
  const field = phone.getByLabel('Password', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('not the sentence that was chosen')
  await phone.getByRole('button', { name: 'Verify my email' }).click()
  await expect(phone.getByText('This is not your password. Nothing was changed.')).toBeVisible()
  await field.fill(password)
  await phone.getByRole('button', { name: 'Verify my email' }).click()
  await expect(phone).toHaveURL(`${town.url}/welcome?step=1`)
  await expect(heading(phone)).toHaveText('Welcome to the community!')
})

test('a member who forgot his password chooses a new one by a mailed link that works once', async ({
  page,
  context,
  join,
  town,
}) => {
  const { username, email } = await join(context)
  await context.clearCookies()
  await visit(page, '/auth')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // both pages have this field: this is the one of the second page
  await expect(heading(page)).toHaveText('Forgot password?')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(heading(page)).toHaveText('Check your email')
  const link = await mailedLink(town, 'reset', email)
  await visit(page, link)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible()
  await typeSignIn(page, username, PASSWORD)
  await expect(page.getByText('That username and password do not go together.')).toBeVisible()
  await typeSignIn(page, username, NEW_PASSWORD)
  await expect(page).toHaveURL(`${town.url}/`)
  await visit(page, link)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(heading(page)).toHaveText('This link does not work')
})

test('after two-step verification is switched on, signing in requires a code; a recovery code replaces one once', async ({
  page,
  context,
  join,
  town,
}) => {
  const person = await join(context)
  const { key, codes } = await switchOn(page, person)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${town.url}/`)
  await visit(page, '/auth?next=/settings')
  const other = await context.newPage()
  await visit(other, '/about')
  await typeSignIn(page, person.username, person.password)
  await expect(heading(page)).toHaveText('One more step')
  // the password alone signs nobody in, in any tab
  await other.reload()
  await expect(other.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  // each code works once; so this is the code of the next half minute
  await page.getByLabel('6-digit code').fill(codeOf(key, 1))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`${town.url}/settings`)
  // the other tab is notified that he is signed in
  await expect(other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Profile/ })).toBeVisible()
  await other.close()

  for (const isFirst of [true, false]) {
    await page.goto('about:blank')
    await context.clearCookies()
    await visit(page, '/auth')
    await typeSignIn(page, person.username, person.password)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]!)
    await page.getByRole('button', { name: 'Sign In' }).click()
    if (isFirst) await expect(page).toHaveURL(`${town.url}/`)
    else await expect(page.getByText('That recovery code is not right, or was used before.')).toBeVisible()
  }
})

async function switchOn(page: Page, { password }: Person): Promise<{ key: string; codes: string[] }> {
  await visit(page, '/settings')
  const panel = page.getByRole('region', { name: 'Two-step verification' })
  await panel.getByRole('button', { name: 'Switch on' }).click()
  await panel.getByLabel('Password', { exact: true }).fill(password)
  await panel.getByRole('button', { name: 'Go on' }).click()
  const key = (await panel.locator('code.key').innerText()).replace(/\s/g, '')
  await panel.getByLabel('6-digit code').fill(codeOf(key))
  await panel.getByRole('button', { name: 'Confirm' }).click()
  const shown = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allInnerTexts()
  await panel.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel.getByText('Two-step verification is on.')).toBeVisible()
  return { key, codes }
}

const codeOf = (key: string, steps = 0) => totpOf(`otpauth://totp/dad?secret=${key}`, Date.now() + steps * 30_000)
test('a member sees the list of his devices, and signs out all except this one', async ({
  page,
  context,
  otherBrowser,
  town,
}) => {
  const person = newPerson()
  const { username, email, password } = person
  // through the sign-in form: the device of his first sign-in is known from then on
  await insertMember(null, person, town, { onboarded: true })
  await signIn(context, person, town)
  const other = await (await otherBrowser()).newPage()
  await visit(other, '/auth')
  await typeSignIn(other, username, password)
  await expect(other).toHaveURL(`${town.url}/`)
  expect(await mailedLink(town, 'new-device', email)).toBe(`${town.url}/settings`)

  await visit(page, '/settings')
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(toast(page, 'Every other device is signed out')).toBeVisible()
  await expect(devices).toHaveCount(1)
  // the other one notices at once
  await expect(toast(other, 'You are signed out.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await visit(other, '/profile')
  await expect(heading(other)).toHaveText('Sign in to view your profile')
  await page.reload()
  await expect(heading(page)).toHaveText('Account and security')
})
