/** An author edits and deletes his post in place; nothing that was typed is lost. */
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Post } from '#contract/posts.ts'
import { postFaults } from '#contract/posts.ts'
import { SAY } from '#contract/words.ts'
import { goTo, press, use } from './keyboard.ts'
import { aPage, aThread, aViewer, minutesAgo, NOW } from './makers.ts'
import { ownComment, ownPost, signedOut } from './post-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import type { Answers } from './standin.ts'

const WORDS = 'A whetstone and ten quiet minutes.'
const viewer = aViewer({ post_count: 1 })
let post: Post
beforeEach(() => {
  post = ownPost(viewer, { title: 'Kitchen knives', content: WORDS })
})

const editPost = page.getByRole('button', { name: 'Edit your post' })
const editor = page.getByRole('form', { name: 'Edit post' })
const title = editor.getByLabelText('Title')
const content = editor.getByLabelText('What you want to say')
const save = page.getByRole('button', { name: 'Save' })
/** the dialog of the post itself */
const sheet = page.css('article.full')
const offer = page.getByText(/^Your changes are not saved yet/)

/** The post as the server stores it, with these changes. */
const held = (): Answers => ({
  comments: { getThread: () => aThread(post, []), listComments: aPage() },
  posts: {
    getPost: () => post,
    editPost: ({ title = post.title, content = post.content }) => {
      const isChanged = title !== post.title || content !== post.content
      const body = content.includes('**oil**')
        ? [{ t: 'p' as const, c: ['And ', { t: 'b' as const, c: ['oil'] }, '.'] }]
        : [{ t: 'p' as const, c: [content] }]
      if (isChanged) post = { ...post, title, content, body, excerpt: content, updated_at: NOW }
      return post
    },
  },
})

const openPost = (answers: Answers = {}, size?: typeof PHONE) =>
  open(`/post/${post.id}`, { viewer, size, answers: { ...held(), ...answers } })

test('only the author sees the controls to edit and delete', async () => {
  const comment = ownComment(viewer, { post_id: post.id, content: 'Mine.' })
  const means = page.getByRole('button', { name: /^(Edit|Delete) your (post|comment)$/ })
  const screen = await openPost({ comments: { getThread: aThread(post, [comment]) } })
  await expect.poll(() => means.elements().length).toBe(4)
  // the response that every other viewer gets
  const others = aThread({ ...post, can_edit: false, can_delete: false }, [{ ...comment, can_edit: false }])
  screen.answer({ comments: { getThread: others } })
  await screen.reload()
  await expect.element(page.getByText('Mine.')).toBeVisible()
  expect(means.elements()).toHaveLength(0)
})

test('an author edits a post in place: it is trimmed, marked, and updated in the list; an unchanged text is not sent', async () => {
  const screen = await open('/categories', {
    viewer,
    answers: { ...held(), feed: { listFeed: aPage(post) } },
  })
  await page.getByRole('link', { name: post.title }).click()
  const edited = sheet.getByText('Edited', { exact: true })
  await expect.element(sheet).toBeVisible()
  await expect.element(edited).not.toBeInTheDocument()
  await editPost.click()
  await expect.element(title).toHaveFocus()
  await expect.element(title).toHaveValue('Kitchen knives')
  await expect.element(content).toHaveValue(WORDS)
  await title.fill('  Kitchen knives ')
  await save.click()
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(editPost).toHaveFocus()
  expect(screen.asked('posts.editPost')).toEqual([])
  await expect.element(offer).not.toBeInTheDocument()

  await editPost.click()
  await content.fill('')
  await save.click()
  await expect.element(editor.getByText('Please enter what you want to say')).toBeVisible()
  await title.fill('  Bread knives ')
  await content.fill(`  ${WORDS} And **oil**.\n`)
  const release = screen.holdNext('posts.editPost')
  await save.dblClick()
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(editor).toBeVisible()
  release()
  await expect.element(news('Post updated successfully!')).toBeVisible()
  expect(screen.asked('posts.editPost')).toMatchObject([{ title: 'Bread knives', content: `${WORDS} And **oil**.` }])
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Bread knives')
  await expect.element(sheet.css('strong')).toHaveTextContent('oil')
  await expect.element(edited).toBeVisible()
  await expect.element(editPost).toHaveFocus()
  window.history.back()
  await expect
    .element(page.getByRole('heading', { level: 2 }).getByRole('link', { name: 'Bread knives' }))
    .toBeVisible()
})

test('an edit that could not be saved stays, survives a reload, and can be saved or discarded', async () => {
  const screen = await openPost({}, PHONE)
  screen.failNext('posts.editPost', 'unreached')
  await editPost.click()
  await content.fill('Sharper.')
  await save.click()
  await expect.element(editor.getByRole('alert')).toHaveTextContent('Failed to update post. Please try again.')
  await expect.element(content).toHaveValue('Sharper.')

  // the phone loses power
  await screen.reload()
  await expect.element(sheet.css('.prose')).toHaveTextContent(WORDS)
  await expect.element(offer).toBeVisible()
  const goOn = sheet.getByRole('button', { name: 'Continue editing' })
  await goOn.click()
  await expect.element(content).toHaveValue('Sharper.')
  await userEvent.keyboard('{Escape}')
  await expect.element(editPost).toHaveFocus()
  await expect.element(offer).toBeVisible()
  await goOn.click()
  await content.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(news('Post updated successfully!')).toBeVisible()
  await expect.element(sheet.css('.prose')).toHaveTextContent('Sharper.')
  await expect.element(offer).not.toBeInTheDocument()
})

