/** Karma as a member meets it: on his profile, in what explains it, and when he is told of an achievement. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Karma } from '#contract/karma.ts'
import { api, expect, PHONE, signIn, test, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { expectSound } from './screen.ts'
import type { Place } from './server.ts'

// cut off on purpose
test.use({ pardoned: /net::ERR_FAILED/ })

const card = (page: Page) => page.getByRole('button', { name: /^Community Karma: / })
const explainer = (page: Page) => page.getByRole('dialog', { name: 'Community Karma' })
const write = async (context: BrowserContext, place: Place) => {
  const { items } = { items: await api<{ id: string }[]>(context, place, 'GET', '/categories') }
  const words = { id: randomUUID(), type: 'text', title: 'Up since four', content: 'And still smiling.' }
  await api(context, place, 'POST', '/posts', { ...words, category_id: items[0]!.id })
}

test('what karma is made of, by keyboard: the bar, his own figures, the points, the sum and his achievements', async ({
  page,
  context,
  town,
}) => {
  await signIn(context, town.logins[0]!, town)
  const karma = await api<Karma>(context, town, 'GET', '/me/karma')
  await page.setViewportSize(PHONE)
  await visit(page, '/profile')
  const keys = keyboardOf(page)
  await keys.use(card(page))
  const dialog = explainer(page)
  await expect(dialog.getByText(karma.community_karma.toLocaleString('en'), { exact: true }).first()).toBeVisible()
  await expect(dialog.getByText('-500', { exact: true })).toBeVisible()
  await expect(dialog.getByText('+5000', { exact: true })).toBeVisible()
  for (const label of ['Questions Answered', 'Appreciated', 'Steady'])
    await expect(dialog.getByText(label)).toBeVisible()
  for (const [what, points] of [
    ['Join a network', '+15'],
    ['Join a pod', '+15'],
    ['Connect with a dad, both of you', '+8'],
    ['A post or a comment', '+5'],
    ['Attend a local event', '+3'],
  ] as const)
    await expect(dialog.getByRole('term').filter({ hasText: what }).locator('xpath=following-sibling::dd')).toHaveText(
      points,
    )
  const earned = karma.achievements.filter(({ earned_at }) => earned_at !== null)
  await expect(dialog.getByText(`${earned.length}/${karma.achievements.length}`)).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Earned' }).getByRole('listitem')).toHaveCount(earned.length)
  await expect(dialog.getByRole('list', { name: 'Still to come' }).getByRole('listitem')).toHaveCount(4)
  // where 0 stands on the bar, and how far it is filled
  const share = (part: string) =>
    dialog.locator('.karma-scale').evaluate((scale, part) => {
      const [all, one] = [scale.getBoundingClientRect(), scale.querySelector(part)!.getBoundingClientRect()]
      return part === '.bar i' ? one.width / all.width : (one.left - all.left) / all.width
    }, part)
  expect(await share('.karma-zero')).toBeCloseTo(500 / 5500, 2)
  expect(await share('.bar i')).toBeCloseTo((500 + Math.min(5000, karma.community_karma)) / 5500, 2)
  await expectSound(page, { inDark: true })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card(page)).toBeFocused()
})

test('a newcomer has dashes; what he writes changes the figure while he looks, and an achievement is told once', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await visit(page, '/profile')
  await card(page).click()
  await expect(explainer(page).getByText('Nothing yet')).toHaveCount(2)
  await expectSound(page, { inDark: true })
  await page.keyboard.press('Escape')
  const other = await context.newPage()
  await visit(other, '/groups')
  await page.bringToFront()
  await write(context, town)
  await expect(card(page)).toHaveText('5')
  const told = async () => (await toast(page, 'First Words').count()) + (await toast(other, 'First Words').count())
  await expect.poll(told).toBe(1)
  await card(page).click()
  await expect(explainer(page).getByRole('list', { name: 'Earned' })).toContainText('First Words')
})

test('what does not come says so, and comes when it is asked for again', async ({ page, context, join }) => {
  await join(context)
  await visit(page, '/profile')
  await page.route('**/rpc/karma/getKarma', (route) => route.abort())
  await card(page).click()
  const dialog = explainer(page)
  await expect(dialog.getByRole('heading', { name: 'We could not look up your karma' })).toBeVisible({
    timeout: 30_000,
  })
  await expectSound(page, { inDark: true })
  await page.unroute('**/rpc/karma/getKarma')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Questions Answered')).toBeVisible()
})
