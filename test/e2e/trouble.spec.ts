/** When something fails, what was typed is still there, what happened is said, and what is shown is true. */
import type { Locator, Page, Route } from '@playwright/test'
import { api, DESK, expect, loseSession, PHONE, postNamed, test, toast, visit } from './journey.ts'
import { expectSound } from './screen.ts'

test.use({ viewport: PHONE, pardoned: /^Failed to load resource/ })

const UNAVAILABLE = 'We cannot reach our records right now. Nothing was changed. Try again shortly.'
const TOUCHLINE = 'What coat does a man wear to stand on a touchline in February?'
const TOO_FAST = 'That was a little fast. Please try again in 40 seconds.'

interface Trouble {
  name: string
  /** what the server would have answered; none at all without a status */
  status?: number
  code?: string
  message?: string
  data?: object
}
const TROUBLES: Trouble[] = [
  { name: 'the network is gone' },
  { name: 'the server has a bug', status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong.' },
  { name: 'it was too fast', status: 429, code: 'TOO_MANY_REQUESTS', message: TOO_FAST, data: { retry_after: 40 } },
  { name: 'the database is away', status: 503, code: 'UNAVAILABLE', message: UNAVAILABLE, data: { retry_after: 5 } },
]

const saying = ({ status, message }: Trouble, otherwise: string) => (status && status !== 500 ? message! : otherwise)

/** As /rpc and /api/auth answer. */
function answer(route: Route, { status, code, message, data }: Trouble): Promise<void> {
  if (!status) return route.abort()
  const isRpc = route.request().url().includes('/rpc/')
  const json = isRpc ? { json: { defined: status !== 500, code, status, message, data } } : { code, message, ...data }
  return route.fulfill({ status, json })
}

/** The next call that this matches fails; `happened` resolves when it has. */
async function failNext(page: Page, pattern: RegExp, trouble: Trouble): Promise<{ happened: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, (route) => answer(route, trouble).then(resolve), { times: 1 })
  return { happened: promise }
}

test('a comment that could not be sent stays in its box, and can be sent again', async ({
  page,
  context,
  town,
  join,
}) => {
  const { username } = await join(context)
  const text = 'Warm socks, and nobody talks to me before the second coffee.'
  await visit(page, await postNamed(context, town, TOUCHLINE))
  const box = page.getByLabel('Add a comment')
  const send = page.getByRole('button', { name: 'Post comment' })
  const mine = page.getByRole('article', { name: `Comment by ${username}` })
  await box.fill(text)
  for (const trouble of TROUBLES) {
    const failure = await failNext(page, /createComment/, trouble)
    await send.click()
    await failure.happened
    const said = saying(trouble, 'Failed to post comment. Please try again.')
    await expect(page.getByRole('alert').filter({ hasText: said }), trouble.name).toBeVisible()
    await expect(box).toHaveValue(text)
    await expect(mine).toHaveCount(0)
  }
  await send.click()
  await expect(mine).toContainText(text)
  await expect(box).toHaveValue('')
  await page.reload()
  await expect(mine).toHaveCount(1)
})

test('a post that could not be sent stays in the composer, and can be sent again', async ({ page, context, join }) => {
  const { username } = await join(context)
  const title = `Who else sharpens their own kitchen knives? (${username})`
  const composer = await composePost(page, title)
  for (const trouble of TROUBLES) {
    const failure = await failNext(page, /createPost/, trouble)
    await composer.getByRole('button', { name: 'Post', exact: true }).click()
    await failure.happened
    const said = saying(trouble, 'Failed to create post. Please try again.')
    await expect(composer.getByRole('alert').filter({ hasText: said }), trouble.name).toBeVisible()
    await expect(composer.getByLabel('Title')).toHaveValue(title)
    await expect(composer.getByLabel('What you want to say')).toHaveValue('A whetstone and ten quiet minutes.')
    await expect(composer.getByLabel('Category').locator('option:checked')).toHaveText('DIY & Tools')
  }
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer).toBeHidden()
  await visit(page, `/user/${username}`)
  await expect(page.getByRole('region', { name: 'Latest posts' }).getByRole('link', { name: title })).toHaveCount(1)
})

test('a vote that could not be counted goes back to what it was', async ({ page, context, town, join }) => {
  await join(context)
  const title = 'Joint account, separate accounts, or both? What do you actually do?'
  await visit(page, await postNamed(context, town, title))
  const votes = page.getByRole('group', { name: `Votes on ${title}` })
  const up = votes.getByRole('button', { name: 'Upvote' })
  const score = await votes.locator('output').innerText()
  for (const trouble of TROUBLES) {
    // the call is held, so that the vote can be seen before it fails
    const release = Promise.withResolvers<void>()
    await page.route(/castPostVote/, (route) => release.promise.then(() => answer(route, trouble)), { times: 1 })
    await up.click()
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await expect(votes.locator('output')).not.toHaveText(score)
    release.resolve()
    await expect(toast(page, saying(trouble, 'Failed to vote. Please try again.')), trouble.name).toBeVisible()
    await expect(up).toHaveAttribute('aria-pressed', 'false')
    await expect(votes.locator('output')).toHaveText(score)
  }
})

