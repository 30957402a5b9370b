/**
 * A long list loads more by itself, and a reader who left it finds it again: the same posts, at the same position.
 *
 * Rooms: feed.
 */
import type { Page } from '@playwright/test'
import { api, awake, DESK, expect, navLink, newPerson, PHONE, signIn, signUp, test, visit } from './journey.ts'

// some tests contain several journeys
test.describe.configure({ timeout: 120_000 })

const posts = (page: Page) => page.locator('section[aria-label=Posts] > .post')
const titles = (page: Page) => posts(page).locator('h2').allTextContents()

/** Scrolls to the end until this many posts are loaded. */
async function readOn(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    expect(await posts(page).count()).toBeGreaterThanOrEqual(count)
  }).toPass()
}

/** The post below the bar, and its distance from the top of the window. */
const instance = (page: Page) =>
  page.evaluate(async () => {
    // cards get their real height when they are rendered; when nothing moves any more, the position is final
    const heights = () => [...document.querySelectorAll('.post')].map((one) => one.getBoundingClientRect().top).join()
    for (let still = 0, before = ''; still < 5; before = heights()) {
      await new Promise(requestAnimationFrame)
      still = heights() === before ? still + 1 : 0
    }
    const card = [...document.querySelectorAll<HTMLElement>('.post')].find(
      (one) => one.getBoundingClientRect().bottom > 200,
    )!
    return { post: card.dataset.post!, top: Math.round(card.getBoundingClientRect().top) }
  })

/** Below what other journeys write meanwhile, the same posts in the same order. */
async function expectSame(page: Page, before: string[]): Promise<void> {
  const below = before.slice(30, 60)
  const after = await titles(page)
  const at = after.indexOf(below[0]!)
  expect(after.slice(at, at + below.length)).toEqual(below)
}

async function expectPlace(page: Page, { post, top }: { post: string; top: number }): Promise<void> {
  const card = page.locator(`.post[data-post="${post}"]`)
  await expect
    .poll(async () => Math.abs(((await card.count()) ? (await card.boundingBox())!.y : Number.NaN) - top))
    .toBeLessThanOrEqual(2)
}

