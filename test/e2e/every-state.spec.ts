/** What opens on a screen is as sound as the screen: dialogs, menus, news, faults and the steps of a form. */
import { api, DESK, expect, newPerson, PHONE, test, toast, visit } from './journey.ts'
import { expectSound } from './screen.ts'

test.use({ pardoned: /^Failed to load resource: the server responded with a status of 40[01]/ })

test('the open composer is sound, empty and with a fault', async ({ page, context, join }) => {
  await join(context)
  await page.setViewportSize(PHONE)
  await visit(page, '/category/new-dads?type=poll')
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await expect(composer).toBeVisible()
  await expectSound(page, { inDark: true })
  await composer.getByLabel('Title').fill('t'.repeat(201))
  await composer.getByLabel('What you want to say').fill('Words.')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByRole('alert')).toBeVisible()
  await expect(composer.locator('.left.over')).toHaveText('1 character too many')
  await expectSound(page, { inDark: true })
})

test('the parts of the feed stand on one edge, at a desk', async ({ page, context, join }) => {
  await page.setViewportSize(DESK)
  const leftOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!.x
  await visit(page, '/categories')
  expect(await leftOf('.visitor h2')).toBe(await leftOf('.post .vote'))
  await join(context)
  await visit(page, '/categories')
  for (const part of ['.welcome h2', '.bench-row .av'])
    expect(await leftOf(part), part).toBe(await leftOf('.post .vote'))
})

test('the name of a category stands in one line, on the narrowest phone', async ({ page, context, join }) => {
  await join(context)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const slug of ['hobbies', 'fitness-&-health', 'stepfather-advice', 'father-&-daughter', 'business-&-finance']) {
    await visit(page, `/category/${slug}`)
    const lines = await page.locator('h1 span:last-child').evaluate((name) => name.getClientRects().length)
    const { height } = (await page.locator('h1').boundingBox())!
    expect([slug, lines, height < 45]).toEqual([slug, 1, true])
  }
})

test('the form of an event is sound, empty and with faults', async ({ page, context, join, town }) => {
  await join(context)
  await api(context, town, 'PUT', '/me/local-mode', { enabled: true })
  await page.setViewportSize(PHONE)
  await visit(page, '/local')
  await page.locator('.fab').click()
  const form = page.getByRole('dialog', { name: 'Create Event' })
  await expect(form).toBeVisible()
  await expectSound(page, { inDark: true })
  await form.getByLabel('Title').fill('t'.repeat(201))
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please fill in all required fields')
  await expect(form.locator('.left.over')).toHaveText('1 character too many')
  await expectSound(page, { inDark: true })
})

test('the side menu of a phone is sound, leads on and gives the focus back', async ({ page, context, join }) => {
  await join(context)
  await page.setViewportSize(PHONE)
  await visit(page, '/profile')
  const opener = page.getByRole('button', { name: 'Menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account and security')
  await expect(menu).toBeHidden()
})

test('faults and news are sound', async ({ page }) => {
  await visit(page, '/auth?mode=sign-up')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectSound(page, { inDark: true })
  await visit(page, '/category/new-dads')
  await page.getByRole('button', { name: 'Upvote' }).first().click()
  await expect(toast(page, 'Please sign in to vote')).toBeVisible()
  // stays while somebody looks at it
  await toast(page, 'Please sign in to vote').hover()
  await expectSound(page, { inDark: false })
})

test('the steps of two-step verification are sound', async ({ page, context, join }) => {
  const { password } = await join(context)
  await visit(page, '/settings')
  const panel = page.getByRole('region', { name: 'Two-step verification' })
  await panel.getByRole('button', { name: 'Switch on' }).click()
  await panel.getByLabel('Password', { exact: true }).fill(password)
  await panel.getByRole('button', { name: 'Go on' }).click()
  await expect(panel.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  await expectSound(page, { inDark: true })
})

test('the mail that is on its way is said soundly', async ({ page }) => {
  const { username, email, password } = newPerson('sound')
  await visit(page, '/auth?mode=sign-up')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expectSound(page, { inDark: true })
})
