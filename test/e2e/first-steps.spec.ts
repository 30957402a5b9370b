/**
 * The six steps before any page: who must complete them, what they store, and what they do if something fails.
 *
 * Rooms: onboarding.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { goOn, stepHeading } from './first-steps.ts'
import {
  api,
  awake,
  DESK,
  expect,
  holdScript,
  newPerson,
  type Person,
  PHONE,
  signIn,
  signUpUnfinished,
  test,
  toast,
  visit,
} from './journey.ts'
import { expectNoOverflow, expectSound } from './screen.ts'
import { gate } from './script-files.ts'
import type { Instance } from './server.ts'

test.use({ viewport: PHONE, pardoned: /status of (4|5)\d\d|net::ERR_FAILED/ })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const WELCOME = 'Welcome to the community!'
const PROFILE = { first_name: 'Sam', last_name: 'Reed', display_name: 'Sam R.' }
const put = (context: BrowserContext, instance: Instance, step: string, body: object) =>
  api(context, instance, 'PUT', `/me/onboarding/${step}`, body)

/** A new member at the step with this index. */
async function newAt(step: number, context: BrowserContext, instance: Instance): Promise<Person> {
  const person = await signUpUnfinished(context, newPerson('step'), instance)
  if (step > 0) await put(context, instance, 'profile', PROFILE)
  if (step > 1) await put(context, instance, 'interests', { interests: ['Cooking', 'Travel', 'Music'] })
  if (step > 2) await put(context, instance, 'goals', { goals: ['Learn new skills'] })
  if (step > 3) await put(context, instance, 'passed', { step: 'groups' })
  if (step > 4) await put(context, instance, 'passed', { step: 'pods' })
  return person
}

test('a new member gets the first steps on every page, in the first byte; when he has finished them, the requested page is shown, in a second tab as well', async ({
  page,
  context,
  town,
}) => {
  await newAt(5, context, town)
  for (const path of ['/', '/pods', '/settings', '/post/gone', '/no/such/page', '/categories?q=sleep']) {
    const html = await (await context.request.get(path)).text()
    expect(html, path).toContain(WELCOME)
    expect(html, path).toContain('Step 6 of 6')
  }
  const second = await context.newPage()
  await visit(second, '/groups')
  await expect(heading(second)).toHaveText(WELCOME)
  await visit(page, '/pods?q=walk')
  await expect(heading(page)).toHaveText(WELCOME)
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toHaveCount(0)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('button', { name: 'Enter the community' }).click()
  await expect(page).toHaveURL(`${town.url}/pods?q=walk`)
  await expect(heading(page)).toHaveText('Pods')
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
  // no reload in between, and Back leads to no step
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  // the other tab shows its page too, without a reload
  await expect(second).toHaveURL(`${town.url}/groups`)
  await expect(second.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/welcome/)
  await visit(page, '/pods')
  await expect(heading(page)).toHaveText('Pods')
})

test('if the gate’s script cannot be fetched, the page stays open, and the next complete page has the gate', async ({
  page,
  context,
  town,
}) => {
  await newAt(0, context, town)
  await visit(page, '/about')
  let asked = 0
  await page.route(gate(), (route) => {
    asked++
    return route.abort()
  })
  await page.getByRole('link', { name: 'Fatherkin' }).first().click()
  await expect(page).toHaveURL(`${town.url}/`)
  await expect(heading(page)).toHaveText(/^(?!About|Welcome)./)
  expect(asked).toBeGreaterThan(0)
  await page.reload()
  await expect(heading(page)).toHaveText(WELCOME)
})

