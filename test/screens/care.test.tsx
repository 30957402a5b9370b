/**
 * A member who writes about self-harm, violence or a child in danger sees help lines first, and can still send what he
 * writes.
 */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Comment } from '#contract/comments.ts'
import type { Post } from '#contract/posts.ts'
import { THE_LINES } from './care-makers.ts'
import { aPage, aPost, aThread, aViewer } from './makers.ts'
import { takeComments, takePosts } from './post-makers.ts'
import { DESK, news, open, PHONE } from './screen.tsx'

const HARD = "I don't want to be here anymore"
const EASY = 'This commute is killing me, any podcasts to recommend?'
const viewer = aViewer({ post_count: 3 })
const panel = page.getByRole('region', { name: 'You do not have to carry this alone' })
const spoken = page.getByRole('status').filter({ hasText: 'You do not have to carry this alone' })
const box = page.getByLabelText('Add a comment')
const call = (name: string) => panel.getByRole('link', { name: new RegExp(`^Call ${name}`) })
const post = aPost({ title: 'Nights' })

async function openPost({ size = DESK, lines = THE_LINES } = {}) {
  const said: Comment[] = []
  return open(`/post/${post.id}`, {
    ...{ viewer, size },
    answers: {
      comments: { getThread: () => aThread(post, said), createComment: takeComments(viewer, said) },
      care: { listHelpLines: { items: lines } },
    },
  })
}

test.each([
  ['a desktop', DESK],
  ['a phone', PHONE],
])(
  'at %s the panel appears below a comment that mentions self-harm, with the lines of the member’s country first',
  async (_where, size) => {
    await openPost({ size })
    await box.fill(HARD)
    await expect.element(panel).toBeVisible()
    await expect.element(spoken).toBeInTheDocument()
    await expect.element(box).toHaveFocus()
    await expect
      .element(panel)
      .toMatchTextContent(/They are kind, they will not judge you.*You can still send what you/)
    // the browser of the tests is in London
    await expect.element(call('Samaritans')).toHaveAttribute('href', 'tel:116123')
    await expect.element(panel.getByRole('link', { name: '999' })).toHaveAttribute('href', 'tel:999')
    await expect.element(panel.getByRole('link', { name: /^Help lines/ })).toHaveAttribute('href', '/help-lines')
    expect(call('Samaritans').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    await expect.element(call('988 Lifeline')).not.toBeInTheDocument()
    await panel.getByText('More lines').click()
    await panel.getByText('Other countries').click()
    await expect.element(call('988 Lifeline')).toBeVisible()
    await expect.element(panel.getByRole('heading', { name: 'United States' })).toBeVisible()
    await expect.element(panel.getByRole('link', { name: /^Website of Find A Helpline/ })).toBeVisible()
  },
)

test('a figure of speech shows no help lines, and makes no request', async () => {
  const screen = await openPost()
  await box.fill(EASY)
  // checked after words that do show them, so that there was enough time
  await box.fill(`${EASY} ${HARD}`)
  await expect.element(panel).toBeVisible()
  expect(screen.asked('care.listHelpLines')).toHaveLength(1)
})

test('help lines never prevent sending, and stay until they are closed', async () => {
  const screen = await openPost()
  await box.fill(HARD)
  await expect.element(panel).toBeVisible()
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect.element(news('Comment posted successfully!')).toBeVisible()
  expect(screen.asked('comments.createComment')).toMatchObject([{ content: HARD }])
  await expect.element(panel).toBeVisible()
  await panel.getByRole('button', { name: /^Close/ }).click()
  await expect.element(panel).not.toBeInTheDocument()
})

test('closed help lines do not return for the same words, but return for the next text', async () => {
  await openPost()
  await box.fill(HARD)
  await panel.getByRole('button', { name: /^Close/ }).click()
  await expect.element(box).toHaveFocus()
  await box.fill(`${HARD}, I mean it`)
  await expect.element(box).toHaveValue(`${HARD}, I mean it`)
  await expect.element(panel).not.toBeInTheDocument()
  await box.fill('')
  await box.fill(HARD)
  await expect.element(panel).toBeVisible()
})

test('if there is no line for the member’s country, the lines for every country come first', async () => {
  await openPost({ lines: THE_LINES.filter(({ country }) => country !== 'GB') })
  await box.fill(HARD)
  await expect.element(panel.getByRole('link', { name: /^Website of Find A Helpline/ })).toBeVisible()
  await expect.element(call('988 Lifeline')).not.toBeInTheDocument()
})

test('if the lines fail to load, the emergency number and a finder are still shown', async () => {
  const screen = await openPost()
  const letGo = screen.cutOff('care.listHelpLines')
  await box.fill(HARD)
  await expect.element(panel.getByRole('link', { name: '999' })).toBeVisible()
  // the text that he is writing stays open beside them
  await expect.element(panel.getByRole('link', { name: /^Find A Helpline/ })).toHaveAttribute('target', '_blank')
  letGo()
})

test('in the composer help lines stand below the text, for its title or its text, and the post is still sent', async () => {
  const posted: Post[] = []
  await open('/categories', {
    ...{ viewer, size: PHONE },
    answers: {
      feed: { listFeed: aPage() },
      posts: { createPost: takePosts(viewer, posted) },
      care: { listHelpLines: { items: THE_LINES } },
    },
  })
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await composer.getByLabelText('Title').fill('I shook the baby last night')
  await expect.element(panel).toBeVisible()
  await composer.getByLabelText('What you want to say').fill('She seems fine and I am not.')
  await userEvent.selectOptions(composer.getByLabelText('Category'), 'New Dads')
  await composer.getByRole('button', { name: 'Post' }).click()
  await expect.element(news('Post created successfully!')).toBeVisible()
  expect(posted).toHaveLength(1)
})
