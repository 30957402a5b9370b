/**
 * If an operation fails, the typed text is still there, the failure is reported, and the screen shows the true state.
 *
 * Rooms: comments, posts, votes.
 */
import type { Page } from '@playwright/test'
import { DESK, endSession, expect, PHONE, postNamed, test, toast, visit } from './journey.ts'
import { expectSound } from './screen.ts'
import { transport } from './script-files.ts'

test.use({ viewport: PHONE, pardoned: /^Failed to load resource/ })

const TOUCHLINE = 'What coat does a man wear to stand on a touchline in February?'

test('a member who was signed out elsewhere keeps his words, and finds them after signing in', async ({
  page,
  context,
  town,
  join,
}) => {
  const { username, password } = await join(context)
  const text = 'Two coats, both his.'
  await visit(page, await postNamed(context, town, TOUCHLINE))
  const address = page.url()
  const box = page.getByLabel('Add a comment')
  await box.fill(text)
  await endSession(page)
  await page.getByRole('button', { name: 'Post comment' }).click()
  const news = toast(page, 'Please sign in to comment')
  await news.getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(address)
  await expect(box).toHaveValue(text)
})

test.describe('a page that was never opened', () => {
  // a style sheet that fails to load is logged in the console as "Event"
  test.use({ pardoned: /ERR_INTERNET_DISCONNECTED|Failed to (load resource|fetch)|WebSocket connection|^Event$/ })

  for (const [where, size] of [
    ['on a phone', PHONE],
    ['on a desktop', DESK],
  ] as const)
    test(`is not shown without a network, and the way back to the cached page stays: ${where}`, async ({
      page,
      context,
      join,
    }) => {
      await join(context)
      await page.setViewportSize(size)
      await visit(page, '/settings')
      await context.setOffline(true)
      const failed = page.getByRole('heading', { level: 1, name: 'The pods did not load' })
      const again = page.getByRole('button', { name: 'Try again' })
      const links = page.getByRole('link', { name: 'Pods', exact: true })
      await links.filter({ visible: true }).first().click()
      await expect(failed).toBeVisible()
      await expect(page.getByText('Nothing you wrote is lost. Check your connection and try again.')).toBeVisible()
      // at both sizes, so once is enough
      if (size === PHONE) await expectSound(page, { inDark: true })
      await page.setViewportSize(size)
      // requested again too early, it stays on the page
      const asked = page.waitForEvent('requestfailed')
      await again.click()
      await asked
      await expect(again).toBeEnabled()
      await expect(failed).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'Account and security' })).toBeVisible()
      await page.goForward()
      await expect(failed).toBeVisible()
      // with a network it is loaded without a press
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pods')
    })
})

test('without a network every press reports the failure, and nothing that was typed is lost', async ({
  page,
  context,
  join,
}) => {
  await join(context)
  await visit(page, '/categories')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(toast(page, 'This part did not load')).toBeVisible()
  await context.setOffline(false)
  const title = 'Is a tarpaulin a roof?'
  const ready = page.waitForResponse(transport())
  const composer = await composePost(page, title)
  await ready
  await context.setOffline(true)
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByRole('alert')).toContainText('Failed to create post. Please try again.')
  await expect(composer.getByRole('alert')).toBeInViewport()
  await expect(composer.getByLabel('Title')).toHaveValue(title)
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await expect(composer).toBeHidden()
  await page.getByRole('button', { name: 'Upvote' }).first().click()
  await expect(toast(page, 'Failed to vote. Please try again.')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('alert')).toContainText('That did not load. What you see is safe; try again.')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Posts' }).getByRole('article')).toHaveCount(40)
})

test('a link to a comment far down leads to it', async ({ page, context, town }) => {
  const thread = await postNamed(context, town, 'How much sleep did you actually get last night? Be honest')
  await visit(page, thread)
  await page.getByRole('link', { name: 'Show more comments' }).click()
  const comments = page.locator('#comments article')
  await expect(comments.nth(24)).toBeAttached()
  const id = await comments.nth(24).getAttribute('id')
  await visit(page, '/categories')
  await visit(page, `${thread}#${id}`)
  await expect(page.locator(`#${id}`)).toBeInViewport()
})

async function composePost(page: Page, title: string) {
  await visit(page, '/categories')
  await page.getByRole('button', { name: 'Create Post' }).click()
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await composer.getByLabel('Title').fill(title)
  await composer.getByLabel('What you want to say').fill('A whetstone and ten quiet minutes.')
  await composer.getByLabel('Category').selectOption('DIY & Tools')
  return composer
}
