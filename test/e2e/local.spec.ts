/** Local mode, the dads nearby and the location settings: by two browsers, on a phone and at a desk, and when the browser says no. */
import type { BrowserContext, Page } from '@playwright/test'
import type { NearbyDad } from '#contract/nearby.ts'
import { api, DESK, expect, PHONE, signIn, test, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { expectSound } from './screen.ts'
import type { Place } from './server.ts'

test.use({ pardoned: /status of 40[0349]|net::ERR_FAILED|Failed to load resource/ })

/** Each story has a country of its own, far from the town and from each other. */
let country = 0
const elsewhere = () => ({
  latitude: -40 + 3 * ++country + test.info().workerIndex * 0.9,
  longitude: 60 + test.info().workerIndex * 5,
})
type Position = ReturnType<typeof elsewhere>
const north = ({ latitude, longitude }: Position, miles: number) => ({ latitude: latitude + miles / 69.1, longitude })

const enableButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Enable Local Mode' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Enable Local Mode?' })
const settings = (page: Page) => page.getByRole('dialog', { name: 'Location settings' })
const places = (page: Page) => page.getByRole('listbox', { name: 'Places' }).getByRole('option')
const dads = (page: Page) => page.getByRole('region', { name: 'Nearby Dads' })

async function standAt(context: BrowserContext, position: Position) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(position)
}

async function enable(page: Page) {
  await visit(page, '/local')
  await enableButton(page).click()
  await question(page).getByRole('button', { name: 'Enable Local Mode' }).click()
  await expect(toast(page, 'Local mode enabled! You can now see and be seen by nearby dads.')).toBeVisible()
}

/** On the map without any page. */
async function put(context: BrowserContext, place: Place, position: Position) {
  await api(context, place, 'PUT', '/me/local-mode', { enabled: true })
  await api(context, place, 'PUT', '/me/location', position)
}

test('a visitor at /local is led to the door and back', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await visit(page, '/local')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to see what is near you')
  await expectSound(page, { inDark: false })
  await page.getByRole('main').getByRole('link', { name: 'Sign In / Sign Up' }).click()
  await expect(page).toHaveURL('/auth?next=%2Flocal')
})

test('local mode is off at first; the question says what is shared; refused is refused, by keyboard alone', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await visit(page, '/local')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Local')
  const keys = keyboardOf(page)
  await keys.use(enableButton(page))
  await expect(question(page)).toContainText('general location will be shared with other dads who have local mode on')
  await expect(question(page)).toContainText('within about a mile')
  await expectSound(page, { inDark: true })
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(enableButton(page)).toBeFocused()
  expect(await api(context, town, 'GET', '/me/local')).toMatchObject({ local_mode_enabled: false })
  expect(await page.evaluate(() => localStorage.getItem('fatherkin.local-mode'))).toBeNull()
})

