/**
 * A post and its comments are edited and deleted by their author, through the whole program. test/screens tests the screens
 * alone.
 *
 * Rooms: posts, comments.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Comment } from '#contract/comments.ts'
import type { Post } from '#contract/posts.ts'
import { api, expect, PHONE, test, toast, visit } from './journey.ts'
import { expectSound } from './screen.ts'
import type { Instance } from './server.ts'

test.use({ viewport: PHONE, pardoned: /^Failed to load resource/ })

const WORDS = 'A whetstone and ten quiet minutes.'

async function makePost(context: BrowserContext, town: Instance, title: string): Promise<Post> {
  const categories = await api<{ id: string; name: string }[]>(context, town, 'GET', '/categories')
  const category_id = categories.find(({ name }) => name === 'DIY & Tools')!.id
  return api(context, town, 'POST', '/posts', { id: randomUUID(), type: 'text', title, content: WORDS, category_id })
}
const makeComment = (context: BrowserContext, town: Instance, post: Post, content: string) =>
  api<Comment>(context, town, 'POST', `/posts/${post.id}/comments`, { content })

const editPost = (page: Page) => page.getByRole('button', { name: 'Edit your post' })
const editor = (page: Page) => page.getByRole('form', { name: 'Edit post' })
const content = (page: Page) => editor(page).getByLabel('What you want to say')
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const commentOf = (page: Page, { id }: Comment) => page.locator(`#comment-${id}`)
const box = (page: Page) => page.getByRole('textbox', { name: 'Edit comment' })
/** the dialog of the post itself */
const sheet = (page: Page) => page.locator('article.full')

test('an edit that could not be saved stays, survives a reload, and can be saved or discarded', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  const post = await makePost(context, town, 'How sharp is sharp?')
  const comment = await makeComment(context, town, post, 'Sharp enough.')
  await visit(page, `/post/${post.id}`)
  await page.route(/editPost|editComment/, (route) => route.abort(), { times: 2 })
  await editPost(page).click()
  await content(page).fill('Sharper.')
  await save(page).click()
  await expect(editor(page).getByRole('alert')).toHaveText('Failed to update post. Please try again.')
  await commentOf(page, comment).getByRole('button', { name: 'Edit your comment' }).click()
  await box(page).fill('Paper falls apart by itself.')
  await save(page).last().click()
  await expect(commentOf(page, comment).getByRole('alert')).toHaveText('Failed to update comment. Please try again.')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)

  // the phone loses power
  await page.reload()
  await expect(sheet(page).locator('.prose')).toHaveText(WORDS)
  const offers = page.getByText('Your changes are not saved yet')
  await expect(offers).toHaveCount(2)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await sheet(page).getByRole('button', { name: 'Continue editing' }).click()
  await expect(content(page)).toHaveValue('Sharper.')
  await content(page).press('Control+Enter')
  await expect(toast(page, 'Post updated successfully!')).toBeVisible()
  await expect(sheet(page).locator('.prose')).toHaveText('Sharper.')
  await commentOf(page, comment).getByRole('button', { name: 'Discard changes' }).click()
  await expect(offers).toHaveCount(0)
  await page.reload()
  await expect(commentOf(page, comment)).toContainText('Sharp enough.')
  await expect(sheet(page).locator('.prose')).toHaveText('Sharper.')
  await expect(offers).toHaveCount(0)
})

test('an edit from another device is kept, and a deleted post is not found at its URL', async ({
  page,
  context,
  town,
  join,
}) => {
  await join(context)
  const post = await makePost(context, town, 'Two pens, one page')
  const comment = await makeComment(context, town, post, 'As it was.')
  await visit(page, `/post/${post.id}`)
  await editPost(page).click()
  await content(page).fill('From the desk.')
  await api(context, town, 'PATCH', `/posts/${post.id}`, { content: 'From the phone.' })
  await save(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('You have changed this post elsewhere in the meantime. Nothing was overwritten.')
  await page.getByRole('button', { name: 'Look at the newer text' }).click()
  await expect(alert).toContainText('From the phone.')
  await expect(content(page)).toHaveValue('From the desk.')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await save(page).click()
  // it covers the next button as long as the mouse is on it
  await toast(page, 'Post updated successfully!').getByRole('button', { name: 'Dismiss' }).click()
  const read = await api<Post>(context, town, 'GET', `/posts/${post.id}`)
  expect([read.title, read.content]).toEqual(['Two pens, one page', 'From the desk.'])

  await commentOf(page, comment).getByRole('button', { name: 'Delete your comment' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(commentOf(page, comment)).toHaveCount(0)
  await page.reload()
  await expect(page.locator('#comments article')).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete your post' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`${town.url}/categories`)
  await expect(toast(page, 'Post deleted successfully!')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.stat', { hasText: 'Posts' })).toContainText('0')
  expect((await page.goto(`/post/${post.id}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found')
})
