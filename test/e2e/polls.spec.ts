/**
 * A poll through the whole program: written, voted in, found again after a reload, and read without JavaScript. test/screens
 * tests the screens alone.
 *
 * Rooms: polls.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import { api, expect, PHONE, test, toast, visit } from './journey.ts'
import { expectSound } from './screen.ts'
import type { Instance } from './server.ts'

test.use({ viewport: PHONE })

const ANSWERS = ['Seven or younger', 'Eight', 'Ten or later, and I would do it again']
/** long, foreign and numerous options */
const WILD = [
  'x'.repeat(100),
  'Word '.repeat(19),
  'أفضل عمر للذهاب إلى المدرسة وحده',
  '👶'.repeat(30),
  'No',
  '0',
  'A',
  'B',
]

async function makePoll(
  context: BrowserContext,
  town: Instance,
  poll_options = ANSWERS,
  title = 'When did you let them walk to school alone?',
): Promise<Post> {
  const categories = await api<{ id: string; name: string }[]>(context, town, 'GET', '/categories')
  const category_id = categories.find(({ name }) => name === 'Father & Son')!.id
  const words = { id: randomUUID(), title, content: 'Eleven minutes, one real road.' }
  return api(context, town, 'POST', '/posts', { ...words, type: 'poll', category_id, poll_options })
}

const pollOf = (page: Page) => page.getByRole('region', { name: 'Poll' })
const buttonsOf = (page: Page) => pollOf(page).locator('button.opt')

test('a member writes a poll, and it stays as it was written', async ({ page, context, join }) => {
  const { username } = await join(context)
  const title = `When did you let them walk to school alone? (${username})`
  await visit(page, '/category/father-&-son')
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await composer.locator('label', { hasText: 'Poll' }).click()
  const option = (no: number) => composer.getByRole('textbox', { name: `Option ${no}`, exact: true })
  await composer.getByLabel('Title').fill(title)
  await composer.getByLabel('What you want to say').fill('Eleven minutes, one real road.')
  for (let count = 2; count < 8; count++) await composer.getByRole('button', { name: 'Add option' }).click()
  await option(1).fill('  Eight ')
  await option(2).fill('Nine')
  await option(7).fill('x'.repeat(101))
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByRole('alert')).toHaveText('An option can be at most 100 characters')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await option(7).fill('x'.repeat(100))

  // the phone loses power
  await page.reload()
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  await expect(option(1)).toHaveValue('  Eight ')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(toast(page, 'Post created successfully!')).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  // trimmed, without the blank ones, in the order in which they were entered
  await expect(buttonsOf(page)).toHaveText(['Eight', 'Nine', 'x'.repeat(100)])
  await page.reload()
  await expect(buttonsOf(page)).toHaveText(['Eight', 'Nine', 'x'.repeat(100)])
})

test('a vote stays after a reload and can be changed; long, foreign and numerous options stay within the screen', async ({
  page,
  context,
  town,
  join,
  otherBrowser,
}) => {
  await join(context)
  const post = await makePoll(context, town, WILD, `${'W'.repeat(60)} ${'long '.repeat(20)}`)
  await visit(page, `/post/${post.id}`)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await buttonsOf(page).nth(2).click()
  await expect(toast(page, 'Vote recorded!')).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await page.reload()
  const results = pollOf(page).getByRole('listitem')
  await expect(results.nth(2)).toContainText('(your vote)')
  await visit(page, `/post/${post.id}`)
  await pollOf(page).getByRole('button', { name: 'Change vote' }).click()
  await expect(buttonsOf(page).nth(2)).toHaveAttribute('aria-pressed', 'true')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  const counted = page.waitForResponse(/castPollVote/)
  await buttonsOf(page).nth(4).click()
  await expect(results.nth(4)).toContainText('100% 1')
  await counted
  const { poll } = await api<Post>(context, town, 'GET', `/posts/${post.id}`)
  expect(poll!.options.map(({ vote_count }) => vote_count)).toEqual([0, 0, 0, 0, 1, 0, 0, 0])
  expect(poll!.my_option).toBe(post.poll!.options[4]!.id)
  const visitor = await (await otherBrowser()).newPage()
  await visit(visitor, `/post/${post.id}`)
  await expectSound(visitor, { inDark: false })
})

test('a visitor reads the options without JavaScript, and finds the sign-in page', async ({
  browser,
  town,
  otherBrowser,
  join,
}) => {
  const friend = await otherBrowser()
  await join(friend)
  const post = await makePoll(friend, town)
  await api(friend, town, 'PUT', `/posts/${post.id}/poll-vote`, { option_id: post.poll!.options[0]!.id })
  const visitor = await browser.newContext({ baseURL: town.url, javaScriptEnabled: false, viewport: PHONE })
  const screen = await visitor.newPage()
  await screen.goto(`/post/${post.id}`)
  await expect(pollOf(screen).getByRole('listitem')).toHaveText(ANSWERS)
  await expect(pollOf(screen)).toContainText('1 vote')
  await expect(pollOf(screen)).not.toContainText('%')
  await expect(pollOf(screen).getByRole('button')).toHaveCount(0)
  await pollOf(screen).getByRole('link', { name: 'Sign in to vote in this poll' }).click()
  await expect(screen).toHaveURL(`${town.url}/auth?next=${encodeURIComponent(`/post/${post.id}`)}`)
  await visitor.close()
})
