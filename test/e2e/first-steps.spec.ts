/** The six steps before any page: who meets them, what they keep, and what they do where something fails (ONB). */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { goOn, stepHeading } from './first-steps.ts'
import {
  api,
  awake,
  comeIn,
  DESK,
  expect,
  holdScript,
  newPerson,
  type Person,
  PHONE,
  signIn,
  test,
  toast,
  visit,
} from './journey.ts'
import { makePod } from './rooms.ts'
import { expectNoOverflow, expectSound } from './screen.ts'
import type { Place } from './server.ts'

test.use({ viewport: PHONE, pardoned: /status of (4|5)\d\d|net::ERR_FAILED/ })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const WELCOME = 'Welcome to the community!'
const PROFILE = { first_name: 'Sam', last_name: 'Reed', display_name: 'Sam R.' }
const put = (context: BrowserContext, place: Place, step: string, body: object) =>
  api(context, place, 'PUT', `/me/onboarding/${step}`, body)

/** Somebody new who stands before the step of this index. */
async function newAt(step: number, context: BrowserContext, place: Place): Promise<Person> {
  const person = await comeIn(context, newPerson('step'), place)
  if (step > 0) await put(context, place, 'profile', PROFILE)
  if (step > 1) await put(context, place, 'interests', { interests: ['Cooking', 'Travel', 'Music'] })
  if (step > 2) await put(context, place, 'goals', { goals: ['Learn new skills'] })
  if (step > 3) await put(context, place, 'passed', { step: 'groups' })
  if (step > 4) await put(context, place, 'passed', { step: 'pods' })
  return person
}

/** This call of the page fails once, or for good. */
async function failing(page: Page, call: string, times?: number) {
  await page.route(`**/rpc/onboarding/${call}*`, (route) => route.abort(), times === undefined ? {} : { times })
}