test('a deleted post disappears from its list, its counts and its URL', async () => {
  const search = () => ({ items: [post], next: null })
  const screen = await open('/categories?q=Kitchen', {
    viewer,
    answers: {
      ...held(),
      account: { getViewer: { ...viewer, post_count: 0 } },
      feed: { listFeed: () => ({ items: [post], next: null }) },
      search: { searchPosts: search },
      posts: { ...held().posts, deletePost: ({ id }) => ({ id }) },
    },
  })
  const link = page.getByRole('heading', { level: 2 }).getByRole('link', { name: post.title })
  // searched before, so that the results are in the cache
  await expect.element(link).toBeVisible()
  await screen.go('/categories')
  await expect.element(page.getByRole('heading', { name: '“Kitchen”' })).not.toBeInTheDocument()
  const tag = page.getByRole('complementary', { name: 'Tags' }).getByRole('link', { name: /^DIY & Tools/ })
  const count = () => Number(/\d+/.exec(tag.element().textContent ?? '')?.[0])
  const before = count()
  await link.click()
  await page.getByRole('button', { name: 'Delete your post' }).click()
  const question = page.getByRole('alertdialog')
  await expect
    .element(question)
    .toMatchTextContent('Are you sure you want to delete this post? This action cannot be undone.')
  screen.failNext('posts.deletePost', 'unreached')
  const confirm = question.getByRole('button', { name: 'Delete' })
  await confirm.click()
  await expect.element(question.getByRole('alert')).toHaveTextContent('Failed to delete post. Please try again.')
  const address = screen.path()
  await confirm.dblClick()
  await expect.poll(screen.path).toBe('/categories')
  await expect.element(news('Post deleted successfully!')).toBeVisible()
  expect(screen.asked('posts.deletePost')).toHaveLength(1)
  await expect.element(link).not.toBeInTheDocument()
  await expect.poll(count).toBe(before - 1)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByPlaceholder('Search posts, authors, categories...').fill('Kitchen')
  await expect.element(page.getByRole('heading', { name: 'No posts found.' })).toBeVisible()
  // the cache holds nothing of it
  screen.failNext('comments.getThread', { fault: postFaults.notFound })
  await screen.go(address)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Post not found')
})

test('a post that was deleted in another tab is reported kindly, its text can be copied, and it disappears', async () => {
  const screen = await openPost({ feed: { listFeed: aPage() }, account: { getViewer: viewer } })
  await editPost.click()
  await content.fill('Better.')
  screen.failNext('posts.editPost', { fault: postFaults.notFound })
  await save.click()
  await expect.element(editor.getByRole('alert')).toMatchTextContent('This post has been deleted in the meantime.')
  await expect.element(content).toHaveValue('Better.')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(screen.path).toBe('/categories')
  await expect.element(page.getByRole('link', { name: post.title })).not.toBeInTheDocument()
})

test('a member who was signed out elsewhere keeps what he typed, and sees a link to the sign-in page', async () => {
  const screen = await openPost()
  await editPost.click()
  await content.fill('Still here.')
  screen.failNext('posts.editPost', { fault: signedOut(SAY.signInToEdit) })
  await save.click()
  await expect.element(editor.getByRole('alert')).toMatchTextContent('Please sign in to change what you wrote')
  await expect.element(editor.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect.element(content).toHaveValue('Still here.')
})

test('a version from another device is not overwritten unseen: the author looks at it, keeps his words, and decides', async () => {
  const screen = await openPost({}, PHONE)
  await editPost.click()
  await content.fill('From the desk.')
  const newer = { title: post.title, content: 'From the phone.', updated_at: minutesAgo(1) }
  screen.failNext('posts.editPost', { fault: postFaults.changed, data: { newer } })
  await save.click()
  const alert = page.getByRole('alert')
  await expect
    .element(alert)
    .toMatchTextContent('You have changed this post elsewhere in the meantime. Nothing was overwritten.')
  await expect.element(alert).toMatchTextContent('What you have typed is kept here.')
  await page.getByRole('button', { name: 'Look at the newer text' }).click()
  await expect.element(alert).toMatchTextContent('From the phone.')
  await expect.element(content).toHaveValue('From the desk.')
  post = { ...post, ...newer }
  await screen.reload()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(content).toHaveValue('From the desk.')
  await save.click()
  await expect.element(news('Post updated successfully!')).toBeVisible()
  // the first save names the version he began with, the second one the version he has looked at
  expect(screen.asked('posts.editPost')).toMatchObject([
    { content: 'From the desk.', seen_updated_at: minutesAgo(90) },
    { content: 'From the desk.', seen_updated_at: newer.updated_at },
  ])
})

test('the counter appears near the limit, and beyond the limit nothing is lost', async () => {
  await openPost()
  await editPost.click()
  await title.fill('t'.repeat(195))
  await expect.element(editor.getByText('5 characters left').first()).toBeVisible()
  await title.fill('t'.repeat(201))
  await save.click()
  await expect.element(editor.getByText('The title can be at most 200 characters')).toBeVisible()
  await expect.element(title).toHaveValue('t'.repeat(201))
  await expect.element(title).toHaveAttribute('aria-invalid', 'true')
})

test('by keyboard alone an author edits a post and leaves the editor', async () => {
  await openPost()
  await use(editPost)
  await expect.element(title).toHaveFocus()
  await press('Tab')
  await expect.element(content).toHaveFocus()
  await userEvent.keyboard(' Twice.')
  await press('Escape')
  await expect.element(editPost).toHaveFocus()
  await use(sheet.getByRole('button', { name: 'Continue editing' }))
  await goTo(save)
  await press('Enter')
  await expect.element(news('Post updated successfully!')).toBeVisible()
  await expect.element(editPost).toHaveFocus()
  await expect.element(sheet.css('.prose')).toMatchTextContent('Twice.')
})
