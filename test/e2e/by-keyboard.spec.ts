/**
 * The main job without a mouse. After every key the focus is on an element and visible; it never falls back to the page.
 *
 * Rooms: everywhere.
 */
import { takeFirstSteps } from './first-steps.ts'
import { DESK, expect, newPerson, test, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { mailedLink } from './mail.ts'

test.use({ viewport: DESK })

const QUESTION = 'Anyone else only able to run at 5.30 in the morning? How do you keep it going in winter?'

test('a father without a mouse finds a question, signs up, votes, answers, asks his own and leaves', async ({
  page,
  town,
}) => {
  const person = newPerson('keys')
  const keys = keyboardOf(page)
  const main = page.locator('main')
  const heading = page.getByRole('heading', { level: 1 })
  const votes = page.getByRole('group', { name: `Votes on ${QUESTION}` })
  const up = votes.getByRole('button', { name: 'Upvote' })
  let address = ''

  await test.step('the first key shows the link that skips the bars', async () => {
    await visit(page, '/categories')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await keys.press('Tab')
    await expect(skip).toBeFocused()
    await keys.press('Enter')
    await expect(main).toBeFocused()
    await keys.press('Tab')
    expect(await main.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  })

  await test.step('he opens a question, and the focus is at its beginning', async () => {
    await keys.use(page.getByRole('link', { name: QUESTION }))
    await expect(heading).toHaveText(QUESTION)
    await expect(main).toBeFocused()
    address = page.url()
  })

  await test.step('a vote leads to the sign-in page, and from there to signing up', async () => {
    await keys.use(up)
    const news = toast(page, 'Please sign in to vote')
    await expect(news).toBeVisible()
    await expect(up).toBeFocused()
    // the key of the corner region, which its label names; it puts the focus before the first message
    await page.keyboard.press('Alt+t')
    await keys.use(news.getByRole('link', { name: 'Sign In' }), { leaves: true })
    await expect(page).toHaveURL(/\/auth\?/)
    await keys.use(page.locator('main').getByRole('link', { name: 'Sign Up' }))
    await expect(heading).toHaveText('Pull up a chair')
    await keys.expectFocus()
  })

  await test.step('he signs up', async () => {
    await keys.type(page.getByLabel('Username'), person.username)
    await keys.type(page.getByLabel('Email'), person.email)
    await keys.type(page.getByLabel('Password', { exact: true }), person.password)
    await keys.press('Enter')
    await expect(toast(page, 'Account created! Please check your email to verify your account.')).toBeVisible()
    await expect(heading).toHaveText('Check your email')
    await expect(heading).toBeFocused()
  })

  await test.step('the mail leads him, through the first steps, back to the question', async () => {
    await visit(page, await mailedLink(town, 'verify', person.email))
    await keys.use(page.getByRole('button', { name: 'Verify my email' }), { leaves: true })
    await expect(heading).toHaveText('Welcome to the community!')
    await takeFirstSteps(page, {
      press: (target) => keys.use(target),
      tick: (target) => keys.use(target, { key: 'Space' }),
      type: (target, text) => keys.type(target, text),
    })
    await keys.use(page.getByRole('button', { name: 'Enter the community' }))
    await expect(page).toHaveURL(address)
    await expect(heading).toHaveText(QUESTION)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  await test.step('he votes and answers', async () => {
    await keys.use(up, { key: 'Space' })
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await expect(up).toBeFocused()
    const box = page.getByLabel('Add a comment')
    // the box has one line until it has the focus; if it is empty, the fault is shown and the focus stays in the box
    await keys.goTo(box)
    await keys.use(page.getByRole('button', { name: 'Post comment' }))
    await expect(page.getByRole('alert').filter({ hasText: 'Please enter a comment' })).toBeVisible()
    await expect(box).toBeFocused()
    await keys.type(box, 'A head torch and a dog that does not ask.')
    await keys.use(page.getByRole('button', { name: 'Post comment' }))
    await expect(toast(page, 'Comment posted successfully!')).toBeVisible()
    await expect(page.getByRole('article', { name: `Comment by ${person.username}` })).toContainText('A head torch')
    await keys.expectFocus()
  })

  const composer = page.getByRole('dialog', { name: 'New Post' })
  const opener = page.getByRole('button', { name: 'New Post' })
  const title = `Does the dog count as company at five in the morning? (${person.username})`

  await test.step('the composer keeps the focus, and returns it', async () => {
    await keys.use(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }), { back: true })
    await expect(page).toHaveURL(/\/categories$/)
    await expect(main).toBeFocused()
    await keys.use(opener)
    await expect(composer).toBeVisible()
    const inside = () => composer.evaluate((element) => element.contains(document.activeElement))
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      for (let steps = 0; steps < 12; steps++) {
        await keys.press(key)
        expect(await inside(), `${key} ${steps + 1}`).toBe(true)
      }
    }
    await keys.press('Escape')
    await expect(composer).toBeHidden()
    await expect(opener).toBeFocused()
  })

  const first = page.getByRole('region', { name: 'Posts' }).getByRole('article').first()

  await test.step('he asks a question, and it is the first one in the list', async () => {
    await keys.press('Enter')
    await expect(composer).toBeVisible()
    await keys.goTo(composer.getByRole('radio', { name: 'Text' }))
    await keys.press('ArrowRight')
    await expect(composer.getByRole('radio', { name: 'Question' })).toBeChecked()
    await keys.type(composer.getByLabel('Title'), title)
    await keys.type(
      composer.getByLabel('What you want to say'),
      'He runs ahead and looks back as if I were the slow one.',
    )
    await keys.goTo(composer.getByLabel('Category'))
    await page.keyboard.type('Hobb')
    await expect(composer.getByLabel('Category').locator('option:checked')).toHaveText('Hobbies')
    await keys.use(composer.getByRole('button', { name: 'Post', exact: true }), { key: 'Space' })
    await expect(toast(page, 'Post created successfully!')).toBeVisible()
    await expect(composer).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(first.getByRole('heading')).toHaveText(title)
  })

  await test.step('his name leads to his page', async () => {
    await keys.use(first.getByRole('link', { name: person.username, exact: true }))
    await expect(heading).toHaveText(person.username)
    await expect(main).toBeFocused()
  })

  await test.step('he leaves', async () => {
    await keys.use(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }), {
      back: true,
    })
    await keys.use(page.getByRole('button', { name: 'Logout' }), { leaves: true })
    await expect(page).toHaveURL(`${town.url}/`)
    await expect(toast(page, 'Logged out')).toBeVisible()
  })
})
