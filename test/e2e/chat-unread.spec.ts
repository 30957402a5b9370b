/** Where he comes in: whoever has missed much begins where he stopped, and reads on from there, or leaps to the end. */
import type { Page } from '@playwright/test'
import { expect, PHONE, test, visit } from './journey.ts'
import { fillPod, haveRead } from './rooms.ts'
import { field, log, OFFLINE, pair, readOf, say, words } from './talk.ts'

test.use({ pardoned: OFFLINE })

pair(
  'who has missed more than a page begins where he stopped, and reads down to the end or leaps there',
  async ({ talk: { ana, ben, pod, names }, town }) => {
    await fillPod(town, pod, 400, ...names)
    await haveRead(town, pod, names[1], 100)
    await visit(ana, pod.path)
    await visit(ben, pod.path)
    const mark = log(ben).locator('.newm')
    await expect(mark).toBeInViewport()
    // those of the odd numbers are his own
    await expect(log(ben).locator('.newm + li .t')).toHaveText('Line 102')
    await expect(log(ben).getByText('Line 100', { exact: true })).toBeInViewport()
    const jump = ben.getByRole('button', { name: /Jump to latest/ })
    await expect(jump).toContainText(/\d\+ new/)
    // what he has before his eyes he has read, and nothing more
    await expect.poll(async () => (await readOf(ben, pod)).read).toBeGreaterThan(100)
    expect((await readOf(ben, pod)).read).toBeLessThan(115)
    // said meanwhile: it has no place here yet
    await say(ana, 'Said at the end')
    await expect(ben.getByRole('log')).toContainText('Said at the end')
    await expect(log(ben).getByText('Said at the end')).toHaveCount(0)
    await readDown(ben, 'Said at the end')
    await expect(jump).toHaveCount(0)
    const seen = await words(ben).allTextContents()
    expect(seen.at(-1)).toBe('Said at the end')
    expect(seen.slice(0, -1)).toEqual(seen.slice(0, -1).map((_, n) => `Line ${401 - seen.length + 1 + n}`))
    await expect.poll(async () => (await readOf(ben, pod)).read).toBe(401)

    // the other way: at once
    await haveRead(town, pod, names[1], 100)
    await visit(ben, pod.path)
    await expect(mark).toBeInViewport()
    await jump.click()
    await expect(log(ben).getByText('Said at the end')).toBeInViewport()
    await expect(field(ben)).toBeFocused()
    await expect(jump).toHaveCount(0)
    await expect(mark).toHaveCount(0)
    await expect(words(ben)).toHaveCount(50)
    await say(ana, 'And it goes on')
    await expect(log(ben).getByText('And it goes on')).toBeInViewport()
    // and whoever answers from where he stopped is led to the end
    await haveRead(town, pod, names[1], 100)
    await visit(ben, pod.path)
    await expect(mark).toBeInViewport()
    await say(ben, 'My answer')
    await expect(log(ben).getByText('My answer')).toBeInViewport()
    await expect(words(ben).last()).toHaveText('My answer')
    await expect(words(ana).last()).toHaveText('My answer')
    await expect(log(ben).locator('.wait')).toHaveCount(0)
  },
)

pair(
  'later messages that do not load are asked for again, and nothing is shown out of its place',
  async ({ talk: { ben, pod, names }, town }) => {
    await fillPod(town, pod, 200, ...names)
    await haveRead(town, pod, names[1], 20)
    await visit(ben, pod.path)
    await expect(log(ben).locator('.newm')).toBeInViewport()
    await ben.route(/listMessages/, (route) => route.abort())
    await say(ben, 'Into the gap')
    const alert = log(ben).getByRole('alert')
    await expect(alert).toContainText('Later messages did not load.')
    await expect(log(ben).getByText('Into the gap')).toHaveCount(0)
    await ben.unroute(/listMessages/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await readDown(ben, 'Into the gap')
    await expect(words(ben).last()).toHaveText('Into the gap')
  },
)

pair(
  'however much is said before his eyes, what is far above is let go, and is there again when he reads up',
  async ({ talk: { ana, ben, pod, names }, town }) => {
    test.setTimeout(120_000)
    await visit(ana, pod.path)
    await visit(ben, pod.path)
    const devtools = await ben.context().newCDPSession(ben)
    const nodes = async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      return (await devtools.send('Memory.getDOMCounters')).nodes
    }
    const hearMuch = async (rounds: number) => {
      for (let round = 1; round <= rounds; round++) {
        await fillPod(town, pod, 200, ...names)
        await say(ana, `Round ${round}`)
        await expect(words(ben).last()).toHaveText(`Round ${round}`)
        await expect(words(ben).last()).toBeInViewport()
      }
      await expect(words(ben)).toHaveCount(300)
      return nodes()
    }
    const few = await hearMuch(2)
    expect(await hearMuch(8)).toBeLessThan(1.2 * few)
    // 2,010 in all, of which 300 are here: up through 600 of them, and not one line out of its place
    const firstHere = () => words(ben).first().textContent()
    for (let page = 0; page < 12; page++) {
      const [before, line] = [await firstHere(), words(ben).first()]
      await log(ben).evaluate((sheet) => sheet.scrollTo(0, -sheet.scrollHeight))
      await expect.poll(firstHere).not.toBe(before)
      expect(await words(ben).count()).toBeLessThanOrEqual(300)
      expect(await line.isVisible()).toBe(true)
    }
    const here = (await words(ben).allTextContents()).filter((text) => text.startsWith('Line'))
    for (const [index, text] of here.slice(1).entries()) {
      const line = Number(here[index]!.slice(5))
      expect(text).toBe(`Line ${(line % 200) + 1}`)
    }
    expect(await nodes()).toBeLessThan(1.3 * few)
    await expect(ben.getByRole('button', { name: /Jump to latest/ })).toBeVisible()
    await readDown(ben, 'Round 8')
  },
)

