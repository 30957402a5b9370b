/** Finding what others wrote: by a form, while typing, by an address; on a phone and at a desk. */
import type { Page } from '@playwright/test'
import { api, awake, DESK, expect, holdScript, PHONE, test, visit } from './journey.ts'
import { expectSound } from './screen.ts'

const posts = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('article')
const said = (page: Page) => page.locator('.results-h [role=status]')
const DESK_BOX = 'Search posts, authors, categories...'
const PHONE_BOX = 'Search posts...'

test.use({ pardoned: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

test.describe('at a desk', () => {
  test.use({ viewport: DESK })

  test('Filter reveals the box; what is typed is found, by its author too; Escape clears, Back restores', async ({
    page,
  }) => {
    await visit(page, '/categories')
    const box = page.getByPlaceholder(DESK_BOX)
    const filter = page.getByRole('button', { name: 'Filter' })
    await expect(box).toBeHidden()
    await filter.click()
    await expect(filter).toHaveAttribute('aria-expanded', 'true')
    await expect(box).toBeFocused()
    await filter.click()
    await expect(box).toBeHidden()
    await filter.click()
    await box.pressSequentially('Nate Whitlock')
    await expect(page).toHaveURL(/\/categories\?q=Nate(?:\+|%20)Whitlock$/)
    await expect(box).toBeFocused()
    await expect(said(page)).toHaveText(/^(?:\d+ posts?|More than 20 posts) found$/)
    await expect(posts(page).first()).toContainText('Nate Whitlock')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

    await page.getByRole('link', { name: 'Best match' }).click()
    await expect(page).toHaveURL(/order=best/)
    await expect(page.getByRole('link', { name: 'Best match' })).toHaveAttribute('aria-current', 'true')
    await page.reload()
    await awake(page)
    await expect(box).toHaveValue('Nate Whitlock')
    await expect(posts(page).first()).toContainText('Nate Whitlock')

    await box.press('Escape')
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    await expect(page).toHaveURL(/\/categories$/)
    await expect(posts(page)).toHaveCount(20)
    await page.goBack()
    await expect(box).toHaveValue('Nate Whitlock')
    await expect(posts(page).first()).toContainText('Nate Whitlock')
    await page.goBack()
    await expect(box).toHaveValue('')
  })

  test('nothing found is said in its own words', async ({ page }) => {
    await visit(page, '/categories?q=xyzzyqwv')
    await expect(page.getByRole('heading', { name: 'No posts found.' })).toBeVisible()
    await expect(page.getByText('Try adjusting your search terms')).toBeVisible()
    await expect(page.getByText('No results found.')).toBeHidden()
    await expectSound(page, { inDark: true })
  })

  test('the last question wins, however late the answers come, and older ones are given up', async ({ page }) => {
    await visit(page, '/categories')
    await page.getByRole('button', { name: 'Filter' }).click()
    const box = page.getByPlaceholder(DESK_BOX)
    const held: (() => void)[] = []
    const gaveUp: string[] = []
    page.on('requestfailed', (request) => gaveUp.push(request.url()))
    await page.route(/searchPosts/, async (route) => {
      if (!decodeURIComponent(route.request().url() + (route.request().postData() ?? '')).includes('"xyzzy"'))
        return route.continue()
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue().catch(() => {})
    })
    await box.fill('xyzzy')
    await expect.poll(() => held.length).toBe(1)
    await expect(page.getByText('Loading posts...')).toBeAttached()
    await box.fill('sleep')
    await expect(said(page)).toHaveText(/found$/)
    for (const go of held) go()
    await expect.poll(() => gaveUp.some((url) => url.includes('searchPosts'))).toBe(true)
    await expect(posts(page).first()).toBeVisible()
    await expect(page).toHaveURL(/q=sleep/)
  })

  test('the box takes as many characters as are looked at, whatever they are', async ({ page }) => {
    await visit(page, '/categories')
    await page.getByRole('button', { name: 'Filter' }).click()
    const box = page.getByPlaceholder(DESK_BOX)
    await box.focus()
    await page.keyboard.insertText(`${'🎈'.repeat(200)}one more`)
    await expect(box).toHaveValue('🎈'.repeat(200))
  })

  test('a search that fails says so, and Try again asks again', async ({ page }) => {
    await visit(page, '/categories')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.route(/searchPosts/, (route) => route.abort())
    const box = page.getByPlaceholder(DESK_BOX)
    await box.fill('sleep')
    await expect(page.getByRole('alert')).toContainText('The search did not work')
    await expect(box).toBeFocused()
    await expectSound(page, { inDark: true })
    await page.setViewportSize(DESK)
    await page.unroute(/searchPosts/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(posts(page).first()).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('the bar finds words of titles and texts, whatever their case, and not authors', async ({
    page,
    context,
    town,
  }) => {
    await visit(page, '/categories')
    const box = page.getByPlaceholder(PHONE_BOX)
    await box.fill('SLEEP')
    await expect(page).toHaveURL(/in=text/)
    await expect(said(page)).toHaveText(/found$/)
    const found = await posts(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.post!))
    expect(found.length).toBeGreaterThan(0)
    for (const id of found) {
      const { title, content } = await api<{ title: string; content: string }>(context, town, 'GET', `/posts/${id}`)
      expect(`${title} ${content}`).toMatch(/sleep/i)
    }
    await expectSound(page, { inDark: true })
    await page.setViewportSize(PHONE)
    await box.fill('Nate Whitlock')
    await expect(page.getByRole('heading', { name: 'No results found.' })).toBeVisible()
    await expect(said(page)).toHaveText('No posts found.')
    await expect(page.getByText('No posts found.', { exact: true }).first()).not.toBeInViewport()
  })

  test('the page of a category leads to tags and posts', async ({ page }) => {
    await visit(page, '/category/hobbies')
    const box = page.getByPlaceholder('Search tags and posts...')
    await box.fill('fitness')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/categories\?q=fitness$/)
    await expect(page.getByPlaceholder(PHONE_BOX)).toHaveValue('fitness')
    await page.getByRole('navigation', { name: 'Tags found' }).getByRole('link').click()
    await expect(page).toHaveURL(/\/category\/fitness/)
  })
})

for (const [path, name] of [
  ['/categories', 'Search posts'],
  ['/groups/all', 'Search networks'],
  ['/pods', 'Search pods'],
] as const) {
  test(`what was typed at ${path} before the page had woken is asked`, async ({ page, context, join }) => {
    await page.setViewportSize(PHONE)
    await join(context)
    const wake = await holdScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    const box = page.getByRole('searchbox', { name, exact: true })
    await box.fill('dad')
    wake()
    await awake(page)
    await expect(page).toHaveURL(/\?q=dad/)
    await expect(box).toHaveValue('dad')
  })
}

test('a question that is cleared before the page has woken is cleared', async ({ page, context, join }) => {
  await page.setViewportSize(PHONE)
  await join(context)
  const wake = await holdScript(page)
  await page.goto('/pods?q=dad', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Clear search' }).click()
  wake()
  await expect(page).toHaveURL(/\/pods$/)
  await expect(page.getByRole('searchbox', { name: 'Search pods' })).toHaveValue('')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const [name, viewport, placeholder] of [
    ['on a phone', PHONE, PHONE_BOX],
    ['at a desk', DESK, DESK_BOX],
  ] as const) {
    test(`the box is a form, ${name}`, async ({ page }) => {
      await page.setViewportSize(viewport)
      await page.goto('/categories')
      await page.getByPlaceholder(placeholder).fill('the')
      await page.getByPlaceholder(placeholder).press('Enter')
      await expect(page).toHaveURL(/\?q=the/)
      await expect(page.getByPlaceholder(placeholder)).toHaveValue('the')
      await expect(posts(page)).toHaveCount(20)
      const first = await posts(page).getByRole('heading').allInnerTexts()
      await page.getByRole('link', { name: 'Load more' }).click()
      await expect(page).toHaveURL(/q=the.*after=|after=.*q=the/)
      const second = await posts(page).getByRole('heading').allInnerTexts()
      expect(second.filter((title) => first.includes(title))).toEqual([])
      await page.getByRole('link', { name: 'Best match' }).click()
      await expect(page).toHaveURL(/order=best/)
      await page.getByRole('link', { name: 'Clear search' }).click()
      await expect(page).toHaveURL(/\/categories$/)
    })
  }
})
