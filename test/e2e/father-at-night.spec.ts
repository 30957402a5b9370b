/**
 * The main job with the thumb: what a new visitor does at three in the morning.
 *
 * Rooms: everywhere.
 */
import { takeFirstSteps } from './first-steps.ts'
import { expect, newPerson, PHONE, test, toast, visit } from './journey.ts'
import { mailedLink } from './mail.ts'

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

const QUESTION = 'He has stopped talking in the car. Do I leave the silence alone?'

test('a father finds a question, signs up, votes, answers, asks his own and leaves, all with his thumb', async ({
  page,
  context,
  town,
}) => {
  const person = newPerson('night')
  const votes = page.getByRole('group', { name: `Votes on ${QUESTION}` })
  const up = votes.getByRole('button', { name: 'Upvote' })
  let address = ''
  let score = 0

  await test.step('he opens a question from the feed and reads it', async () => {
    await visit(page, '/categories')
    await page.getByRole('link', { name: QUESTION }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(QUESTION)
    await expect(page).toHaveURL(/\/post\/[0-9a-f-]{36}$/)
    address = page.url()
    score = Number(await votes.locator('output').innerText().then(digits))
  })

  await test.step('a vote leads to the sign-in page', async () => {
    await up.tap()
    const news = toast(page, 'Please sign in to vote')
    await expect(news).toBeVisible()
    await expect(up).toHaveAttribute('aria-pressed', 'false')
    await news.getByRole('link', { name: 'Sign In' }).tap()
    await expect(page).toHaveURL(/\/auth\?/)
    await page.getByRole('navigation', { name: 'Sign in or sign up' }).getByRole('link', { name: 'Sign Up' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pull up a chair')
  })

  await test.step('he signs up', async () => {
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign Up' }).tap()
    await expect(toast(page, 'Account created! Please check your email to verify your account.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expect(page.getByText(person.email)).toBeVisible()
  })

  await test.step("the mail's link opens a page with a button, and from there six steps bring him back to the question", async () => {
    const mail = await context.newPage()
    await visit(mail, await mailedLink(town, 'verify', person.email))
    await mail.getByRole('button', { name: 'Verify my email' }).tap()
    await expect(toast(mail, 'Your email is verified. Welcome.')).toBeVisible()
    await takeFirstSteps(mail, {
      press: (target) => target.tap(),
      tick: (target) => target.tap(),
      type: (target, text) => target.fill(text),
    })
    await mail.getByRole('button', { name: 'Enter the community' }).tap()
    await expect(mail).toHaveURL(address)
    await expect(mail.getByRole('heading', { level: 1 })).toHaveText(QUESTION)
    // the tab that waited signs in as well
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
    await mail.close()
  })

  await test.step('now his vote counts, and stays', async () => {
    const counted = page.waitForResponse(/\/rpc\/votes\/castPostVote/)
    await up.tap()
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await expect(votes.locator('output')).toHaveText(`Score ${score + 1}`)
    expect((await counted).status()).toBe(200)
    await page.reload()
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await expect(votes.locator('output')).toHaveText(`Score ${score + 1}`)
  })

  await test.step('he answers', async () => {
    await page.getByLabel('Add a comment').fill('Mine talks again since I stopped asking. **Give it a week.**')
    await page.getByRole('button', { name: 'Post comment' }).tap()
    await expect(toast(page, 'Comment posted successfully!')).toBeVisible()
    const mine = page.getByRole('article', { name: `Comment by ${person.username}` })
    await expect(mine.locator('strong')).toHaveText('Give it a week.')
    await expect(page.getByLabel('Add a comment')).toHaveValue('')
  })

  const title = `Night shift again: does anyone nap before it? (${person.username})`
  const first = page.getByRole('region', { name: 'Posts' }).getByRole('article').first()

  await test.step('he asks a question of his own, and it is the first one in the list', async () => {
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Feed' }).tap()
    await expect(page).toHaveURL(/\/categories$/)
    await page.getByRole('button', { name: 'Create Post' }).tap()
    const composer = page.getByRole('dialog', { name: 'New Post' })
    await composer.getByText('Question', { exact: true }).tap()
    await composer.getByLabel('Title').fill(title)
    await composer.getByLabel('What you want to say').fill('Two hours, then the alarm.\n\n- dark room\n- no phone')
    await composer.getByLabel('Category').selectOption('New Dads')
    await composer.getByRole('button', { name: 'Post', exact: true }).tap()
    await expect(toast(page, 'Post created successfully!')).toBeVisible()
    await expect(composer).toBeHidden()
    await expect(first.getByRole('heading')).toHaveText(title)
    await expect(first.getByText('Question')).toBeAttached()
  })

  await test.step('his name leads to his page', async () => {
    await first.getByRole('link', { name: person.username, exact: true }).tap()
    await expect(page).toHaveURL(new RegExp(`/user/${person.username}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.username)
    await expect(page.getByRole('region', { name: 'Latest posts' }).getByRole('link', { name: title })).toBeVisible()
  })

  await test.step('he leaves', async () => {
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Profile' }).tap()
    await page.getByRole('button', { name: 'Logout' }).tap()
    await expect(page).toHaveURL(`${town.url}/`)
    await expect(toast(page, 'Logged out')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden()
    await visit(page, '/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to view your profile')
  })
})

const digits = (text: string) => text.replace(/[^\d\u2212]/g, '').replace('\u2212', '-')
