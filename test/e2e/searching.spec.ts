/** Finding what others wrote: by a form, while typing, by a URL; on a phone and on a desktop. Rooms: search. */
import type { Page } from '@playwright/test'
import { api, awake, DESK, expect, holdScript, PHONE, test, visit } from './journey.ts'
import { expectSound } from './screen.ts'

const posts = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('article')
const said = (page: Page) => page.locator('.results-h [role=status]')
const DESK_BOX = 'Search posts, authors, categories...'
const PHONE_BOX = 'Search posts...'

test.use({ pardoned: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

test.describe('on a desktop', () => {
  test.use({ viewport: DESK })

  test('Filter opens the box; what is typed is found, also by author; Escape clears the box, Back restores it', async ({
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

  test('no results, a corrected question and a failure pass the checks of accessibility and layout', async ({
    page,
  }) => {
    await visit(page, '/categories?q=kettel')
    await expect(page.getByRole('heading', { name: 'Showing results for kettle' })).toBeVisible()
    await expectSound(page, { inDark: true })
    await page.setViewportSize(DESK)
    await visit(page, '/categories?q=xyzzyqwv')
    await expect(page.getByRole('heading', { name: 'No posts found.' })).toBeVisible()
    await expectSound(page, { inDark: true })
    await page.setViewportSize(DESK)
    await page.route(/searchPosts/, (route) => route.abort())
    await page.getByPlaceholder(DESK_BOX).fill('sleep')
    await expect(page.getByRole('alert')).toContainText('The search did not work')
    await expectSound(page, { inDark: true })
    await page.setViewportSize(DESK)
    await page.unroute(/searchPosts/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(posts(page).first()).toBeVisible()
  })
})

test('on a phone the bar finds words of titles and texts in any case, and does not find authors', async ({
  page,
  context,
  town,
}) => {
  await page.setViewportSize(PHONE)
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
})

test('text that was typed or cleared before the page was hydrated is searched', async ({ page, context, join }) => {
  await page.setViewportSize(PHONE)
  await join(context)
  for (const [path, name] of [
    ['/categories', 'Search posts'],
    ['/groups/all', 'Search networks'],
    ['/pods', 'Search pods'],
  ] as const)
    await test.step(`typed at ${path}`, async () => {
      const wake = await holdScript(page)
      await page.goto(path, { waitUntil: 'commit' })
      const box = page.getByRole('searchbox', { name, exact: true })
      await box.fill('dad')
      wake()
      await awake(page)
      await expect(page).toHaveURL(/\?q=dad/)
      await expect(box).toHaveValue('dad')
      await page.unrouteAll({ behavior: 'wait' })
    })
  await test.step('cleared at /pods', async () => {
    const wake = await holdScript(page)
    await page.goto('/pods?q=dad', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Clear search' }).click()
    wake()
    await expect(page).toHaveURL(/\/pods$/)
    await expect(page.getByRole('searchbox', { name: 'Search pods' })).toHaveValue('')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the box is a form, on a phone and on a desktop', async ({ page }) => {
    for (const [viewport, placeholder] of [
      [PHONE, PHONE_BOX],
      [DESK, DESK_BOX],
    ] as const) {
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
    }
  })

  test('a corrected question is reported, and the words as they were typed are a link', async ({ page }) => {
    await page.goto('/categories?q=kettel')
    await expect(page.getByRole('heading', { name: 'Showing results for kettle' })).toBeVisible()
    await expect(posts(page).first().locator('mark').first()).toHaveText(/kettle/i)
    await page.getByRole('link', { name: 'Best match' }).click()
    await expect(page).toHaveURL(/q=kettel.*order=best/)
    await expect(page.getByRole('heading', { name: 'Showing results for kettle' })).toBeVisible()
    await page.getByRole('link', { name: 'Search instead for kettel' }).click()
    await expect(page).toHaveURL(/q=kettel.*exact=1/)
    await expect(page.getByRole('heading', { name: /kettel/ })).toBeVisible()
    await expect(posts(page)).toHaveCount(0)
  })
})
