/**
 * The front page: what it says, what of it moves and when it must not, and that it needs nothing to be read.
 * Rooms: everywhere.
 */
import type { Page } from '@playwright/test'
import { DESK, expect, PHONE, test, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'

// some are several journeys in one
test.describe.configure({ timeout: 120_000 })

const EVERY = 4000
const row = (page: Page) => page.getByRole('list', { name: 'Sample posts' })
const placeOf = (page: Page) => row(page).evaluate((list) => list.scrollLeft)
/**
 * How often the row has moved by itself since `begin`. It scrolls smoothly, so its position shows a move only some frames
 * later.
 */
const movesOf = (page: Page) => row(page).evaluate((list) => Number(list.dataset.moves))

test.describe('the front page of a visitor', () => {
  test.use({ javaScriptEnabled: false })

  test('is complete without JavaScript, has links, and has a row of samples that is scrolled by hand', async ({
    page,
  }) => {
    await page.goto('/')

    await test.step('is complete without JavaScript, and names what does not exist yet', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Somebody left the light on.')
      const main = page.locator('main')
      for (const words of [
        ...['Weekly check-ins', 'Private conversations', 'Goal accountability'],
        ...['Discussion boards', 'Event organisation', 'Local events', 'Support groups'],
        ...['AI assistant', 'No ads', 'Verified badge', 'Deal savings via referral codes'],
      ])
        await expect(main.getByRole('listitem').filter({ hasText: words })).toBeVisible()
      for (const words of ['Resource sharing', 'Q&A videocalling'])
        await expect(main.getByRole('listitem').filter({ hasText: words })).toContainText('Coming soon')
      const features = page.getByRole('region', { name: 'What you find here' })
      const pods = features.getByRole('article').filter({ hasText: 'Goal accountability' })
      await expect(pods).not.toContainText('Coming soon')
      const recommendations = features.getByRole('article').filter({ hasText: 'AI-powered recommendations' })
      await expect(recommendations).toContainText('Coming soon')
      await expect(features.getByRole('article')).toHaveCount(4)
      const plus = page.getByRole('region', { name: 'Fatherkin Plus' })
      for (const words of ['Coming soon', 'paid plus tier', '5 queries/month', '$3/mo'])
        await expect(plus).toContainText(words)
      // the assistant exists; the rest of the tier does not
      await expect(plus.getByRole('listitem').filter({ hasText: 'Coming soon' })).toHaveCount(3)
      await expect(plus.getByRole('listitem').filter({ hasText: 'AI assistant' })).not.toContainText('Coming soon')
      const karma = page.getByRole('region', { name: 'Karma' })
      await expect(karma).toContainText('Sample')
      await expect(karma).toContainText('1,240')
      await expect(page.getByRole('region', { name: 'What is being said' })).toContainText('Sample')
      await expect(page.getByRole('button', { name: 'Pause the sample posts' })).toBeHidden()
    })

    await test.step('links to the sign-in page and to the three ways in', async () => {
      const bar = page.getByRole('navigation', { name: 'Account' })
      await expect(bar.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /^\/auth/)
      await expect(bar.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', /^\/auth\?mode=sign-up/)
      await expect(page.locator('main').getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', /^\/auth/)
      const ways = page.getByRole('region', { name: 'Three ways in' }).getByRole('link')
      expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
        '/categories',
        '/groups',
        '/local',
      ])
    })

    await test.step('has a row of samples that is scrolled by hand', async () => {
      await page.setViewportSize(PHONE)
      await page.goto('/')
      const cards = row(page).getByRole('listitem')
      const boxes = await cards.evaluateAll((all) =>
        all.map((card) => card.getBoundingClientRect()).map(({ left, right, width }) => ({ left, right, width })),
      )
      expect(boxes.map(({ width }) => width)).toEqual(boxes.map(() => 320))
      for (const [at, { left }] of boxes.entries()) if (at > 0) expect(left - boxes[at - 1]!.right).toBe(16)
      await row(page).hover()
      await page.mouse.wheel(500, 0)
      await expect.poll(() => placeOf(page)).toBeGreaterThan(400)
    })
  })
})

