/** Profiles: one's own with what lies behind its figures, the form, and how others see a member. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { api, DESK, expect, type Person, PHONE, signIn, test, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { expectSound } from './screen.ts'
import type { Place } from './server.ts'

test.use({ viewport: DESK })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const card = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label}: `) })
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function write(context: BrowserContext, town: Place, title: string): Promise<string> {
  const categories = await api<{ id: string; name: string }[]>(context, town, 'GET', '/categories')
  const { id: category_id } = categories.find(({ name }) => name === 'Hobbies')!
  const post = { id: randomUUID(), type: 'question', title, content: 'Which glue?', category_id }
  return (await api<{ id: string }>(context, town, 'POST', '/posts', post)).id
}

async function comment(context: BrowserContext, town: Place, post: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await api(context, town, 'POST', `/posts/${post}/comments`, { id: randomUUID(), content: `Answer number ${n}.` })
}

test('behind the figures are his posts and comments, by keyboard alone', async ({ page, context, town, join }) => {
  await join(context)
  const title = `Which glue holds a rocking horse? ${randomUUID().slice(0, 8)}`
  const post = await write(context, town, title)
  await comment(context, town, post, 2)
  await visit(page, '/profile')
  const keys = keyboardOf(page)
  const posts = page.getByRole('dialog', { name: 'Your posts' })
  const comments = page.getByRole('dialog', { name: 'Your comments' })

  await keys.use(card(page, 'Posts'))
  const line = posts.getByRole('listitem')
  await expect(line).toHaveCount(1)
  for (const words of [title, 'Which glue?', 'Question', 'Hobbies', '2 comments', 'now'])
    await expect(line).toContainText(words)
  await page.keyboard.press('Escape')
  await expect(posts).toBeHidden()
  await expect(card(page, 'Posts')).toBeFocused()

  await keys.use(card(page, 'Comments'))
  await expect(comments.getByRole('listitem')).toHaveCount(2)
  await expect(comments.getByRole('listitem').first()).toContainText('Answer number 2.')
  for (const words of [title, 'Hobbies']) await expect(comments.getByRole('listitem').first()).toContainText(words)
  await keys.use(comments.getByRole('link', { name: `View Post ${title}` }).first())
  await expect(heading(page)).toHaveText(title)
})

test('the lists are sound, and as high as 24 rem', async ({ page, context, town }) => {
  await signIn(context, town.logins[0]!, town)
  await visit(page, '/profile')
  for (const [label, name] of [
    ['Posts', 'Your posts'],
    ['Comments', 'Your comments'],
  ] as const) {
    await card(page, label).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    const height = await dialog.getByRole('region', { name }).evaluate((box) => box.clientHeight)
    expect(height).toBe(384)
    await expectSound(page, { inDark: true })
    await page.setViewportSize(DESK)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
  await edit(page).click()
  await expect(page.getByLabel('Display name')).toHaveValue('Tom Alderton')
  await expectSound(page, { inDark: true })
})

test('whoever has written nothing reads what to do next', async ({ page, context, join }) => {
  await join(context)
  await visit(page, '/profile')
  await card(page, 'Posts').click()
  await expect(page.getByRole('heading', { name: 'You have not posted yet' })).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Close' }).click()
  await card(page, 'Comments').click()
  await expect(page.getByRole('heading', { name: 'You have not answered anybody yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Find a question' }).click()
  await expect(heading(page)).toHaveText('Feed')
})

test('whoever has told nothing of himself is asked for a line, until he has', async ({ page, context, join }) => {
  await join(context)
  await visit(page, '/profile')
  const asked = page.getByText('Tell other dads a little about yourself: a line, a town, a picture.')
  await expect(asked).toBeVisible()
  await expectSound(page, { inDark: true })
  const keys = keyboardOf(page)
  await keys.use(page.getByRole('button', { name: 'Add a line about you' }))
  await expect(page.getByLabel('Bio')).toBeFocused()
  await expect(asked).toBeHidden()
  await page.keyboard.type('Two girls and a shed.')
  await keys.use(save(page))
  await expect(toast(page, 'Profile updated!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'You' })).toContainText('Two girls and a shed.')
  await expect(asked).toBeHidden()
})

test('what he changes is seen at once, here and in his other tab', async ({ page, context, town, join }) => {
  const person = await join(context)
  const title = `How do you sharpen a chisel? ${randomUUID().slice(0, 8)}`
  await write(context, town, title)
  const other = await context.newPage()
  await visit(other, '/profile')
  await visit(page, '/profile')
  // his page and his post are in this tab already
  await page.goto(`/user/${person.username}`)
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(edit(page)).toBeVisible()
  const keys = keyboardOf(page)
  await keys.use(edit(page))
  await expect(page.getByRole('button', { name: 'Cancel', expanded: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Choose avatar' })).toBeVisible()
  // one column at a desk as well
  const left = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.x
  expect(await left('About you')).toBe(await left('Avatar'))
  await page.getByLabel('Display name').fill('Sam Birch')
  await page.getByLabel('Bio').fill('Two girls.\nJoiner by trade.')
  await page.getByLabel('Location').fill('Leeds')
  await page.getByLabel('First name').fill('Samuel')
  await page.getByLabel('Date of birth').fill('1984-05-06')
  await keys.use(save(page))
  await expect(toast(page, 'Profile updated!')).toBeVisible()
  await expect(edit(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Choose avatar' })).toBeHidden()
  await expect(heading(page)).toHaveText('Sam Birch')
  const you = page.getByRole('region', { name: 'You' })
  for (const words of [`@${person.username}`, 'Leeds', 'Two girls.']) await expect(you).toContainText(words)
  await expect(heading(other)).toHaveText('Sam Birch')
  // without asking anybody again
  await page.goBack()
  await expect(heading(page)).toHaveText('Sam Birch')
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('Sam Birch')
  await page.goForward()
  // what is his alone is there when he looks again, and only then
  await edit(page).click()
  await expect(page.getByLabel('First name')).toHaveValue('Samuel')
  await expect(page.getByLabel('Date of birth')).toHaveValue('1984-05-06')
})

test('what only he may see is in nobody’s page, and not in his own before he asks (R-27)', async ({
  page,
  context,
  town,
  join,
  otherBrowser,
}) => {
  const person = await join(context)
  const secret = { first_name: 'Canaryname', last_name: 'Canarylast', date_of_birth: '1971-12-24' }
  await api(context, town, 'PATCH', '/me/profile', { ...secret, bio: 'For all to see.' })
  const stranger = await otherBrowser()
  const member = await otherBrowser()
  await join(member)
  for (const reader of [stranger, member, context]) {
    const html = await (await reader.request.get(`/user/${person.username}`)).text()
    expect(html).toContain('For all to see.')
    for (const word of [...Object.values(secret), ...(reader === context ? [] : [person.email])])
      expect(html).not.toContain(word)
  }
  expect(await (await context.request.get('/profile')).text()).not.toContain('Canary')
  await visit(page, '/profile')
  await edit(page).click()
  await expect(page.getByLabel('Last name')).toHaveValue('Canarylast')
  // nor does it stay on the device when he has begun to change it
  await page.getByLabel('Last name').fill('Canarynext')
  await page.getByLabel('Bio').fill('For all to see soon.')
  const kept = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(kept).toContain('For all to see soon.')
  expect(await kept()).not.toContain('Canary')
})

test.describe('where saving fails', () => {
  test.use({ pardoned: /Failed to load resource|net::ERR/, viewport: PHONE })

  test('nothing that was typed is lost, until it is saved or thrown away', async ({ page, context, join }) => {
    await join(context)
    await visit(page, '/profile')
    await edit(page).click()
    await page.getByLabel('Bio').fill('Three boys and a dog.')
    await page.getByLabel('First name').fill('Anatol')
    await page.route('**/rpc/members/updateProfile', (route) => route.abort())
    await save(page).click()
    // in sight of the button that was pressed
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to update profile' })
    await expect(failed).toContainText('Nothing you entered is lost. Try again.')
    await expect(failed).toBeInViewport({ ratio: 1 })
    await expect(save(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByLabel('Bio')).toHaveValue('Three boys and a dog.')
    // beside Save as well as at the top
    await page.getByRole('button', { name: 'Cancel', exact: true }).last().click()
    await expect(edit(page)).toBeFocused()
    await expect(page.getByText('Your changes are not saved yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await expect(page.getByLabel('Bio')).toHaveValue('Three boys and a dog.')
    await expect(page.getByLabel('First name')).toHaveValue('Anatol')
    await visit(page, '/profile')
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await expect(page.getByLabel('Bio')).toHaveValue('Three boys and a dog.')
    await page.unroute('**/rpc/members/updateProfile')
    await save(page).click()
    await expect(toast(page, 'Profile updated!')).toBeVisible()
    await expect(page.getByText('Your changes are not saved yet.')).toBeHidden()
    await edit(page).click()
    await page.getByLabel('Bio').fill('Something else.')
    await page.getByRole('button', { name: 'Cancel', expanded: true }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(edit(page)).toBeFocused()
    await edit(page).click()
    await expect(page.getByLabel('Bio')).toHaveValue('Three boys and a dog.')
  })
})

