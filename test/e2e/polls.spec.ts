/** Polls as they are written, voted in and read: by hand, by keyboard, by a visitor, without JavaScript, and in trouble. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import { api, expect, loseSession, PHONE, signIn, test, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { expectSound } from './screen.ts'
import type { Place } from './server.ts'

test.use({ pardoned: /^Failed to load resource/ })

const TITLE = 'When did you let them walk to school alone?'
const ANSWERS = ['Seven or younger', 'Eight', 'Ten or later, and I would do it again']

async function makePoll(context: BrowserContext, town: Place, poll_options = ANSWERS, title = TITLE): Promise<Post> {
  const categories = await api<{ id: string; name: string }[]>(context, town, 'GET', '/categories')
  const category_id = categories.find(({ name }) => name === 'Father & Son')!.id
  const words = { id: randomUUID(), title, content: 'Eleven minutes, one real road.' }
  return api(context, town, 'POST', '/posts', { ...words, type: 'poll', category_id, poll_options })
}

const voteFor = (context: BrowserContext, town: Place, post: Post, at: number) =>
  api(context, town, 'PUT', `/posts/${post.id}/poll-vote`, { option_id: post.poll!.options[at]!.id })

const pollOf = (page: Page) => page.getByRole('region', { name: 'Poll' })
const buttonsOf = (page: Page) => pollOf(page).locator('button.opt')

async function openComposer(page: Page) {
  await visit(page, '/category/father-&-son')
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await composer.locator('label', { hasText: 'Poll' }).click()
  const option = (no: number) => composer.getByRole('textbox', { name: `Option ${no}`, exact: true })
  return { composer, option, post: composer.getByRole('button', { name: 'Post', exact: true }) }
}

test('a poll is written: two options at first, up to eight, down to two, and its draft survives a reload', async ({
  page,
  context,
  join,
}) => {
  const { username } = await join(context)
  await page.setViewportSize(PHONE)
  const { composer, option, post } = await openComposer(page)
  const options = composer.getByRole('textbox', { name: /^Option/ })
  const remove = composer.getByRole('button', { name: /^Remove option/ })
  await expect(options).toHaveCount(2)
  await expect(remove).toHaveCount(0)
  await expect(composer.getByText('Add at least 2 options for your poll')).toBeVisible()
  await expect(post).toBeDisabled()

  await composer.getByLabel('Title').fill(`${TITLE} (${username})`)
  await composer.getByLabel('What you want to say').fill('Eleven minutes, one real road.')
  await expect(post).toBeEnabled()
  await option(1).fill('  Eight ')
  await post.click()
  await expect(composer.getByRole('alert')).toHaveText('Please add at least 2 poll options')
  await expect(option(2)).toBeFocused()

  // Enter adds one behind and goes there
  await option(1).press('Enter')
  await expect(options).toHaveCount(3)
  await expect(option(2)).toBeFocused()
  await option(2).fill('eight')
  await post.click()
  await expect(composer.getByRole('alert')).toHaveText('Poll options must be different')
  await expect(option(2)).toBeFocused()
  await option(2).fill('Nine')
  await expect(composer.getByRole('alert')).toHaveCount(0)
  for (let count = 3; count < 8; count++) await composer.getByRole('button', { name: 'Add option' }).click()
  await expect(options).toHaveCount(8)
  await expect(option(8)).toBeFocused()
  await expect(composer.getByText('Maximum 8 options allowed')).toBeVisible()
  await expect(composer.getByRole('button', { name: 'Add option' })).toHaveCount(0)
  await option(8).press('Enter')
  await expect(options).toHaveCount(8)
  await composer.getByRole('button', { name: 'Remove option 8' }).click()
  await expect(option(7)).toBeFocused()
  await option(7).fill('x'.repeat(101))
  await expect(composer.locator('.left.over')).toHaveText('1 character too many')
  await post.click()
  await expect(composer.getByRole('alert')).toHaveText('An option can be at most 100 characters')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await option(7).fill('x'.repeat(100))

  // a dead phone
  await page.reload()
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  await expect(options).toHaveCount(7)
  await expect(option(1)).toHaveValue('  Eight ')
  await expect(option(7)).toHaveValue('x'.repeat(100))
  await post.click()
  await expect(toast(page, 'Post created successfully!')).toBeVisible()
  await page.getByRole('link', { name: `${TITLE} (${username})` }).click()
  // trimmed, without the blank ones, in the order in which they were entered
  await expect(buttonsOf(page)).toHaveText(['Eight', 'Nine', 'x'.repeat(100)])
  await page.goBack()
  const card = page.getByRole('article', { name: `${TITLE} (${username})` })
  await expect(card.getByText('Poll', { exact: true })).toBeVisible()
})

test('after a post the composer is empty again, and Cancel closes it', async ({ page, context, join }) => {
  const { username } = await join(context)
  const { composer, option, post } = await openComposer(page)
  await composer.getByLabel('Title').fill(`Once (${username})`)
  await composer.getByLabel('What you want to say').fill('And gone.')
  await option(1).fill('Yes')
  await option(2).fill('No')
  await post.click()
  await expect(composer).toBeHidden()
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  await expect(composer.getByLabel('Title')).toHaveValue('')
  await expect(composer.getByRole('radio', { name: 'Text' })).toBeChecked()
  await composer.locator('label', { hasText: 'Poll' }).click()
  await expect(option(1)).toHaveValue('')
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await expect(composer).toBeHidden()
})

test('a category that is gone meanwhile is said, and the poll stays', async ({ page, context, join }) => {
  await join(context)
  const { composer, option, post } = await openComposer(page)
  await composer.getByLabel('Title').fill('Where to?')
  await composer.getByLabel('What you want to say').fill('Nowhere.')
  await option(1).fill('Here')
  await option(2).fill('There')
  await page.route(/createPost/, (route) => {
    const sent = route.request().postDataJSON()
    return route.continue({ postData: JSON.stringify({ ...sent, json: { ...sent.json, category_id: randomUUID() } }) })
  })
  await post.click()
  await expect(composer.getByRole('alert')).toContainText('Category not found')
  await expect(option(2)).toHaveValue('There')
})

test('with a thumb: every place to press is 44 px, and a tap votes', async ({ browser, town, join, context }) => {
  const { username, password } = await join(context)
  const post = await makePoll(context, town)
  const phone = await browser.newContext({ baseURL: town.url, viewport: PHONE, hasTouch: true, isMobile: true })
  await signIn(phone, { username, password }, town)
  const screen = await phone.newPage()
  await visit(screen, `/post/${post.id}`)
  const small = () =>
    screen.locator('.full button').evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width < 44 || height < 44 ? [`${one.textContent} ${width}×${height}`] : []
      }),
    )
  expect(await small()).toEqual([])
  await buttonsOf(screen).nth(2).tap()
  await expect(pollOf(screen).getByRole('listitem').nth(2)).toContainText('100% 1')
  expect(await small()).toEqual([])
  await pollOf(screen).getByRole('button', { name: 'Change vote' }).tap()
  await expect(buttonsOf(screen)).toHaveCount(3)
  await phone.close()
})

test('two presses on Post make one poll with its options once', async ({ page, context, join }) => {
  const { username } = await join(context)
  const { composer, option, post } = await openComposer(page)
  await composer.getByLabel('Title').fill(`Twice? (${username})`)
  await composer.getByLabel('What you want to say').fill('No.')
  await option(1).fill('Yes')
  await option(2).fill('No')
  let sent = 0
  const release = Promise.withResolvers<void>()
  await page.route(/createPost/, async (route) => {
    sent++
    await release.promise
    await route.continue()
  })
  await post.dblclick()
  await expect.poll(() => sent).toBe(1)
  release.resolve()
  await expect(composer).toBeHidden()
  await page.getByRole('link', { name: `Twice? (${username})` }).click()
  await expect(buttonsOf(page)).toHaveCount(2)
  expect(sent).toBe(1)
})

test('a vote shows results at once, stays after a reload, and can be changed; nothing moves meanwhile', async ({
  page,
  context,
  town,
  join,
  otherBrowser,
}) => {
  await join(context)
  const friend = await otherBrowser()
  await join(friend)
  const third = await otherBrowser()
  await join(third)
  const post = await makePoll(context, town)
  await voteFor(friend, town, post, 0)
  await voteFor(third, town, post, 0)
  await page.setViewportSize(PHONE)
  await visit(page, `/post/${post.id}`)
  await expect(buttonsOf(page)).toHaveText(ANSWERS)
  await expect(pollOf(page)).not.toContainText('%')
  await expect(pollOf(page)).toContainText('2 votes')
  const places = () =>
    pollOf(page)
      .locator('.opt')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const height = () => pollOf(page).evaluate((one) => one.getBoundingClientRect().height)
  const [before, tall] = [await places(), await height()]

  await buttonsOf(page).nth(1).click()
  const results = pollOf(page).getByRole('listitem')
  await expect(results.nth(0)).toContainText('67% 2')
  await expect(results.nth(1)).toContainText('Eight (your vote)')
  await expect(results.nth(1)).toContainText('33% 1')
  await expect(results.nth(2)).toContainText('0% 0')
  await expect(buttonsOf(page)).toHaveCount(0)
  await expect(toast(page, 'Vote recorded!')).toBeVisible()
  await expect(pollOf(page).getByRole('status')).toHaveText('Your vote: Eight. 33% of 3 votes.')
  expect(await places()).toEqual(before)
  expect(await height()).toBe(tall)
  await expectSound(page, { inDark: true })

  await page.setViewportSize(PHONE)
  await page.reload()
  await expect(results.nth(1)).toContainText('(your vote)')
  await visit(page, `/post/${post.id}`)
  await pollOf(page).getByRole('button', { name: 'Change vote' }).click()
  await expect(buttonsOf(page).nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect(buttonsOf(page).nth(1)).toBeFocused()
  expect(await places()).toEqual(before)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await pollOf(page).getByRole('button', { name: 'Keep my vote' }).click()
  await expect(results.nth(1)).toContainText('33% 1')
  await pollOf(page).getByRole('button', { name: 'Change vote' }).click()
  const counted = page.waitForResponse(/castPollVote/)
  await buttonsOf(page).nth(2).click()
  await expect(results.nth(2)).toContainText('33% 1')
  await expect(results.nth(1)).toContainText('0% 0')
  await expect(pollOf(page)).toContainText('3 votes')
  await counted
  const { poll } = await api<Post>(context, town, 'GET', `/posts/${post.id}`)
  expect(poll!.options.map(({ vote_count }) => vote_count)).toEqual([2, 0, 1])
})

test('of several wishes the last one wins, and one request at a time is under way', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  const post = await makePoll(context, town)
  await visit(page, `/post/${post.id}`)
  const release = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/castPollVote/, async (route) => {
    asked.push(route.request().postDataJSON().json.option_id)
    await release.promise
    await route.continue()
  })
  const change = pollOf(page).getByRole('button', { name: 'Change vote' })
  await buttonsOf(page).nth(0).click()
  for (const at of [1, 2]) {
    await change.click()
    await buttonsOf(page).nth(at).click()
  }
  await expect(pollOf(page).getByRole('listitem').nth(2)).toContainText('(your vote)')
  await expect.poll(() => asked.length).toBe(1)
  release.resolve()
  await expect(toast(page, 'Vote recorded!')).toHaveCount(1)
  const ids = post.poll!.options.map(({ id }) => id)
  expect(asked).toEqual([ids[0], ids[2]])
  const { poll } = await api<Post>(context, town, 'GET', `/posts/${post.id}`)
  expect(poll!.my_option).toBe(ids[2])
})

test('a vote that could not be recorded goes back to the buttons, says so, and can be given again', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  const post = await makePoll(context, town)
  await visit(page, `/post/${post.id}`)
  const release = Promise.withResolvers<void>()
  await page.route(/castPollVote/, (route) => release.promise.then(() => route.abort()), { times: 1 })
  await buttonsOf(page).nth(1).click()
  await expect(pollOf(page)).toContainText('100%')
  release.resolve()
  await expect(toast(page, 'Failed to record vote')).toBeVisible()
  await expect(buttonsOf(page)).toHaveCount(3)
  await expect(buttonsOf(page).nth(1)).toBeFocused()
  await expect(pollOf(page)).toContainText('0 votes')
  await buttonsOf(page).nth(1).click()
  await expect(toast(page, 'Vote recorded!')).toBeVisible()
  // the session ends: what the server holds stays, and he is told the way
  await loseSession(page)
  await pollOf(page).getByRole('button', { name: 'Change vote' }).click()
  await buttonsOf(page).nth(0).click()
  await expect(toast(page, 'Sign in to vote in this poll')).toBeVisible()
  await expect(pollOf(page).getByRole('listitem').nth(1)).toContainText('(your vote)')
})

test('by keyboard alone: vote, change it, and the focus is never lost', async ({ page, context, town, join }) => {
  await join(context)
  const post = await makePoll(context, town)
  await visit(page, `/post/${post.id}`)
  const keyboard = keyboardOf(page)
  const change = pollOf(page).getByRole('button', { name: 'Change vote' })
  await keyboard.use(buttonsOf(page).nth(1), { key: 'Space' })
  await expect(change).toBeFocused()
  await keyboard.press('Enter')
  await expect(buttonsOf(page).nth(1)).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(change).toBeFocused()
  await expect(pollOf(page).getByRole('listitem').nth(2)).toContainText('100% 1')
})

test('a visitor reads the options, with and without JavaScript, and finds the door', async ({
  browser,
  town,
  join,
  otherBrowser,
}) => {
  const friend = await otherBrowser()
  await join(friend)
  const post = await makePoll(friend, town)
  await voteFor(friend, town, post, 0)
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await browser.newContext({ baseURL: town.url, javaScriptEnabled, viewport: PHONE })
    const screen = await visitor.newPage()
    await screen.goto(`/post/${post.id}`)
    await expect(pollOf(screen).getByRole('listitem')).toHaveText(ANSWERS)
    await expect(pollOf(screen)).toContainText('1 vote')
    await expect(pollOf(screen)).not.toContainText('%')
    await expect(pollOf(screen).getByRole('button')).toHaveCount(0)
    const door = pollOf(screen).getByRole('link', { name: 'Sign in to vote in this poll' })
    await door.click()
    await expect(screen).toHaveURL(`${town.url}/auth?next=${encodeURIComponent(`/post/${post.id}`)}`)
    await visitor.close()
  }
})

test('long, foreign and many options stay within the screen', async ({ page, context, town, join, otherBrowser }) => {
  await join(context)
  const options = [
    'x'.repeat(100),
    'Word '.repeat(19),
    'أفضل عمر للذهاب إلى المدرسة وحده',
    '👶'.repeat(30),
    'No',
    '0',
    'A',
    'B',
  ]
  const post = await makePoll(context, town, options, `${'W'.repeat(60)} ${'long '.repeat(20)}`)
  await visit(page, `/post/${post.id}`)
  await expectSound(page, { inDark: true })
  await buttonsOf(page).nth(2).click()
  await expect(toast(page, 'Vote recorded!')).toBeVisible()
  await expectSound(page, { inDark: true })
  const visitor = await (await otherBrowser()).newPage()
  await visit(visitor, `/post/${post.id}`)
  await expectSound(visitor, { inDark: false })
})
