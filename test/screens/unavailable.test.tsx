/** A server that cannot answer at the moment: reads are retried before a failure is shown. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { aCard, aPage, aPost, aThread } from './makers.ts'
import { holdTimers, letPass } from './network.ts'
import { open } from './screen.tsx'
import { refused } from './standin.ts'

const failUnavailable = () => {
  throw refused(faults.unavailable)
}
const post = aPost({ title: 'Which glue holds a chair leg?' })
const link = page.getByRole('heading', { level: 2 }).getByRole('link', { name: post.title })
const title = page.getByRole('heading', { level: 1, name: post.title })
const failed = page.getByRole('heading', { name: 'This post did not load' })
const tryAgain = page.getByRole('button', { name: 'Try again' })

const openFeed = () =>
  open('/categories', {
    answers: { feed: { listFeed: aPage(aCard(post)) } },
    pardoned: /Error in route match|We cannot reach our records/,
  })

/** Advances the timers until `isSo` returns true. */
const advanceUntil = (isSo: () => boolean) =>
  expect
    .poll(async () => {
      await letPass(1000)
      return isSo()
    })
    .toBe(true)

test('two refusals in a row do not break a page', async () => {
  const screen = await openFeed()
  for (let n = 0; n < 2; n++) screen.failNext('comments.getThread', { fault: faults.unavailable })
  screen.answer({ comments: { getThread: aThread(post) } })
  await link.click()
  await expect.element(title).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  expect(screen.asked('comments.getThread')).toHaveLength(3)
})

test('a page that does not load within ten seconds says so, and Try again loads it', async () => {
  holdTimers()
  const screen = await openFeed()
  screen.answer({ comments: { getThread: failUnavailable } })
  await link.click()
  await advanceUntil(() => failed.query() !== null)
  const before = screen.asked('comments.getThread').length
  expect(before).toBeGreaterThanOrEqual(5)
  await expect.element(page.getByRole('banner')).toBeVisible()
  screen.answer({ comments: { getThread: aThread(post) } })
  await tryAgain.click()
  await expect.element(title).toBeVisible()
  expect(screen.asked('comments.getThread')).toHaveLength(before + 1)
})

test('a member can go to another page while the first one is being retried', async () => {
  const screen = await openFeed()
  screen.answer({ comments: { getThread: failUnavailable } })
  await link.click()
  await expect.poll(() => screen.asked('comments.getThread').length).toBeGreaterThanOrEqual(2)
  await screen.go('/about')
  await expect.poll(screen.path).toBe('/about')
  const about = page.getByRole('heading', { level: 1 })
  await expect.element(about).toMatchTextContent('About')
  // a late response does not lead the member back
  const { length } = screen.asked('comments.getThread')
  screen.answer({ comments: { getThread: aThread(post) } })
  await expect.poll(() => screen.asked('comments.getThread').length).toBeGreaterThan(length)
  await expect.element(about).toMatchTextContent('About')
  expect(screen.path()).toBe('/about')
})

test('the typed query and the previous results stay while a search is retried and after it failed', async () => {
  holdTimers()
  const screen = await openFeed()
  await page.getByRole('button', { name: 'Filter' }).click()
  const box = page.getByPlaceholder('Search posts, authors, categories...')
  screen.answer({ search: { searchPosts: failUnavailable } })
  await box.fill('chair leg')
  const alert = page.getByRole('alert')
  await advanceUntil(() => alert.query() !== null)
  await expect.element(alert).toMatchTextContent('The search did not work')
  expect(screen.asked('search.searchPosts').length).toBeGreaterThanOrEqual(5)
  await expect.element(box).toHaveValue('chair leg')
  await expect.element(box).toHaveFocus()
  await expect.element(page.getByRole('navigation').first()).toBeVisible()
  screen.answer({ search: { searchPosts: aPage(aCard(post)) } })
  await tryAgain.click()
  await expect.element(link).toBeVisible()
  await expect.element(box).toHaveValue('chair leg')
})
