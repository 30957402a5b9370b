/**
 * Pages that other programs have changed. Chrome's translator replaces every text of every screen before it is used, and
 * an extension puts an element beside every field before the page's script has loaded.
 *
 * Rooms: posts, comments, votes, polls, chat, pods, rounds, events, account.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { translate } from '../foreign.ts'
import {
  api,
  awake,
  eventNamed,
  expect,
  holdScript,
  newPerson,
  signIn,
  signUp,
  signUpUnfinished,
  test,
  visit,
} from './journey.ts'
import { makePod, openNextRound } from './rooms.ts'
import { FOR_VISITORS, GROUPS, type Screen, SIGN_IN_SCREENS } from './screens.ts'
import { type Instance, start, stop } from './server.ts'

/** React reports that the page was not as the server wrote it. The tests in question cause that on purpose. */
const REDRAWN = /Minified React error #(418|419|421|422|423|425)|Hydration failed/
test.describe.configure({ timeout: 180_000 })
test.use({ pardoned: REDRAWN })

const LOGGED_OUT = [...SIGN_IN_SCREENS, ...FOR_VISITORS]
const MORE: Screen[] = [
  { name: 'the feed at its other address', path: '/feed' },
  { name: 'all networks', path: '/groups/all' },
]

const pathOf = ({ path }: Screen, member: BrowserContext, town: Instance) =>
  typeof path === 'string' ? path : path(member, town)

/** Opens the page, and lets the translator work before anything is used. */
async function visitTranslated(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await page.evaluate(translate, undefined)
  await expect(page.locator('main font').first()).toBeAttached()
}

/** A poll, a pod with an open round, and an event, all of this member. */
async function makeThings(context: BrowserContext, town: Instance, username: string) {
  const [category] = await api<{ id: string }[]>(context, town, 'GET', '/categories')
  const words = { id: randomUUID(), title: `Translated by ${username}`, content: 'Eleven minutes, one real road.' }
  const poll = { ...words, type: 'poll', category_id: category!.id, poll_options: ['Seven', 'Eight'] }
  await api(context, town, 'POST', '/posts', poll)
  const pod = await makePod(town, username)
  const rhythm = { weekday: 3, time: '20:00', time_zone: 'UTC', weeks: 1 }
  await api(context, town, 'PUT', `/pods/${pod.id}/rhythm`, rhythm)
  await openNextRound(town, pod)
  await api(context, town, 'PUT', '/me/local-mode', { enabled: true })
  return { post: `/post/${words.id}`, pod, event: await eventNamed(context, town, 'First Sunday walk') }
}

const FAILED = /did not load|could not be shown|went wrong/