test('a sign-in that was not answered keeps the name and says so', async ({ page, town }) => {
  const { username, password } = town.logins[0]!
  await visit(page, '/auth')
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  for (const trouble of TROUBLES) {
    // a database that is away is asked three times before he hears of it
    await page.route(/sign-in\/username/, (route) => answer(route, { ...trouble, data: {} }))
    await page.getByRole('button', { name: 'Sign In' }).click()
    const said = trouble.status ? trouble.message! : 'What you typed is still here. Please try again.'
    await expect(page.getByRole('alert').filter({ hasText: said }), trouble.name).toBeVisible()
    await expect(page.getByLabel('Email or username')).toHaveValue(username)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
    await page.unroute(/sign-in\/username/)
  }
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`${town.url}/`)
})

test('whoever was signed out elsewhere keeps his words, and finds them after signing in', async ({
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
  await loseSession(page)
  await page.getByRole('button', { name: 'Post comment' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Please sign in to comment' })
  await alert.getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(address)
  await expect(box).toHaveValue(text)
})

for (const [where, size] of [
  ['on a phone', PHONE],
  ['on a narrow phone', { width: 320, height: 640 }],
  ['at a desk', DESK],
  ['on a tablet', { width: 768, height: 640 }],
] as const)
  test(`news lies over nothing that is pressed next: ${where}`, async ({ page, context, join }) => {
    await join(context)
    await page.setViewportSize(size)
    await visit(page, '/categories')
    // the news that stays longest
    await loseSession(page)
    const news = toast(page, 'Please sign in to vote')
    await page.getByRole('button', { name: 'Upvote' }).first().click()
    await expect(news).toBeVisible()
    const start = page.getByRole('button', { name: /^(Create|New) Post$/ })
    await expectApart(news, start)
    await start.click()
    const composer = page.getByRole('dialog', { name: 'New Post' })
    for (const name of ['Post', 'Cancel', 'Close'])
      await expectApart(news, composer.getByRole('button', { name, exact: true }))
  })

test('news is swiped away by a little more than fifty pixels, and comes back from a little less', async ({
  page,
  context,
  join,
}) => {
  await join(context)
  await page.setViewportSize(DESK)
  await visit(page, '/categories')
  // the news that stays longest
  await loseSession(page)
  const news = toast(page, 'Please sign in to vote')
  await page.getByRole('button', { name: 'Upvote' }).first().click()
  await expect(news).toBeVisible()
  const words = news.getByText('Please sign in to vote')
  let left = 0
  await expect(async () => {
    const before = left
    left = (await words.boundingBox())!.x
    expect(left).toBe(before)
  }).toPass()
  const swipe = async (dx: number, dy: number) => {
    const { x, y, height } = (await words.boundingBox())!
    await page.mouse.move(x + 20, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 20 + dx / 2, y + height / 2 + dy / 2)
    await page.mouse.move(x + 20 + dx, y + height / 2 + dy)
    await page.mouse.up()
  }
  for (const [dx, dy] of [
    [40, 0],
    [-49, 0],
    [0, 40],
    [0, -90],
  ] as const) {
    await swipe(dx, dy)
    await expect.poll(async () => (await words.boundingBox())?.x).toBe(left)
  }
  await swipe(60, 0)
  await expect(news).toHaveCount(0)
  // the next of its kind stands where it should, and follows nobody who only passes over it
  await page.getByRole('button', { name: 'Upvote' }).first().click()
  await expect(news).toBeVisible()
  await expect.poll(async () => (await words.boundingBox())?.x).toBe(left)
  await words.hover()
  await page.mouse.move(5, 5)
  await expect.poll(async () => (await words.boundingBox())?.x).toBe(left)
})

/** As soon as both stand still. */
const expectApart = (one: Locator, other: Locator) =>
  expect(async () => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()]
    if (!a || !b) throw new Error('One of them is not there')
    const beside = a.x + a.width <= b.x || b.x + b.width <= a.x
    expect(beside || a.y + a.height <= b.y || b.y + b.height <= a.y, JSON.stringify([a, b])).toBe(true)
  }).toPass({ timeout: 3000 })

test.describe('a page', () => {
  // what its boundary was given is told to the console as well
  test.use({ pardoned: /Failed to (load resource|fetch)/ })

  test('that did not load has a way back, and comes when it is asked for again', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await visit(page, '/categories')
    await page.route(/getThread/, (route) => route.abort())
    const first = page.getByRole('heading', { level: 2 }).getByRole('link').first()
    const title = await first.textContent()
    const failed = page.getByRole('heading', { name: 'This post did not load' })
    await first.click()
    await expect(failed).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/categories$/)
    await first.click()
    await expect(failed).toBeVisible()
    await page.unroute(/getThread/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title! })).toBeVisible()
  })
})

