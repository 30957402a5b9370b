/** The feed for one thumb: the bar that makes room, the tags, the way to the assistant, the button for a new post. */
import { api, expect, PHONE, test, visit } from './journey.ts'
import { expectSound } from './screen.ts'

const ORDER = [
  'New Dads',
  'Mental Health',
  'Fitness & Health',
  'Relationships',
  'Stepfather Advice',
  'DIY & Tools',
  'Father & Son',
  'Hobbies',
  'Teenage Years',
  'Business & Finance',
  'Fashion',
  'Father & Daughter',
]

test.use({ viewport: PHONE, pardoned: /ERR_INTERNET_DISCONNECTED/ })

test('the bar goes away while one scrolls down, comes back on the way up, and stays while one types', async ({
  page,
}) => {
  await visit(page, '/categories')
  const bar = page.locator('.feed-bar')
  await expect(bar).toBeInViewport()
  await page.mouse.move(200, 500)
  await page.mouse.wheel(0, 900)
  await expect(bar).not.toBeInViewport()
  await page.mouse.wheel(0, -200)
  await expect(bar).toBeInViewport()
  await page.getByPlaceholder('Search posts...').focus()
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
  await expect(bar).toBeInViewport()
})

test('the tags lie near the thumb, in the feed’s order, each with its count', async ({ page, context, town, join }) => {
  // a member's page is drawn for him now; a visitor's may be some seconds old
  await join(context)
  const read = () => api<{ name: string; post_count: number }[]>(context, town, 'GET', '/categories')
  const categories = await read()
  await visit(page, '/categories')
  await page.getByRole('button', { name: 'Tags' }).click()
  const drawer = page.getByRole('dialog', { name: 'Tags' })
  const rows = drawer.getByRole('listitem')
  await expect(rows).toHaveCount(ORDER.length)
  const texts = await rows.allInnerTexts()
  expect(texts.map((text) => text.split('\n')[0])).toEqual(ORDER)
  await expect(drawer.locator('.cdot')).toHaveCount(ORDER.length)
  // other journeys write meanwhile: what is shown lies between what there was before and what there is now
  const later = new Map((await read()).map((one) => [one.name, one.post_count]))
  for (const { name, post_count } of categories) {
    const shown = Number(/(\d+)\s+posts/.exec((await rows.filter({ hasText: name }).textContent())!)![1])
    const [least, most] = [post_count, later.get(name)!].sort((a, b) => a - b)
    expect(shown, name).toBeGreaterThanOrEqual(least!)
    expect(shown, name).toBeLessThanOrEqual(most!)
  }
  expect(categories.length).toBe(ORDER.length)
  const box = (await drawer.boundingBox())!
  expect(box.y + box.height).toBeGreaterThanOrEqual(PHONE.height - 1)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Tags' })).toBeFocused()
  await page.getByRole('button', { name: 'Tags' }).click()
  await drawer.getByRole('link', { name: 'Mental Health' }).click()
  await expect(page).toHaveURL(/\/category\/mental-health$/)
  await expect(drawer).toBeHidden()
})

test('a visitor who wants to ask is told what an account brings', async ({ page }) => {
  await visit(page, '/categories')
  await page.getByRole('link', { name: 'Ask Anything' }).click()
  const prompt = page.getByRole('dialog', { name: 'Ask Anything' })
  await expect(prompt).toContainText('Join the dad community')
  await expect(prompt).toContainText('Sign up for 5 free AI questions per month')
  await expect(prompt).toContainText('Personalised advice from real experiences')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await prompt.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/auth\?.*mode=sign-up/)
})

test('a member who asks hears that it is coming, and has his button for a new post', async ({
  page,
  context,
  join,
}) => {
  await join(context)
  await visit(page, '/categories')
  await page.getByRole('button', { name: 'Ask Anything' }).click()
  await expect(page.locator('.toast').filter({ hasText: 'Coming soon' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toHaveAttribute('href', '/profile')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('whatever is pressed in the bar is large enough for a thumb', async ({ page, context, join }) => {
  await join(context)
  await visit(page, '/categories')
  const small = await page
    .locator('.feed-bar :is(a, button, input[type=search]), .ask-row button')
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44)
        .map((one) => one.outerHTML.slice(0, 80)),
    )
  expect(small).toEqual([])
})