test('a reload and the way back lead to the same position in a long list', async ({ context }) => {
  for (const [name, viewport, path] of [
    ['the feed on a phone', PHONE, '/categories'],
    ['the feed on a desktop', DESK, '/feed'],
    ['search results', PHONE, '/categories?q=a&in=text'],
  ] as const)
    await test.step(`${name}: a reload and the way back lead to the same position`, async () => {
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      await visit(page, path)
      await readOn(page, 80)
      const before = await titles(page)
      await posts(page).nth(45).scrollIntoViewIfNeeded()
      const stood = await instance(page)

      await page.reload()
      await expect.poll(() => posts(page).count()).toBeGreaterThanOrEqual(60)
      await expectPlace(page, stood)
      await expectSame(page, before)

      // to a post and back, also after a reload there
      const title = page.locator(`.post[data-post="${stood.post}"]`).getByRole('heading').getByRole('link')
      await title.dispatchEvent('click')
      await expect(page).toHaveURL(/\/post\//)
      await page.goBack()
      await expectPlace(page, stood)
      await title.dispatchEvent('click')
      await expect(page).toHaveURL(/\/post\//)
      await page.reload()
      await awake(page)
      await page.goBack()
      await expect.poll(() => posts(page).count()).toBeGreaterThanOrEqual(60)
      await expectPlace(page, stood)
      await expectSame(page, before)
      await page.close()
    })

  await test.step('a category loads more by itself, and its position is restored', async () => {
    const page = await context.newPage()
    await page.setViewportSize(PHONE)
    await visit(page, '/category/new-dads')
    await page.evaluate(() => window.scrollTo(0, 1500))
    const stood = await instance(page)
    await page.reload()
    await expectPlace(page, stood)
  })
})

test('the page that extends a list moves nothing for a reader who has scrolled back meanwhile', async ({ context }) => {
  for (const [name, viewport] of [
    ['on a phone', PHONE],
    ['on a desktop', DESK],
  ] as const)
    await test.step(name, async () => {
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      // twenty posts come with the page, and three times twenty are requested
      let asked = 0
      const gate = Promise.withResolvers<void>()
      await page.route('**/rpc/feed/listFeed*', async (route) => {
        if (++asked === 3) await gate.promise
        await route.continue()
      })
      await visit(page, '/categories')
      await readOn(page, 60)
      await posts(page).nth(45).scrollIntoViewIfNeeded()
      const stood = await instance(page)
      await expect.poll(() => asked).toBe(3)
      expect(await posts(page).count()).toBe(60)
      gate.resolve()
      await expect.poll(() => posts(page).count()).toBeGreaterThan(60)
      expect(await instance(page)).toEqual(stood)
      await page.close()
    })
})

test('posts that others write meanwhile move nothing', async ({ context, join, ownInstance, otherBrowser }) => {
  const writer = await otherBrowser()
  await signUp(writer, newPerson(), ownInstance)
  // visitors share pages for some seconds: a signed-in member sees new posts at once
  await join(context, newPerson(), ownInstance)
  const categories = await api<{ id: string }[]>(writer, ownInstance, 'GET', '/categories')
  const write = async (title: string, count: number) => {
    for (let number = 1; number <= count; number++)
      await api(writer, ownInstance, 'POST', '/posts', {
        title: `${title} ${number}`,
        content: 'A line or two about it. '.repeat((number % 5) + 1),
        type: 'text',
        category_id: categories[number % 12]!.id,
      })
  }
  await write('Early', 70)
  const address = `${ownInstance.url}/categories`
  for (const [name, viewport] of [
    ['on a phone', PHONE],
    ['on a desktop', DESK],
  ] as const)
    await test.step(`posts that others write meanwhile move nothing, ${name}`, async () => {
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      await visit(page, address)
      await readOn(page, 60)
      const before = (await titles(page)).slice(0, 50)
      await posts(page).nth(45).scrollIntoViewIfNeeded()
      const stood = await instance(page)
      // more than a page, so that the first page contains none of the old posts
      await write(`Meanwhile ${name}`, 23)
      await page.reload()
      await expectPlace(page, stood)
      const after = await titles(page)
      const at = after.indexOf(before[0]!)
      expect(at).toBeGreaterThanOrEqual(23)
      expect(after.slice(at, at + 50)).toEqual(before)
      expect(
        new Set(await posts(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.post))).size,
      ).toBe(after.length)
      // also from a post, and after a reload there
      const stands = await instance(page)
      for (const reload of [false, true]) {
        const card = page.locator(`.post[data-post="${stands.post}"]`)
        await card.getByRole('heading').getByRole('link').dispatchEvent('click')
        await expect(page).toHaveURL(/\/post\//)
        if (reload) await page.reload()
        await awake(page)
        await write(`${reload ? 'Later' : 'Then'} ${name}`, 2)
        await page.goBack()
        await expectPlace(page, stands)
      }
      // a new visit begins at the top, with what is new
      const anew = await context.newPage()
      await visit(anew, address)
      await expect(posts(anew).first()).toContainText(`Later ${name}`)
      expect(await anew.evaluate(() => window.scrollY)).toBe(0)
      await page.close()
      await anew.close()
    })
})

test('a reader who goes back while the page is being hydrated is back, and nothing breaks', async ({
  page,
  context,
  town,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(context, town.logins[0]!, town)
  await visit(page, '/categories')
  // the moment is short: so a slow phone, and several attempts
  const processor = await context.newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (let round = 0; round < 3; round++) {
    await posts(page).nth(round).getByRole('heading').getByRole('link').dispatchEvent('click')
    await expect(page).toHaveURL(/\/post\//)
    await page.reload({ waitUntil: 'commit' })
    await awake(page)
    await page.goBack()
    await expect(posts(page).nth(round)).toBeVisible()
  }
})

test('a new visit in the same tab requests only the first page, however far down he had read', async ({
  page,
  context,
  join,
}) => {
  await join(context)
  await page.clock.install()
  await visit(page, '/categories')
  await readOn(page, 60)
  await posts(page).nth(50).getByRole('heading').getByRole('link').dispatchEvent('click')
  await expect(page).toHaveURL(/\/post\//)
  await page.clock.fastForward('05:00')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('listFeed') && asked.push(request.url()))
  await page
    .getByRole('link', { name: navLink('Feed') })
    .first()
    .click()
  await expect(page).toHaveURL(/\/categories$/)
  await expect(posts(page)).toHaveCount(20)
  expect(asked).toHaveLength(1)
})