test('another device continues at the first unfinished step with the stored answers; Back loses and skips nothing', async ({
  page,
  context,
  otherBrowser,
  town,
}) => {
  const person = await newAt(2, context, town)
  await visit(page, '/welcome?step=6')
  await expect(stepHeading(page, 'Set Your Goals')).toBeVisible()
  const device = await otherBrowser()
  await signIn(device, person, town)
  const there = await device.newPage()
  await visit(there, '/local')
  await expect(stepHeading(there, 'Set Your Goals')).toBeVisible()
  await there.getByRole('button', { name: 'Back' }).click()
  await expect(stepHeading(there, 'Select Your Interests')).toBeFocused()
  for (const name of ['Cooking', 'Travel', 'Music']) await expect(there.getByRole('checkbox', { name })).toBeChecked()
  // changed, and left by Back: it is saved all the same
  const saved = there.waitForResponse(/saveInterests/)
  await there.getByRole('checkbox', { name: 'Gaming' }).check()
  await there.getByRole('button', { name: 'Back' }).click()
  await expect(stepHeading(there, 'Complete Your Profile')).toBeFocused()
  await expect(there.getByLabel('First name')).toHaveValue('Sam')
  await expect(there.getByLabel('Display name')).toHaveValue('Sam R.')
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(stepHeading(page, 'Set Your Goals')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('checkbox', { name: 'Gaming' })).toBeChecked()
  // the browser's Back goes one step back as well
  await goOn(page).click()
  await expect(stepHeading(page, 'Set Your Goals')).toBeFocused()
  await page.getByRole('checkbox', { name: 'Mentor other fathers' }).check()
  await goOn(page).click()
  await expect(stepHeading(page, 'Join Communities')).toBeFocused()
  await page.goBack()
  await expect(stepHeading(page, 'Set Your Goals')).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Mentor other fathers' })).toBeChecked()
})

test('input survives a late script and a closed tab, except the fields that only the member may see; signing out is always possible', async ({
  page,
  context,
  town,
}) => {
  await newAt(0, context, town)
  const bring = await holdScript(page)
  await page.goto('/profile', { waitUntil: 'commit' })
  await page.getByLabel('First name').fill('Early')
  bring()
  await awake(page)
  await expect(page.getByLabel('First name')).toHaveValue('Early')
  await page.getByLabel('Location').fill('Whitby')
  await page.close()

  const again = await context.newPage()
  await visit(again, '/groups')
  await expect(again.getByLabel('Location')).toHaveValue('Whitby')
  // only the member may see these, and others may use the same tablet
  await expect(again.getByLabel('First name')).toHaveValue('')
  await again.getByRole('button', { name: 'Logout' }).click()
  await expect(again).toHaveURL(`${town.url}/`)
  await expect(toast(again, 'Logged out')).toBeVisible()
  await visit(again, '/welcome')
  await expect(heading(again)).toHaveText('Welcome back')
})

test('every step passes axe in both themes, and fits at 320 px and 200 % text', async ({ page, context, town }) => {
  const steps = [
    () => put(context, town, 'profile', PROFILE),
    () => put(context, town, 'interests', { interests: ['Cooking', 'Travel', 'Music'] }),
    () => put(context, town, 'goals', { goals: ['Learn new skills'] }),
    () => put(context, town, 'passed', { step: 'groups' }),
    () => put(context, town, 'passed', { step: 'pods' }),
  ]
  await newAt(0, context, town)
  for (let step = 0; ; step++) {
    await page.setViewportSize(PHONE)
    await visit(page, '/')
    await expect(page.getByText(`Step ${step + 1} of 6`)).toBeVisible()
    await expect(page).toHaveTitle('Welcome - Fatherkin')
    await expectSound(page, { inDark: true })
    await page.setViewportSize({ width: 360, height: 640 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectNoOverflow(page)
    // the thumb reaches the button, and nothing covers it
    const main = page.getByRole('button', { name: /^(Continue|Enter the community)$/ })
    await expect(main).toBeInViewport({ ratio: 1 })
    if (step === steps.length) return
    await steps[step]!()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a new member reads that the steps need JavaScript, and can read the requested page', async ({
    page,
    context,
    town,
  }) => {
    await newAt(0, context, town)
    await page.setViewportSize(DESK)
    await page.goto('/category/new-dads')
    await expect(heading(page)).toHaveText(WELCOME)
    const note = page.locator('noscript .note')
    await expect(note).toContainText('These steps need JavaScript, which is off here.')
    await note.locator('a').click()
    await expect(heading(page)).toHaveText('New Dads')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})
