/** Posts and comments are changed and deleted by their authors, in place; nothing that was typed is lost. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Comment } from '#contract/comments.ts'
import type { Post } from '#contract/posts.ts'
import { api, expect, loseSession, PHONE, test, toast, visit, way } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { expectSound } from './screen.ts'
import type { Place } from './server.ts'

test.use({ pardoned: /^Failed to load resource/ })

const WORDS = 'A whetstone and ten quiet minutes.'

async function makePost(context: BrowserContext, town: Place, title: string): Promise<Post> {
  const categories = await api<{ id: string; name: string }[]>(context, town, 'GET', '/categories')
  const category_id = categories.find(({ name }) => name === 'DIY & Tools')!.id
  return api(context, town, 'POST', '/posts', { id: randomUUID(), type: 'text', title, content: WORDS, category_id })
}
const makeComment = (context: BrowserContext, town: Place, post: Post, content: string) =>
  api<Comment>(context, town, 'POST', `/posts/${post.id}/comments`, { content })

const editPost = (page: Page) => page.getByRole('button', { name: 'Edit your post' })
const deletePost = (page: Page) => page.getByRole('button', { name: 'Delete your post' })
const editor = (page: Page) => page.getByRole('form', { name: 'Edit post' })
const title = (page: Page) => editor(page).getByLabel('Title')
const content = (page: Page) => editor(page).getByLabel('What you want to say')
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const commentOf = (page: Page, { id }: Comment) => page.locator(`#comment-${id}`)
const box = (page: Page) => page.getByRole('textbox', { name: 'Edit comment' })
/** the sheet of the post itself */
const sheet = (page: Page) => page.locator('article.full')

/** What was sent of this kind. */
async function listen(page: Page, pattern: RegExp): Promise<string[]> {
  const sent: string[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url())) sent.push(request.postData() ?? '')
  })
  return sent
}

test('only the author sees the means to change and delete', async ({ page, context, town, join, otherBrowser }) => {
  await join(context)
  const post = await makePost(context, town, 'Whose is it?')
  await makeComment(context, town, post, 'Mine.')
  await visit(page, `/post/${post.id}`)
  const means = (page: Page) => page.getByRole('button', { name: /^(Edit|Delete) your (post|comment)$/ })
  await expect(means(page)).toHaveCount(4)
  const friend = await otherBrowser()
  const hers = await friend.newPage()
  await visit(hers, `/post/${post.id}`)
  await expect(means(hers)).toHaveCount(0)
  await join(friend)
  await visit(hers, `/post/${post.id}`)
  await expect(hers.getByText('Mine.')).toBeVisible()
  await expect(means(hers)).toHaveCount(0)
})

