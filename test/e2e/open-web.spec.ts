/**
 * What a page says of itself stays true in a browser: after it comes to life, and from page to page.
 * Rooms: previews, syndication.
 */
import type { Page } from '@playwright/test'
import { awake, DESK, expect, test } from './journey.ts'

test.use({ viewport: DESK })

const said = (page: Page) =>
  page.evaluate(() => ({
    canonical: [...document.querySelectorAll('link[rel=canonical]')].map((link) => link.getAttribute('href')),
    pictures: [...document.querySelectorAll('meta[property="og:image"]')].map((meta) => meta.getAttribute('content')),
    types: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      (script) => JSON.parse(script.textContent ?? '')['@type'],
    ),
  }))

test('the page has one canonical URL, one picture and its own data, from the feed to a post to a profile and back', async ({
  page,
}) => {
  await page.goto('/categories')
  const first = page.getByRole('region', { name: 'Posts' }).getByRole('article').first()
  const title = await first.getByRole('heading').innerText()
  await first.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveTitle(`${title} - Fatherkin`)
  const path = new URL(page.url()).pathname
  const inPassing = await said(page)
  expect(inPassing.canonical).toEqual([expect.stringMatching(new RegExp(`${path}$`))])
  expect(inPassing.pictures).toEqual([expect.stringContaining(`${path}/preview.png?v=`)])
  expect(inPassing.types).toHaveLength(2)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  // hydrated: a control that needs the script responds
  await page.getByRole('link', { name: 'See all discussions' }).click()
  await expect(page).toHaveURL(/\/category\//)
  await expect.poll(async () => (await said(page)).types).toEqual(['BreadcrumbList'])
  await page.goBack()
  await expect(page).toHaveTitle(`${title} - Fatherkin`)
  await expect.poll(() => said(page)).toEqual(inPassing)
})

test('the preview of a link is drawn, in the size that the page states', async ({ page, town }) => {
  await page.goto('/categories')
  const feed = await page.request.get(`${town.url}/feed.xml`)
  const post = /<link rel="alternate" type="text\/html" href="[^"]+(\/post\/[^"]+)"/.exec(await feed.text())?.[1]
  await page.goto(post ?? '')
  const [picture = ''] = (await said(page)).pictures
  const size = await page.evaluate(
    async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    },
    new URL(picture ?? '').pathname,
  )
  expect(size).toEqual([1200, 630])
})

test('a link to which another site added its parameters opens the page without drawing it again', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto('/categories?fbclid=abc&n=1')
  await awake(page)
  await page
    .getByRole('region', { name: 'Posts' })
    .getByRole('article')
    .first()
    .getByRole('heading')
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/\/post\//)
  const post = new URL(page.url()).pathname
  const category = await page.getByRole('link', { name: 'See all discussions' }).getAttribute('href')
  for (const path of [post, category]) {
    await page.goto(`${path}?utm_source=letter`)
    await awake(page)
  }
  expect(errors).toEqual([])
})
