/**
 * A new father, from the front page to his first post: once with the keys alone, once with his thumb.
 * Rooms: everywhere.
 */
import type { Locator, Page } from '@playwright/test'
import { takeFirstSteps } from './first-steps.ts'
import { DESK, expect, newPerson, type Person, PHONE, test, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { mailedLink } from './mail.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const composerOf = (page: Page) => page.getByRole('dialog', { name: 'New Post' })
const postsOf = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('article')
const CARD = 'Good to have you here, Sam'

/** What both arrive at: the feed, with the card of the first days. */
async function expectWelcomed(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Feed')
  await expect(page).toHaveURL(/\/categories$/)
  await expect(toast(page, 'Welcome in. The kettle is on.')).toBeVisible()
  for (const name of ['Browse Pods', 'Join Communities', 'Local Events'])
    await expect(page.getByRole('region', { name: CARD }).getByRole('link', { name })).toBeVisible()
}

/** His display name in place of the username that it began as. */
async function rename(field: Locator): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially('Sam R.')
}

async function expectFirstPost(page: Page, title: string): Promise<void> {
  await expect(toast(page, 'Post created successfully!')).toBeVisible()
  // others post as well meanwhile
  const first = postsOf(page).filter({ hasText: title })
  await expect(first.getByRole('heading')).toHaveText(title)
  await expect(first).toContainText('Sam R.')
  await expect(first.getByText('That is your first post, and it stands.')).toBeVisible()
  // once: on his next visit it is a post like all others
  await page.reload()
  await expect(first.getByRole('heading')).toHaveText(title)
  await expect(page.getByText('That is your first post')).toHaveCount(0)
}

test('a new father signs up by keyboard alone, and posts', async ({ page, town }) => {
  await page.setViewportSize(DESK)
  const person = newPerson('newkeys')
  const keys = keyboardOf(page)
  const main = page.locator('main')

  await test.step('from the front page to the sign-in page, and the mail', async () => {
    await visit(page, '/')
    await keys.use(main.getByRole('link', { name: 'Sign Up' }).first())
    await expect(heading(page)).toHaveText('Pull up a chair')
    await keys.type(page.getByLabel('Username'), person.username)
    await keys.type(page.getByLabel('Email'), person.email)
    await keys.type(page.getByLabel('Password', { exact: true }), person.password)
    await keys.press('Enter')
    await expect(heading(page)).toHaveText('Check your email')
    await visit(page, await mailedLink(town, 'verify', person.email))
    await keys.use(page.getByRole('button', { name: 'Verify my email' }), { leaves: true })
    await expect(heading(page)).toHaveText('Welcome to the community!')
    await expect(page.getByText('Step 1 of 6')).toBeVisible()
  })

  await test.step('the six steps', async () => {
    await keys.goTo(page.getByLabel('Display name'))
    await rename(page.getByLabel('Display name'))
    await keys.goTo(page.getByLabel('First name'), 'Shift+Tab')
    await takeFirstSteps(page, {
      press: (target) => keys.use(target),
      tick: (target) => keys.use(target, { key: 'Space' }),
      type: (target, text) => keys.type(target, text),
    })
    await keys.use(page.getByRole('button', { name: 'Enter the community' }))
    await expectWelcomed(page)
    await keys.expectFocus()
  })

  await test.step('the first post', async () => {
    const title = `First evening here, and a question (${person.username})`
    const composer = composerOf(page)
    await keys.use(page.getByRole('button', { name: 'New Post' }))
    await keys.type(composer.getByLabel('Title'), title)
    await keys.type(composer.getByLabel('What you want to say'), 'How do you all find the time to read?')
    await keys.goTo(composer.getByLabel('Category'))
    await page.keyboard.type('New')
    await keys.use(composer.getByRole('button', { name: 'Post', exact: true }))
    await expect(composer).toBeHidden()
    await keys.expectFocus()
    await expectFirstPost(page, title)
  })

  await test.step('the card is dismissed for good', async () => {
    const card = page.getByRole('region', { name: CARD })
    const saved = page.waitForResponse(/putWelcomeAway/)
    await keys.use(card.getByRole('button', { name: 'Put this card away' }))
    await expect(card).toHaveCount(0)
    expect((await saved).status()).toBe(200)
    await page.reload()
    await expect(postsOf(page).first()).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})

test.describe('at 390 px by touch', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test('a new father signs up with his thumb, and posts', async ({ page, context, town }) => {
    const person = newPerson('newthumb')
    const title = `A first one from the sofa (${person.username})`
    const taps = { toTheMail: 0, firstSteps: 0, firstPost: 0 }
    await signUpByThumb(page, person, (count) => {
      taps.toTheMail = count
    })
    const mail = await context.newPage()
    await visit(mail, await mailedLink(town, 'verify', person.email))
    await mail.getByRole('button', { name: 'Verify my email' }).tap()
    await expect(heading(mail)).toHaveText('Welcome to the community!')
    // the tab in which he signed up has come in by itself
    await expect(heading(page)).toHaveText('Welcome to the community!')
    await page.close()

    const tap = async (target: Locator) => {
      taps.firstSteps++
      await expectInReach(target)
      await target.tap()
    }
    await tap(mail.getByLabel('Display name'))
    await rename(mail.getByLabel('Display name'))
    await takeFirstSteps(mail, {
      press: tap,
      tick: tap,
      async type(target, text) {
        await tap(target)
        await target.pressSequentially(text)
      },
    })
    await tap(mail.getByRole('button', { name: 'Enter the community' }))
    await expectWelcomed(mail)

    const composer = composerOf(mail)
    const press = async (target: Locator) => {
      taps.firstPost++
      await target.tap()
    }
    await press(mail.getByRole('button', { name: 'Create Post' }))
    await press(composer.getByLabel('Title'))
    await composer.getByLabel('Title').pressSequentially(title)
    await press(composer.getByLabel('What you want to say'))
    await composer.getByLabel('What you want to say').pressSequentially('Evening, all.')
    await press(composer.getByLabel('Category'))
    await composer.getByLabel('Category').selectOption('New Dads')
    await press(composer.getByRole('button', { name: 'Post', exact: true }))
    await expect(composer).toBeHidden()
    await expectFirstPost(mail, title)
    test.info().annotations.push({ type: 'taps', description: JSON.stringify(taps) })
    // a man who knows what he wants is through the six steps well within two minutes
    expect(taps.firstSteps, JSON.stringify(taps)).toBeLessThanOrEqual(16)
  })
})

async function signUpByThumb(page: Page, person: Person, counted: (taps: number) => void): Promise<void> {
  let taps = 0
  const tap = async (target: Locator) => {
    taps++
    await target.tap()
  }
  await visit(page, '/')
  await tap(page.locator('main').getByRole('link', { name: 'Sign Up' }).first())
  await expect(heading(page)).toHaveText('Pull up a chair')
  for (const [label, words] of [
    ['Username', person.username],
    ['Email', person.email],
    ['Password', person.password],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    await tap(field)
    await field.pressSequentially(words)
  }
  await tap(page.getByRole('button', { name: 'Sign Up' }))
  await expect(heading(page)).toHaveText('Check your email')
  counted(taps)
}

/** A thumb hits it: 44 px, or the whole label around it. */
async function expectInReach(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { width, height } = await target.evaluate((element) => {
    const around = (element.matches('[type="checkbox"]') && element.closest('label')) || element
    return around.getBoundingClientRect()
  })
  expect(Math.min(width, height), `${target}`).toBeGreaterThanOrEqual(44)
}