test('a post is edited in place: trimmed, marked, in the list too; an unchanged one is not sent', async ({
  page,
  context,
  town,
  join,
}) => {
  const { username } = await join(context)
  const post = await makePost(context, town, `Kitchen knives (${username})`)
  await visit(page, `/category/diy-&-tools`)
  await page.getByRole('link', { name: post.title }).click()
  const sent = await listen(page, /editPost/)
  await expect(sheet(page).getByText('Edited')).toHaveCount(0)
  await editPost(page).click()
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveValue(post.title)
  await expect(content(page)).toHaveValue(WORDS)
  await title(page).fill(`  ${post.title} `)
  await save(page).click()
  await expect(editor(page)).toHaveCount(0)
  await expect(editPost(page)).toBeFocused()
  expect(sent).toEqual([])
  await expect(page.getByText('Your changes are not saved yet')).toHaveCount(0)

  await editPost(page).click()
  await content(page).fill('')
  await save(page).click()
  await expect(editor(page).getByText('Please enter what you want to say')).toBeVisible()
  await title(page).fill(`  Bread knives (${username}) `)
  await content(page).fill(`  ${WORDS} And **oil**.\n`)
  const release = Promise.withResolvers<void>()
  await page.route(/editPost/, (route) => release.promise.then(() => route.continue()))
  await save(page).dblclick()
  await expect(page.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeVisible()
  release.resolve()
  await expect(toast(page, 'Post updated successfully!')).toBeVisible()
  expect(sent).toHaveLength(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bread knives (${username})`)
  await expect(sheet(page).locator('strong')).toHaveText('oil')
  await expect(sheet(page).getByText('Edited')).toBeVisible()
  await expect(editPost(page)).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('link', { name: `Bread knives (${username})` })).toBeVisible()
  const read = await api<Post>(context, town, 'GET', `/posts/${post.id}`)
  expect([read.title, read.content]).toEqual([`Bread knives (${username})`, `${WORDS} And **oil**.`])
})

test('an edit that could not be saved stays, survives a reload, and can be saved or thrown away', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  await page.setViewportSize(PHONE)
  const post = await makePost(context, town, 'How sharp is sharp?')
  const comment = await makeComment(context, town, post, 'Sharp enough.')
  await visit(page, `/post/${post.id}`)
  await page.route(/editPost|editComment/, (route) => route.abort(), { times: 2 })
  await editPost(page).click()
  await content(page).fill('Sharper.')
  await save(page).click()
  await expect(editor(page).getByRole('alert')).toHaveText('Failed to update post. Please try again.')
  await expect(content(page)).toHaveValue('Sharper.')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await commentOf(page, comment).getByRole('button', { name: 'Edit your comment' }).click()
  await expect(box(page)).toBeFocused()
  await box(page).fill('Paper falls apart by itself.')
  await save(page).last().click()
  await expect(commentOf(page, comment).getByRole('alert')).toHaveText('Failed to update comment. Please try again.')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)

  // a dead phone
  await page.reload()
  await expect(sheet(page).locator('.prose')).toHaveText(WORDS)
  const offers = page.getByText('Your changes are not saved yet')
  await expect(offers).toHaveCount(2)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await sheet(page).getByRole('button', { name: 'Continue editing' }).click()
  await expect(content(page)).toHaveValue('Sharper.')
  await content(page).press('Escape')
  await expect(editPost(page)).toBeFocused()
  await expect(offers).toHaveCount(2)
  await sheet(page).getByRole('button', { name: 'Continue editing' }).click()
  await content(page).press('Control+Enter')
  await expect(toast(page, 'Post updated successfully!')).toBeVisible()
  await expect(sheet(page).locator('.prose')).toHaveText('Sharper.')
  await commentOf(page, comment).getByRole('button', { name: 'Discard changes' }).click()
  await expect(offers).toHaveCount(0)
  await page.reload()
  await expect(commentOf(page, comment)).toContainText('Sharp enough.')
  await expect(offers).toHaveCount(0)
})

test('a comment is edited in place and deleted after a question, and the counts follow', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  const post = await makePost(context, town, 'Which oil?')
  const first = await makeComment(context, town, post, 'Camellia.')
  const second = await makeComment(context, town, post, 'Walnut.')
  await visit(page, `/post/${post.id}`)
  await expect(sheet(page)).toContainText('2 comments')
  const sent = await listen(page, /editComment|deleteComment/)
  const mine = commentOf(page, first)
  await mine.getByRole('button', { name: 'Edit your comment' }).click()
  await expect(box(page)).toHaveValue('Camellia.')
  await save(page).click()
  await expect(box(page)).toHaveCount(0)
  await expect(mine.getByRole('button', { name: 'Edit your comment' })).toBeFocused()
  expect(sent).toEqual([])
  await mine.getByRole('button', { name: 'Edit your comment' }).click()
  await box(page).fill(' ')
  await save(page).click()
  await expect(mine.getByText('Please enter a comment')).toBeVisible()
  await box(page).fill('  Camellia, *thinly*.  ')
  await save(page).click()
  await expect(toast(page, 'Comment updated successfully!')).toBeVisible()
  await expect(mine.locator('em')).toHaveText('thinly')
  await expect(mine).toContainText('Edited')

  await page.route(/deleteComment/, (route) => route.abort(), { times: 1 })
  await mine.getByRole('button', { name: 'Delete your comment' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this comment? This action cannot be undone.')
  await expectSound(page, { inDark: true })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toHaveText('Failed to delete comment. Please try again.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(mine.getByRole('button', { name: 'Delete your comment' })).toBeFocused()
  await expect(mine).toBeVisible()
  await mine.getByRole('button', { name: 'Delete your comment' }).click()
  await expect(question.getByRole('alert')).toHaveCount(0)
  await question.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(toast(page, 'Comment deleted successfully!')).toBeVisible()
  await expect(mine).toHaveCount(0)
  await expect(commentOf(page, second)).toBeFocused()
  await expect(sheet(page).locator('.acts').last()).toContainText('1 comment')
  await page.reload()
  await expect(page.locator('#comments article')).toHaveCount(1)
})

test('a deleted post is gone from its list, its counts and its own address', async ({ page, context, town, join }) => {
  const { username } = await join(context)
  // a word that nobody else says, and that is like nobody's name
  const word = `noonday${username.replace(/\W/g, '')}`
  const post = await makePost(context, town, `Gone by ${word}`)
  // found before, so that the results are held on to
  await visit(page, `/categories?q=${word}`)
  await expect(page.getByRole('link', { name: post.title })).toBeVisible()
  await page
    .getByRole('link', { name: way('Feed') })
    .first()
    .click()
  await expect(page).toHaveURL(/\/categories$/)
  const tag = page.getByRole('complementary', { name: 'Tags' }).getByRole('link', { name: /^DIY & Tools/ })
  const count = async () => Number((await tag.innerText()).match(/\d+/)![0])
  const before = await count()
  await page.getByRole('link', { name: post.title }).click()
  await page.route(/deletePost/, (route) => route.abort(), { times: 1 })
  await deletePost(page).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this post? This action cannot be undone.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toHaveText('Failed to delete post. Please try again.')
  await question.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(page).toHaveURL(`${town.url}/categories`)
  await expect(toast(page, 'Post deleted successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: post.title })).toHaveCount(0)
  // on this page, which asked only once: what other journeys write meanwhile does not show
  await expect.poll(count).toBe(before - 1)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByPlaceholder('Search posts, authors, categories...').fill(word)
  await expect(page.getByRole('heading', { name: 'No posts found.' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.stat', { hasText: 'Posts' })).toContainText('0')
  expect((await page.goto(`/post/${post.id}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found')
})

test('what was deleted in another tab is said kindly, can be copied, and leaves the screen', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  const post = await makePost(context, town, 'Two tabs, one bench')
  const [first, second] = [
    await makeComment(context, town, post, 'First.'),
    await makeComment(context, town, post, 'Second.'),
  ]
  await visit(page, `/post/${post.id}`)
  const remove = (path: string) =>
    context.request.delete(`${town.url}/api/v1${path}`, { headers: { origin: town.url } })
  await commentOf(page, first).getByRole('button', { name: 'Edit your comment' }).click()
  await box(page).fill('First, and better.')
  expect((await remove(`/comments/${first.id}`)).ok()).toBe(true)
  expect((await remove(`/comments/${second.id}`)).ok()).toBe(true)
  await save(page).click()
  await expect(commentOf(page, first).getByRole('alert')).toHaveText(
    'This comment has been deleted in the meantime. Copy your words if you want to keep them.',
  )
  await expect(box(page)).toHaveValue('First, and better.')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(commentOf(page, first)).toHaveCount(0)
  await commentOf(page, second).getByRole('button', { name: 'Delete your comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'This comment had been deleted already.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await expect(page.getByLabel('Add a comment')).toBeFocused()

  await editPost(page).click()
  await content(page).fill('Better.')
  expect((await remove(`/posts/${post.id}`)).ok()).toBe(true)
  await save(page).click()
  await expect(editor(page).getByRole('alert')).toContainText('This post has been deleted in the meantime.')
  await expect(content(page)).toHaveValue('Better.')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`${town.url}/categories`)
  await expect(page.getByRole('link', { name: post.title })).toHaveCount(0)
})

test('whoever was signed out elsewhere keeps what he typed, and is shown the door', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  const post = await makePost(context, town, 'The other tab said goodbye')
  await visit(page, `/post/${post.id}`)
  await editPost(page).click()
  await content(page).fill('Still here.')
  await loseSession(page)
  await save(page).click()
  await expect(editor(page).getByRole('alert')).toContainText('Please sign in to change what you wrote')
  await expect(editor(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(content(page)).toHaveValue('Still here.')
})

test('what he has changed on another device is not written over unseen: he looks at it, keeps his words, and decides', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  await page.setViewportSize(PHONE)
  const post = await makePost(context, town, 'Two pens, one page')
  const comment = await makeComment(context, town, post, 'As it was.')
  await visit(page, `/post/${post.id}`)
  await editPost(page).click()
  await content(page).fill('From the desk.')
  await api(context, town, 'PATCH', `/posts/${post.id}`, { content: 'From the phone.' })
  await save(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('You have changed this post elsewhere in the meantime. Nothing was overwritten.')
  await expect(alert).toContainText('What you have typed is kept here.')
  await page.getByRole('button', { name: 'Look at the newer text' }).click()
  await expect(alert).toContainText('From the phone.')
  await expect(content(page)).toHaveValue('From the desk.')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await page.reload()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(content(page)).toHaveValue('From the desk.')
  await save(page).click()
  await expect(toast(page, 'Post updated successfully!')).toBeVisible()
  expect((await api<Post>(context, town, 'GET', `/posts/${post.id}`)).content).toBe('From the desk.')

  await commentOf(page, comment).getByRole('button', { name: 'Edit your comment' }).click()
  await box(page).fill('Of two minds.')
  await api(context, town, 'PATCH', `/comments/${comment.id}`, { content: 'From the **phone**, too.' })
  await save(page).click()
  await expect(alert).toContainText('You have changed this comment elsewhere in the meantime.')
  await expect(box(page)).toHaveValue('Of two minds.')
  await page.getByRole('button', { name: 'Look at the newer text' }).click()
  await page.getByRole('button', { name: 'Use the newer text' }).click()
  await expect(box(page)).toHaveCount(0)
  await expect(commentOf(page, comment).locator('strong')).toHaveText('phone')
  await expect(page.getByText('Your changes are not saved yet')).toHaveCount(0)
})

test('near the limit it is said, and beyond it nothing is lost', async ({ page, context, town, join }) => {
  await join(context)
  const post = await makePost(context, town, 'Long, longer')
  await visit(page, `/post/${post.id}`)
  await editPost(page).click()
  await title(page).fill('t'.repeat(195))
  await expect(editor(page).getByText('5 characters left').first()).toBeVisible()
  await title(page).fill('t'.repeat(201))
  await save(page).click()
  await expect(editor(page).getByText('The title can be at most 200 characters')).toBeVisible()
  await expect(title(page)).toHaveValue('t'.repeat(201))
  await expect(title(page)).toHaveAttribute('aria-invalid', 'true')
})

test('by keyboard alone: edit a post, leave the editor, delete a comment', async ({ page, context, town, join }) => {
  await join(context)
  const post = await makePost(context, town, 'No mouse in this house')
  const comment = await makeComment(context, town, post, 'A cat, though.')
  await visit(page, `/post/${post.id}`)
  const keyboard = keyboardOf(page)
  await keyboard.use(editPost(page))
  await expect(title(page)).toBeFocused()
  await keyboard.press('Tab')
  await expect(content(page)).toBeFocused()
  await page.keyboard.type(' Twice.')
  await keyboard.press('Escape')
  await expect(editPost(page)).toBeFocused()
  await keyboard.use(sheet(page).getByRole('button', { name: 'Continue editing' }))
  await keyboard.goTo(save(page))
  await keyboard.press('Enter')
  await expect(toast(page, 'Post updated successfully!')).toBeVisible()
  await expect(editPost(page)).toBeFocused()
  await keyboard.use(commentOf(page, comment).getByRole('button', { name: 'Delete your comment' }))
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(toast(page, 'Comment deleted successfully!')).toBeVisible()
  await keyboard.expectFocus()
})
