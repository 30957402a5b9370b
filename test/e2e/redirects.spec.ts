/** Which page a reader gets: by his session, by the page he requested, and in which theme. Rooms: account. */
import { expect, PHONE, test, visit } from './journey.ts'

test.use({ viewport: PHONE })

test('Dark Mode applies at once, is in the first byte of the next page, and belongs to one member', async ({
  page,
  context,
  join,
}) => {
  await join(context)
  const html = page.locator('html')
  const firstByte = async () => /<html[^>]*>/.exec(await (await context.request.get('/categories')).text())?.[0]
  await visit(page, '/profile')
  await expect(html).toHaveAttribute('data-theme', 'light')
  const saved = page.waitForResponse(/setDarkMode/)
  await page.getByRole('switch', { name: 'Dark Mode' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('switch', { name: 'Dark Mode' })).toHaveAttribute('aria-checked', 'true')
  await saved
  expect(await firstByte()).toContain('data-theme="dark"')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Somebody left the light on.')
  await expect(html).toHaveAttribute('data-theme', 'light')
  expect(await firstByte()).toContain('data-theme="light"')

  await test.step('a visitor gets the light theme, whatever his phone prefers', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit(page, '/categories')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    const [red = 0, green = 0, blue = 0] = ground.match(/\d+/g)!.map(Number)
    expect(Math.min(red, green, blue)).toBeGreaterThan(180)
  })
})

test('the sign-in page redirects members, and members’ pages redirect visitors to the sign-in page', async ({
  page,
  context,
  join,
  town,
}) => {
  await visit(page, '/groups/all')
  await expect(page).toHaveURL(`${town.url}/auth?next=%2Fgroups%2Fall`)
  await visit(page, '/login')
  await expect(page).toHaveURL(`${town.url}/auth`)
  await join(context)
  await visit(page, '/groups/all')
  await expect(page).toHaveURL(`${town.url}/groups/all`)
  await visit(page, '/auth')
  await expect(page).toHaveURL(`${town.url}/`)
  await visit(page, '/auth?next=/settings')
  await expect(page).toHaveURL(`${town.url}/settings`)
})

test('the page requested for after signing in is never on another site', async ({ page, context, join, town }) => {
  const { username, password } = await join(context)
  const wishes = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/%2Fevil.example',
    '/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil.example',
  ]
  for (const wish of wishes) {
    // already signed in: the server itself redirects
    const answer = await context.request.get(`/auth?next=${encodeURIComponent(wish)}`, { maxRedirects: 0 })
    expect(answer.status(), wish).toBe(307)
    expect(new URL(answer.headers().location ?? '', town.url).origin, wish).toBe(town.url)
  }
  for (const wish of wishes.slice(0, 3)) {
    await page.goto('about:blank')
    await context.clearCookies()
    await visit(page, `/auth?next=${encodeURIComponent(wish)}`)
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page, wish).toHaveURL(`${town.url}/`)
  }
})

test.describe('an address with unusual signs', () => {
  test.use({ pardoned: /^404: there is no page at|status of 404/ })

  test('is shown as the browser writes it: the page neither loops nor loads anew', async ({
    page,
    context,
    join,
    town,
  }) => {
    await page.addInitScript(() => {
      const seen = { replaced: 0 }
      Object.assign(window, { seen })
      const replace = history.replaceState.bind(history)
      history.replaceState = (state, title, url) => {
        if (new URL(url ?? '', location.href).href !== location.href) seen.replaced++
        replace(state, title, url)
      }
    })
    let documents = 0
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
    const signs = [
      '^',
      '%5E',
      '%5e',
      '|',
      '{}',
      '[]',
      '`',
      '"',
      '<b>',
      '%25',
      '%2F',
      '%E0%A4%A',
      'é',
      '%F0%9F%98%80',
      "'",
      ';=,',
    ]
    const see = async (path: string) => {
      documents = 0
      await visit(page, path)
      const address = page.url()
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page, path).toHaveURL(address)
      expect(documents, path).toBe(1)
      return {
        address,
        replaced: await page.evaluate(() => (window as unknown as { seen: { replaced: number } }).seen.replaced),
      }
    }
    for (const sign of signs) {
      const { address, replaced } = await see(`/user/a${sign}b`)
      expect(replaced, address).toBe(0)
    }
    await see(`/categories?q=${encodeURIComponent('"night ^ shift"')}`)
    await expect(page.getByRole('searchbox').first()).toHaveValue('"night ^ shift"')
    await see('/help-lines?x=^|{}')
    await join(context)
    const { address } = await see('/pod/a%5Eb')
    await page.getByRole('link', { name: 'Back to Pods' }).first().click()
    await expect(page).toHaveURL(`${town.url}/pods`)
    await page.goBack()
    await expect(page).toHaveURL(address)
  })
})

test('a password manager’s address leads to the form, through signing in if necessary', async ({
  page,
  context,
  join,
  town,
}) => {
  const { username, password } = await join(context)
  const panel = page.locator('#password')
  await visit(page, '/.well-known/change-password')
  await expect(page).toHaveURL(`${town.url}/settings#password`)
  await expect(panel.getByLabel('Current password')).toBeInViewport()
  await context.clearCookies()
  await page.goto('about:blank')
  await visit(page, '/.well-known/change-password')
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`${town.url}/settings#password`)
  await expect(panel.getByLabel('Current password')).toBeInViewport()
})