test('the front page makes no requests, and each way in leads to its page', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => void (/\/(rpc|api)\//.test(request.url()) && asked.push(request.url())))
  await visit(page, '/')
  await alive(page)
  expect(asked).toEqual([])
  for (const [way, heading] of [
    ['Read the feed', 'Feed'],
    ['Find your network', 'Sign in to see the networks'],
    ['See who is near', 'Sign in to see what is near you'],
  ] as const) {
    await page.getByRole('region', { name: 'Three ways in' }).getByRole('link', { name: way }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    // the logo leads back, and renders the page in the browser
    await page.getByRole('link', { name: 'Fatherkin', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Somebody left the light on.')
    await expect(row(page).getByRole('listitem')).toHaveCount(8)
  }
})

test('a visitor reads the plans, and is asked to sign in before he chooses one', async ({ page }) => {
  await visit(page, '/')
  await alive(page)
  await page.getByRole('button', { name: 'See the plans' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose Your Plan' })
  await expect(dialog.getByRole('listitem')).toHaveCount(4)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Superdad' })).toContainText('unlimited queries')
  await expect(dialog.getByRole('button', { name: 'Current Plan (Free)' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Choose Wise Dad' }).click()
  await expect(page.getByText('Please sign in to register interest')).toBeVisible()
})

test.describe('if its script does not load', () => {
  test.use({ pardoned: /Failed to load resource|net::ERR/ })

  test('the front page stays as it is, and its links work', async ({ page }) => {
    await page.goto('/')
    await page.context().setOffline(true)
    await page.mouse.move(30, 30)
    await page.mouse.wheel(0, 600)
    await expect(page.getByRole('heading', { name: 'What you find here' })).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Join Fatherkin' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pull up a chair')
  })
})

test.describe('the samples', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: DESK })

  test('move card by card every four seconds, to the end and back to the start', async ({ page }) => {
    await begin(page)
    await page.clock.runFor(EVERY - 100)
    expect(await movesOf(page)).toBe(0)
    await page.clock.runFor(200)
    await expect.poll(() => placeOf(page)).toBe(336)
    const end = await row(page).evaluate((list) => list.scrollWidth - list.clientWidth)
    for (let at = 672; at < end; at += 336) {
      await onceMore(page)
      await expect.poll(() => placeOf(page)).toBe(at)
    }
    await onceMore(page)
    await expect.poll(() => placeOf(page)).toBeCloseTo(end, -1)
    await onceMore(page)
    await expect.poll(() => placeOf(page)).toBe(0)
  })

  test('stop while the pointer is over them, the focus is in them, the tab is hidden, or the visitor has stopped them', async ({
    page,
  }) => {
    await begin(page)
    const stands = async (what: string) => {
      await page.clock.runFor(5 * EVERY)
      expect(await movesOf(page), what).toBe(0)
    }
    await row(page).hover()
    await stands('the pointer is over them')
    await row(page).focus()
    await page.mouse.move(5, 5)
    await stands('the focus is in them')
    await row(page).evaluate((list) => list.blur())
    await hide(page, true)
    await stands('the tab is hidden')
    await page.getByRole('button', { name: 'Pause the sample posts' }).click()
    await hide(page, false)
    await page.mouse.move(5, 5)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await stands('he has said so')
    await page.getByRole('button', { name: 'Let the sample posts move' }).click()
    await page.mouse.move(5, 5)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(EVERY + 100)
    await expect.poll(() => placeOf(page)).toBe(336)
  })

  test('stop for a visitor who prefers reduced motion, and are scrolled and stopped by keyboard', async ({ page }) => {
    await test.step('stop for a visitor who prefers reduced motion, and have no button for it', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await begin(page)
      await page.clock.runFor(5 * EVERY)
      expect(await movesOf(page)).toBe(0)
      await expect(page.getByRole('button', { name: 'Pause the sample posts' })).toBeHidden()
      // the page is notified a frame later
      const preferenceChanged = page.evaluate(
        () =>
          new Promise<void>((done) => {
            const calm = matchMedia('(prefers-reduced-motion: reduce)')
            calm.addEventListener('change', () => done(), { once: true })
          }),
      )
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await preferenceChanged
      await page.clock.runFor(EVERY + 100)
      await expect.poll(() => placeOf(page)).toBe(336)
    })

    await test.step('are scrolled and stopped by keyboard', async () => {
      await toBeginning(page)
      const keys = keyboardOf(page)
      await keys.use(page.getByRole('button', { name: 'Pause the sample posts' }))
      await expect(page.getByRole('button', { name: 'Let the sample posts move' })).toBeFocused()
      await keys.goTo(row(page))
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => placeOf(page)).toBeGreaterThan(0)
      await keys.use(page.getByRole('link', { name: 'Read the feed', exact: false }).last())
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feed')
    })
  })

  /** Hydrated, with a stopped clock, the mouse elsewhere, and four seconds to go. */
  async function begin(page: Page): Promise<void> {
    await page.clock.install()
    await visit(page, '/')
    await alive(page)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await row(page).hover()
    await page.mouse.move(5, 5)
    await toBeginning(page)
    await row(page).evaluate((list) => {
      list.dataset.moves = '0'
      const glide = list.scrollTo.bind(list) as (options: unknown) => void
      list.scrollTo = (options: unknown) => {
        list.dataset.moves = String(Number(list.dataset.moves) + 1)
        glide(options)
      }
    })
  }

  async function toBeginning(page: Page): Promise<void> {
    await row(page).evaluate((list) => list.scrollTo({ left: 0 }))
    await expect.poll(() => placeOf(page)).toBe(0)
  }

  /** Until a scroll has ended, each of its events restarts the four seconds. */
  async function onceMore(page: Page): Promise<void> {
    await page.clock.runFor(EVERY + 100)
  }

  async function hide(page: Page, hidden: boolean): Promise<void> {
    await page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  }
})

/** The visitor moved the pointer, and the script has loaded. */
async function alive(page: Page): Promise<void> {
  await page.mouse.move(20, 20)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.said') ?? {}).some((key) => key.startsWith('__react')),
  )
}
