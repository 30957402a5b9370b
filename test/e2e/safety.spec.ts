/** R-38: what a man does who sees something that should not be here, and what the administrators make of it. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import {
  api,
  awake,
  test as base,
  DESK,
  expect,
  newPerson,
  type Person,
  PHONE,
  signIn,
  signUp,
  toast,
  visit,
} from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { makePod } from './rooms.ts'
import { expectSound } from './screen.ts'
import { type Place, start, stop } from './server.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dots = (page: Page, about: string) => page.getByRole('button', { name: `More about ${about}`, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

interface Cast {
  /** a program of one's own, whose administrator is signed in to the context `office` */
  house: Place & { root: Person }
  office: BrowserContext
}
const test = base.extend<Cast>({
  house: async ({ browser }, use) => {
    const root = newPerson('root')
    const place = await start('safety', process.env.PAGES_DIR!, { ADMIN_EMAILS: root.email })
    await use({ ...place, root })
    // a member's page is told what is new for as long as it is open
    for (const context of browser.contexts()) for (const page of context.pages()) await page.close()
    await stop(place)
    expect(place.errors).toEqual([])
  },
  office: async ({ house, otherBrowser }, use) => {
    const context = await otherBrowser()
    await signUp(context, house.root, house)
    await use(context)
    for (const page of context.pages()) await page.close()
  },
})

/** A post of this man's, and the answer of another. */
async function writePost(context: BrowserContext, house: Place, title: string): Promise<{ id: string; path: string }> {
  const categories = await api<{ id: string }[]>(context, house, 'GET', '/categories')
  const { id } = await api<{ id: string }>(context, house, 'POST', '/posts', {
    ...{ type: 'text', title, content: 'Buy your cots from me, cash only.', category_id: categories[0]!.id },
  })
  return { id, path: `/post/${id}` }
}
const say = (context: BrowserContext, house: Place, post: { id: string }, content: string) =>
  api<{ id: string }>(context, house, 'POST', `/posts/${post.id}/comments`, { content })

/** Chooses "Report" in the menu behind the dots. */
async function openReport(page: Page, about: string, what: string) {
  await dots(page, about).click()
  await page.getByRole('menuitem', { name: `Report this ${what}` }).click()
  return dialog(page, `Report this ${what}`)
}

// refused on purpose, and pages that are not there
test.use({ pardoned: /status of (404|403|409|401|503)|net::ERR_FAILED|^404: there is no page at/ })

