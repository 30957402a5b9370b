/**
 * Local mode and the dads nearby, with two browsers that have positions. test/screens tests the screens alone.
 *
 * Rooms: nearby, places.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { api, expect, test, toast, visit } from './journey.ts'
import type { Instance } from './server.ts'

test.use({ pardoned: /status of 40[0349]|net::ERR_FAILED|Failed to load resource/ })

/** Each test has a country of its own, far from the town and from the others. */
let country = 0
const elsewhere = () => ({
  latitude: -40 + 3 * ++country + test.info().workerIndex * 0.9,
  longitude: 60 + test.info().workerIndex * 5,
})
type Position = ReturnType<typeof elsewhere>
const north = ({ latitude, longitude }: Position, miles: number) => ({ latitude: latitude + miles / 69.1, longitude })

const enableButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Enable Local Mode' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Enable Local Mode?' })
const settings = (page: Page) => page.getByRole('dialog', { name: 'Location settings' })
const dads = (page: Page) => page.getByRole('region', { name: 'Nearby Dads' })

async function standAt(context: BrowserContext, position: Position) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(position)
}

async function enable(page: Page) {
  await visit(page, '/local')
  await enableButton(page).click()
  await question(page).getByRole('button', { name: 'Enable Local Mode' }).click()
  await expect(toast(page, 'Local mode enabled! You can now see and be seen by nearby dads.')).toBeVisible()
}

/** On the map, without a page. */
async function put(context: BrowserContext, instance: Instance, position: Position) {
  await api(context, instance, 'PUT', '/me/local-mode', { enabled: true })
  await api(context, instance, 'PUT', '/me/location', position)
}

test('two members with positions find each other at the same distance; one switches local mode off and disappears', async ({
  page,
  context,
  join,
  otherBrowser,
}) => {
  const here = elsewhere()
  const me = await join(context)
  await standAt(context, here)
  const other = await otherBrowser()
  const him = await join(other)
  await standAt(other, north(here, 7))
  await enable(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Local Events')
  expect(await page.evaluate(() => localStorage.getItem('fatherkin.local-mode'))).toBe('true')
  await expect(dads(page)).toContainText('Nobody within 25 miles')

  const his = await other.newPage()
  await enable(his)
  const mine = dads(his).getByRole('listitem').filter({ hasText: me.username })
  await expect(mine).toBeVisible()
  const words = (await mine.locator('.nearby-far').textContent()) ?? ''
  expect(words).toMatch(/^\d+(\.\d)? mi$/)
  await page.reload()
  await expect(dads(page).getByRole('listitem').filter({ hasText: him.username }).locator('.nearby-far')).toHaveText(
    words,
  )
  // his page leads to him
  await dads(page).getByRole('link', { name: him.username }).click()
  await expect(page).toHaveURL(`/user/${him.username}`)

  await his.getByRole('button', { name: 'Location settings' }).first().click()
  await settings(his).getByRole('button', { name: 'Turn off local mode' }).click()
  await expect(toast(his, 'Local mode is off. Your position is deleted.')).toBeVisible()
  await expect(enableButton(his)).toBeVisible()
  await expect(his.getByRole('heading', { level: 1, name: 'Local' })).toBeFocused()
  await page.goBack()
  await expect(dads(page)).toContainText('Nobody within 25 miles')
})

test('signing out removes the member from the map, and his position from this browser', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const here = elsewhere()
  const me = await join(context)
  await put(context, town, here)
  const other = await otherBrowser()
  await join(other)
  await put(other, town, here)
  const near = async () => JSON.stringify(await api(other, town, 'GET', '/nearby?radius=5'))
  expect(await near()).toContain(me.username)
  // the browser sends its time zone, for the next page
  await visit(page, '/local')
  const zones = async () => (await context.cookies()).filter(({ name }) => name === 'fk.zone')
  await expect.poll(async () => (await zones()).map(({ value }) => value)).toEqual(['Europe%2FLondon'])
  // the message that local mode is on disappears with the page
  const note = () => page.evaluate(() => localStorage.getItem('fatherkin.local-mode'))
  await expect.poll(note).toBe('true')
  await page.goto('/robots.txt')
  expect(await note()).toBeNull()
  await visit(page, '/profile')
  await expect.poll(note).toBe('true')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await near()).not.toContain(me.username)
  expect(await note()).toBeNull()
  expect(await zones()).toEqual([])
})