test('ONB-01 to ONB-09: whatever he opens he meets the steps, in the first byte; what he wanted shows when he has finished', async ({
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
  await visit(page, '/pods?q=walk')
  await expect(heading(page)).toHaveText(WELCOME)
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toHaveCount(0)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('button', { name: 'Enter the community' }).click()
  await expect(page).toHaveURL(`${town.url}/pods?q=walk`)
  await expect(heading(page)).toHaveText('Pods')
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
  // no reload in between, and the way back leads into no step
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await page.goBack()
  await expect(page).not.toHaveURL(/welcome/)
  await visit(page, '/pods')
  await expect(heading(page)).toHaveText('Pods')
})

test('the doors stay open: who we are, signing out, a new password', async ({ page, context, town }) => {
  await newAt(0, context, town)
  for (const [path, title] of [
    ['/about', 'About'],
    ['/forgot', 'Forgot password?'],
    ['/verify', 'This link does not work'],
    ['/notices?key=x', ''],
  ] as const) {
    await visit(page, path)
    await expect(heading(page)).not.toHaveText(WELCOME)
    if (title) await expect(heading(page)).toContainText(title)
  }
  await visit(page, '/groups')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${town.url}/`)
  await expect(toast(page, 'Logged out')).toBeVisible()
  await visit(page, '/welcome')
  await expect(heading(page)).toHaveText('Welcome back')
})

test('R-09: another device goes on at the first unfinished step, prefilled; Back loses nothing and skips nothing', async ({
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
  // the browser's own way back is one step as well
  await goOn(page).click()
  await expect(stepHeading(page, 'Set Your Goals')).toBeFocused()
  await page.getByRole('checkbox', { name: 'Mentor other fathers' }).check()
  await goOn(page).click()
  await expect(stepHeading(page, 'Join Communities')).toBeFocused()
  await page.goBack()
  await expect(stepHeading(page, 'Set Your Goals')).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Mentor other fathers' })).toBeChecked()
})

test('what was typed is there after a closed tab but for what only he may see, before the script came, and after an error', async ({
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
  await page.getByLabel('Date of birth').fill('1984-05-06')
  await page.close()

  const again = await context.newPage()
  await visit(again, '/profile')
  await expect(again.getByLabel('Location')).toHaveValue('Whitby')
  // it may be a tablet that others use
  await expect(again.getByLabel('First name')).toHaveValue('')
  await again.getByLabel('First name').fill('Early')
  await again.getByLabel('Date of birth').fill('1984-05-06')
  const kept = await again.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).toContain('Whitby')
  expect(kept).not.toMatch(/Early|1984/)
  await goOn(again).click()
  await expect(toast(again, 'Please fill in all required fields')).toBeVisible()
  await expect(again.getByLabel('Last name')).toBeFocused()
  await again.getByLabel('Last name').fill('Bird')
  await failing(again, 'saveProfileStep', 1)
  await goOn(again).click()
  await expect(toast(again, 'Failed to update profile')).toBeVisible()
  await expect(again.getByLabel('Last name')).toHaveValue('Bird')
  await expect(again.getByLabel('First name')).toHaveValue('Early')
  await expect(again.getByLabel('Date of birth')).toHaveValue('1984-05-06')
  await goOn(again).click()
  await expect(stepHeading(again, 'Select Your Interests')).toBeFocused()

  await again.getByRole('checkbox', { name: 'Reading' }).check()
  await again.getByRole('checkbox', { name: 'Gaming' }).check()
  await expect(goOn(again)).toBeDisabled()
  await expect(again.getByText('2 of at least 3 chosen')).toBeVisible()
  await again.reload()
  await awake(again)
  await expect(again.getByRole('checkbox', { name: 'Reading' })).toBeChecked()
  await again.getByRole('checkbox', { name: 'Music' }).check()
  await failing(again, 'saveInterests', 1)
  await goOn(again).click()
  await expect(toast(again, 'Failed to save interests and goals')).toBeVisible()
  await goOn(again).click()
  await expect(stepHeading(again, 'Set Your Goals')).toBeFocused()
})

test('AMB-34: where his words do not load the steps begin empty, and nothing that is stored is emptied', async ({
  page,
  context,
  town,
}) => {
  await newAt(0, context, town)
  await put(context, town, 'profile', { ...PROFILE, bio: 'Two girls and a shed.', location: 'Leeds' })
  await visit(page, '/about')
  await failing(page, 'getOnboarding')
  // by a link, so that the browser asks for it and not the server
  await page.getByRole('link', { name: 'Fatherkin' }).first().click()
  await expect(heading(page)).toHaveText(WELCOME)
  await expect(page.getByText('What you told us before did not load.')).toBeVisible()
  await page.getByLabel('First name').fill('Sam')
  await page.getByLabel('Last name').fill('Reed')
  await page.getByLabel('Display name').fill('Sam R.')
  await goOn(page).click()
  await expect(stepHeading(page, 'Select Your Interests')).toBeFocused()
  expect(await api(context, town, 'GET', '/me')).toMatchObject({ bio: 'Two girls and a shed.', location: 'Leeds' })
})

test('R-08: lists that do not load, and lists with nothing in them, hold nobody up', async ({
  page,
  context,
  empty,
  town,
}) => {
  await newAt(3, context, town)
  await visit(page, '/about')
  await failing(page, 'listOffered*')
  await page.getByRole('link', { name: 'Fatherkin' }).first().click()
  await expect(stepHeading(page, 'Join Communities')).toBeVisible()
  await expect(page.getByText('The communities did not load.')).toBeVisible()
  await goOn(page).click()
  await expect(stepHeading(page, 'Find Your Pods')).toBeFocused()
  await expect(page.getByText('The pods did not load.')).toBeVisible()
  await page.getByRole('button', { name: 'Skip Pod Selection' }).click()
  await expect(stepHeading(page, "You're All Set")).toBeFocused()

  await newAt(4, context, empty)
  await visit(page, `${empty.url}/`)
  await expect(page.getByText('No pod has a free seat just now.')).toBeVisible()
  await page.getByRole('button', { name: 'Skip Pod Selection' }).click()
  await expect(stepHeading(page, "You're All Set")).toBeFocused()
})

test('pods: six to a page, found by a word of their description, three at most, one of them his own', async ({
  page,
  context,
  otherBrowser,
  ownPlace,
  join,
}) => {
  const host = await join(await otherBrowser(), undefined, ownPlace)
  for (let count = 0; count < 8; count++) await makePod(ownPlace, host.username)
  await newAt(4, context, ownPlace)
  await visit(page, `${ownPlace.url}/`)
  const tiles = page.getByRole('checkbox')
  await expect(tiles).toHaveCount(6)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(tiles).toHaveCount(2)
  await page.getByRole('button', { name: 'Previous' }).click()

  await page.getByRole('button', { name: 'Create a pod of your own' }).click()
  await expect(page.getByLabel('Pod name')).toBeFocused()
  await page.getByRole('button', { name: 'Create Pod' }).click()
  await expect(page.getByText('Please enter a name for the pod')).toBeVisible()
  await page.getByLabel('Pod name').fill('Ah')
  await page.getByLabel('Description').fill('Dads of twins, mostly asleep.')
  await failing(page, 'createFirstPod', 1)
  await page.getByRole('button', { name: 'Create Pod' }).click()
  await expect(toast(page, 'Failed to create pod')).toBeVisible()
  await page.getByRole('button', { name: 'Create Pod' }).click()
  await expect(toast(page, 'Pod created successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create a pod of your own' })).toBeFocused()
  const own = page.getByRole('checkbox', { name: /^Ah/ })
  await expect(own).toBeChecked()
  await expect(page.getByText('1 of 3 chosen')).toBeVisible()

  await page.getByLabel('Search pods').fill('TWINS')
  await expect(tiles).toHaveCount(1)
  await page.getByLabel('Search pods').fill('')
  for (const nth of [1, 2]) await tiles.nth(nth).check()
  // his own cannot be unticked, and is seen to be ticked all the same
  await expect(own).toBeDisabled()
  const ground = (box: Locator) => box.evaluate((input) => getComputedStyle(input).backgroundColor)
  expect(await ground(own)).toBe(await ground(tiles.nth(1)))
  expect(await ground(own)).not.toBe(await ground(tiles.nth(3)))
  await tiles.nth(3).click()
  await expect(toast(page, 'You can only select up to 3 pods')).toBeVisible()
  await expect(tiles.nth(3)).not.toBeChecked()
  await failing(page, 'joinPods', 1)
  await goOn(page).click()
  await expect(toast(page, 'Failed to join pods')).toBeVisible()
  await goOn(page).click()
  await expect(toast(page, 'Joined 2 pod(s) successfully!')).toBeVisible()
  await expect(stepHeading(page, "You're All Set")).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: '3 pods' })).toBeVisible()
  await failing(page, 'completeOnboarding', 1)
  await page.getByRole('button', { name: 'Enter the community' }).click()
  await expect(toast(page, 'Failed to complete onboarding')).toBeVisible()
  await page.getByRole('button', { name: 'Enter the community' }).click()
  await expect(heading(page)).toHaveText('Feed')
})

test('a second tab goes to its page by itself when the steps are finished in the first', async ({
  page,
  context,
  town,
}) => {
  await newAt(5, context, town)
  const second = await context.newPage()
  await visit(second, '/groups')
  await expect(heading(second)).toHaveText(WELCOME)
  await visit(page, '/pods')
  await page.getByRole('button', { name: 'Enter the community' }).click()
  await expect(page).toHaveURL(`${town.url}/pods`)
  await expect(second).toHaveURL(`${town.url}/groups`)
  await expect(second.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
})

/** Those that begin on one line and end on the next. */
const brokenWords = (page: Page) =>
  page.locator('.first-picks .pick').evaluateAll((picks) =>
    picks.flatMap((pick) => {
      const words: string[] = []
      const texts = document.createTreeWalker(pick, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s/-]+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) words.push(word)
        }
      return words
    }),
  )

test('no word of what he may tick breaks in its middle on a small phone', async ({ page, context, town }) => {
  await newAt(1, context, town)
  for (const step of ['Select Your Interests', 'Set Your Goals']) {
    await visit(page, '/')
    await expect(stepHeading(page, step)).toBeVisible()
    for (const [width, columns] of [
      [320, 1],
      [360, 1],
      [380, 1],
      [390, 2],
      [412, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 740 })
      expect(await brokenWords(page), `${step} at ${width}`).toEqual([])
      const tracks = await page.locator('.first-picks').evaluate((box) => getComputedStyle(box).gridTemplateColumns)
      expect(tracks.split(' '), `${step} at ${width}`).toHaveLength(columns)
    }
    await put(context, town, 'interests', { interests: ['Cooking', 'Travel', 'Music'] })
  }
})

test('every step is sound: axe in both themes, 320 px, 200 % text', async ({ page, context, town }) => {
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
    // the way on is in reach of the thumb, and nothing lies on it
    const main = page.getByRole('button', { name: /^(Continue|Enter the community)$/ })
    await expect(main).toBeInViewport({ ratio: 1 })
    if (step === steps.length) return
    await steps[step]!()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('he is told so, and can read what he wanted', async ({ page, context, town }) => {
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