test('a member uses pages that his browser translates', async ({ page, context, town, join }) => {
  const { username } = await join(context)
  const { post, pod, event } = await makeThings(context, town, username)
  await test.step('a comment, its votes and an answer to a poll', async () => {
    await visitTranslated(page, post)
    await page.getByLabel('Add a comment').fill('Five hours')
    await page.getByRole('button', { name: 'Post comment' }).click()
    const mine = page.getByRole('article', { name: /^Comment by/ })
    await expect(mine).toContainText('Five hours')
    await expect(page.getByLabel('Add a comment')).toHaveValue('')
    // the form becomes smaller when it loses the focus, and what is beside it moves
    await page.getByLabel('Add a comment').blur()
    const up = mine.getByRole('button', { name: 'Upvote' })
    for (const score of [1, 0, 1]) {
      await up.click()
      await expect(mine.getByRole('status')).toHaveText(`Score ${score}`)
    }
    const options = page.getByRole('region', { name: 'Poll' })
    await options.locator('button.opt').first().click()
    await expect(options.getByRole('listitem').first()).toContainText('100% 1')
    await expect(page.getByText(FAILED)).toHaveCount(0)
  })
  await test.step('a message', async () => {
    await visitTranslated(page, pod.path)
    for (const words of ['Good morning', 'And good night']) {
      await page.getByLabel('Message', { exact: true }).fill(words)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByRole('region', { name: /^Messages in/ }).getByText(words)).toHaveCount(1)
      await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
    }
  })
  await test.step('a check-in', async () => {
    await visitTranslated(page, `${pod.path}/rounds`)
    await page.locator('label').filter({ hasText: 'Went well' }).click()
    await page.getByLabel('One win').fill('An evening walk')
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'You have checked in' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'Your check-in' })).toContainText('An evening walk')
  })
  await test.step('an answer to an event', async () => {
    await visitTranslated(page, event)
    const attend = page.getByRole('button', { name: /^Attend/ }).first()
    await attend.click()
    await expect(attend).toHaveText(/Attending/)
    await attend.click()
    await expect(attend).toHaveText(/^Attend$/)
  })
  await test.step('the composer', async () => {
    await visitTranslated(page, '/categories')
    await page
      .getByRole('button', { name: /Create Post|New Post/ })
      .first()
      .click()
    const composer = page.getByRole('dialog', { name: 'New Post' })
    await composer.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(composer.getByRole('alert').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(composer).toHaveCount(0)
  })
  await test.step('the form of an event', async () => {
    await visitTranslated(page, '/local')
    await page.getByRole('button', { name: 'Create Event' }).first().click()
    const form = page.getByRole('dialog', { name: 'Create Event' })
    await form.getByLabel('Title').fill('A translated walk')
    await form.getByLabel('Location').fill('The yard')
    await form.getByLabel('Date').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
    await form.getByLabel('Time', { exact: true }).fill('10:00')
    await form.getByRole('button', { name: 'Create Event' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A translated walk')
  })
  await test.step('the own profile', async () => {
    await visitTranslated(page, '/profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Display name').fill('Sam Birch')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam Birch')
  })
  await expect(page.getByText(FAILED)).toHaveCount(0)
})

const FIELD =
  'main :is(input, textarea):not([readonly], [type=checkbox], [type=radio], [type=file], [type=email]):visible'
const OPENER = [
  'main button:is([aria-haspopup], [aria-expanded]):visible',
  'main button[aria-label^="More about"]:visible',
  'main button:visible:text-matches("^(New|Create|Suggest)")',
  'header button[aria-haspopup]:visible',
].join(', ')
const POPUP = '[role=dialog], [role=alertdialog], [role=menu]'

/** Opens and closes something, types into a field, and leaves. Returns what the page had of these. */
async function useTranslated(page: Page, path: string): Promise<string[]> {
  const used: string[] = []
  await visitTranslated(page, path)
  const heading = page.getByRole('heading', { level: 1 })
  const title = await heading.innerText()
  const opener = page.locator(OPENER).first()
  if (await opener.count()) {
    await openAndClose(page, opener)
    await expect(heading).toHaveText(title)
    used.push('press')
  }
  const field = page.locator(FIELD).first()
  if (await field.count()) {
    await typeInto(page, field)
    used.push('type')
  }
  await expect(page.getByText(FAILED)).toHaveCount(0)
  const other = path === '/about' ? '/help-lines' : '/about'
  await page.evaluate((to) => history.pushState(null, '', to), other)
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(heading).not.toHaveText(title)
  await expect(heading).toHaveCount(1)
  await expect(page.getByText(FAILED)).toHaveCount(0)
  return used
}

/** What opens in its place stays open: the fields are in it. */
async function openAndClose(page: Page, opener: Locator): Promise<void> {
  const isInPlace = (await opener.getAttribute('aria-expanded')) && !(await opener.getAttribute('aria-haspopup'))
  await opener.click()
  if (isInPlace) {
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
    await opener.click()
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    return opener.click()
  }
  await expect(page.locator(POPUP).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator(POPUP)).toHaveCount(0)
}

/** A search moves to the address of its results. */
async function typeInto(page: Page, field: Locator): Promise<void> {
  const isSearch = (await field.getAttribute('name')) === 'q'
  const words = (await field.getAttribute('type')) === 'number' ? '3' : 'socks'
  await field.fill(words)
  await expect(field).toHaveValue(words)
  if (!isSearch) return
  await field.press('Enter')
  await expect(page).toHaveURL(/q=socks/)
}

for (const who of ['a visitor', 'a member'] as const) {
  const own = who === 'a member' ? [...SIGN_IN_SCREENS, ...MORE] : LOGGED_OUT
  for (const [group, screens] of Object.entries({ 'his own pages': own, ...GROUPS }))
    test(`${who} uses translated pages: ${group}`, async ({ page, context, town, otherBrowser }) => {
      const member = who === 'a member' ? context : await otherBrowser()
      await signIn(member, town.logins[0]!, town)
      const used: string[] = []
      for (const screen of screens)
        await test.step(screen.name, async () => {
          used.push(...(await useTranslated(page, await pathOf(screen, member, town))))
        })
      // so that a changed name of a role does not make this a walk
      if (who === 'a member') expect(used.length).toBeGreaterThan(screens.length / 3)
    })
}

test('a new member and an administrator use translated pages', async ({
  page,
  context,
  browser,
  otherBrowser,
  town,
}) => {
  await signUpUnfinished(context, newPerson(), town)
  await visitTranslated(page, '/welcome')
  await page.getByLabel('First name').fill('Sam')
  await page.getByLabel('Last name').fill('Reed')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Select Your Interests' })).toBeVisible()
  for (const name of ['Parenting Tips', 'Cooking', 'DIY Projects']) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Set Your Goals' })).toBeVisible()
  await expect(page.getByText(FAILED)).toHaveCount(0)

  const root = newPerson('root')
  const instance = await start('foreign', process.env.PAGES_DIR!, { ADMIN_EMAILS: root.email })
  const office = await otherBrowser()
  await signUp(office, root, instance)
  const desk = await office.newPage()
  for (const part of ['', '?part=members', '?part=networks', '?part=help-lines', '?part=log'])
    await test.step(part, async () => void (await useTranslated(desk, `${instance.url}/admin${part}`)))
  for (const one of browser.contexts()) for (const open of one.pages()) await open.close()
  await stop(instance)
  expect(instance.errors).toEqual([])
})

test.describe('before the script has loaded', () => {
  test('pages that are translated then can be used', async ({ page, context, town }) => {
    await signIn(context, town.logins[0]!, town)
    for (const path of ['/categories', '/pod/six-am-club', '/settings', '/groups/all']) {
      const bringScript = await holdScript(page)
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('main h1').first().waitFor()
      await page.evaluate(translate, undefined)
      bringScript()
      await awake(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByText(/could not be shown|went wrong/)).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  for (const who of ['a visitor', 'a member'] as const)
    test(`what ${who} typed stays on every screen if an extension is beside each field`, async ({
      page,
      context,
      town,
      join,
      otherBrowser,
    }) => {
      let paths: string[] = []
      if (who === 'a member') {
        const { post, pod, event } = await makeThings(context, town, (await join(context)).username)
        paths = [post, pod.path, `${pod.path}/rounds`, event, '/group/night-shift-dads?tab=chat']
      }
      const member = who === 'a member' ? context : await otherBrowser()
      if (who === 'a visitor') await signIn(member, town.logins[0]!, town)
      const screens = [
        ...(who === 'a member' ? [...SIGN_IN_SCREENS, ...MORE] : LOGGED_OUT),
        ...Object.values(GROUPS).flat(),
      ]
      for (const screen of screens) paths.push(await pathOf(screen, member, town))
      for (const path of paths)
        await test.step(path, async () => {
          const bringScript = await holdScript(page)
          await page.goto(path, { waitUntil: 'commit' })
          await page.locator('#page-data').waitFor({ state: 'attached' })
          await page.evaluate(fillAll)
          const typed = await page.evaluate(valuesOf)
          bringScript()
          await awake(page)
          await expect.poll(() => page.evaluate(isHydrated)).toBe(true)
          expect.soft(await page.evaluate(valuesOf), path).toEqual(typed)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        })
    })
})

/**
 * Runs in the page: fills every field, and puts a foreign element beside it. Returns the values, and the focused field.
 * Fields of one name show the same state, for example the two search boxes of the feed.
 */
function fillAll(): void {
  const values: Record<string, string> = {
    date: '2030-01-02',
    time: '09:30',
    'datetime-local': '2030-01-02T09:30',
    number: '3',
    email: 'typed@example.org',
  }
  let last: HTMLElement | undefined
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    if (field.matches('[type=hidden], [type=file], [hidden], [hidden] *, :disabled, [readonly]')) continue
    field.after(document.createElement('ext-icon'))
    if (field.type === 'radio') field.checked = true
    else if (field.type === 'checkbox') field.checked = !field.checked
    else if (field instanceof HTMLSelectElement) field.selectedIndex = field.options.length - 1
    else field.value = values[field.type] ?? `typed ${field.name || field.id}`
    if (field.matches('input:not([type=radio], [type=checkbox]), textarea')) last = field
  }
  last?.focus()
}

function valuesOf(): string[] {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].filter(
    (field) => !field.matches('[type=hidden], [type=file], [hidden], [hidden] *, :disabled, [readonly]'),
  )
  const focused = document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName
  return [...fields.map(({ type, value, checked }) => `${type} ${value} ${checked}`), `focus ${focused}`]
}

/** React knows every field, and has nothing left to do. */
async function isHydrated(): Promise<boolean> {
  await new Promise((go) => requestIdleCallback(go))
  await new Promise((go) => requestIdleCallback(go))
  return [...document.querySelectorAll('input, textarea, select')].every((field) =>
    Object.keys(field).some((key) => key.startsWith('__reactProps')),
  )
}