test('a post is reported, removed, restored; its author reads why, and nobody else finds it meanwhile', async ({
  page,
  context,
  otherBrowser,
  house,
  office,
}) => {
  test.setTimeout(150_000)
  const [his, visitor] = [await otherBrowser(), await otherBrowser()]
  await signUp(his, newPerson('seller'), house)
  const me = await signUp(context, newPerson('ana'), house)
  const seller = await his.newPage()
  const post = await writePost(his, house, 'Cheap cots')
  const { username } = await api<{ username: string }>(his, house, 'GET', '/me')

  // reported by somebody without a mouse
  await page.setViewportSize(DESK)
  await visit(page, house.url + post.path)
  const keys = keyboardOf(page)
  await keys.use(dots(page, `the post by ${username}`))
  await expect(page.getByRole('menuitem', { name: 'Report this post' })).toBeVisible()
  await keys.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Report this post' })).toBeFocused()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Report this post')
  await expect(form).toBeVisible()
  await keys.use(form.getByRole('button', { name: 'Send report' }))
  await expect(form.getByText('Please choose a reason')).toBeVisible()
  await expect(form.getByLabel('What is wrong with it?')).toBeFocused()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await form.getByLabel('What is wrong with it?').selectOption('Advertising or a scam')
  await form.getByLabel('What should they know?').fill('He writes this every day.')
  // walked away from: what was typed is kept
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await awake(page)
  await openReport(page, `the post by ${username}`, 'post')
  await expect(form.getByLabel('What should they know?')).toHaveValue('He writes this every day.')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, 'Thank you. The administrators will look at it.')).toBeVisible()
  await expect(dots(page, `the post by ${username}`)).toBeFocused()

  // he changes it in time, which helps him nothing
  await api(his, house, 'PATCH', `/posts/${post.id}`, { content: 'A kind word.' })

  const desk = await office.newPage()
  await visit(desk, `${house.url}/settings`)
  await desk.getByRole('link', { name: 'Administration' }).click()
  await expect(heading(desk)).toHaveText('Administration')
  const found = desk.getByRole('article', { name: `Post by ${username}` })
  await expect(found).toContainText('Buy your cots from me')
  await expect(found).toContainText('One member reported it')
  await expect(found).toContainText('He writes this every day.')
  await expect(found).toContainText(me.username)
  await expectSound(desk, { inDark: true })
  await desk.setViewportSize(PHONE)
  await found.getByRole('button', { name: 'Remove' }).click()
  const deed = dialog(desk, 'Remove this post?')
  await deed.getByRole('button', { name: 'Remove' }).click()
  await expect(deed.getByText('Please say why')).toBeVisible()
  await deed.getByLabel('Reason').fill('No selling here.')
  await expectSound(desk, { inDark: true })
  await deed.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(desk, 'The post was removed')).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()

  // for everybody else it is not there
  const stranger = await visitor.newPage()
  expect((await visit(stranger, house.url + post.path))?.status()).toBe(404)
  await expect(heading(stranger)).toHaveText('Post not found')
  await visit(stranger, `${house.url}/categories`)
  await expect(stranger.getByText('Cheap cots')).toHaveCount(0)
  // its author reads why, and can do nothing more with it than delete it
  await visit(seller, house.url + post.path)
  await expect(heading(seller)).toHaveText('Cheap cots')
  await expect(seller.getByText('Removed by the administrators: No selling here.')).toBeVisible()
  for (const gone of [/^Upvote/, /^Edit/, /^Post comment/i])
    await expect(seller.getByRole('button', { name: gone })).toHaveCount(0)
  await expect(seller.getByRole('button', { name: 'Delete your post' })).toBeVisible()
  await expectSound(seller, { inDark: true })
  await visit(seller, `${house.url}/user/${username}`)
  for (const list of ['Latest posts', `Posts by ${username}`])
    await expect(seller.getByRole('region', { name: list })).toContainText(
      'Removed by the administrators: No selling here.',
    )

  // and given back
  await desk.getByRole('link', { name: 'Decided' }).click()
  await expect(found).toContainText('No selling here.')
  await expectSound(desk, { inDark: true })
  await desk.setViewportSize(DESK)
  await found.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(desk, 'The post is back')).toBeVisible()
  expect((await visit(stranger, house.url + post.path))?.status()).toBe(200)
  await expect(found).toContainText(/Removed by root\S* · just now/i)
  await expect(found).toContainText(/Restored by root\S* · just now/i)
  // given back by mistake
  await found.getByRole('button', { name: 'Remove again' }).click()
  await deed.getByLabel('Reason').fill('No selling, as I said.')
  await deed.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(desk, 'The post was removed')).toBeVisible()
  await expect(found).toContainText('No selling, as I said.')
  expect((await visit(stranger, house.url + post.path))?.status()).toBe(404)
  await found.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(desk, 'The post is back')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Decided' })).toHaveAttribute('aria-current', 'page')
  await expect(desk.getByRole('link', { name: 'Waiting' })).not.toHaveAttribute('aria-current')
  await desk.getByRole('link', { name: 'Log' }).click()
  await expect(desk.getByRole('heading', { name: 'Log' })).toBeVisible()
  await expect(
    desk
      .getByRole('listitem')
      .filter({ hasText: `removed a post by ${username}` })
      .last(),
  ).toContainText('No selling here.')
  const given = desk
    .getByRole('listitem')
    .filter({ hasText: `restored a post by ${username}` })
    .first()
  await expect(given.getByRole('link', { name: 'a post' })).toHaveAttribute('href', post.path)
  await expectSound(desk, { inDark: true })
})