test('two with positions from their browsers find each other in the same words; one switches it off and is gone', async ({
  page,
  context,
  join,
  otherBrowser,
}) => {
  await page.setViewportSize(DESK)
  const here = elsewhere()
  const me = await join(context)
  await standAt(context, here)
  const other = await otherBrowser()
  const him = await join(other)
  await standAt(other, north(here, 7))
  await enable(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Local Events')
  expect(await page.evaluate(() => localStorage.getItem('fatherkin.local-mode'))).toBe('true')
  await expect(dads(page)).toContainText('Nobody within 25 miles')

  const his = await other.newPage()
  await his.setViewportSize(DESK)
  await enable(his)
  const mine = dads(his).getByRole('listitem').filter({ hasText: me.username })
  await expect(mine).toBeVisible()
  const words = (await mine.locator('.nearby-far').textContent()) ?? ''
  expect(words).toMatch(/^\d+(\.\d)? mi$/)
  await page.reload()
  await expect(dads(page).getByRole('listitem').filter({ hasText: him.username }).locator('.nearby-far')).toHaveText(
    words,
  )
  // his page leads to him
  await dads(page).getByRole('link', { name: him.username }).click()
  await expect(page).toHaveURL(`/user/${him.username}`)

  await his.getByRole('button', { name: 'Location settings' }).first().click()
  await settings(his).getByRole('button', { name: 'Turn off local mode' }).click()
  await expect(toast(his, 'Local mode is off. Where you were is erased.')).toBeVisible()
  await expect(enableButton(his)).toBeVisible()
  await expect(his.getByRole('heading', { level: 1, name: 'Local' })).toBeFocused()
  await page.goBack()
  await expect(dads(page)).toContainText('Nobody within 25 miles')
})

for (const [code, sentence] of [
  [1, 'Location access denied by user'],
  [2, 'Location information unavailable'],
  [3, 'Location request timed out'],
  [9, 'Unable to get your location'],
  [0, 'Geolocation is not supported by this browser'],
] as const)
  test(`a browser without a position: ${sentence}`, async ({ page, context, join }) => {
    await join(context)
    await page.addInitScript((code) => {
      const geolocation = code && {
        getCurrentPosition: (_: unknown, fail: (error: object) => void, options: object) => {
          Object.assign(window, { asked: options })
          fail({ code })
        },
      }
      Object.defineProperty(navigator, 'geolocation', { value: geolocation || undefined, configurable: true })
    }, code)
    await page.setViewportSize(DESK)
    await enable(page)
    await expect(toast(page, sentence)).toBeVisible()
    await expect(dads(page)).toContainText('We do not know where you are yet')
    await dads(page).getByRole('button', { name: 'Set your location' }).click()
    await settings(page).getByRole('button', { name: 'Use current location' }).click()
    await expect(toast(page, 'Failed to get current location')).toContainText(sentence)
    if (code)
      expect(await page.evaluate(() => (window as unknown as { asked: object }).asked)).toEqual({
        ...{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 },
      })
  })

test('location settings: nothing named, a place nobody knows, one that is validated, and one from the list', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await api(context, town, 'PUT', '/me/local-mode', { enabled: true })
  await page.setViewportSize(DESK)
  await visit(page, '/local')
  await page.getByRole('button', { name: 'Location settings' }).first().click()
  const form = settings(page)
  const field = form.getByRole('combobox', { name: 'Your location' })
  await form.getByRole('button', { name: 'Validate' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please enter a location first')
  await field.fill('x')
  await field.fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please enter an address')
  await field.fill('Qzxwvkjy on Nowhere')
  await form.getByRole('button', { name: 'Validate' }).click()
  await expect(form.getByRole('alert')).toContainText('We do not know this place')
  await page.route('**/rpc/places/geocode', (route) => route.abort())
  await form.getByRole('button', { name: 'Validate' }).click()
  await expect(form.getByRole('alert')).toHaveText('Failed to validate address')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('Failed to geocode address')
  await page.unroute('**/rpc/places/geocode')

  await expect(async () => {
    await field.fill('')
    await field.pressSequentially('Portland, OR')
    await expect(places(page).first()).toHaveText('Portland, OR', { timeout: 3000 })
  }).toPass()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Portland, OR')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await form.getByRole('combobox', { name: 'How far to look' }).selectOption('10')
  await page.route('**/rpc/nearby/updateLocation', (route) => route.abort())
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update location')).toBeVisible()
  await page.unroute('**/rpc/nearby/updateLocation')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Location updated successfully!')).toBeVisible()
  await expect(form).toHaveCount(0)
  const profile = await api<{ location: string; latitude: number }>(context, town, 'GET', '/me/local')
  expect(profile.location).toBe('Portland, OR')
  expect(Math.round(profile.latitude)).toBe(46)
  // the radius stays in this browser
  await page.reload()
  await expect(page.getByRole('link', { name: 'Within 10 miles' })).toBeVisible()

  // a place that is called otherwise than he wrote is shown before it is kept
  await page.getByRole('button', { name: 'Location settings' }).first().click()
  await field.fill('Bakersfeild')
  await expect(places(page).first()).toHaveText('Bakersfield, CA')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(field).toHaveValue('Bakersfield, CA')
  await expect(form.getByText('Found Bakersfield, CA. Save it')).toBeVisible()
  expect((await api<{ location: string }>(context, town, 'GET', '/me/local')).location).toBe('Portland, OR')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Location updated successfully!').first()).toBeVisible()
  await expect(form).toHaveCount(0)
  expect((await api<{ location: string }>(context, town, 'GET', '/me/local')).location).toBe('Bakersfield, CA')

  await page.getByRole('button', { name: 'Location settings' }).first().click()
  await field.fill('94110')
  await expect(places(page).first()).toContainText('94110')
  // closes the list, and not the dialog
  await page.keyboard.press('Escape')
  await expect(places(page)).toHaveCount(0)
  await form.getByRole('button', { name: 'Validate' }).click()
  await expect(toast(page, 'Location validated successfully')).toBeVisible()
  await expect(field).toHaveValue(/San Francisco, CA/)
  await standAt(context, elsewhere())
  await form.getByRole('button', { name: 'Use current location' }).click()
  await expect(toast(page, 'Using your current location')).toBeVisible()
})

test('a failure to switch it on says so, and nothing is shared', async ({ page, context, join, town }) => {
  await join(context)
  await visit(page, '/local')
  await page.route('**/rpc/nearby/setLocalMode', (route) => route.abort())
  await enableButton(page).click()
  await question(page).getByRole('button', { name: 'Enable Local Mode' }).click()
  await expect(toast(page, 'Failed to enable local mode')).toBeVisible()
  await expect(question(page)).toBeVisible()
  expect(await api(context, town, 'GET', '/me/local')).toMatchObject({ local_mode_enabled: false })
})

test('at a desk the five nearest stand on the card and ten in the whole list; on a phone a drawer has them', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const here = elsewhere()
  await join(context)
  await put(context, town, here)
  for (let n = 0; n < 12; n++) {
    const other = await otherBrowser()
    await join(other)
    await put(other, town, north(here, 3 + n))
  }
  const { items } = await api<{ items: NearbyDad[] }>(context, town, 'GET', '/nearby?radius=25')
  expect(items).toHaveLength(12)
  await page.setViewportSize(DESK)
  await visit(page, '/local')
  await expect(dads(page).getByRole('listitem')).toHaveCount(5)
  await dads(page).getByRole('button', { name: 'View All' }).click()
  const all = page.getByRole('dialog', { name: 'Nearby Dads' })
  await expect(all.getByRole('listitem')).toHaveCount(10)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nearby Dads 10+' }).click()
  await expect(all.getByRole('listitem')).toHaveCount(10)
  await expect(all.getByRole('listitem').first()).toContainText(items[0]!.username)
  await page.keyboard.press('Escape')

  // nearest first, and none beyond the radius
  await page.getByRole('button', { name: 'Location settings' }).first().click()
  await settings(page).getByRole('combobox', { name: 'How far to look' }).selectOption('5')
  await settings(page).getByRole('button', { name: 'Save' }).click()
  const few = (await api<{ items: NearbyDad[] }>(context, town, 'GET', '/nearby?radius=5')).items.length
  expect(few).toBeLessThan(10)
  await expect(page.getByRole('button', { name: `Nearby Dads ${few}`, exact: true })).toBeVisible()
})

test('on a phone the bar goes away while one scrolls down, and there is no header (SHELL-36)', async ({
  page,
  context,
  town,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(context, town.logins[0]!, town)
  await visit(page, '/local')
  const bar = page.locator('.local-bar')
  await expect(bar).toBeVisible()
  await expect(page.getByRole('banner').filter({ hasText: 'Fatherkin' })).toBeHidden()
  await page.mouse.wheel(0, 900)
  await expect(bar).toHaveClass(/away/)
  await page.mouse.wheel(0, -200)
  await expect(bar).not.toHaveClass(/away/)
})

test('the profile is read once in five minutes, and once more a second after a failure', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await put(context, town, elsewhere())
  await visit(page, '/categories')
  let reads = 0
  await page.route('**/rpc/nearby/getLocalProfile*', (route) => {
    reads++
    return reads === 1 ? route.abort() : route.continue()
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Local' }).first().click()
  await expect(page.getByRole('button', { name: 'Location settings' }).first()).toBeVisible()
  expect(reads).toBe(2)
  await page.getByRole('navigation').getByRole('link', { name: 'Feed' }).first().click()
  await page.getByRole('navigation').getByRole('link', { name: 'Local' }).first().click()
  await expect(page.getByRole('button', { name: 'Location settings' }).first()).toBeVisible()
  expect(reads).toBe(2)
})

test('signing out takes him off the map, and out of this browser', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const here = elsewhere()
  const me = await join(context)
  await put(context, town, here)
  const other = await otherBrowser()
  await join(other)
  await put(other, town, here)
  const near = async () => JSON.stringify(await api(other, town, 'GET', '/nearby?radius=5'))
  expect(await near()).toContain(me.username)
  // the browser says its time zone, for the next page
  await visit(page, '/local')
  const zones = async () => (await context.cookies()).filter(({ name }) => name === 'fk.zone')
  await expect.poll(async () => (await zones()).map(({ value }) => value)).toEqual(['Europe%2FLondon'])
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await near()).not.toContain(me.username)
  expect(await page.evaluate(() => localStorage.getItem('fatherkin.local-mode'))).toBeNull()
  expect(await zones()).toEqual([])
})

test('words without a position are looked up when they are saved; on the map they can be taken back alone', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await api(context, town, 'PUT', '/me/local-mode', { enabled: true })
  await api(context, town, 'PUT', '/me/location', { location: 'Boise, ID' })
  await page.setViewportSize(DESK)
  await visit(page, '/local')
  await expect(dads(page)).toContainText('We do not know where you are yet')
  const form = settings(page)
  const save = form.getByRole('button', { name: 'Save' })
  // towns are loaded beside everything else, soon after the start
  await expect(async () => {
    await page.getByRole('button', { name: 'Location settings' }).first().click({ timeout: 1000 })
    await save.click()
    await expect(toast(page, 'Location updated successfully!')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(dads(page)).toContainText('Nobody within 25 miles')
  await page.getByRole('button', { name: 'Location settings' }).first().click()
  await form.getByRole('combobox', { name: 'Your location' }).fill('')
  await save.click()
  await expect(form).toHaveCount(0)
  const profile = await api<{ location: string | null; latitude: number }>(context, town, 'GET', '/me/local')
  expect(profile.location).toBeNull()
  expect(Math.round(profile.latitude)).toBe(44)
})

test('the switch on the profile asks first what is asked on /local, and is off at once (AMB-82)', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await standAt(context, elsewhere())
  await visit(page, '/profile')
  const mode = page.getByRole('switch', { name: 'Local Mode', includeHidden: true })
  await mode.click()
  await expect(mode).not.toBeChecked()
  await question(page).getByRole('button', { name: 'Enable Local Mode' }).click()
  await expect(toast(page, 'Local mode enabled! You can now see and be seen by nearby dads.')).toBeVisible()
  await expect(mode).toBeChecked()
  await expect
    .poll(async () => (await api<{ latitude: number | null }>(context, town, 'GET', '/me/local')).latitude)
    .not.toBeNull()
  // the note in the browser lives as long as the page
  expect(await page.evaluate(() => localStorage.getItem('fatherkin.local-mode'))).toBe('true')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
  expect(await page.evaluate(() => localStorage.getItem('fatherkin.local-mode'))).toBeNull()
  await mode.click()
  await expect(mode).not.toBeChecked()
  await expect
    .poll(() => api(context, town, 'GET', '/me/local'))
    .toMatchObject({ local_mode_enabled: false, latitude: null })
})

test('whoever types in the box sees the list follow, and the address with it (LOCAL-09)', async ({
  page,
  context,
  town,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(context, town.logins[0]!, town)
  await visit(page, '/local')
  await expect(page.getByRole('link', { name: 'Swim, small pool' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search events' }).first().fill('repair')
  await expect(page.getByRole('link', { name: 'Repair morning: bikes and prams' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Swim, small pool' })).toHaveCount(0)
  await expect(page).toHaveURL(/q=repair/)
})