test.describe('what is wrong', () => {
  test.use({ pardoned: /status of 400/ })

  test('is said beside its field, and a limit when it comes near', async ({ page, context, join }) => {
    await join(context)
    await visit(page, '/profile')
    await edit(page).click()
    const bio = page.getByLabel('Bio')
    await bio.fill('a'.repeat(449))
    await expect(page.getByText(/characters? left|too many/)).toHaveCount(0)
    await bio.fill('a'.repeat(499))
    await expect(page.locator('.left')).toHaveText('1 character left')
    await bio.fill('a'.repeat(501))
    await expect(page.locator('.left')).toHaveText('1 character too many')
    await page.getByLabel('Display name').fill('  ')
    await save(page).click()
    await expect(page.getByLabel('Display name')).toBeFocused()
    await expect(page.getByText('Please enter a display name')).toBeVisible()
    await page.getByLabel('Display name').fill('Sam')
    await save(page).click()
    await expect(bio).toBeFocused()
    await expect(page.getByText('The bio can be at most 500 characters')).toBeVisible()
    await bio.fill('a'.repeat(500))
    await expect(page.getByText('The bio can be at most 500 characters')).toBeHidden()
    await save(page).click()
    await expect(toast(page, 'Profile updated!')).toBeVisible()
    // the buttons stay at the top, however much he tells
    const head = page.getByRole('region', { name: 'You' })
    const top = async (of: Locator) => (await of.boundingBox())!.y
    expect(await top(edit(page))).toBe(await top(head.locator('.av')))
  })
})

