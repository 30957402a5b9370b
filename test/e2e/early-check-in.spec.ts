/**
 * A check-in on a slow phone: the page is there, and its script comes later. What is chosen, typed and sent until then is not
 * lost, is sent once, and never becomes a part of the address. Rooms: rounds.
 */
import { expect, holdScript, PHONE, test } from './journey.ts'
import { makePod, openNextRound } from './rooms.ts'

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test('a check-in that is sent before the script has loaded is sent once, as it was typed', async ({
  context,
  page,
  join,
  town,
}) => {
  const { username } = await join(context)
  const pod = await makePod(town, username)
  const rhythm = { weekday: 3, time: '20:00', time_zone: 'UTC', weeks: 1 }
  const set = await context.request.put(`/api/v1/pods/${pod.id}/rhythm`, {
    headers: { origin: town.url },
    data: rhythm,
  })
  expect(set.status()).toBe(200)
  await openNextRound(town, pod)
  const bringScript = await holdScript(page)
  await page.goto(`${pod.path}/rounds#check-in`, { waitUntil: 'commit' })
  const { href } = new URL(page.url())
  await page.getByLabel('One win').fill('An evening walk')
  await page.getByRole('switch', { name: /^Only me reads one win/ }).tap()
  await page.locator('label').filter({ hasText: 'Went well' }).tap()
  // Enter in a form submits it, and the browser would open a new page
  await page.getByRole('radio', { name: 'Went well' }).press('Enter')
  await page.getByRole('button', { name: 'Check in', exact: true }).tap()
  expect(page.url()).toBe(href)
  await expect(page.getByLabel('One win')).toHaveValue('An evening walk')
  bringScript()
  await expect(page.getByRole('heading', { name: 'You have checked in' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Your check-in' })).toContainText('An evening walkOnly you read this')
  expect(page.url()).toBe(href)
})
