/** After a reload and after Back a member finds everything as he left it. Rooms: votes, account. */
import type { Page } from '@playwright/test'
import { awake, expect, newPerson, PHONE, postNamed, test, visit } from './journey.ts'

// some tests contain several journeys
test.describe.configure({ timeout: 120_000 })

const THREAD = 'How much sleep did you actually get last night? Be honest'

/** The page is there without its script: the script loads when the returned function is called. */
async function openWithoutScript(page: Page, address: string): Promise<() => void> {
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, (route) => script.promise.then(() => route.continue()))
  await page.goto(address, { waitUntil: 'commit' })
  return script.resolve
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('drafts survive a reload, for the member who wrote them', async ({ page, context, town, join }) => {
    await test.step('a reload during sign-up keeps the name and the address, and never the password', async () => {
      const { username, email, password } = newPerson('reload')
      await visit(page, '/auth?mode=sign-up')
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.reload()
      await expect(page.getByLabel('Username')).toHaveValue(username)
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(kept).toContain(email)
      expect(kept).not.toContain(password)
    })

    await test.step('drafts of a comment and of a post are there after a reload', async () => {
      await join(context)
      await visit(page, await postNamed(context, town, THREAD))
      await page.getByLabel('Add a comment').fill('Four hours, in two parts.')
      await page.reload()
      await expect(page.getByLabel('Add a comment')).toHaveValue('Four hours, in two parts.')

      const composer = page.getByRole('dialog', { name: 'New Post' })
      await visit(page, '/categories')
      await page.getByRole('button', { name: 'Create Post' }).click()
      await composer.getByText('Question', { exact: true }).click()
      await composer.getByLabel('Title').fill('Is a caravan a shed?')
      await composer.getByLabel('What you want to say').fill('My wife says no.')
      await composer.getByLabel('Category').selectOption('Hobbies')
      await page.reload()
      await page.getByRole('button', { name: 'Create Post' }).click()
      await expect(composer.getByRole('radio', { name: 'Question' })).toBeChecked()
      await expect(composer.getByLabel('Title')).toHaveValue('Is a caravan a shed?')
      await expect(composer.getByLabel('What you want to say')).toHaveValue('My wife says no.')
      await expect(composer.getByLabel('Category').locator('option:checked')).toHaveText('Hobbies')
    })

    await test.step('a member finds no draft of another member on the same phone', async () => {
      const address = await postNamed(context, town, THREAD)
      await visit(page, address)
      await page.getByLabel('Add a comment').fill('This is nobody else’s business.')
      await page.goto('about:blank')
      await context.clearCookies()
      await join(context)
      await visit(page, address)
      await awake(page)
      await expect(page.getByLabel('Add a comment')).toHaveValue('')
    })
  })

  test('actions before the script has loaded are carried out', async ({ context, town, join }) => {
    const { username } = await join(context)

    // new posts push the old ones down: the second press is never on the post of the first
    await test.step('the last of several presses before the script has loaded wins, and the list does not move', async () => {
      const page = await context.newPage()
      const bringScript = await openWithoutScript(page, '/categories')
      const vote = page
        .getByRole('article')
        .nth(14)
        .getByRole('group', { name: /^Votes on/ })
      await vote.scrollIntoViewIfNeeded()
      const [up, down] = ['Upvote', 'Downvote'].map((name) => vote.getByRole('button', { name }))
      for (const press of [up, down, up]) await press?.click()
      const stood = await page.evaluate(() => window.scrollY)
      expect(stood).toBeGreaterThan(500)
      bringScript()
      await awake(page)
      await expect(up!).toHaveAttribute('aria-pressed', 'true')
      await expect(down!).toHaveAttribute('aria-pressed', 'false')
      // cards get their real height when they are rendered, and the browser keeps the scroll position
      await expect(vote).toBeInViewport()
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(stood / 2)
    })

    await test.step('a vote that was pressed before the script had loaded is counted once', async () => {
      const page = await context.newPage()
      const bringScript = await openWithoutScript(page, '/categories')
      const vote = page
        .getByRole('article')
        .nth(12)
        .getByRole('group', { name: /^Votes on/ })
      const score = vote.locator('output')
      const before = Number((await score.textContent())?.replace(/\D*/, ''))
      await vote.getByRole('button', { name: 'Upvote' }).click()
      // nothing happens yet, so he presses once more
      await vote.getByRole('button', { name: 'Upvote' }).click()
      // the reload would be faster than the response
      const answered = page.waitForResponse(/castPostVote/)
      bringScript()
      await expect(vote.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
      await expect(score).toContainText(String(before + 1))
      await answered
      await page.reload()
      await expect(vote.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
      await expect(score).toContainText(String(before + 1))
    })

    await test.step('text that was typed before the script had loaded is kept, and can be sent', async () => {
      const page = await context.newPage()
      const bringScript = await openWithoutScript(page, await postNamed(context, town, THREAD))
      const box = page.getByLabel('Add a comment')
      const send = page.getByRole('button', { name: 'Post comment' })
      await box.fill('None, and I was not even on shift.')
      await send.click()
      await expect(box).toHaveValue('None, and I was not even on shift.')
      // the press is stored, and sends the typed text as soon as the script is there
      bringScript()
      await awake(page)
      const mine = page.getByRole('article', { name: `Comment by ${username}` })
      await expect(mine).toContainText('None, and I was not even on shift.')
      await expect(box).toHaveValue('')
    })

    await test.step('a vote in a search result is shown on the post’s own page', async () => {
      const page = await context.newPage()
      const address = await postNamed(context, town, 'Phones overnight: where do they sleep in your house?')
      await visit(page, '/categories?q=phones+overnight')
      const card = page
        .locator('section[aria-label=Posts] > .post')
        .filter({ hasText: 'Phones overnight: where do they sleep' })
      const counted = page.waitForResponse(/castPostVote/)
      await card.getByRole('button', { name: 'Upvote' }).click()
      await counted
      await expect(card.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
      await visit(page, address)
      await expect(page.getByRole('button', { name: 'Upvote' }).first()).toHaveAttribute('aria-pressed', 'true')
    })
  })

  test('Back leads to where the member was', async ({ page, context, join }) => {
    await test.step('Back from a post leads to the same position in the feed, without a new request', async () => {
      const posts = page.getByRole('region', { name: 'Posts' }).getByRole('article')
      await visit(page, '/categories')
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(posts).toHaveCount(40)
      const title = posts.nth(25).getByRole('heading').getByRole('link')
      await title.scrollIntoViewIfNeeded()
      const instance = await page.evaluate(() => window.scrollY)
      expect(instance).toBeGreaterThan(3000)
      for (const back of ['the browser’s', 'the page’s'] as const) {
        const asked: string[] = []
        await title.click()
        await expect(page).toHaveURL(/\/post\//)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        page.on('request', (request) => {
          if (request.url().includes('/rpc/feed')) asked.push(request.url())
        })
        if (back === 'the browser’s') await page.goBack()
        else await page.getByRole('link', { name: 'Back', exact: true }).click()
        await expect(posts).toHaveCount(40)
        await expect.poll(() => page.evaluate(() => window.scrollY), back).toBe(instance)
        expect(asked).toEqual([])
        page.removeAllListeners('request')
      }
    })

    await test.step('Back closes what lies over the page first, and leaves the page only then', async () => {
      await join(context)
      await visit(page, '/profile')
      await page.getByRole('link', { name: 'Feed' }).first().click()
      await expect(page).toHaveURL(/\/categories$|\/feed$/)
      const feed = page.url()
      const composer = page.getByRole('dialog', { name: 'New Post' })
      await page.getByRole('button', { name: 'Create Post' }).click()
      await composer.getByLabel('Title').fill('Half a thought')
      await page.evaluate(() => window.history.back())
      await expect(composer).toBeHidden()
      await expect(page.getByRole('button', { name: 'Create Post' })).toBeVisible()
      expect(page.url()).toBe(feed)
      await page.getByRole('button', { name: 'Create Post' }).click()
      await expect(composer.getByLabel('Title')).toHaveValue('Half a thought')
      await composer.getByRole('button', { name: 'Cancel' }).click()
      await expect(composer).toBeHidden()
      await page.goBack()
      await expect(page).toHaveURL(/\/profile$/)
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    })
  })
})