pair(
  'where he has scrolled to he stays, though the page is drawn anew before it has heard of his scrolling',
  async ({ talk: { ben, pod, names }, town }) => {
    await fillPod(town, pod, 50, ...names)
    await haveRead(town, pod, names[1], 50)
    await visit(ben, pod.path)
    await expect(log(ben).getByText('Line 50', { exact: true })).toBeInViewport()
    // from the end up, and on from there; looking away draws it anew at once
    for (const [line, looks] of [
      ['Line 20', 'hidden'],
      ['Line 35', 'visible'],
      ['Line 10', 'hidden'],
    ] as const) {
      const row = log(ben).getByText(line, { exact: true })
      await row.evaluate((element, looks) => {
        element.scrollIntoView({ block: 'center' })
        Object.defineProperty(document, 'visibilityState', { value: looks, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        return new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))
      }, looks)
      await expect(row).toBeInViewport({ ratio: 1 })
    }
  },
)

for (const [missed, how] of [
  [60, 'is told'],
  [400, 'reads anew'],
] as const)
  pair(
    `whoever slept while ${missed} messages were said ${how} what he missed, and begins where that begins`,
    async ({ talk: { ana, ben, pod, names, contexts }, town }) => {
      await fillPod(town, pod, 20, ...names)
      await visit(ben, pod.path)
      await expect(words(ben).last()).toHaveText('Line 20')
      await expect.poll(async () => (await readOf(ben, pod)).read).toBe(20)
      await contexts[1].setOffline(true)
      await expect(ben.getByText('You are offline.')).toBeVisible()
      await fillPod(town, pod, missed, ...names)
      await contexts[1].setOffline(false)
      const mark = log(ben).locator('.newm')
      await expect(mark).toBeInViewport()
      await expect(log(ben).locator('.newm + li .t')).toHaveText('Line 2')
      await expect(ben.getByRole('button', { name: /Jump to latest/ })).toBeVisible()
      // only what he has before his eyes is read
      await expect.poll(async () => (await readOf(ben, pod)).read).toBeGreaterThan(21)
      expect((await readOf(ben, pod)).read).toBeLessThan(45)
      await readDown(ben, `Line ${missed}`)
      await visit(ana, pod.path)
      await say(ana, 'Good morning')
      await expect(log(ben).getByText('Good morning')).toBeInViewport()
      // by then it may be so far above that it is let go
      if (missed < 300) await expect(mark).toHaveCount(1)
    },
  )

/** As a man reads: to the end of what is there, again and again. */
async function readDown(page: Page, until: string) {
  await expect(async () => {
    await log(page).evaluate((sheet) => sheet.scrollTo(0, 0))
    await expect(log(page).getByText(until)).toBeInViewport({ timeout: 300 })
  }).toPass()
}

test.describe('without script, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })
  pair('a link leads from where he stopped to the latest', async ({ talk: { ben, pod, names }, town }) => {
    await fillPod(town, pod, 200, ...names)
    await haveRead(town, pod, names[1], 20)
    await ben.goto(pod.path)
    await expect(log(ben).getByText('New messages')).toBeAttached()
    await expect(words(ben).last()).toHaveText('Line 70')
    await expect(ben.getByText('Loading')).toHaveCount(2)
    for (const loading of await ben.getByText('Loading').all()) await expect(loading).toBeHidden()
    await ben.getByRole('link', { name: 'Jump to latest' }).click()
    await expect(words(ben).last()).toHaveText('Line 200')
    await expect(words(ben).last()).toBeInViewport()
    await expect(ben.getByRole('link', { name: 'Jump to latest' })).toHaveCount(0)
    // and those in it stand below
    await ben.getByRole('link', { name: /^Members/ }).click()
    await expect(ben.getByRole('heading', { name: /^Members/ })).toBeInViewport()
  })
})
