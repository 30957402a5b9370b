/**
 * Everything that opens on a screen is checked like the screen: dialogs, drawers, menus, messages, faults and the steps of a
 * form.
 *
 * Rooms: posts, events.
 */
import type { Page } from '@playwright/test'
import { api, expect, newPerson, PHONE, test, toast, visit } from './journey.ts'
import { faultsOf } from './screen.ts'

test.use({ viewport: PHONE, pardoned: /^Failed to load resource: the server responded with a status of 40[01]/ })
test.describe.configure({ timeout: 120_000 })

/** A fault in one state is reported with its name, and the next state is checked all the same. */
async function expectSound(page: Page, state: string, { inDark } = { inDark: true }): Promise<void> {
  expect.soft(await faultsOf(page, { inDark }), state).toEqual([])
  await page.setViewportSize(PHONE)
}

test('what a member can open passes the checks of accessibility and layout', async ({ page, context, join, town }) => {
  const { password } = await join(context)

  await test.step('the open composer passes the checks, empty and with a fault', async () => {
    await visit(page, '/category/new-dads?type=poll')
    await page.getByRole('button', { name: 'Create Post' }).first().click()
    const composer = page.getByRole('dialog', { name: 'New Post' })
    await expect(composer).toBeVisible()
    await expectSound(page, 'the empty composer')
    await composer.getByLabel('Title').fill('t'.repeat(201))
    await composer.getByLabel('What you want to say').fill('Words.')
    await composer.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(composer.getByRole('alert')).toBeVisible()
    await expect(composer.locator('.left.over')).toHaveText('1 character too many')
    await expectSound(page, 'the composer with a fault')
  })

  await test.step('the form of an event passes the checks, empty and with faults', async () => {
    await api(context, town, 'PUT', '/me/local-mode', { enabled: true })
    await visit(page, '/local')
    await page.locator('.fab').click()
    const form = page.getByRole('dialog', { name: 'Create Event' })
    await expect(form).toBeVisible()
    await expectSound(page, 'the empty form of an event')
    await form.getByLabel('Title').fill('t'.repeat(201))
    await form.getByRole('button', { name: 'Create Event' }).click()
    await expect(form.getByRole('alert')).toHaveText('Please fill in all required fields')
    await expect(form.locator('.left.over')).toHaveText('1 character too many')
    await expectSound(page, 'the form of an event with faults')
  })

  await test.step('the side menu of a phone passes the checks', async () => {
    await visit(page, '/profile')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectSound(page, 'the side menu')
  })

  await test.step('the drawer of the tags passes the checks', async () => {
    await visit(page, '/categories')
    await page.getByRole('button', { name: 'Tags' }).click()
    await expect(page.getByRole('dialog', { name: 'Tags' }).getByRole('listitem')).toHaveCount(12)
    await expectSound(page, 'the drawer of the tags')
  })

  await test.step('the steps of two-step verification pass the checks', async () => {
    await visit(page, '/settings')
    const panel = page.getByRole('region', { name: 'Two-step verification' })
    await panel.getByRole('button', { name: 'Switch on' }).click()
    await panel.getByLabel('Password', { exact: true }).fill(password)
    await panel.getByRole('button', { name: 'Go on' }).click()
    await expect(panel.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
    await expectSound(page, 'the key of two-step verification')
  })
})

test('what a visitor can open passes the checks of accessibility and layout', async ({ page }) => {
  await test.step('faults and toasts pass the checks', async () => {
    await visit(page, '/auth?mode=sign-up')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expectSound(page, 'the faults of a form')
    await visit(page, '/category/new-dads')
    await page.getByRole('button', { name: 'Upvote' }).first().click()
    await expect(toast(page, 'Please sign in to vote')).toBeVisible()
    // stays while the pointer is on it
    await toast(page, 'Please sign in to vote').hover()
    await expectSound(page, 'news', { inDark: false })
  })

  await test.step('what an account offers passes the checks', async () => {
    await visit(page, '/categories')
    await page.getByRole('link', { name: 'Ask Anything' }).click()
    await expect(page.getByRole('dialog', { name: 'Ask Anything' })).toContainText('Join the dad community')
    await expectSound(page, 'what an account brings')
  })

  await test.step('the message about the sent mail passes the checks', async () => {
    const { username, email, password } = newPerson('sound')
    await visit(page, '/auth?mode=sign-up')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expectSound(page, 'the mail that is on its way')
  })
})
