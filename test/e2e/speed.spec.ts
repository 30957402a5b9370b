/**
 * A page does not jump and sends no requests: it came complete, whatever the reader's clock says.
 *
 * Rooms: feed, comments.
 */
import { awake, expect, PHONE, postNamed, test } from './journey.ts'

// some tests contain several journeys
test.describe.configure({ timeout: 120_000 })

test.use({ viewport: PHONE })

/** Not part of the page itself: new items and achievements are requested after the page is complete, again and again. */
const OF_THE_PAGE = /\/(rpc|api)\/(?!badges\/|karma\/tellAchievements)/

const THREAD = 'How much sleep did you actually get last night? Be honest'

declare global {
  interface Window {
    shifts: number[]
  }
}

test('the feed and a long thread do not jump while they arrive and are read', async ({ page, context, town }) => {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) window.shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [where, path] of [
    ['the feed', '/categories'],
    ['a long thread', await postNamed(context, town, THREAD)],
  ] as const)
    await test.step(`${where} does not jump while it arrives and is read`, async () => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.evaluate(() => document.fonts.ready)
      await page.mouse.wheel(0, 4000)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
      await page.mouse.wheel(0, -4000)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
      // two frames: then the observer has seen everything that was painted
      await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))))
      const moved = await page.evaluate(() => window.shifts.reduce((sum, one) => sum + one, 0))
      expect(moved, where).toBeLessThan(0.05)
    })
})

test('whatever the reader’s clock shows, the first page makes no further requests', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  const asked: string[] = []
  page.on('request', (request) => {
    if (OF_THE_PAGE.test(request.url())) asked.push(request.url())
  })
  const paths = ['/categories', await postNamed(context, town, THREAD), '/user/hassan.amin', '/settings']
  for (const [clock, minutes] of [
    ['right', 0],
    ['ten minutes ahead', 10],
    ['ten minutes behind', -10],
  ] as const)
    await test.step(`with a clock that is ${clock}, the first page makes no further requests`, async () => {
      if (minutes) await page.clock.setSystemTime(Date.now() + minutes * 60_000)
      for (const path of paths) {
        await page.goto(path, { waitUntil: 'networkidle' })
        const drift = await page.evaluate(() => Date.now())
        expect(Math.abs(drift - Date.now() - minutes * 60_000)).toBeLessThan(60_000)
        // the page is hydrated: it shows what only the script knows, the exact time in the reader's language
        await awake(page)
        const time = page.locator('main time').first()
        await time.hover()
        await expect(time).toHaveAttribute('title', / at \d\d:\d\d$/)
        expect(asked, `${path}, with a clock that is ${clock}`).toEqual([])
      }
    })
})
