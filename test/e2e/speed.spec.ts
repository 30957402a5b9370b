/** A page stays where it is and asks for nothing: it came complete, whatever the reader's clock says. */
import { awake, expect, PHONE, postNamed, test } from './journey.ts'

test.use({ viewport: PHONE })

/** Not of the page itself: what is new in his places, and what he has earned, is asked for when it stands, again and again. */
const OF_THE_PAGE = /\/(rpc|api)\/(?!badges\/|karma\/tellAchievements)/

const THREAD = 'How much sleep did you actually get last night? Be honest'

declare global {
  interface Window {
    shifts: number[]
  }
}

for (const [where, path] of [
  ['the feed', '/categories'],
  ['a long thread', ''],
] as const) {
  test(`${where} does not jump while it arrives and is read`, async ({ page, context, town }) => {
    await page.addInitScript(() => {
      window.shifts = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) window.shifts.push(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path || (await postNamed(context, town, THREAD)), { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    await page.mouse.wheel(0, 4000)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
    await page.mouse.wheel(0, -4000)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    // two frames: the observer has heard of everything that was painted
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))))
    const moved = await page.evaluate(() => window.shifts.reduce((sum, one) => sum + one, 0))
    expect(moved).toBeLessThan(0.05)
  })
}

for (const [clock, minutes] of [
  ['right', 0],
  ['ten minutes ahead', 10],
  ['ten minutes behind', -10],
] as const) {
  test(`with a clock that is ${clock}, the first page asks for nothing more`, async ({ page, context, town, join }) => {
    await join(context)
    const asked: string[] = []
    page.on('request', (request) => {
      if (OF_THE_PAGE.test(request.url())) asked.push(request.url())
    })
    if (minutes) await page.clock.setSystemTime(Date.now() + minutes * 60_000)
    for (const path of ['/categories', await postNamed(context, town, THREAD), '/user/hassan.amin', '/settings']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const drift = await page.evaluate(() => Date.now())
      expect(Math.abs(drift - Date.now() - minutes * 60_000)).toBeLessThan(60_000)
      // the page's own script is at work: it says what only it knows, the exact moment in the reader's words
      await awake(page)
      const time = page.locator('main time').first()
      await time.hover()
      await expect(time).toHaveAttribute('title', / at \d\d:\d\d$/)
      expect(asked, path).toEqual([])
    }
  })
}

test('opening a post from the feed is one question, and coming back to it none', async ({ page, context, join }) => {
  await join(context)
  await page.goto('/categories')
  await awake(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (OF_THE_PAGE.test(request.url())) asked.push(new URL(request.url()).pathname)
  })
  const first = page.getByRole('heading', { level: 2 }).getByRole('link').first()
  const title = (await first.textContent())!
  const opened = page.getByRole('heading', { level: 1, name: title })
  // pointed at, then pressed while the answer is still on its way
  await first.hover()
  await first.click()
  await expect(opened).toBeVisible()
  await page.goBack()
  await first.click()
  await expect(opened).toBeVisible()
  expect(asked).toEqual(['/rpc/comments/getThread'])
})
