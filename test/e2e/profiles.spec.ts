/**
 * Profiles: a member's own with the lists behind its figures, the form, and another member's profile.
 *
 * Rooms: members, feed.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { api, DESK, expect, signIn, test, toast, visit } from './journey.ts'
import { expectSound } from './screen.ts'
import type { Instance } from './server.ts'

test.use({ viewport: DESK })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const card = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label}: `) })
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function write(context: BrowserContext, town: Instance, title: string): Promise<string> {
  const categories = await api<{ id: string; name: string }[]>(context, town, 'GET', '/categories')
  const { id: category_id } = categories.find(({ name }) => name === 'Hobbies')!
  const post = { id: randomUUID(), type: 'question', title, content: 'Which glue?', category_id }
  return (await api<{ id: string }>(context, town, 'POST', '/posts', post)).id
}

async function comment(context: BrowserContext, town: Instance, post: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await api(context, town, 'POST', `/posts/${post}/comments`, { id: randomUUID(), content: `Answer number ${n}.` })
}

test('the lists and the form pass the checks of accessibility and layout', async ({ page, context, town }) => {
  await signIn(context, town.logins[0]!, town)
  await visit(page, '/profile')
  for (const [label, name] of [
    ['Posts', 'Your posts'],
    ['Comments', 'Your comments'],
  ] as const) {
    await card(page, label).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    await expectSound(page, { inDark: true })
    await page.setViewportSize(DESK)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
  await edit(page).click()
  await expect(page.getByLabel('Display name')).toHaveValue('Tom Alderton')
  await expectSound(page, { inDark: true })
})

test('a change appears at once, here and in the member’s other tab', async ({ page, context, join }) => {
  await join(context)
  const other = await context.newPage()
  await visit(other, '/profile')
  await visit(page, '/profile')
  // as a member finds it who has entered and written nothing
  await expect(page.getByRole('button', { name: 'Add a line about you' })).toBeVisible()
  await expectSound(page, { inDark: true })
  await card(page, 'Posts').click()
  await expect(page.getByRole('heading', { name: 'You have not posted yet' })).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Close' }).click()
  await edit(page).click()
  // one column on a desktop as well
  const left = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.x
  expect(await left('About you')).toBe(await left('Avatar'))
  await page.getByLabel('Display name').fill('Sam Birch')
  await save(page).click()
  await expect(toast(page, 'Profile updated!')).toBeVisible()
  await expect(heading(page)).toHaveText('Sam Birch')
  await expect(heading(other)).toHaveText('Sam Birch')
  await page.reload()
  await expect(heading(page)).toHaveText('Sam Birch')
})

test('fields that only the member may see are in nobody’s page, and not in his own before he opens the form', async ({
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
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form that needs JavaScript is not offered; a member’s posts and comments are reached by links', async ({
    page,
    context,
    town,
    join,
  }) => {
    const person = await join(context)
    await page.goto('/profile')
    await expect(page.getByRole('region', { name: 'You' })).toContainText(person.username)
    await expect(page.getByText('Tell other dads a little about yourself')).toBeHidden()

    const post = await write(context, town, `A quiet question ${randomUUID().slice(0, 8)}`)
    await comment(context, town, post, 21)
    await page.goto(`/user/${person.username}`)
    await expect(page.getByRole('region', { name: 'Latest posts' }).getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('region', { name: /^Written by/ })).toContainText(
      'has written in the feed stands above.',
    )
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