test('a member’s page shows his figures, five posts, and the rest in lists by tab', async ({
  page,
  context,
  town,
  join,
}) => {
  const person: Person = await join(context)
  const titles = Array.from({ length: 7 }, (_, n) => `Shed question ${n + 1} ${randomUUID().slice(0, 8)}`)
  let last = ''
  for (const title of titles) last = await write(context, town, title)
  await comment(context, town, last, 23)
  await visit(page, `/user/${person.username}`)
  for (const [label, value] of [
    ['Posts', '7'],
    ['Comments', '23'],
    ['Kin', '0'],
  ])
    await expect(page.locator('.stat').filter({ hasText: label! })).toContainText(value!)
  await expect(page.locator('.stat').filter({ hasText: 'Community Karma' })).toBeVisible()
  await expect(page.getByText('Joined')).toBeVisible()
  const latest = page.getByRole('region', { name: 'Latest posts' }).getByRole('article')
  await expect(latest).toHaveCount(5)
  await expect(latest.first()).toContainText(titles[6]!)
  const posts = page.getByRole('region', { name: /^Posts by/ })
  await expect(posts.getByRole('listitem')).toHaveCount(7)
  const keys = keyboardOf(page)
  await keys.use(page.getByRole('link', { name: 'Comments', exact: true }))
  const comments = page.getByRole('region', { name: /^Comments by/ })
  await expect(comments.getByRole('listitem')).toHaveCount(20)
  expect(await comments.evaluate((box) => [box.clientHeight, box.scrollHeight > box.clientHeight])).toEqual([384, true])
  await keys.use(comments.getByRole('link', { name: 'Load more' }))
  await expect(comments.getByRole('listitem')).toHaveCount(23)
  await expect(comments.getByRole('link', { name: /^View Post/ }).nth(20)).toBeFocused()
  await keys.press('Enter')
  await expect(heading(page)).toHaveText(titles[6]!)
  await page.goBack()
  await expect(comments).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('nobody is asked for what cannot be written', async ({ page, context, join }) => {
    const person = await join(context)
    await page.goto('/profile')
    await expect(page.getByRole('region', { name: 'You' })).toContainText(person.username)
    await expect(page.getByText('Tell other dads a little about yourself')).toBeHidden()
  })

  test('a member’s posts and comments are read by links', async ({ page, context, town, join }) => {
    const person = await join(context)
    const post = await write(context, town, `A quiet question ${randomUUID().slice(0, 8)}`)
    await comment(context, town, post, 21)
    await page.goto(`/user/${person.username}`)
    await expect(page.getByRole('region', { name: /^Posts by/ }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('link', { name: 'Comments', exact: true }).click()
    const comments = page.getByRole('region', { name: /^Comments by/ })
    await expect(comments.getByRole('listitem')).toHaveCount(20)
    await comments.getByRole('link', { name: 'Load more' }).click()
    await expect(comments.getByRole('listitem')).toHaveCount(1)
    await expect(comments).toContainText('Answer number 1.')
    await comments.getByRole('link', { name: /^View Post/ }).click()
    await expect(heading(page)).toContainText('A quiet question')
  })
})
