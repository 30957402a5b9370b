/** A page that does not load, and the links on it. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aCard, aPage, aPost, aThread } from './makers.ts'
import { open, PHONE } from './screen.tsx'

test('a page that did not load has a way back, and loads when the member retries', async () => {
  const post = aPost({ title: 'Which glue holds a chair leg?' })
  const screen = await open('/categories', {
    size: PHONE,
    answers: { feed: { listFeed: aPage(aCard(post)) } },
    // React logs an error that a boundary caught to the console as well
    pardoned: /Error in route match|Failed to fetch/,
  })
  const link = page.getByRole('heading', { level: 2 }).getByRole('link', { name: post.title })
  const failed = page.getByRole('heading', { name: 'This post did not load' })
  const mend = screen.cutOff('comments.getThread')
  await link.click()
  await expect.element(failed).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect.poll(screen.path).toBe('/categories')
  await link.click()
  await expect.element(failed).toBeVisible()
  mend()
  screen.answer({ comments: { getThread: aThread(post) } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
})
