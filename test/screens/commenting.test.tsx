/** Comments below a post: a failure never loses what was typed. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Comment } from '#contract/comments.ts'
import { SAY } from '#contract/words.ts'
import { aComment, anAuthor, aPost, aThread, aViewer } from './makers.ts'
import { signedOut, takeComments } from './post-makers.ts'
import { open } from './screen.tsx'
import { TROUBLES } from './trouble.ts'

const post = aPost({ title: 'What coat does a man wear to stand on a touchline in February?' })
const viewer = aViewer()
const box = page.getByLabelText('Add a comment')
const send = page.getByRole('button', { name: 'Post comment' })
const mine = page.getByRole('article', { name: 'Comment by ben' })

async function openPost(before: Comment[] = [], next: string | null = null) {
  const said: Comment[] = []
  const thread = () => {
    const { post: shown, comments } = aThread(post, [...before, ...said])
    return { post: shown, comments: { ...comments, next } }
  }
  const screen = await open(`/post/${post.id}`, {
    viewer,
    answers: { comments: { getThread: thread, createComment: takeComments(viewer, said) } },
  })
  return { ...screen, said }
}

test('a comment that could not be sent stays in its box, and can be sent again', async () => {
  const text = 'Warm socks, and nobody talks to me before the second coffee.'
  const screen = await openPost()
  await box.fill(text)
  for (const { name, trouble, says } of TROUBLES) {
    const release = screen.holdNext('comments.createComment')
    screen.failNext('comments.createComment', trouble)
    await send.click()
    await expect.element(page.getByRole('alert'), { message: name }).not.toBeInTheDocument()
    release()
    const said = says('Failed to post comment. Please try again.')
    await expect.element(page.getByRole('alert').filter({ hasText: said }), { message: name }).toBeVisible()
    await expect.element(box).toHaveValue(text)
    await expect.element(mine).not.toBeInTheDocument()
  }
  await send.click()
  await expect.element(mine).toMatchTextContent(text)
  await expect.element(box).toHaveValue('')
  // the id is the same at every attempt
  expect(new Set(screen.asked('comments.createComment').map((asked) => JSON.stringify(asked))).size).toBe(1)
  await screen.reload()
  await expect.element(mine).toBeVisible()
  expect(mine.elements()).toHaveLength(1)
})

test('replies come first; the box below them has one line until it has the focus', async () => {
  await openPost([aComment({ content: 'Mine is from a charity shop.' })])
  const answer = page.getByRole('article', { name: /^Comment by/ })
  await expect.element(answer).toBeVisible()
  await expect.element(send).not.toBeInTheDocument()
  const low = box.element().getBoundingClientRect()
  expect(low.height).toBeLessThan(60)
  expect(low.top).toBeGreaterThan(answer.element().getBoundingClientRect().bottom)
  await box.click()
  await expect.element(send).toBeVisible()
  await expect.poll(() => box.element().getBoundingClientRect().height).toBeGreaterThan(90)
  await box.fill('Two coats.')
  ;(document.activeElement as HTMLElement).blur()
  // with words in it the box keeps its size
  await expect.element(page.getByText(/^Draft kept on this device/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(box).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(box).toHaveValue('Two coats.')
})

test('a member who was signed out elsewhere keeps his words, and sees a link to the sign-in page', async () => {
  const screen = await openPost()
  await box.fill('Two coats, both his.')
  screen.failNext('comments.createComment', { fault: signedOut(SAY.signInToComment) })
  await send.click()
  const said = page.css('form').filter({ hasText: 'Please sign in to comment' })
  await expect
    .element(said.getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', `/auth?next=${encodeURIComponent(`/post/${post.id}`)}`)
  await expect.element(box).toHaveValue('Two coats, both his.')
})

test('a vote on the member’s own comment below a long thread stays as it was given', async () => {
  const before = Array.from({ length: 20 }, (_, n) => aComment({ author: anAuthor(`dad-${n}`), post_id: post.id }))
  const screen = await openPost(before, 'twenty')
  await box.fill('Two hours, and proud of both.')
  await send.click()
  await expect.element(mine).toBeInViewport()
  // another member's vote, which this page learns only from the response to its own vote
  screen.answer({
    votes: { castCommentVote: ({ comment_id: id }) => ({ id, upvotes: 2, downvotes: 0, my_vote: 'up' }) },
  })
  await mine.getByRole('button', { name: 'Upvote' }).click()
  await expect.element(mine.getByRole('status')).toHaveTextContent('Score 2')
  await expect.element(mine.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
})

test('what is typed while a comment is pending starts the next comment', async () => {
  const screen = await openPost()
  const release = screen.holdNext('comments.createComment')
  await box.fill('A waxed one.')
  await send.click()
  await box.click()
  await userEvent.keyboard('{Control>}{End}{/Control} And a flask.')
  await expect.element(box).toHaveValue('A waxed one. And a flask.')
  release()
  await expect.element(mine).toMatchTextContent('A waxed one.')
  await expect.element(box).toHaveValue('And a flask.')
  await screen.reload()
  await expect.element(box).toHaveValue('And a flask.')
})