test('a removed comment is a quiet line among the others; its author reads his words and the reason', async ({
  page,
  context,
  otherBrowser,
  house,
  office,
}) => {
  const his = await otherBrowser()
  await signUp(context, newPerson('ana'), house)
  await signUp(his, newPerson('rude'), house)
  const post = await writePost(context, house, 'Teeth')
  await say(context, house, post, 'Cold spoons.')
  const rude = await say(his, house, post, 'You are a fool.')
  await api(context, house, 'POST', '/reports', { kind: 'comment', id: rude.id, reason: 'unkind' })
  const { items } = await api<{ items: { id: string }[] }>(office, house, 'GET', '/admin/reports')
  const path = `/admin/reports/${items[0]!.id}/decision`
  await api(office, house, 'PUT', path, { decision: 'remove', reason: 'Be kind.' })

  await visit(page, house.url + post.path)
  const line = page.locator(`#comment-${rude.id}`)
  await expect(line).toHaveText('Removed by the administrators')
  await expect(page.getByText('You are a fool.')).toHaveCount(0)
  await expect(page.getByText('Cold spoons.')).toBeVisible()
  await expectSound(page, { inDark: true })
  const own = await his.newPage()
  await visit(own, house.url + post.path)
  await expect(own.locator(`#comment-${rude.id}`)).toContainText('You are a fool.')
  await expect(own.locator(`#comment-${rude.id}`)).toContainText('Removed by the administrators: Be kind.')
  // he finds it among his own, though it does not count; nobody else does
  await visit(own, `${house.url}/profile`)
  await own.getByRole('button', { name: /Comments/ }).click()
  const among = dialog(own, 'Your comments').getByRole('listitem')
  await expect(among).toHaveCount(1)
  await expect(among).toContainText('You are a fool.')
  await expect(among).toContainText('Removed by the administrators: Be kind.')
  await expectSound(own, { inDark: true })
  const { username } = await api<{ username: string }>(his, house, 'GET', '/me')
  await visit(page, `${house.url}/user/${username}?tab=comments`)
  await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
})

test('a visitor who wants to report is led to the door and back', async ({ page, context, otherBrowser, house }) => {
  const his = await otherBrowser()
  await signUp(his, newPerson('rude'), house)
  const { username } = await api<{ username: string }>(his, house, 'GET', '/me')
  const post = await writePost(his, house, 'Teeth')
  const comment = await say(his, house, post, 'Nonsense.')
  const me = newPerson('ana')
  await signUp(context, me, house)
  await context.clearCookies()
  await visit(page, house.url + post.path)
  await dots(page, `the comment by ${username}`).click()
  await page.getByRole('menuitem', { name: 'Report this comment' }).click()
  await expect(page).toHaveURL(new RegExp(`/auth\\?next=${encodeURIComponent(`${post.path}#comment-${comment.id}`)}`))
})

test('a message is reported from its conversation; removed, it is gone from the open page', async ({
  page,
  context,
  otherBrowser,
  house,
  office,
}) => {
  const his = await otherBrowser()
  const [me, rude] = [await signUp(context, newPerson('ana'), house), await signUp(his, newPerson('rude'), house)]
  const pod = await makePod(house, me.username, rude.username)
  await visit(page, house.url + pod.path)
  await api(his, house, 'POST', `/chat/pod/${pod.id}/messages`, { id: randomUUID(), content: 'You are a fool.' })
  const message = page.locator('.msg').filter({ hasText: 'You are a fool.' })
  await expect(message).toBeVisible()
  await message.hover()
  await message.getByRole('button', { name: /^More about the message by/ }).click()
  await page.getByRole('menuitem', { name: 'Report this message' }).click()
  const form = dialog(page, 'Report this message')
  await form.getByLabel('What is wrong with it?').selectOption('Unkind, threatening or hateful')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, 'Thank you.')).toBeVisible()
  const { items } = await api<{ items: { id: string }[] }>(office, house, 'GET', '/admin/reports')
  const path = `/admin/reports/${items[0]!.id}/decision`
  await api(office, house, 'PUT', path, { decision: 'remove', reason: 'Be kind.' })
  await expect(message).toHaveCount(0)
})

