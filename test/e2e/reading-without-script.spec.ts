/** Reading needs no JavaScript: every page arrives complete, with the right status and title. Rooms: everywhere. */
import type { Page } from '@playwright/test'
import { api, DESK, eventNamed, expect, PHONE, postNamed, signIn, test } from './journey.ts'
import { expectNoOverflow } from './screen.ts'

// some tests contain several journeys
test.describe.configure({ timeout: 120_000 })

test.use({ javaScriptEnabled: false, viewport: PHONE, pardoned: /status of 404/ })

const LONG = 'Phones overnight: where do they sleep in your house?'

async function open(page: Page, path: string, { status = 200, title }: { status?: number; title: string }) {
  const response = await page.goto(path)
  expect(response?.status(), path).toBe(status)
  await expect(page).toHaveTitle(title)
  await expect(page.locator('.no-script')).toBeVisible()
  await expectNoOverflow(page)
}

test('a visitor reads the conversation, the events and the profiles', async ({ page, context, otherBrowser, town }) => {
  await test.step('the feed shows twenty posts, and the next twenty behind a link', async () => {
    await open(page, '/categories', { title: 'Fatherkin - Connect, Share, Grow' })
    const posts = page.getByRole('region', { name: 'Posts' }).getByRole('article')
    await expect(posts).toHaveCount(20)
    const seen = await posts.getByRole('heading').allInnerTexts()
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(page).toHaveURL(/\/categories\?after=/)
    await expect(posts).toHaveCount(20)
    const next = await posts.getByRole('heading').allInnerTexts()
    expect(next.filter((title) => seen.includes(title))).toEqual([])
    await expectNoOverflow(page)
    await page.getByRole('link', { name: 'Show the newest posts' }).click()
    await expect(page).toHaveURL(/\/categories$/)
  })

  await test.step('the help lines of every country', async () => {
    await open(page, '/help-lines', { title: 'Help lines - Fatherkin' })
    const british = page.getByRole('region', { name: 'United Kingdom' })
    await expect(british.getByRole('link', { name: /^Call Samaritans/ })).toHaveAttribute('href', 'tel:116123')
    await expect(page.getByRole('region', { name: 'Poland' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Everywhere' })).toBeVisible()
  })

  await test.step('a category has its posts, and links that filter them', async () => {
    await open(page, '/category/mental-health', { title: 'Mental Health - Fatherkin' })
    const posts = page.getByRole('region', { name: 'Posts' }).getByRole('article')
    await expect(posts.first()).toBeVisible()
    const all = await posts.count()
    await page.getByRole('link', { name: 'Question', exact: true }).click()
    await expect(page).toHaveURL(/type=question/)
    await expect(page.getByRole('link', { name: 'Question', exact: true })).toHaveAttribute('aria-current', 'page')
    const questions = await posts.count()
    expect(questions).toBeGreaterThan(0)
    expect(questions).toBeLessThan(all)
    await page.getByRole('link', { name: 'Poll', exact: true }).click()
    await expect(page.getByText('Nothing of this kind here yet')).toBeVisible()
    await expect(page.locator('.chip[aria-current]')).toHaveText(['Poll'])
  })

  await test.step('a post arrives with its comments, and more of them behind a link', async () => {
    await open(page, await postNamed(context, town, LONG), { title: `${LONG} - Fatherkin` })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LONG)
    const comments = page.getByRole('article', { name: /^Comment by/ })
    await expect(comments).toHaveCount(20)
    await page.getByRole('link', { name: 'Show more comments' }).click()
    await expect(page).toHaveURL(/\?after=.+#comments$/)
    await expect(comments).toHaveCount(6)
    await expectNoOverflow(page)
    await page.getByRole('link', { name: 'Show the first comments' }).click()
    await expect(comments).toHaveCount(20)
  })

  await test.step('an event arrives complete, with its comments, and its calendar file behind a link', async () => {
    const member = await otherBrowser()
    await signIn(member, town.logins[0]!, town)
    const title = 'Repair morning: bikes and prams'
    const path = await eventNamed(member, town, title)
    await open(page, path, { title: `${title} - Fatherkin` })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(/^Saturday .+, 10:00–12:30$/)).toBeVisible()
    await expect(page.getByText('Europe/London time')).toBeVisible()
    await expect(page.getByText('Bring the thing that squeaks.')).toBeVisible()
    await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Sign in to attend' })).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add to calendar' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('event.ics')
  })

  await test.step('a profile shows who the member is and what he wrote', async () => {
    await open(page, '/user/hassan.amin', { title: 'Hassan Amin - Fatherkin' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hassan Amin')
    await expect(page.getByRole('region', { name: 'Latest posts' }).getByRole('article')).toHaveCount(5)
  })
})

test('a member reads his day', async ({ page, context, join, town }) => {
  await join(context)
  await open(page, '/', { title: 'Fatherkin - Connect, Share, Grow' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Your day, /)
  const ways = page.getByRole('navigation', { name: 'Ways in' }).getByRole('link')
  expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/categories',
    '/groups',
    '/local',
  ])
  // other journeys write posts at the same time: he has seen them, and reads his day before the next one
  await expect(async () => {
    const seen = await context.request.put('/api/v1/me/seen/feed', { headers: { origin: town.url }, data: {} })
    expect(seen.ok()).toBe(true)
    await page.reload()
    const news = page.getByRole('region', { name: 'New since you looked' })
    await expect(news).toContainText('Nothing waits for you yet.', { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('region', { name: 'Your next event' })).toContainText('Nothing planned.')
  const questions = page.getByRole('region', { name: 'Nobody has answered yet' }).getByRole('link')
  const title = await questions.first().innerText()
  await questions.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a member finds no button that needs JavaScript to ask', async ({ page, context, join }) => {
  await join(context)
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await open(page, '/categories', { title: 'Fatherkin - Connect, Share, Grow' })
    const buttons = page.getByText('Ask Anything', { exact: true })
    // it is part of the page, and becomes visible when a script runs
    await expect(buttons).not.toHaveCount(0)
    await expect(buttons.filter({ visible: true })).toHaveCount(0)
  }
})

test('a member reads his questions, and the quoted words in their threads', async ({ page, context, town }) => {
  await signIn(context, town.logins.find(({ username }) => username === 'tom.alderton')!, town)
  await open(page, '/questions', { title: 'My questions - Fatherkin' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My questions')
  const answer = page.getByRole('article').filter({ has: page.getByText(/^Show the answer/) })
  await answer
    .first()
    .getByText(/^Show the answer/)
    .click()
  const words = answer.first().locator('figure blockquote a[href*="#comment-"]').first()
  const said = await words.innerText()
  await words.click()
  await expect(page).toHaveURL(/#comment-/)
  const comment = page.locator(new URL(page.url()).hash)
  await expect(comment).toBeInViewport()
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  expect(plain(await comment.innerText())).toContain(plain(said))
})

test('a visitor finds the front page, the pages for members, the credits, and links on pages that do not exist', async ({
  page,
}) => {
  await test.step('the front page and the pages for members say what they are', async () => {
    await open(page, '/', { title: 'Fatherkin - Connect, Share, Grow' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Somebody left the light on.')
    for (const [path, title, words] of [
      ['/groups', 'Networks - Fatherkin', 'Sign in to see the networks'],
      ['/pods', 'Pods - Fatherkin', 'Sign in to access pods'],
      ['/local', 'Local - Fatherkin', 'Sign in to see what is near you'],
      ['/profile', 'Profile - Fatherkin', 'Sign in to view your profile'],
    ] as const) {
      await open(page, path, { title })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
    }
  })

  await test.step('the authors of work that we use are named with their licence', async () => {
    await open(page, '/', { title: 'Fatherkin - Connect, Share, Grow' })
    await page.getByRole('link', { name: 'About and thanks' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Fatherkin')
    const thanks = page.getByRole('region', { name: 'With thanks to' })
    await expect(thanks.getByRole('link', { name: 'GeoNames' })).toHaveAttribute('href', 'https://www.geonames.org')
    await expect(thanks.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible()
  })

  await test.step('a page that does not exist answers 404 and has links', async () => {
    const missing = [
      ['/no/such/page', 'Page not found - Fatherkin', '404', 'Return to Home'],
      [
        '/post/00000000-0000-4000-8000-000000000000',
        'Post not found - Fatherkin',
        'Post not found',
        'Back to Categories',
      ],
      ['/event/none', 'Event not found - Fatherkin', 'Event not found.', 'Go to the feed'],
      ['/user/nobody-by-this-name', 'User not found - Fatherkin', 'User not found', 'Go to the feed'],
      ['/category/no-such-place', 'No Such Place - Fatherkin', 'No Such Place', 'Back to Categories'],
    ] as const
    for (const [path, title, heading, way] of missing) {
      await open(page, path, { status: 404, title })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('link', { name: way })).toBeVisible()
    }
  })

  await test.step('Enter in a form that needs the script leads nowhere, and keeps the input', async () => {
    await page.goto('/forgot')
    const address = page.url()
    await page.getByLabel('Email').fill('sam@example.org')
    await page.getByLabel('Email').press('Enter')
    await expect(page.getByLabel('Email')).toHaveValue('sam@example.org')
    expect(page.url()).toBe(address)
  })
})

test('a member turns the weeks and the pages of the events, and chooses a day', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  await api(context, town, 'PUT', '/me/local-mode', { enabled: true })
  await open(page, '/local', { title: 'Local - Fatherkin' })
  const rows = page.getByRole('list', { name: 'Upcoming' }).getByRole('heading')
  await expect(rows.first()).toBeVisible()
  const first = (await rows.first().textContent())!
  const week = page.getByRole('heading', { level: 2 }).first()
  const here = await week.textContent()
  await page.getByRole('link', { name: 'Later week' }).click()
  await expect(week).not.toHaveText(here!)
  await page.getByRole('link', { name: 'Earlier week' }).click()
  await expect(week).toHaveText(here!)
  // all days of the later week are ahead, whatever day it is today
  await page.getByRole('link', { name: 'Later week' }).click()
  await expect(week).not.toHaveText(here!)
  const day = page.getByRole('link', { name: /^\w+day .+, \d+ events?$/ }).filter({ hasNotText: /, 0 events/ })
  const weekday = /^\w+day/.exec((await day.first().textContent())!)![0]
  await day.first().click()
  await expect(page).toHaveURL(/day=/)
  await expect(page.getByRole('link', { name: RegExp(`^${weekday}`) })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'All upcoming' }).click()
  await expect(page).toHaveURL('/local')
  await page.getByRole('link', { name: first, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first)
  // from the list of a network, by the URL in that list
  await open(page, '/group/night-shift-dads?tab=events', { title: 'Night Shift Dads - Fatherkin' })
  const title = (await page.getByRole('main').getByRole('heading', { level: 3 }).first().textContent())!
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await expect(page).toHaveURL(/\/event\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})
