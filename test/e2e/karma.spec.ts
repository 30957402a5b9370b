/**
 * Karma as a member sees it: on his profile, in its explanation, and in the message about an achievement.
 *
 * Rooms: karma.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { api, expect, test, toast, visit } from './journey.ts'
import { expectSound } from './screen.ts'
import type { Instance } from './server.ts'

// cut off on purpose
test.use({ pardoned: /net::ERR_FAILED/ })

const card = (page: Page) => page.getByRole('button', { name: /^Community Karma: / })
const explainer = (page: Page) => page.getByRole('dialog', { name: 'Community Karma' })
const write = async (context: BrowserContext, instance: Instance) => {
  const { items } = { items: await api<{ id: string }[]>(context, instance, 'GET', '/categories') }
  const words = { id: randomUUID(), type: 'text', title: 'Up since four', content: 'And still smiling.' }
  await api(context, instance, 'POST', '/posts', { ...words, category_id: items[0]!.id })
}

test('a new member has dashes; what he writes changes the figure while he looks, and an achievement is announced once', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await visit(page, '/profile')
  await page.route('**/rpc/karma/getKarma', (route) => route.abort())
  await card(page).click()
  await expect(explainer(page).getByRole('heading', { name: 'We could not look up your karma' })).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.unroute('**/rpc/karma/getKarma')
  await explainer(page).getByRole('button', { name: 'Try again' }).click()
  await expect(explainer(page).getByText('Nothing yet')).toHaveCount(2)
  await expectSound(page, { inDark: true })
  await page.keyboard.press('Escape')
  const other = await context.newPage()
  await visit(other, '/groups')
  await page.bringToFront()
  await write(context, town)
  await expect(card(page)).toHaveText('5')
  const toastCount = async () =>
    (await toast(page, 'First Words').count()) + (await toast(other, 'First Words').count())
  await expect.poll(toastCount).toBe(1)
  await card(page).click()
  await expect(explainer(page).getByRole('list', { name: 'Earned' })).toContainText('First Words')
})