test.describe('a page that was never opened', () => {
  // a style sheet that does not come is told to the console as "Event"
  test.use({ pardoned: /ERR_INTERNET_DISCONNECTED|Failed to (load resource|fetch)|WebSocket connection|^Event$/ })

  for (const [where, size] of [
    ['on a phone', PHONE],
    ['at a desk', DESK],
  ] as const)
    test(`is not there without a network, and the way back to what is stays: ${where}`, async ({
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
      await expectSound(page, { inDark: true })
      await page.setViewportSize(size)
      // asked again too early it stays where it is
      const asked = page.waitForEvent('requestfailed')
      await again.click()
      await asked
      await expect(again).toBeEnabled()
      await expect(failed).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'Account and security' })).toBeVisible()
      await page.goForward()
      await expect(failed).toBeVisible()
      await context.setOffline(false)
      await again.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pods')
    })
})

test('without a network every press says so, and nothing that was typed is lost', async ({ page, context, join }) => {
  await join(context)
  const title = 'Is a tarpaulin a roof?'
  const ready = page.waitForResponse(/\/assets\/fetch-/)
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

test('a vote on one’s own comment below a long thread stays as it was given', async ({
  page,
  context,
  town,
  join,
  otherBrowser,
}) => {
  const { username } = await join(context)
  await visit(page, await postNamed(context, town, 'How much sleep did you actually get last night? Be honest'))
  await page.getByLabel('Add a comment').fill('Two hours, and proud of both.')
  await page.getByRole('button', { name: 'Post comment' }).click()
  const mine = page.getByRole('article', { name: `Comment by ${username}` })
  await expect(mine).toBeInViewport()
  // another member's vote, which this page can only learn of from the answer to its own
  const id = (await mine.getAttribute('id'))!.replace('comment-', '')
  const friend = await otherBrowser()
  await join(friend)
  await api(friend, town, 'PUT', `/comments/${id}/vote`, { direction: 'up' })
  await mine.getByRole('button', { name: 'Upvote' }).click()
  await expect(mine.locator('output')).toContainText('2')
  await expect(mine.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
})

test('what is typed while a comment is on its way is the beginning of the next', async ({
  page,
  context,
  town,
  join,
}) => {
  const { username } = await join(context)
  await visit(page, await postNamed(context, town, TOUCHLINE))
  const release = Promise.withResolvers<void>()
  await page.route(/createComment/, (route) => release.promise.then(() => route.continue()))
  const box = page.getByLabel('Add a comment')
  await box.fill('A waxed one.')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await box.pressSequentially(' And a flask.')
  release.resolve()
  await expect(page.getByRole('article', { name: `Comment by ${username}` })).toContainText('A waxed one.')
  await expect(box).toHaveValue('And a flask.')
  await page.reload()
  await expect(box).toHaveValue('And a flask.')
})

test('a visitor who would vote is sent to the door, and from there to what he would vote on', async ({ page }) => {
  await visit(page, '/categories')
  const post = page.getByRole('region', { name: 'Posts' }).getByRole('article').nth(6)
  const address = await post.getByRole('heading').getByRole('link').getAttribute('href')
  await post.getByRole('button', { name: 'Upvote' }).click()
  const way = toast(page, 'Please sign in to vote').getByRole('link', { name: 'Sign in' })
  await expect(way).toHaveAttribute('href', `/auth?next=${encodeURIComponent(address!)}`)
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

test('two presses on Post make one post', async ({ page, context, join }) => {
  const { username } = await join(context)
  const title = `My lad calls the spirit level “the bubble ruler” (${username})`
  const composer = await composePost(page, title)
  const release = Promise.withResolvers<void>()
  let sent = 0
  await page.route(/createPost/, async (route) => {
    sent++
    await release.promise
    await route.continue()
  })
  await composer.getByRole('button', { name: 'Post', exact: true }).dblclick()
  await expect.poll(() => sent).toBe(1)
  release.resolve()
  await expect(composer).toBeHidden()
  await visit(page, `/user/${username}`)
  await expect(page.getByRole('region', { name: 'Latest posts' }).getByRole('link', { name: title })).toHaveCount(1)
  expect(sent).toBe(1)
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