test('a member is suspended: signed out at once, told why at the door, found by the administrators and let back', async ({
  page,
  context,
  house,
  office,
}) => {
  test.setTimeout(120_000)
  const rude = await signUp(context, newPerson('rude'), house)
  await visit(page, `${house.url}/categories`)
  const desk = await office.newPage()
  await visit(desk, `${house.url}/admin?part=members`)
  const box = desk.getByRole('searchbox', { name: 'Search members by name' })
  await box.fill(rude.username)
  await box.press('Enter')
  await expect(desk.getByRole('listitem').filter({ hasText: rude.username })).toHaveCount(1)
  // all others are gone from it: the question stands in the address
  await expect(desk.getByRole('region', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)
  // the box says what the list is of
  await desk.goBack()
  await expect(box).toHaveValue('')
  await desk.goForward()
  await expect(box).toHaveValue(rude.username)
  await expect(desk.getByRole('listitem').filter({ hasText: rude.username })).toHaveCount(1)
  await expectSound(desk, { inDark: true })
  await desk.setViewportSize(DESK)
  await desk.getByRole('button', { name: `Suspend ${rude.username}` }).click()
  const deed = dialog(desk, `Suspend ${rude.username}?`)
  await deed.getByLabel('Reason').fill('Threats in messages')
  await deed.getByRole('button', { name: 'Suspend' }).click()
  await expect(toast(desk, `${rude.username} was suspended`)).toBeVisible()

  await expect(toast(page, 'You are signed out.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await visit(page, `${house.url}/auth`)
  await page.getByLabel(/^Email/).fill(rude.email)
  await page.getByLabel('Password', { exact: true }).fill(rude.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const sentence = `Your account is suspended. The administrators say: "Threats in messages". If you think this is a mistake, write to ${house.root.email}.`
  await expect(page.getByText(sentence)).toBeVisible()
  await expectSound(page, { inDark: false })

  await desk.getByRole('link', { name: 'Suspended', exact: true }).click()
  await expect(desk.getByText('Threats in messages')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Suspended', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(desk.getByRole('link', { name: 'All', exact: true })).not.toHaveAttribute('aria-current')
  await desk.getByRole('button', { name: `Restore ${rude.username}` }).click()
  await expect(toast(desk, `${rude.username} can sign in again`)).toBeVisible()
  await signIn(context, rude, house)
  await visit(desk, `${house.url}/admin?part=log`)
  await expect(desk.getByText(`let ${rude.username} back in`)).toBeVisible()
})

test('an administrator about whom somebody reports is not offered to suspend himself', async ({
  context,
  house,
  office,
}) => {
  await signUp(context, newPerson('ana'), house)
  const post = await writePost(office, house, 'Teeth')
  await api(context, house, 'POST', '/reports', { kind: 'post', id: post.id, reason: 'spam' })
  const desk = await office.newPage()
  await visit(desk, `${house.url}/admin`)
  await expect(desk.getByRole('button', { name: 'Nothing wrong' })).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Suspend/ })).toHaveCount(0)
})

test('of two administrators who decide at once the second is told what was decided; what fails says so', async ({
  context,
  house,
  office,
}) => {
  await signUp(context, newPerson('ana'), house)
  const desk = await office.newPage()
  const { id } = await api<{ id: string }>(office, house, 'GET', '/me')
  void id
  const post = await writePost(context, house, 'Teeth')
  const other = await office.browser()!.newContext()
  try {
    const witness = await signUp(other, newPerson('eve'), house)
    await api(other, house, 'POST', '/reports', { kind: 'post', id: post.id, reason: 'spam', note: witness.username })
    await visit(desk, `${house.url}/admin`)
    // the first try fails
    await desk.route('**/rpc/admin/decideReport', (route) => route.abort(), { times: 1 })
    await desk.getByRole('button', { name: 'Nothing wrong' }).click()
    await expect(toast(desk, 'Failed to save the decision. Please try again.')).toBeVisible()
    await desk.getByRole('button', { name: 'Remove' }).click()
    const deed = dialog(desk, 'Remove this post?')
    await deed.getByLabel('Reason').fill('Selling.')
    const { items } = await api<{ items: { id: string }[] }>(office, house, 'GET', '/admin/reports')
    await api(office, house, 'PUT', `/admin/reports/${items[0]!.id}/decision`, { decision: 'dismiss' })
    await deed.getByRole('button', { name: 'Remove' }).click()
    await expect(toast(desk, 'has decided this already: nothing is wrong')).toBeVisible()
    await expect(desk.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
  } finally {
    await other.close()
  }
})

test('for everybody else there is no administration', async ({ page, context, town, join }) => {
  for (const path of ['/admin', '/admin?part=log', '/admin?part=members']) {
    expect((await visit(page, path))?.status()).toBe(404)
    await expect(heading(page)).toHaveText('404')
  }
  await join(context)
  for (const path of ['/admin', '/admin?part=log']) {
    expect((await visit(page, town.url + path))?.status()).toBe(404)
    await expect(heading(page)).toHaveText('404')
  }
})
