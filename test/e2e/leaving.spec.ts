/** Another e-mail address, a copy of one's own data, and the end of an account. Rooms: leaving, own-data. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { DESK, expect, newPerson, PASSWORD, PHONE, test, visit } from './journey.ts'
import { mailedLink } from './mail.ts'
import { expectSound } from './screen.ts'

test.use({ pardoned: /^Failed to load resource: the server responded with a status of 40[0134]/ })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const panel = (page: Page, title: string) =>
  page.locator('.panel').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('a member changes his email address by the button behind the mailed link', async ({
  page,
  town,
  join,
  otherBrowser,
}) => {
  const { email, username } = await join(page.context())
  const wished = newPerson('moved').email
  await visit(page, '/settings')
  const instance = panel(page, 'Email address')
  await expect(instance.getByText(email)).toBeVisible()
  await instance.getByRole('button', { name: 'Change email address' }).click()
  await expect(instance.getByLabel('New email address')).toBeFocused()
  await instance.getByLabel('New email address').fill(wished)
  await instance.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await instance.getByRole('button', { name: 'Send the mail' }).click()
  await expect(instance.locator('.note')).toBeFocused()
  await expect(instance.locator('.note')).toContainText(wished)
  const link = await mailedLink(town, 'confirm-email', wished)

  // on his phone he is not signed in: the page asks for the password
  const phone = await (await otherBrowser()).newPage()
  await phone.setViewportSize(PHONE)
  await visit(phone, link)
  await expect(heading(phone)).toHaveText('Is this your new address?')
  await expectSound(phone, { inDark: true })
  await phone.getByRole('button', { name: 'Use this address' }).click()
  await expect(phone.getByLabel('Password', { exact: true })).toBeFocused()

  await visit(page, link)
  await expect(page.getByText(wished)).toBeVisible()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(heading(page)).toHaveText('Account and security')
  await expect(page.getByText('Your email address is changed.')).toBeVisible()
  await expect(panel(page, 'Email address').getByText(wished)).toBeVisible()
  await visit(page, '/profile')
  await expect(page.getByText(username).first()).toBeVisible()

  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await phone.getByRole('button', { name: 'Use this address' }).click()
  await expect(heading(phone)).toHaveText('This link does not work')
  await expect(phone).toHaveURL(`${town.url}/verify`)
})

test('a member downloads his data; a member who deletes his account returns to the front page, signed out and without drafts', async ({
  page,
  join,
  otherBrowser,
  town,
}) => {
  const { email, username } = await join(page.context())
  const elsewhere = await otherBrowser()
  await elsewhere.request.post('/api/auth/sign-in/email', {
    headers: { origin: town.url },
    data: { email, password: PASSWORD },
  })
  await visit(page, '/settings')
  const instance = panel(page, 'Your data')
  await instance.getByRole('button', { name: 'Download your data' }).click()
  await instance.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const download = page.waitForEvent('download')
  await expectSound(page, { inDark: true })
  await instance.getByRole('button', { name: 'Download', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('fatherkin-my-data.json')
  const copy = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: { email: string }[] }
  expect(copy.account[0]!.email).toBe(email)
  await expect(instance.locator('.note')).toBeFocused()

  const { id } = (await (await page.request.get('/api/v1/me')).json()) as { id: string }
  await page.evaluate((key) => localStorage.setItem(key, '{"title":"Half a thought"}'), `fatherkin.draft.post.${id}`)
  await panel(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(
    page.getByText('Your account is deleted. Thank you for having been here, and all the best.'),
  ).toBeVisible()
  await expect(page).toHaveURL(`${town.url}/`)
  expect(await (await page.request.get('/api/v1/me')).json()).toBeNull()
  expect(await (await elsewhere.request.get('/api/v1/me')).json()).toBeNull()
  expect(await page.evaluate((part) => Object.keys(localStorage).filter((key) => key.includes(part)), id)).toEqual([])
  expect((await page.request.get(`/user/${username}`)).status()).toBe(404)
})
